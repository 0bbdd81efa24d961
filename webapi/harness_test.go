package webapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/infra/sqlite"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/logtest"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/live"
)

var _ Auth = (*auth.Auth)(nil)

var english, japanese = catalogues()[0], catalogues()[1]

// person is the header with which a test names the caller.
const person = "Test-Person"

// standIn trusts the header. A name that ends in "?" signed in long ago; a name that ends
// in "!" sends an ID token instead of a session, and one that ends in "!", a scope, "=" and
// an id a personal token.
type standIn struct {
	families *family.Service
	access   *auth.Accesses
	now      func() time.Time
}

// sessionOf is the id of the session of a name.
func sessionOf(name string) models.AccessID { return models.AccessID("session-" + name) }

// session returns the identity of a person's only session, which begins at its first use.
func (a standIn) session(ctx context.Context, u models.User) (auth.Identity, error) {
	id := sessionOf(string(u.ID))
	if u.Grants(id) {
		return auth.Identity{User: u, Method: auth.MethodCookie, Access: id, Scope: models.ScopeFull}, nil
	}
	_, err := a.access.Begin(ctx, u, auth.Grant{
		ID: id, Kind: models.AccessSession, Name: "Firefox, Android", Scope: models.ScopeFull, Lifetime: auth.SessionMax,
	})
	return auth.Identity{User: u, Method: auth.MethodCookie, Access: id, Scope: models.ScopeFull}, err
}

func (a standIn) Identify(_ http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	name, given, token := strings.Cut(r.Header.Get(person), "!")
	name, stale := strings.CutSuffix(name, "?")
	if name == "" {
		return auth.Identity{}, &models.Error{Code: models.CodeUnauthenticated}
	}
	u, err := a.families.Ensure(r.Context(), models.Profile{
		ID: models.UserID(name), Name: name, Email: name + "@example.com", Source: models.SourceOIDC,
	})
	switch {
	case err != nil:
		return auth.Identity{}, err
	case given != "":
		scope, id, _ := strings.Cut(given, "=")
		return auth.Identity{User: u, Method: auth.MethodToken, Scope: models.Scope(scope), Access: models.AccessID(id)}, nil
	case token:
		return auth.Identity{User: u, Method: auth.MethodBearer, Scope: models.ScopeFull}, nil
	}
	who, err := a.session(r.Context(), u)
	if who.FreshAt = a.now(); stale {
		who.FreshAt = who.FreshAt.Add(-time.Hour)
	}
	return who, err
}

// IdentifyAt accepts personal tokens only.
func (a standIn) IdentifyAt(r *http.Request, _ string) (auth.Identity, error) {
	who, err := a.Identify(nil, r)
	if err == nil && who.Method != auth.MethodToken {
		err = &models.Error{Code: models.CodeUnauthenticated}
	}
	return who, err
}

func (a standIn) BeginSignIn(_ http.ResponseWriter, _ *http.Request, s auth.SignIn) (string, error) {
	if s.InviteToken == "nonsense!" {
		return "", models.Invalid("inviteToken", models.ReasonFormat)
	}
	return "https://issuer.example/authorize", nil
}
func (a standIn) Login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://issuer.example/authorize", http.StatusSeeOther)
}
func (a standIn) Callback(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
func (a standIn) SignOut(w http.ResponseWriter, r *http.Request) error {
	a.Forget(w, r)
	return nil
}
func (a standIn) Forget(w http.ResponseWriter, _ *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "__Host-session", MaxAge: -1})
}
func (a standIn) Hint(http.ResponseWriter, *http.Request) {}

// IssueToken returns the name of a caller with a token in place of a token.
func (a standIn) IssueToken(ctx context.Context, u models.User, n auth.NewToken) (string, models.Access, error) {
	access, err := a.access.Begin(ctx, u, auth.Grant{
		Kind: models.AccessToken, Name: n.Name, Scope: n.Scope, Lifetime: time.Duration(n.Days) * 24 * time.Hour,
		By: n.By,
	})
	if models.IsReason(err, models.ReasonAccess) {
		err = &models.Error{Code: models.CodeUnauthenticated, Err: err}
	}
	return fmt.Sprintf("vm_%s!%s=%s", u.ID, access.Scope, access.ID), access, err
}

// site is a complete deployment of the API over SQLite, with its own clock.
type site struct {
	t       testing.TB
	db      *sqlite.DB
	options Options
	echo    *echo.Echo
	log     *logtest.Buffer

	mu     sync.Mutex
	now    time.Time
	frozen bool
}

const home = "http://localhost:8080"

// testApp is a built page.
func testApp() fs.FS {
	return fstest.MapFS{
		"index.html":           {Data: []byte("<!doctype html><title>the app</title>")},
		"app-ABCD1234.js":      {Data: []byte("export {}")},
		"manifest.webmanifest": {Data: []byte("{}")},
		".gitkeep":             {Data: nil},
	}
}

