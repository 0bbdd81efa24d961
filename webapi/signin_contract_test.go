package webapi

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// contractTransport checks every answer of a server with the real sign-in against the
// contract, including redirects, except streams.
type contractTransport struct {
	t    *testing.T
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (c contractTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := c.next.RoundTrip(r)
	if err != nil || strings.HasPrefix(r.URL.Path, "/dev/") || res.Header.Get("Content-Type") == "text/event-stream" {
		return res, err // the issuer's, or without an end
	}
	body, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	checkContract(c.t, r, reply{c.t, res.StatusCode, res.Header, string(body)})
	return res, nil
}

// TestSignInAnswersAreDocumented: the contract names every answer of the real sign-in.
func TestSignInAnswersAreDocumented(t *testing.T) {
	b := signInServer(t)
	otherName := strings.Replace(b.base, "127.0.0.1", "localhost", 1)
	steps := []struct {
		method, path, body string
		status             int
	}{
		{"GET", otherName + "/auth/login?return_to=/trash", "", http.StatusFound},
		{"GET", "/auth/login", "", http.StatusSeeOther},
		{"POST", "/auth/login", "{}", http.StatusOK},
		{"POST", "/auth/login", `{"inviteToken":"nonsense!"}`, http.StatusBadRequest},
		{"GET", "/auth/callback?state=x", "", http.StatusSeeOther},
		{"POST", "/auth/logout", "", http.StatusNoContent},
		{"POST", "/auth/logout-everywhere", "", http.StatusUnauthorized},
		{"DELETE", "/api/user", "", http.StatusUnauthorized},
	}
	doc := loadContract(t)
	for _, c := range steps {
		r, err := http.NewRequestWithContext(t.Context(), c.method, c.path, strings.NewReader(c.body))
		must.OK(t, err)
		if !r.URL.IsAbs() {
			base, _ := url.Parse(b.base)
			r.URL = base.ResolveReference(r.URL)
		}
		r.Header.Set("Content-Type", "application/json")
		res, err := b.unled().Do(r)
		must.OK(t, err)
		_ = res.Body.Close()
		if res.StatusCode != c.status || !doc.NamesStatus(c.method, r.URL.Path, res.StatusCode) {
			t.Errorf("%s %s: got %d, want %d, which the contract names", c.method, c.path, res.StatusCode, c.status)
		}
	}
	b.signIn("Taro")
	for _, path := range []string{"/auth/logout-everywhere", "/auth/logout"} {
		if status, answer := b.ask("POST", path, "", ""); status != http.StatusNoContent {
			t.Errorf("%s: got %d %s, want 204", path, status, answer)
		}
	}
}

// TestHintWithTheRealSignIn: the page learns from a cookie whether a person is signed in: at
// its first visit, after the sign-in, after a sign-out and after the account was deleted.
func TestHintWithTheRealSignIn(t *testing.T) {
	b := signInServer(t)
	at, err := url.Parse(b.base)
	must.OK(t, err)
	hint := func(when, want string) {
		t.Helper()
		got := ""
		for _, c := range b.client.Jar.Cookies(at) {
			if c.Name == "__Host-signed_in" {
				got = c.Value
			}
		}
		if got != want {
			t.Errorf("%s: got signed_in=%q, want %q", when, got, want)
		}
	}
	hint("before the first visit", "")
	b.ask("GET", "/family", "", "")
	hint("at the first visit", "0")
	b.signIn("Taro")
	hint("signed in", "1")
	b.ask("POST", "/auth/logout", "", "")
	hint("signed out", "0")
	b.signInBy("/auth/login?fresh=1&return_to=/join", "Taro")
	hint("signed in again", "1")
	if status, answer := b.ask("DELETE", "/api/user", "", ""); status != http.StatusNoContent {
		t.Fatalf("got %d %s, want 204", status, answer)
	}
	hint("without an account", "0")
}
