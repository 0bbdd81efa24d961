package auth_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/auth/devissuer"
	"voicememo/family"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/logtest"
	"voicememo/tools/testkit/must"
)

// clock is a clock that a test sets.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// world is a server with real services, and its issuers.
type world struct {
	t       *testing.T
	auth    *auth.Auth
	people  *family.Service
	access  *auth.Accesses
	invites *invite.Service
	clock   *clock
	logs    *logtest.Buffer
	keys    *auth.KeyRing
	url     string
}

// start runs a server. setup can change the options; if they have no issuer, the server
// uses the development issuer, which it also serves.
func start(t *testing.T, setup func(*auth.Options)) *world {
	t.Helper()
	db := sqlitetest.FreshDB(t)
	w := &world{t: t, clock: &clock{at: time.Now()}, logs: &logtest.Buffer{}}
	w.people = family.NewService(db.Families(), db.Memos())
	w.people.Now = w.clock.now
	w.access = auth.NewAccesses(db.Access())
	w.access.Now = w.clock.now
	w.invites = invite.NewService(db.Invites(), w.people, memo.NewService(db.Memos(), w.people))
	w.invites.Now = w.clock.now

	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	w.url = server.URL
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)

	o := auth.Options{
		People: w.people, Access: w.access, Invites: w.invites, PublicURL: w.url, Keys: newRing(t), Now: w.clock.now,
		HTTPClient: &http.Client{Transport: transport}, Logger: slog.New(slog.NewTextHandler(w.logs, nil)),
	}
	if setup != nil {
		setup(&o)
	}
	if o.Issuer == "" {
		w.mountDevIssuer(mux, &o)
	}
	w.keys = o.Keys
	var err error
	if w.auth, err = auth.New(o); err != nil {
		t.Fatal(err)
	}
	w.mount(mux)
	return w
}

func newRing(t *testing.T) *auth.KeyRing {
	t.Helper()
	ring := auth.NewKeyRing(time.Now())
	return ring
}

func (w *world) mountDevIssuer(mux *http.ServeMux, o *auth.Options) {
	w.t.Helper()
	dev := devsignin.Provider(w.t, w.url, o.PublicURL, w.clock.now)
	mux.Handle("/dev/", dev)
	o.Issuer, o.ClientID, o.ClientSecret = w.url+"/dev", dev.ClientID(), dev.ClientSecret()
	o.SubjectPrefix = devissuer.SubjectPrefix
}

func (w *world) mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /auth/login", w.auth.Login)
	mux.HandleFunc("POST /auth/login", func(rw http.ResponseWriter, r *http.Request) {
		to, err := w.auth.BeginSignIn(rw, r, auth.SignIn{ReturnTo: r.FormValue("returnTo"), InviteToken: r.FormValue("inviteToken")})
		answer := map[string]any{"location": to}
		if err != nil {
			answer["code"] = models.AsError(err).Code
		}
		_ = json.NewEncoder(rw).Encode(answer)
	})
	mux.HandleFunc("GET /auth/callback", w.auth.Callback)
	mux.HandleFunc("POST /auth/logout", leaving(w.auth.SignOut))
	mux.HandleFunc("POST /auth/logout-everywhere", leaving(w.signOutEverywhere))
	mux.HandleFunc("GET /whoami", func(rw http.ResponseWriter, r *http.Request) {
		who, err := w.auth.Identify(rw, r)
		answer := map[string]any{"id": who.User.ID, "name": who.User.Name, "email": who.User.Email, "method": who.Method,
			"fresh": who.Fresh(w.clock.now())}
		if err != nil {
			answer = map[string]any{"code": models.AsError(err).Code, "reason": models.AsError(err).Reason}
		}
		_ = json.NewEncoder(rw).Encode(answer)
	})
}

// signOutEverywhere does what the web API's route of that name does.
func (w *world) signOutEverywhere(rw http.ResponseWriter, r *http.Request) error {
	who, err := w.auth.Identify(rw, r)
	if err == nil {
		err = w.access.EndAll(r.Context(), who.User.ID, who.User.ID)
	}
	if err == nil {
		w.auth.Forget(rw, r)
	}
	return err
}

// leaving serves a route that signs out.
func leaving(way func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	statuses := map[models.Code]int{
		models.CodeUnauthenticated: http.StatusUnauthorized, models.CodeUnavailable: http.StatusServiceUnavailable,
	}
	return func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusNoContent
		if err := way(w, r); err != nil {
			status = statuses[models.AsError(err).Code]
		}
		w.WriteHeader(status)
	}
}

// browser is a client with cookies that does not follow redirects.
type browser struct {
	w      *world
	client *http.Client
	agent  string // its User-Agent
}

