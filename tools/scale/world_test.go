package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/auth"
	"voicememo/infra/dynamo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/meter"
	"voicememo/tools/testkit/services"
	"voicememo/webapi"
)

// scaleVar selects the long forms, which also update measured.json.
const scaleVar = "MEMOTEST_SCALE"

func long() bool { return os.Getenv(scaleVar) == "all" }

// site is both surfaces over tables on the local engine, in this process.
type site struct {
	services.Services
	meter  *meter.Meter
	client *dynamodb.Client // of the meter
	db     *dynamo.DB
	tables dynamo.Tables
	env    string
	skill  *skill.Skill
	web    http.Handler
}

// newSite makes a site. wrap may put something between the stores and the client.
func newSite(t *testing.T, wrap func(dynamo.Client) dynamo.Client) *site {
	t.Helper()
	_, environment := localengine.Environment(t, func(ctx context.Context, c *dynamodb.Client, e string) error {
		return dynamo.CreateTables(ctx, c, e)
	})
	s := &site{meter: &meter.Meter{}, tables: dynamo.TablesOf(environment), env: environment}
	s.client = s.meter.Client(localengine.ForTest(t))
	var client dynamo.Client = s.client
	if wrap != nil {
		client = wrap(client)
	}
	s.db = dynamo.Open(client, environment)
	s.Services = services.Over(s.db)
	quiet := slog.New(slog.DiscardHandler)
	s.skill = skill.New(skill.Options{
		Memos: s.Memos, Families: s.Families, Invites: s.Invites, ApplicationIDs: []string{talk.DefaultApplicationID}, Logger: quiet,
	})
	web, err := webapi.New(webapi.Options{
		Memos: s.Memos, Families: s.Families, Invites: s.Invites, Access: auth.NewAccesses(s.db.Access()), Auth: trusting{s: s},
		PublicURL: home, Logger: quiet, AtOnce: 16,
	})
	must(t, err)
	s.web = web
	return s
}

// home is the public address.
const home = "https://memo.example.com"

// actor is the header with the id of the caller, which trusting believes.
const actor = "Test-Actor"

// trusting stands in for the sign-in: like a session it reads the person once.
type trusting struct {
	webapi.Auth
	s *site
}

// Identify implements webapi.Auth.
func (a trusting) Identify(_ http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	u, err := a.s.Families.Person(r.Context(), models.UserID(r.Header.Get(actor)))
	return auth.Identity{User: u, Method: auth.MethodCookie, Scope: models.ScopeFull}, err
}

// Hint implements webapi.Auth.
func (trusting) Hint(http.ResponseWriter, *http.Request) {}

// ask sends a request of a person to the web API; headers are name and value in turn.
func (s *site) ask(who models.UserID, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, home+target, strings.NewReader(body))
	r.Header.Set(actor, string(who))
	r.Header.Set("Origin", home)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.web.ServeHTTP(w, r)
	return w
}

// device returns a talk of an Echo's account.
func (s *site) device(t *testing.T, echo models.UserID) *talk.Talk {
	t.Helper()
	tk, err := talk.New(talk.Options{UserID: string(echo), Send: s.skill.Handle})
	must(t, err)
	return tk
}

// join makes people members of the first one's family and returns all as they are now.
func (s *site) join(t *testing.T, people ...models.User) []models.User {
	t.Helper()
	invitation, err := s.Invites.Issue(t.Context(), people[0])
	must(t, err)
	for i, u := range people[1:] {
		if i > 0 { // an invitation admits one person
			invitation, err = s.Invites.Issue(t.Context(), people[0])
			must(t, err)
		}
		_, err = s.Invites.RedeemLink(t.Context(), u, invitation.Token)
		must(t, err)
		joined, err := s.Families.Person(t.Context(), u.ID)
		must(t, err)
		must(t, s.Memos.Settle(t.Context(), joined))
	}
	for i, u := range people {
		people[i], err = s.Families.Person(t.Context(), u.ID)
		must(t, err)
	}
	return people
}

// part returns the name of a table or index in Action.Units.
func part(u meter.Used, tables dynamo.Tables) string {
	switch {
	case u.Index != "":
		return memosIndex
	case u.Table == tables.Memos:
		return memosTable
	case u.Table == tables.Users:
		return usersTable
	}
	return codesTable
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
