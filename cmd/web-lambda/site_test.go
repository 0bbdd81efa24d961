package main

import (
	"fmt"
	"net/http"
	"os"
	"testing"

	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/must"
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

// environ returns the variables of the function, with an issuer of this test. The client's
// secret ends with a newline, as that of a person who typed it may.
func (s *site) environ() []string {
	s.t.Helper()
	env, secrets := s.aws.Web(s.t, s.public)
	s.aws.Keep(functiontest.ClientSecretID, secrets[0]+"\n")
	return env
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
	must.OK(p.t, p.Ask("GET", "/api/me/access", "").Want(http.StatusOK).Into(&list))
	return list.Access
}