func (w *world) browser() *browser {
	jar, err := cookiejar.New(nil)
	must.OK(w.t, err)
	transport := &http.Transport{}
	w.t.Cleanup(transport.CloseIdleConnections)
	return &browser{w: w, client: &http.Client{Jar: jar, Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
}

// do sends a request and returns the response with its body.
func (b *browser) do(r *http.Request) (*http.Response, string) {
	b.w.t.Helper()
	resp, err := b.client.Do(r)
	must.OK(b.w.t, err)
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	must.OK(b.w.t, err)
	return resp, string(body)
}

func (b *browser) get(address string) *http.Response {
	b.w.t.Helper()
	resp, _ := b.do(b.request(http.MethodGet, address, nil))
	return resp
}

func (b *browser) post(address string, form url.Values) *http.Response {
	b.w.t.Helper()
	resp, _ := b.do(b.request(http.MethodPost, address, form))
	return resp
}

// request returns a request; an address that begins with "/" is a path of the server.
func (b *browser) request(method, address string, form url.Values) *http.Request {
	b.w.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = b.w.url + address
	}
	r, err := http.NewRequestWithContext(b.w.t.Context(), method, address, strings.NewReader(form.Encode()))
	must.OK(b.w.t, err)
	r.Header.Set("User-Agent", b.agent)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return r
}

// begin begins a sign-in as the page does, with an invitation's token. It returns the
// address to which the page sends the browser, or the code of the refusal.
func (b *browser) begin(token, returnTo string) (location string, refused models.Code) {
	b.w.t.Helper()
	_, body := b.do(b.request(http.MethodPost, "/auth/login", url.Values{"inviteToken": {token}, "returnTo": {returnTo}}))
	var answer struct {
		Location string
		Code     models.Code
	}
	must.OK(b.w.t, json.Unmarshal([]byte(body), &answer))
	return answer.Location, answer.Code
}

// invitedAs signs in with an invitation's token and returns the final address.
func (b *browser) invitedAs(name, token string) string {
	b.w.t.Helper()
	return b.get(b.comeBack(name, token)).Header.Get("Location")
}

// comeBack picks a person at the development issuer in a sign-in with an invitation's
// token, and returns the address to which the issuer sends the browser.
func (b *browser) comeBack(name, token string) string {
	b.w.t.Helper()
	at, refused := b.begin(token, "")
	if refused != "" {
		b.w.t.Fatalf("the sign-in is refused: %s", refused)
	}
	return b.post(at, url.Values{"name": {name}}).Header.Get("Location")
}

// login begins a sign-in and returns the issuer's address with its parameters.
func (b *browser) login(query string) *url.URL {
	b.w.t.Helper()
	resp := b.get("/auth/login?" + query)
	to, err := resp.Location()
	if err != nil {
		b.w.t.Fatalf("login answered %s: %v", resp.Status, err)
	}
	return to
}

// signIn signs in with the development issuer and returns the final address.
func (b *browser) signIn(name, query string) string {
	b.w.t.Helper()
	back, err := b.post(b.login(query).String(), url.Values{"name": {name}}).Location()
	must.OK(b.w.t, err)
	return b.get(back.String()).Header.Get("Location")
}

// identity is the answer of /whoami.
type identity struct {
	ID     models.UserID `json:"id"`
	Name   string        `json:"name"`
	Email  string        `json:"email"`
	Method auth.Method   `json:"method"`
	Fresh  bool          `json:"fresh"`
	Code   models.Code   `json:"code"`
	Reason models.Reason `json:"reason"`
}

// whoami returns the server's identity of the browser; header is an Authorization header
// or "".
func (b *browser) whoami(header string) identity {
	b.w.t.Helper()
	r := b.request(http.MethodGet, "/whoami", nil)
	if header != "" {
		r.Header.Set("Authorization", header)
	}
	_, body := b.do(r)
	var who identity
	must.OK(b.w.t, json.Unmarshal([]byte(body), &who))
	return who
}

// cookie returns one of the browser's cookies for the server.
func (b *browser) cookie(prefix string) *http.Cookie {
	b.w.t.Helper()
	u, err := url.Parse(b.w.url)
	must.OK(b.w.t, err)
	for _, c := range b.client.Jar.Cookies(u) {
		if strings.HasPrefix(c.Name, prefix) {
			return c
		}
	}
	return nil
}

// plant adds a cookie to the browser.
func (b *browser) plant(name, value string) {
	b.w.t.Helper()
	u, err := url.Parse(b.w.url)
	must.OK(b.w.t, err)
	b.client.Jar.SetCookies(u, []*http.Cookie{{Name: name, Value: value, Path: "/", Secure: true}})
}
