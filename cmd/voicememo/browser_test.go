package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// browser is a person's browser without the page: it follows redirects, keeps
// cookies and speaks JSON. The standard cookie jar keeps Secure cookies from
// http://localhost, which real browsers do not.
type browser struct {
	t       *testing.T
	home    string
	cookies map[string]string
	through http.RoundTripper
}

// signIn makes a browser in which a person of this name has signed in.
func (s *served) signIn(name string) *browser {
	s.t.Helper()
	b := &browser{t: s.t, home: s.url, cookies: map[string]string{}, through: s.through}
	res := b.do(http.MethodGet, "/auth/login", "", nil)
	res = b.do(http.MethodPost, res.Header.Get("Location"), "application/x-www-form-urlencoded",
		strings.NewReader(url.Values{"name": {name}}.Encode()))
	res = b.do(http.MethodGet, res.Header.Get("Location"), "", nil)
	if res.StatusCode != http.StatusFound && res.StatusCode != http.StatusSeeOther || b.cookies["__Host-session"] == "" {
		s.t.Fatalf("signing in ended with %s, to %q", res.Status, res.Header.Get("Location"))
	}
	return b
}

func (b *browser) do(method, target, contentType string, body io.Reader) *http.Response {
	b.t.Helper()
	if strings.HasPrefix(target, "/") {
		target = b.home + target
	}
	req, err := http.NewRequestWithContext(b.t.Context(), method, target, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	for name, value := range b.cookies {
		req.Header.Add("Cookie", name+"="+value)
	}
	res, err := b.through.RoundTrip(req)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = res.Body.Close() })
	for _, c := range res.Cookies() {
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return res
}

// call calls the API and decodes the answer, which must have this status.
func (b *browser) call(method, path, body string, status int) map[string]any {
	b.t.Helper()
	res := b.do(method, path, "application/json", strings.NewReader(body))
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if res.StatusCode != status {
		b.t.Fatalf("%s %s: %s, want %d\n%s", method, path, res.Status, status, raw)
	}
	var decoded map[string]any
	if len(bytes.TrimSpace(raw)) > 0 {
		if err := json.Unmarshal(raw, &decoded); err != nil {
			b.t.Fatalf("%s %s: %v\n%s", method, path, err, raw)
		}
	}
	return decoded
}

// contents lists the memos this person sees, newest first.
func (b *browser) contents() string {
	b.t.Helper()
	var all []string
	for _, m := range b.call(http.MethodGet, "/api/memos", "", http.StatusOK)["memos"].([]any) {
		all = append(all, m.(map[string]any)["content"].(string))
	}
	return strings.Join(all, " / ")
}
