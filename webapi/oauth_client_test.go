package webapi

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"voicememo/tools/testkit/must"
)

// verifier is a verifier of PKCE.
const verifier = "a-verifier-of-PKCE-has-from-43-to-128-characters"

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// app is a client in a test.
type app struct {
	*site
	id, secret, redirect string
	scope, resource      string
	change               func(url.Values) // changes the authorization request
}

// The clients. The secret of one is "": it is public.
var (
	commandLineApp = app{id: "voicememo", redirect: "http://127.0.0.1:39123/callback"}
	alexaApp       = app{id: "alexa", secret: alexaSecret, redirect: alexaRedirect}
)

// app returns a client of the site.
func (s *site) app(a app) app {
	a.site = s
	return a
}

// registeredApp registers a client.
func (s *site) registeredApp(redirect string) app {
	s.t.Helper()
	r := s.ask("", "POST", "/oauth/register", `{"client_name":"Lists","redirect_uris":["`+redirect+`"],"logo_uri":"ignored"}`).want(201)
	var made struct {
		ID string `json:"client_id"`
	}
	s.decode(r, &made)
	return app{site: s, id: made.ID, redirect: redirect}
}

func (s *site) decode(r reply, v any) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(r.body), v); err != nil {
		s.t.Fatalf("%v: %s", err, r.body)
	}
}

// query is the query of the app's authorization request.
func (a app) query() string {
	q := url.Values{
		"response_type": {"code"}, "client_id": {a.id}, "redirect_uri": {a.redirect}, "state": {"a state"},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"},
	}
	for name, value := range map[string]string{"scope": a.scope, "resource": a.resource} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if a.change != nil {
		a.change(q)
	}
	return q.Encode()
}

// answer is a person's answer; it returns the parameters that the app receives.
func (a app) answer(who string, allow bool) url.Values {
	a.t.Helper()
	r := a.ask(who, "POST", "/oauth/consent", jsonOf(map[string]any{"query": a.query(), "allow": allow, "person": who})).want(200)
	var to struct{ Location string }
	a.decode(r, &to)
	place, err := url.Parse(to.Location)
	if err != nil || !strings.HasPrefix(to.Location, a.redirect) {
		a.t.Fatalf("got %q, %v; want %s", to.Location, err, a.redirect)
	}
	return place.Query()
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// code is the code of the app that a person has allowed.
func (a app) code(who string) string {
	a.t.Helper()
	got := a.answer(who, true)
	if got.Get("state") != "a state" || got.Get("iss") != home || got.Get("code") == "" {
		a.t.Fatalf("got %v, want a code with state and iss", got)
	}
	return got.Get("code")
}

// oauthAnswer is an answer of the token endpoint.
type oauthAnswer struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int    `json:"expires_in"`
	Scope        string
	Error        string
}

// post sends a form to an endpoint as the app. A name that begins with - is removed.
func (a app) post(path string, fields ...string) reply {
	a.t.Helper()
	values, err := url.ParseQuery(form(fields...))
	must.OK(a.t, err)
	headers := []string{"Content-Type: application/x-www-form-urlencoded"}
	if a.secret == "" {
		values.Set("client_id", a.id)
	} else {
		both := url.QueryEscape(a.id) + ":" + url.QueryEscape(a.secret)
		headers = append(headers, "Authorization: Basic "+base64.StdEncoding.EncodeToString([]byte(both)))
	}
	return a.ask("", "POST", path, values.Encode(), headers...)
}

// token asks the token endpoint. want is the error; "": none.
func (a app) token(want string, fields ...string) oauthAnswer {
	a.t.Helper()
	r := a.post("/oauth/token", fields...)
	var got oauthAnswer
	a.decode(r, &got)
	if got.Error != want || (r.status == http.StatusOK) != (want == "") {
		a.t.Fatalf("%v: got %d %s, want error %q", fields[:2], r.status, r.body, want)
	}
	if r.header.Get("Cache-Control") != "no-store" {
		a.t.Errorf("got Cache-Control %q, want no-store", r.header.Get("Cache-Control"))
	}
	return got
}

func (a app) redeem(code, want string) oauthAnswer {
	a.t.Helper()
	return a.token(want, "grant_type", "authorization_code", "code", code, "redirect_uri", a.redirect, "code_verifier", verifier)
}

func (a app) refresh(token, want string) oauthAnswer {
	a.t.Helper()
	return a.token(want, "grant_type", "refresh_token", "refresh_token", token)
}

// connect is what a person allows an app, up to its tokens.
func (a app) connect(who string) oauthAnswer {
	a.t.Helper()
	return a.redeem(a.code(who), "")
}

// list reads the memos with a token.
func (s *site) list(token string) reply {
	s.t.Helper()
	return s.ask("", "GET", "/api/memos", "", "Authorization: Bearer "+token)
}

// device8628 asks for the codes of a device.
func (s *site) device8628() (codes struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
}) {
	s.t.Helper()
	s.decode(s.app(commandLineApp).post("/oauth/device", "scope", "add").want(200), &codes)
	return codes
}
