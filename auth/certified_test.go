package auth_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"html"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/auth"
	"voicememo/models"
)

// TestCertifiedProvider signs in with npm's oidc-provider, a certified
// implementation that nobody here wrote.
func TestCertifiedProvider(t *testing.T) {
	var issuer string
	w := start(t, func(o *auth.Options) {
		o.ClientID, o.ClientSecret = "memo:web", "s3cret/+ %" // both need form-encoding in the header
		issuer = startCertified(t, o.ClientID, o.ClientSecret, o.PublicURL+"/auth/callback")
		o.Issuer = issuer
	})
	b := w.browser()
	back := b.throughForms(b.login("return_to=/in"), "hanako")
	if to := b.get(back).Header.Get("Location"); to != "/in" {
		t.Fatalf("went to %q; log: %s", to, w.logs.String())
	}
	who := b.whoami("")
	if who.ID != models.UserID(auth.SubjectPrefix(issuer)+"hanako") || who.Name != "Test hanako" || who.Email != "hanako@example.test" {
		t.Errorf("signed in as %+v", who)
	}
	t.Run("code of another browser", func(t *testing.T) {
		victim, thief := w.browser(), w.browser()
		stolen, err := url.Parse(victim.throughForms(victim.login(""), "taro"))
		if err != nil {
			t.Fatal(err)
		}
		asked := thief.login("").Query()
		query := url.Values{"code": {stolen.Query().Get("code")}, "state": {asked.Get("state")}, "iss": {issuer}}
		if to := thief.get("/auth/callback?" + query.Encode()).Header.Get("Location"); to != "/?signin=failed" {
			t.Errorf("went to %q", to)
		}
	})
}

var (
	formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)
	formPrompt = regexp.MustCompile(`name="prompt" value="([a-z]+)"`)
)

// throughForms goes through the provider's pages as somebody and gives the
// address that leads back to us.
func (b *browser) throughForms(at *url.URL, login string) string {
	b.w.t.Helper()
	request := b.request(http.MethodGet, at.String(), nil)
	for range 15 {
		resp, page := b.do(request)
		if to, err := resp.Location(); err == nil {
			if strings.HasPrefix(to.String(), b.w.url+"/") {
				return to.String()
			}
			at, request = to, b.request(http.MethodGet, to.String(), nil)
			continue
		}
		action, prompt := formAction.FindStringSubmatch(page), formPrompt.FindStringSubmatch(page)
		if action == nil || prompt == nil {
			b.w.t.Fatalf("%s shows no form: %s", at, page)
		}
		next, err := at.Parse(html.UnescapeString(action[1]))
		if err != nil {
			b.w.t.Fatal(err)
		}
		at, request = next, b.request(http.MethodPost, next.String(), url.Values{"prompt": {prompt[1]}, "login": {login}, "password": {"x"}})
	}
	b.w.t.Fatal("the provider asks without end")
	return ""
}

// startCertified runs the provider until the test ends and gives its issuer.
func startCertified(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("node", append([]string{"server.mjs"}, args...)...)
	cmd.Dir = installCertified(t)
	var problems logBuffer
	cmd.Stderr = &problems
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("this test needs Node: %v", err)
	}
	lines := bufio.NewScanner(out)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed is what it is to be
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

// installCertified installs the provider once for each state of its files, in
// the user's cache, and gives the directory.
func installCertified(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"package.json", "package-lock.json", "server.mjs"}
	sum := sha256.New()
	files := map[string][]byte{}
	for _, name := range names {
		if files[name], err = os.ReadFile(filepath.Join("testdata", "oidc-provider", name)); err != nil {
			t.Fatal(err)
		}
		sum.Write(files[name])
	}
	dir := filepath.Join(cache, "voicememo", "oidc-provider-"+hex.EncodeToString(sum.Sum(nil)[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), "installing-*")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(fresh, name), files[name], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	cmd.Dir = fresh
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("this test needs Node and npm: npm ci: %v\n%s", err, out)
	}
	if err := os.Rename(fresh, dir); err != nil {
		if _, other := os.Stat(dir); other != nil { // else somebody was faster
			t.Fatal(err)
		}
	}
	return dir
}
