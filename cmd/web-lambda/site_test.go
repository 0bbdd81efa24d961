package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/auth/devissuer"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/runtimeapi"
)

// built is where the function's zip of this machine is unpacked.
var built string

func TestMain(m *testing.M) {
	os.Exit(functiontest.Main("voicememo/cmd/web-lambda", func(folder string) int {
		built = folder
		return m.Run()
	}))
}

// The names under which AWS reaches the function.
const (
	customDomain = "memo.example.com"
	functionURL  = "abcdefg.lambda-url.us-east-1.on.aws"
)

// Ids of the two secrets.
const (
	clientSecret = "arn:aws:secretsmanager:us-east-1:123456789012:secret:client-secret"
	sessionKeys  = "arn:aws:secretsmanager:us-east-1:123456789012:secret:session-keys"
)

// site is a deployment: AWS, an issuer, and instances of the function.
type site struct {
	t         testing.TB
	public    string // the public URL
	aws       *functiontest.AWS
	instances []*runtimeapi.Process
}

// newSite starts instances that serve a public address.
func newSite(t testing.TB, public string, instances int, env ...string) *site {
	t.Helper()
	s := &site{t: t, public: public, aws: functiontest.NewAWS(t)}
	env = append(s.environ(), env...)
	for range instances {
		s.instances = append(s.instances, functiontest.Start(t, built, env...))
	}
	return s
}

// environ returns the variables of the function, with an issuer of this test.
func (s *site) environ() []string {
	s.t.Helper()
	var provider *devissuer.Provider
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { provider.ServeHTTP(w, r) }))
	s.t.Cleanup(issuer.Close)
	provider = devsignin.Provider(s.t, issuer.URL, s.public, nil)
	ring, err := auth.NewKeyRing(nil, time.Now())
	if err != nil {
		s.t.Fatal(err)
	}
	keys, err := ring.JSON()
	if err != nil {
		s.t.Fatal(err)
	}
	s.aws.Keep(clientSecret, provider.ClientSecret()+"\n")
	s.aws.Keep(sessionKeys, string(keys))
	return append(s.aws.Environ(), "VOICEMEMO_PUBLIC_URL="+s.public, "VOICEMEMO_OIDC_ISSUER="+issuer.URL+"/dev",
		"VOICEMEMO_OIDC_CLIENT_ID="+provider.ClientID(), "VOICEMEMO_OIDC_CLIENT_SECRET_ID="+clientSecret,
		"VOICEMEMO_SESSION_KEYS_ID="+sessionKeys)
}

// event returns a request in the form in which an HTTP API sends it to the function, or a
// function URL if that is the host. The types are those of AWS.
func event(r *http.Request, body []byte) []byte {
	raw, err := json.Marshal(functiontest.Event(r, body, ""))
	if err != nil {
		panic(err) // it has only texts
	}
	return raw
}

// person is a person's HTTP client, without the page.
type person struct {
	*site
	instance int
	cookies  map[string]string
}

// stranger is a person who is not signed in.
func (s *site) stranger() *person { return &person{site: s, cookies: map[string]string{}} }

// signIn signs a person in at the first instance, in a new browser.
func (s *site) signIn(name string) *person {
	s.t.Helper()
	return s.stranger().signInBy("/auth/login?return_to=%2Ftrash", name)
}

// signInBy signs a person in, starting at an address that returns to the trash.
func (p *person) signInBy(address, name string) *person {
	p.t.Helper()
	s := p.site
	at := p.ask("GET", address, "").want(http.StatusSeeOther).header.Get("Location")
	form := strings.NewReader(url.Values{"name": {name}}.Encode())
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, at, form)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	res.Body.Close()
	back, ok := strings.CutPrefix(res.Header.Get("Location"), s.public)
	if !ok {
		s.t.Fatalf("the issuer redirected to %q", res.Header.Get("Location"))
	}
	if to := p.ask("GET", back, "").want(http.StatusSeeOther).header.Get("Location"); to != "/trash" || p.cookies["__Host-session"] == "" {
		s.t.Fatalf("the sign-in redirected to %q", to)
	}
	return p
}

// at returns the same browser, answered by another instance.
func (p *person) at(instance int) *person { return &person{p.site, instance, p.cookies} }

// reply is a complete answer.
type reply struct {
	t      testing.TB
	asked  string
	status int
	header http.Header
	body   string
}

// ask sends a request. Headers are "Name: value".
func (p *person) ask(method, path, body string, headers ...string) reply {
	p.t.Helper()
	req := httptest.NewRequestWithContext(p.t.Context(), method, p.public+path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	var cookies []string
	for name, value := range p.cookies {
		cookies = append(cookies, name+"="+value)
	}
	if len(cookies) > 0 {
		req.Header.Set("Cookie", strings.Join(cookies, "; "))
	}
	raw, err := p.instances[p.instance].Invoke(p.t.Context(), event(req, []byte(body)))
	if err != nil {
		p.t.Fatalf("%s %s: %v\n%s", method, path, err, p.instances[p.instance].Output())
	}
	res, err := functiontest.Response(raw)
	if err != nil {
		p.t.Fatalf("%s %s: %v: %s", method, path, err, raw)
	}
	for _, c := range res.Cookies() {
		if p.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(p.cookies, c.Name)
		}
	}
	content, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return reply{p.t, method + " " + path, res.StatusCode, res.Header, string(content)}
}

// want fails the test unless the answer has this status.
func (r reply) want(status int) reply {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: got status %d, want %d: %s", r.asked, r.status, status, r.body)
	}
	return r
}

// text returns a text of the JSON answer.
func (r reply) text(name string) string {
	r.t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(r.body), &object); err != nil {
		r.t.Fatalf("%s: %v: %s", r.asked, err, r.body)
	}
	text, _ := object[name].(string)
	return text
}

// add writes a memo and returns its id.
func (p *person) add(content string) string {
	p.t.Helper()
	body, err := json.Marshal(map[string]string{"content": content})
	if err != nil {
		p.t.Fatal(err)
	}
	return p.ask("POST", "/api/memos", string(body)).want(http.StatusCreated).text("id")
}

// contents lists the memos that a person sees, newest first.
func (p *person) contents() string {
	p.t.Helper()
	var list struct{ Memos []struct{ Content string } }
	if err := json.Unmarshal([]byte(p.ask("GET", "/api/memos", "").want(http.StatusOK).body), &list); err != nil {
		p.t.Fatal(err)
	}
	var all []string
	for _, m := range list.Memos {
		all = append(all, m.Content)
	}
	return strings.Join(all, " / ")
}

// access is one of the accesses that a person sees.
type access struct {
	ID      string
	Current bool
}

// access returns a person's accesses.
func (p *person) access() []access {
	p.t.Helper()
	r := p.ask("GET", "/api/me/access", "").want(http.StatusOK)
	var list struct{ Access []access }
	if err := json.Unmarshal([]byte(r.body), &list); err != nil {
		p.t.Fatal(err)
	}
	return list.Access
}