func newSite(t testing.TB, change ...func(*Options)) *site {
	t.Helper()
	db := sqlitetest.FreshDB(t)
	s := &site{t: t, db: db, log: &logtest.Buffer{}, now: time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)}
	families := family.NewService(db.Families(), db.Memos())
	families.Now = s.clock
	memos := memo.NewService(db.Memos(), families)
	access := auth.NewAccesses(db.Access())
	access.Now = s.clock
	s.options = Options{
		Memos: memos, Families: families,
		Invites: invite.NewService(db.Invites(), families, memos), Access: access, Auth: standIn{families, access, s.clock},
		Alone: true, Ready: db.Ping, PublicURL: home, Version: "1.2.3", App: testApp(), Now: s.clock,
		Logger: slog.New(slog.NewJSONHandler(s.log, nil)),
	}
	s.options.Memos.Now, s.options.Invites.Now = s.clock, s.clock
	s.options.Live = live.NewHub()
	hint := func(e models.Event) { s.options.Live.Changed(e.Family) }
	s.options.Memos.Happened, families.Happened, s.options.Invites.Happened = hint, hint, hint
	for _, f := range change {
		f(&s.options)
	}
	if s.options.OAuth == nil {
		withOAuth(t, s, db.Devices())(&s.options)
	}
	s.options.Observe = checkingStatuses(t, s.options)
	var err error
	if s.echo, err = New(s.options); err != nil {
		t.Fatal(err)
	}
	return s
}

// use serves the site with other options from now on.
func (s *site) use(change func(*Options)) {
	s.t.Helper()
	change(&s.options)
	var err error
	if s.echo, err = New(s.options); err != nil {
		s.t.Fatal(err)
	}
}

// clock advances by a millisecond with each reading, so that memos have an order.
func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.frozen {
		s.now = s.now.Add(time.Millisecond)
	}
	return s.now
}

// freeze stops the clock, so that nothing times out on a slow machine.
func (s *site) freeze() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen = true
}

// thaw undoes freeze.
func (s *site) thaw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen = false
}

func (s *site) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// reply is an answer, read to its end and checked against the contract.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	body   string
}

// ask sends one request. Extra headers are "Name: value"; a body gets the JSON
// content type unless they say otherwise.
func (s *site) ask(who, method, path, body string, headers ...string) reply {
	s.t.Helper()
	req := httptest.NewRequestWithContext(context.Background(), method, home+path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if who != "" {
		req.Header.Set(person, who)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		switch {
		case name == "Host":
			req.Host = value
		case name == "Content-Type":
			req.Header.Set(name, value)
		default:
			req.Header.Add(name, value)
		}
	}
	return s.send(req)
}

func (s *site) send(req *http.Request) reply {
	s.t.Helper()
	w := s.answered(req)
	r := reply{s.t, w.Code, w.Header(), w.Body.String()}
	checkContract(s.t, req, r.unpacked())
	return r
}

// want fails the test unless the answer has this status.
func (r reply) want(status int) reply {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("got status %d, want %d: %s", r.status, status, r.body)
	}
	return r
}

// into decodes the answer.
func (r reply) into(v any) {
	r.t.Helper()
	if err := json.Unmarshal([]byte(r.body), v); err != nil {
		r.t.Fatalf("%v: %s", err, r.body)
	}
}

func (r reply) problem() (p problem) {
	r.t.Helper()
	if got := r.header.Get("Content-Type"); got != "application/problem+json" {
		r.t.Fatalf("content type %q: %s", got, r.body)
	}
	r.into(&p)
	return p
}

// add adds a memo and returns it.
func (s *site) add(who, content string, headers ...string) (m memoJSON) {
	s.t.Helper()
	s.ask(who, "POST", "/api/memos", object("content", content), headers...).want(http.StatusCreated).into(&m)
	return m
}

// invitation issues an invitation.
func (s *site) invitation(owner string) (inv invitationJSON) {
	s.t.Helper()
	s.ask(owner, "POST", "/api/family/invite-codes", "").want(http.StatusCreated).into(&inv)
	return inv
}

// tokenOf returns the token of an invitation's link.
func (inv invitationJSON) tokenOf(t testing.TB) string {
	t.Helper()
	link, err := url.Parse(inv.Link)
	if err != nil || link.Fragment == "" || link.RawQuery != "" {
		t.Fatalf("the link is %q: %v", inv.Link, err)
	}
	return link.Fragment
}

// device returns the account of an Echo at its first contact.
func (s *site) device(name string) models.User {
	s.t.Helper()
	u, err := s.options.Families.Ensure(context.Background(), models.Profile{
		ID: models.UserID("amzn1.ask.account." + name), Name: name, Source: models.SourceAlexa,
	})
	must.OK(s.t, err)
	return u
}

// says adds a memo of an Echo.
func (s *site) says(device models.User, content string) {
	s.t.Helper()
	if _, _, err := s.options.Memos.Add(context.Background(), device, memo.Draft{Content: content, Key: memo.NewKey()}); err != nil {
		s.t.Fatal(err)
	}
}

// together makes people join the first one's family.
func (s *site) together(owner string, others ...string) {
	s.t.Helper()
	for _, who := range others {
		s.ask(who, "POST", "/api/family/join", object("inviteCode", s.invitation(owner).Code)).want(http.StatusOK)
		s.wait(time.Hour) // the limits on invitations are not the point here
	}
}

// object returns a JSON object with string values.
func object(pairs ...string) string {
	texts := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		texts[pairs[i]] = pairs[i+1]
	}
	raw, err := json.Marshal(texts)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// state returns everything that people can see, to check that nothing changed.
func (s *site) state(people ...string) string {
	s.t.Helper()
	var all strings.Builder
	for _, who := range people {
		for _, path := range []string{"/api/me", "/api/memos?limit=100", "/api/memos?limit=100&deleted=true"} {
			all.WriteString(s.ask(who, "GET", path, "").want(http.StatusOK).body + "\n")
		}
	}
	return all.String()
}
