package webapi

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/auth/devissuer"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// browser is a person's browser at a server with the real sign-in.
type browser struct {
	t      *testing.T
	base   string
	client *http.Client
}

func (b browser) ask(method, path, body, kind string) (status int, answer string) {
	b.t.Helper()
	req, err := http.NewRequest(method, b.base+path, strings.NewReader(body))
	must.OK(b.t, err)
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Origin", b.base)
	resp, err := b.client.Do(req)
	must.OK(b.t, err)
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	must.OK(b.t, err)
	return resp.StatusCode, string(raw)
}

// signIn signs in through the development issuer's form, as a browser does.
func (b browser) signIn(name string) {
	b.t.Helper()
	b.signInBy("/auth/login?return_to=/join", name)
}

// signInBy is signIn beginning at an address.
func (b browser) signInBy(address, name string) {
	b.t.Helper()
	form := b.get(address)
	status, page := b.ask("POST", form.Path, chosen(form, name), "application/x-www-form-urlencoded")
	if status != 200 || !strings.Contains(page, "the app") {
		b.t.Fatalf("signed in to %d %s", status, page)
	}
}

// chosen returns the issuer's form with a person picked.
func chosen(form *url.URL, name string) string {
	query := form.Query()
	query.Set("name", name)
	return query.Encode()
}

// get returns where a page sends the browser.
func (b browser) get(path string) *url.URL {
	b.t.Helper()
	resp, err := b.unled().Get(b.base + path)
	must.OK(b.t, err)
	_ = resp.Body.Close()
	to, err := resp.Location()
	must.OK(b.t, err)
	return to
}

// unled is the browser's client without following redirects.
func (b browser) unled() *http.Client {
	client := *b.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// invitedAs signs in as the page of an invitation does, and returns the final address.
func (b browser) invitedAs(name, token string) string {
	b.t.Helper()
	status, body := b.ask("POST", "/auth/login", object("inviteToken", token), "application/json")
	var begun struct{ Location string }
	if err := json.Unmarshal([]byte(body), &begun); err != nil || status != 200 || strings.Contains(body, token) {
		b.t.Fatalf("begun with %d %s", status, body)
	}
	form, err := url.Parse(begun.Location)
	must.OK(b.t, err)
	resp, err := b.unled().Post(b.base+form.Path, "application/x-www-form-urlencoded", strings.NewReader(chosen(form, name)))
	must.OK(b.t, err)
	_ = resp.Body.Close()
	back, err := resp.Location()
	must.OK(b.t, err)
	return strings.TrimPrefix(b.get(back.RequestURI()).String(), b.base)
}

// another is another person's browser.
func (b browser) another() browser {
	return browser{b.t, b.base, &http.Client{Jar: newJar(b.t), Transport: b.client.Transport}}
}

func newJar(t *testing.T) *cookiejar.Jar {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must.OK(t, err)
	return jar
}

// signInServer serves a site with the real sign-in and the development issuer.
func signInServer(t *testing.T, change ...func(*Options)) browser {
	t.Helper()
	return signInServerFor(t, auth.SignUpOpen, change...)
}

// signInServerFor is signInServer with a policy for new people.
func signInServerFor(t *testing.T, policy auth.SignUp, change ...func(*Options)) browser {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	base := "http://" + server.Listener.Addr().String()
	s := newSite(t, append(change, func(o *Options) {
		issuer := devsignin.Provider(t, base, base, nil)
		keys, err := auth.LoadKeyRing(t.TempDir() + "/keys.json")
		must.OK(t, err)
		o.Families.Now, o.Memos.Now, o.Invites.Now, o.Now, o.PublicURL = time.Now, time.Now, time.Now, time.Now, base
		o.Access.Now = time.Now
		o.Extra = map[string]http.Handler{"/dev/": issuer}
		o.Auth, err = auth.New(auth.Options{
			People: o.Families, Access: o.Access, Invites: o.Invites, Issuer: base + "/dev", PublicURL: base, Keys: keys, Logger: o.Logger,
			ClientID: issuer.ClientID(), ClientSecret: issuer.ClientSecret(), SubjectPrefix: devissuer.SubjectPrefix,
			SignUp: policy,
		})
		must.OK(t, err)
	})...)
	server.Config.Handler = s.echo
	server.Start()
	t.Cleanup(server.Close)
	client := server.Client()
	client.Jar, client.Transport = newJar(t), contractTransport{t, client.Transport}
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
		t.Fatalf("before the sign-in: got %d, want 401", status)
	}
	b.signIn("Taro")
	for _, c := range steps {
		if status, answer := b.ask(c.method, c.path, c.body, "application/json"); status != c.status || !strings.Contains(answer, c.has) {
			t.Errorf("%s: got %d %s, want %d with %s in it", c.name, status, answer, c.status, c.has)
		}
	}
}

