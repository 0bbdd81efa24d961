package devsignin

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Browser is a person's browser without the page, for tests: it keeps cookies, does not
// follow redirects, and speaks JSON. A request that fails ends the test.
type Browser struct {
	T       testing.TB
	Home    string            // the program's base URL, such as http://localhost:8080
	Cookies map[string]string // values by name
	Through http.RoundTripper // carries the requests
}

// ForTest returns a browser in which a person has signed in under a name at the program
// that serves home.
func ForTest(t testing.TB, through http.RoundTripper, home, name string) *Browser {
	t.Helper()
	b := &Browser{T: t, Home: home, Cookies: map[string]string{}, Through: through}
	if err := b.visitor().signIn(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *Browser) visitor() visitor { return visitor{b.Home, b.Cookies, b.Through} }

// Do sends a request to an address or to a path of the program. The body of the answer
// can be read until the test ends.
func (b *Browser) Do(method, target, contentType string, body io.Reader) *http.Response {
	b.T.Helper()
	res, err := b.visitor().send(b.T.Context(), method, target, contentType, body)
	if err != nil {
		b.T.Fatal(err)
	}
	b.T.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// Call calls the API and decodes the answer, which must have this status.
func (b *Browser) Call(method, path, body string, status int) map[string]any {
	b.T.Helper()
	res := b.Do(method, path, "application/json", strings.NewReader(body))
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	if res.StatusCode != status {
		b.T.Fatalf("%s %s: %s, want %d\n%s", method, path, res.Status, status, raw)
	}
	var decoded map[string]any
	if len(bytes.TrimSpace(raw)) > 0 {
		if err := json.Unmarshal(raw, &decoded); err != nil {
			b.T.Fatalf("%s %s: %v\n%s", method, path, err, raw)
		}
	}
	return decoded
}

// Contents lists the memos that this person sees, newest first.
func (b *Browser) Contents() string {
	b.T.Helper()
	var all []string
	for _, m := range b.Call(http.MethodGet, "/api/memos", "", http.StatusOK)["memos"].([]any) {
		all = append(all, m.(map[string]any)["content"].(string))
	}
	return strings.Join(all, " / ")
}
