package auth_test

import (
	"bufio"
	"html"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/logtest"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/nodepackage"
	"voicememo/tools/testkit/sizes"
)

// TestCertifiedProvider signs in with npm's oidc-provider, a certified implementation
// that is independent of this project.
func TestCertifiedProvider(t *testing.T) {
	sizes.Nightly(t)
	var issuer string
	w := start(t, func(o *auth.Options) {
		o.ClientID, o.ClientSecret = "memo:web", "s3cret/+ %" // both need form-encoding in the header
		issuer = startCertified(t, o.ClientID, o.ClientSecret, o.PublicURL+"/auth/callback")
		o.Issuer = issuer
	})
	b := w.browser()
	back, asked := b.throughForms(b.login("return_to=/in"), "hanako")
	if !slices.Contains(asked, "login") {
		t.Errorf("the first sign-in asked for %v, want a login", asked)
	}
	if to := b.get(back).Header.Get("Location"); to != "/in" {
		t.Fatalf("went to %q; log: %s", to, w.logs.String())
	}
	who := b.whoami("")
	if who.ID != models.UserID(auth.SubjectPrefix(issuer)+"hanako") || who.Name != "Test hanako" || who.Email != "hanako@example.test" {
		t.Errorf("signed in as %+v", who)
	}
	t.Run("fresh sign-in", func(t *testing.T) { b.freshAtCertified(t) })
	t.Run("code of another browser", func(t *testing.T) {
		victim, thief := w.browser(), w.browser()
		back, _ := victim.throughForms(victim.login(""), "taro")
		stolen, err := url.Parse(back)
		must.OK(t, err)
		asked := thief.login("").Query()
		query := url.Values{"code": {stolen.Query().Get("code")}, "state": {asked.Get("state")}, "iss": {issuer}}
		if to := thief.get("/auth/callback?" + query.Encode()).Header.Get("Location"); to != "/?signin=failed" {
			t.Errorf("got redirect to %q, want %q", to, "/?signin=failed")
		}
	})
	t.Run("answer that does not name its issuer", func(t *testing.T) {
		b := w.browser()
		back, _ := b.throughForms(b.login(""), "taro")
		if cut := withoutParameter(t, back, "iss"); cut == back || b.get(cut).Header.Get("Location") != "/?signin=failed" {
			t.Error("the answer is accepted, or the provider does not send iss")
		}
	})
}

// freshAtCertified signs in again while the browser has a session with the provider.
func (b *browser) freshAtCertified(t *testing.T) {
	signIn := func(query string, change func(*url.URL)) (to string, asked []string) {
		at := b.login(query + "&return_to=/in")
		if change != nil {
			change(at)
		}
		back, asked := b.throughForms(at, "hanako")
		return b.get(back).Header.Get("Location"), asked
	}
	if to, asked := signIn("", nil); to != "/in" || len(asked) != 0 || b.whoami("").Fresh {
		t.Errorf("an ordinary sign-in: went to %q, asked for %v, fresh %v", to, asked, b.whoami("").Fresh)
	}
	if to, asked := signIn("fresh=1", nil); to != "/in" || !slices.Contains(asked, "login") || !b.whoami("").Fresh {
		t.Errorf("a fresh sign-in: went to %q, asked for %v, fresh %v; want a login", to, asked, b.whoami("").Fresh)
	}
	b.w.clock.add(2 * time.Minute)
	before := b.cookie(sessionName).Value
	to, asked := signIn("fresh=1", func(at *url.URL) { // as a person who has the browser but not the password could
		query := at.Query()
		query.Del("prompt")
		query.Set("max_age", "86400")
		at.RawQuery = query.Encode()
	})
	if to != "/?signin=failed" || len(asked) != 0 || b.cookie(sessionName).Value != before {
		t.Errorf("with another address: went to %q, asked for %v; want the old authentication refused", to, asked)
	}
}

// withoutParameter returns an address without one of its parameters.
func withoutParameter(t *testing.T, address, name string) string {
	t.Helper()
	at, err := url.Parse(address)
	must.OK(t, err)
	query := at.Query()
	query.Del(name)
	at.RawQuery = query.Encode()
	return at.String()
}

var (
	formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)
	formPrompt = regexp.MustCompile(`name="prompt" value="([a-z]+)"`)
)

// throughForms fills in the provider's pages. It returns the address of the redirect back
// to the server, and what the pages asked for: login, consent.
func (b *browser) throughForms(at *url.URL, login string) (back string, asked []string) {
	b.w.t.Helper()
	request := b.request(http.MethodGet, at.String(), nil)
	for range 15 {
		resp, page := b.do(request)
		if to, err := resp.Location(); err == nil {
			if strings.HasPrefix(to.String(), b.w.url+"/") {
				return to.String(), asked
			}
			at, request = to, b.request(http.MethodGet, to.String(), nil)
			continue
		}
		action, prompt := formAction.FindStringSubmatch(page), formPrompt.FindStringSubmatch(page)
		if action == nil || prompt == nil {
			b.w.t.Fatalf("%s shows no form: %s", at, page)
		}
		asked = append(asked, prompt[1])
		next, err := at.Parse(html.UnescapeString(action[1]))
		must.OK(b.w.t, err)
		at, request = next, b.request(http.MethodPost, next.String(), url.Values{"prompt": {prompt[1]}, "login": {login}, "password": {"x"}})
	}
	b.w.t.Fatal("the provider does not stop asking")
	return "", nil
}

// startCertified runs the provider until the test ends and returns its issuer.
func startCertified(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("node", append([]string{"server.mjs"}, args...)...)
	cmd.Dir = nodepackage.Install(t, filepath.Join("testdata", "oidc-provider"), "server.mjs")
	var problems logtest.Buffer
	cmd.Stderr = &problems
	out, err := cmd.StdoutPipe()
	must.OK(t, err)
	if err := cmd.Start(); err != nil {
		t.Fatalf("this test needs Node: %v", err)
	}
	lines := bufio.NewScanner(out)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // the error is that it was killed
	})
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "http://") {
			go func() {
				for lines.Scan() { // a full pipe would stop it
				}
			}()
			return strings.TrimSpace(lines.Text())
		}
	}
	t.Fatalf("the provider did not start: %s", problems.String())
	return ""
}