func TestRealAccountIsDeletedAfterASignIn(t *testing.T) {
	b := signInServer(t)
	b.signIn("Taro")
	if status, answer := b.ask("DELETE", "/api/user", "", ""); status != 403 || !strings.Contains(answer, "fresh_sign_in") {
		t.Fatalf("after an ordinary sign-in: %d %s", status, answer)
	}
	b.signInBy("/auth/login?fresh=1&return_to=/join", "Taro")
	if status, answer := b.ask("DELETE", "/api/user", "", ""); status != 204 {
		t.Fatalf("got %d %s, want 204", status, answer)
	}
	if status, answer := b.ask("GET", "/api/me", "", ""); status != 401 {
		t.Errorf("after closing: got %d %s, want 401", status, answer)
	}
}

// TestRealSignInWithAnInvitation: the token is sent in a body, appears in no address except
// the page's fragment, and signs up one of several people.
func TestRealSignInWithAnInvitation(t *testing.T) {
	var s Options
	b := signInServerFor(t, auth.SignUpInvited, func(o *Options) { s = *o })
	owner, err := s.Families.Ensure(t.Context(), models.Profile{ID: "dev#owner", Name: "Owner", Source: models.SourceOIDC})
	must.OK(t, err)
	invitation, err := s.Invites.Issue(t.Context(), owner)
	must.OK(t, err)
	token := object("inviteToken", invitation.Token)
	if to := b.invitedAs("Taro", invitation.Token); to != "/join#"+invitation.Token {
		t.Fatalf("the first: got %q, want the page of the invitation", to)
	}
	until := `"notAdmittedUntil":"`
	if _, answer := b.ask("GET", "/api/me", "", ""); !strings.Contains(answer, until) {
		t.Errorf("before it is admitted: %s", answer)
	}
	other, err := s.Families.Ensure(t.Context(), models.Profile{ID: "dev#other", Name: "Other", Source: models.SourceOIDC})
	must.OK(t, err)
	elsewhere, err := s.Invites.Issue(t.Context(), other)
	must.OK(t, err)
	for _, name := range []string{"Jiro", "Saburo"} {
		stranger := b.another()
		check.Equal(t, stranger.invitedAs(name, invitation.Token), "/?signin=closed", name)
	}
	for _, c := range []struct {
		path, body string
		status     int
		has        string
	}{
		{"/api/family/invite-codes", "", 403, `"reason":"not_admitted"`},
		{"/api/family/invitations/preview", token, 200, `"inviter":{"name":"Owner"}`},
		{"/api/family/join", object("inviteToken", elsewhere.Token), 403, `"reason":"not_admitted"`},
		{"/api/family/join", token, 200, `"familyName":"Owner's family"`},
		{"/api/family/leave", "", 200, "newFamilyId"},
		{"/api/family/invite-codes", "", 201, `"code":`},
	} {
		if status, answer := b.ask("POST", c.path, c.body, "application/json"); status != c.status || !strings.Contains(answer, c.has) {
			t.Errorf("%s: got %d %s, want %d with %s in it", c.path, status, answer, c.status, c.has)
		}
	}
	if _, answer := b.ask("GET", "/api/me", "", ""); strings.Contains(answer, until) {
		t.Errorf("after it was admitted: %s", answer)
	}
}
