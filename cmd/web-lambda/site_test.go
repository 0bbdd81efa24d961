package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
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

// person is a person's browser at an instance.
type person struct {
	*site
	*devsignin.Browser
}

// stranger is a person who is not signed in.
func (s *site) stranger() *person {
	return (&person{s, devsignin.Stranger(s.t, nil, s.public)}).at(0)
}

// signIn signs a person in at the first instance, in a new browser.
func (s *site) signIn(name string) *person {
	s.t.Helper()
	return s.stranger().signInBy("/auth/login?return_to=%2Ftrash", name)
}

// signInBy signs a person in, starting at an address that returns to the trash.
func (p *person) signInBy(address, name string) *person {
	p.t.Helper()
	if to, err := p.SignInBy(p.t.Context(), address, name); err != nil || to != "/trash" || p.Cookies[devsignin.SessionCookie] == "" {
		p.t.Fatalf("the sign-in redirected to %q: %v", to, err)
	}
	return p
}

// at returns the same browser, answered by another instance.
func (p *person) at(instance int) *person {
	b := *p.Person
	b.Through = functiontest.Events{Instance: p.instances[instance]}
	return &person{p.site, &devsignin.Browser{Person: &b, T: p.t}}
}

// add writes a memo and returns its id.
func (p *person) add(content string) string {
	p.t.Helper()
	return p.Ask("POST", "/api/memos", fmt.Sprintf(`{"content":%q}`, content)).Want(http.StatusCreated).Text("id")
}

// access is one of the accesses that a person sees.
type access struct {
	ID      string
	Current bool
}

// access returns a person's accesses.
func (p *person) access() []access {
	p.t.Helper()
	var list struct{ Access []access }
	if err := p.Ask("GET", "/api/me/access", "").Want(http.StatusOK).Into(&list); err != nil {
		p.t.Fatal(err)
	}
	return list.Access
}
