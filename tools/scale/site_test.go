package scale

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/auth"
	"voicememo/family/websockets"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/meter"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/services"
	"voicememo/webapi"
)

// The public address, and the page of a list that the page asks for.
const home, list = "https://memo.example.com", "/api/memos?limit=50"

// site is all surfaces over tables on the local engine, in this process, and a family of a
// person and an Echo.
type site struct {
	t      *testing.T
	meter  *meter.Meter
	skill  *skill.Skill
	web    http.Handler
	live   *websockets.Service
	ticket string // of the person, for a WebSocket
	family models.Family
}

func newSite(t *testing.T) *site {
	t.Helper()
	_, environment := localengine.Environment(t, func(ctx context.Context, c *dynamodb.Client, e string) error {
		return dynamo.CreateTables(ctx, c, e)
	})
	s := &site{t: t, meter: &meter.Meter{}}
	client := s.meter.Client(localengine.ForTest(t))
	s.found(dynamo.Bulk(client, environment))
	db := dynamo.Open(client, environment)
	db.Sample = nil                                                // so that the same request costs the same
	db.Now = func() time.Time { return time.Now().Add(time.Hour) } // all changes have reached the index
	over, quiet := services.Over(db), slog.New(slog.DiscardHandler)
	tickets := websockets.NewTickets([]byte("a secret of the live function of this test"))
	s.live = websockets.NewService(db.Connections(), over.Families, noGateway{}, tickets)
	s.ticket, _ = tickets.Seal(s.family.OwnerID, time.Now())
	s.skill = skill.New(skill.Options{Memos: over.Memos, Families: over.Families, Invites: over.Invites, ApplicationIDs: []string{talk.DefaultApplicationID}, Logger: quiet})
	web, err := webapi.New(webapi.Options{
		Memos: over.Memos, Families: over.Families, Invites: over.Invites, Access: auth.NewAccesses(db.Access()), PublicURL: home, Logger: quiet, AtOnce: 16,
		Auth: signedIn{identify: func(ctx context.Context) (models.User, error) { return over.Families.Person(ctx, s.family.OwnerID) }},
	})
	must.OK(s.t, err)
	s.web = web
	return s
}

// found stores the family as it is a year after it was founded, with a hundred memos.
func (s *site) found(store bulk.Store) {
	s.t.Helper()
	at := time.Now().AddDate(-1, 0, 0).Truncate(time.Millisecond)
	s.family = models.Family{
		ID: "11111111-1111-4111-8111-111111111111", OwnerID: "104857600000000000001", CreatedAt: at,
		MemberIDs: []models.UserID{"104857600000000000001", talk.DefaultUserID},
	}
	write := func(r bulk.Record) { must.OK(s.t, store.Write(s.t.Context(), []bulk.Record{r})) }
	for i, id := range s.family.MemberIDs {
		source := []models.Source{models.SourceOIDC, models.SourceAlexa}[i]
		write(bulk.Record{Person: &models.User{ID: id, FamilyID: s.family.ID, Name: "太郎", Source: source, IsOwner: i == 0, CreatedAt: at, UpdatedAt: at, Membership: models.Membership{JoinedAt: at}}})
	}
	write(bulk.Record{Family: &s.family})
	for i := range 100 {
		ref := memo.Key(fmt.Sprint("stored ", i)).Ref(s.family.MemberIDs[i%2])
		write(bulk.Record{Memo: &models.Memo{
			UserID: ref.UserID, ID: ref.ID, FamilyID: s.family.ID, Timestamp: at.Add(time.Duration(i) * time.Hour),
			Content: fmt.Sprintf("牛乳とパンを%d個買って帰る", i+1), CreatedByName: "太郎", Version: 1,
		}})
	}
}

// noGateway stands in for API Gateway.
type noGateway struct{ websockets.Poster }

// Post implements websockets.Poster.
func (noGateway) Post(context.Context, websockets.ConnectionID, string) error { return nil }

// signedIn stands in for the sign-in: like a session it reads the person once.
type signedIn struct {
	webapi.Auth
	identify func(context.Context) (models.User, error)
}

// Identify implements webapi.Auth.
func (a signedIn) Identify(_ http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	u, err := a.identify(r.Context())
	return auth.Identity{User: u, Method: auth.MethodCookie, Scope: models.ScopeFull}, err
}

// Hint implements webapi.Auth.
func (signedIn) Hint(http.ResponseWriter, *http.Request) {}

// ask sends a request of the person to the web API; only the last one is measured. headers
// are name and value in turn.
func (s *site) ask(method, target, body string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, home+target, strings.NewReader(body))
	r.Header.Set("Origin", home)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	s.meter.Reset()
	w := httptest.NewRecorder()
	s.web.ServeHTTP(w, r)
	if w.Code >= http.StatusBadRequest {
		s.t.Fatalf("%s %s: got %d, %s, want success", method, target, w.Code, w.Body)
	}
	return w
}
