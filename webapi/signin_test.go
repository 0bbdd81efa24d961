package webapi

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/auth/devissuer"
)

// loopbackJar sends Secure cookies to this machine over plain http, as browsers
// do and net/http/cookiejar does not.
type loopbackJar struct {
	mu      sync.Mutex
	cookies map[string]*http.Cookie
}

func (j *loopbackJar) SetCookies(_ *url.URL, cookies []*http.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range cookies {
		if j.cookies[c.Name] = c; c.MaxAge < 0 {
			delete(j.cookies, c.Name)
		}
	}
}

func (j *loopbackJar) Cookies(*url.URL) (all []*http.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range j.cookies {
		all = append(all, &http.Cookie{Name: c.Name, Value: c.Value})
	}
	return all
}

// browser is a person's browser at a server with the real sign-in.
type browser struct {
	t      *testing.T
	base   string
	client *http.Client
}

func (b browser) ask(method, path, body, kind string) (status int, answer string) {
	b.t.Helper()
	req, err := http.NewRequest(method, b.base+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Origin", b.base)
	resp, err := b.client.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

// signIn goes the way of a browser through the development issuer's form.
func (b browser) signIn(name string) {
	b.t.Helper()
	noFollow := *b.client
	noFollow.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := noFollow.Get(b.base + "/auth/login?return_to=/join")
	if err != nil {
		b.t.Fatal(err)
	}
	_ = resp.Body.Close()
	form, err := resp.Location()
	if err != nil {
		b.t.Fatal(err)
	}
	query := form.Query()
	query.Set("name", name)
	status, page := b.ask("POST", form.Path, query.Encode(), "application/x-www-form-urlencoded")
	if status != 200 || !strings.Contains(page, "the app") {
		b.t.Fatalf("signed in to %d %s", status, page)
	}
}

// signInServer serves a site with the real sign-in and the development issuer.
func signInServer(t *testing.T, change ...func(*Options)) browser {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	base := "http://" + server.Listener.Addr().String()
	s := newSite(t, append(change, func(o *Options) {
		issuer, err := devissuer.New(devissuer.Options{Issuer: base + "/dev", RedirectURIs: []string{base + "/auth/callback"}})
		if err != nil {
			t.Fatal(err)
		}
		keys, err := auth.LoadKeyRing(t.TempDir() + "/keys.json")
		if err != nil {
			t.Fatal(err)
		}
		o.Families.Now, o.Now, o.PublicURL = time.Now, time.Now, base
		o.Extra = map[string]http.Handler{"/dev/": issuer}
		o.Auth, err = auth.New(auth.Options{
			People: o.Families, Invites: o.Invites, Issuer: base + "/dev", PublicURL: base, Keys: keys, Logger: o.Logger,
			ClientID: issuer.ClientID(), ClientSecret: issuer.ClientSecret(), SubjectPrefix: devissuer.SubjectPrefix,
		})
		if err != nil {
			t.Fatal(err)
		}
	})...)
	server.Config.Handler = s.echo
	server.Start()
	t.Cleanup(server.Close)
	client := server.Client()
	client.Jar = &loopbackJar{cookies: map[string]*http.Cookie{}}
	return browser{t, base, client}
}

func TestRealSignIn(t *testing.T) {
	b := signInServer(t)
	steps := []struct {
		name, method, path, body string
		status                   int
		has                      string
	}{
		{"who am I", "GET", "/api/me", "", 200, `"name":"Taro"`},
		{"add", "POST", "/api/memos", object("content", "牛乳"), 201, "牛乳"},
		{"list", "GET", "/api/memos", "", 200, "牛乳"},
		{"sign out", "POST", "/auth/logout", "", 204, ""},
		{"signed out", "GET", "/api/memos", "", 401, "unauthenticated"},
	}
	if status, _ := b.ask("GET", "/api/me", "", ""); status != 401 {
		t.Fatalf("before: %d", status)
	}
	b.signIn("Taro")
	for _, c := range steps {
		if status, answer := b.ask(c.method, c.path, c.body, "application/json"); status != c.status || !strings.Contains(answer, c.has) {
			t.Errorf("%s: %d %s", c.name, status, answer)
		}
	}
}

func TestRealAccountIsDeletedAfterASignIn(t *testing.T) {
	b := signInServer(t)
	b.signIn("Taro")
	if status, answer := b.ask("DELETE", "/api/user", "", ""); status != 204 {
		t.Fatalf("%d %s", status, answer)
	}
	if status, answer := b.ask("GET", "/api/me", "", ""); status != 401 {
		t.Errorf("still there: %d %s", status, answer)
	}
}

func TestRealSignOutEverywhere(t *testing.T) {
	b := signInServer(t)
	b.signIn("Taro")
	copied := browser{t, b.base, &http.Client{Jar: &loopbackJar{cookies: map[string]*http.Cookie{}}, Transport: b.client.Transport}}
	copied.client.Jar.SetCookies(nil, b.client.Jar.Cookies(nil))
	if status, answer := b.ask("POST", "/auth/logout-everywhere", "", ""); status != 204 {
		t.Fatalf("%d %s", status, answer)
	}
	if status, answer := copied.ask("GET", "/api/me", "", ""); status != 401 {
		t.Errorf("a copied session still works: %d %s", status, answer)
	}
}
