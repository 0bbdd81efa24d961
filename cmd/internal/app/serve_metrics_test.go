package app

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestToken: only requests with the complete token, in the one valid form, get the
// metrics.
func TestToken(t *testing.T) {
	const token = "0123456789abcdef"
	h := withToken(token, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for name, c := range map[string]struct {
		header string
		status int
	}{
		"the token":         {"Bearer " + token, http.StatusOK},
		"another case":      {"bearer " + token, http.StatusOK}, // RFC 9110 section 11.1
		"none":              {"", http.StatusUnauthorized},
		"no scheme":         {token, http.StatusUnauthorized},
		"nothing to it":     {"Bearer ", http.StatusUnauthorized},
		"another scheme":    {"Basic " + token, http.StatusUnauthorized},
		"another token":     {"Bearer 0123456789abcdeg", http.StatusUnauthorized},
		"a part of it":      {"Bearer 0123456789abcde", http.StatusUnauthorized},
		"more than it":      {"Bearer " + token + " ", http.StatusUnauthorized},
		"in other letters":  {"Bearer " + strings.ToUpper(token), http.StatusUnauthorized},
		"twice, to be sure": {"Bearer Bearer " + token, http.StatusUnauthorized},
	} {
		t.Run(name, func(t *testing.T) {
			r, w := httptest.NewRequest(http.MethodGet, "/metrics?token="+token, nil), httptest.NewRecorder()
			if c.header != "" {
				r.Header.Set("Authorization", c.header)
			}
			h.ServeHTTP(w, r)
			if w.Code != c.status || (w.Header().Get("WWW-Authenticate") == "Bearer") != (c.status == http.StatusUnauthorized) {
				t.Errorf("got %d, %v, want %d", w.Code, w.Header(), c.status)
			}
		})
	}
}

// TestMetricsUnderAnotherName: without a token, a page whose name resolves to this machine
// cannot read the metrics.
func TestMetricsUnderAnotherName(t *testing.T) {
	h := withToken("", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for host, want := range map[string]int{
		"localhost:9090": http.StatusOK, "127.0.0.1:9090": http.StatusOK, "[::1]:9090": http.StatusOK,
		"evil.example": http.StatusMisdirectedRequest, "127.0.0.1.evil.example:9090": http.StatusMisdirectedRequest, "": http.StatusMisdirectedRequest,
	} {
		r, w := httptest.NewRequest(http.MethodGet, "/metrics", nil), httptest.NewRecorder()
		r.Host = host
		if h.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%q: got %d, want %d", host, w.Code, want)
		}
	}
}

// TestMetricsToken: a short token is refused, and the error does not quote it.
func TestMetricsToken(t *testing.T) {
	for content, good := range map[string]bool{"": false, "0123456789abcde\n": false, "0123456789abcdef\n": true} {
		file := filepath.Join(t.TempDir(), "token")
		must.OK(t, os.WriteFile(file, []byte(content), 0o600))
		token, err := MetricsToken(file)
		if (err == nil) != good || good && token != strings.TrimSpace(content) || !good && token != "" {
			t.Errorf("%q: got %q, %v", content, token, err)
		}
		if err != nil && (strings.Contains(err.Error(), "0123") || !strings.HasPrefix(err.Error(), "--metrics-token-file ")) {
			t.Errorf("got %v", err)
		}
	}
	if token, err := MetricsToken(""); token != "" || err != nil {
		t.Errorf("without a file: got %q, %v", token, err)
	}
}
