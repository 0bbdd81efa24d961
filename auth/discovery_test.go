package auth_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
)

// TestDiscoveryRefuses shows answers that are not an issuer's description we
// could use.
func TestDiscoveryRefuses(t *testing.T) {
	describe := func(own, change, value string) string {
		about := map[string]any{
			"issuer": own, "authorization_endpoint": own + "/a", "token_endpoint": own + "/t", "jwks_uri": own + "/k", "userinfo_endpoint": own + "/u",
		}
		if change != "" {
			about[change] = value
		}
		text, err := json.Marshal(about)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	cases := map[string]struct {
		status int
		body   func(own string) string
		ok     bool
	}{
		"good":           {200, func(own string) string { return describe(own, "", "") }, true},
		"other issuer":   {200, func(own string) string { return describe(own, "issuer", "https://evil.example") }, false},
		"open keys":      {200, func(own string) string { return describe(own, "jwks_uri", "http://issuer.example/k") }, false},
		"open token":     {200, func(own string) string { return describe(own, "token_endpoint", "http://issuer.example/t") }, false},
		"open page":      {200, func(own string) string { return describe(own, "authorization_endpoint", "http://issuer.example/a") }, false},
		"open userinfo":  {200, func(own string) string { return describe(own, "userinfo_endpoint", "http://issuer.example/u") }, false},
		"no keys":        {200, func(own string) string { return describe(own, "jwks_uri", "") }, false},
		"a portal":       {200, func(string) string { return "<html>please pay</html>" }, false},
		"empty":          {200, func(string) string { return "" }, false},
		"endless":        {200, func(own string) string { return describe(own, "x", strings.Repeat("x", 1<<20)) }, false},
		"not there":      {404, func(own string) string { return describe(own, "", "") }, false},
		"out of order":   {500, func(own string) string { return describe(own, "", "") }, false},
		"too many of us": {429, func(own string) string { return describe(own, "", "") }, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var own string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body(own)))
			}))
			t.Cleanup(server.Close)
			own = server.URL
			w := start(t, func(o *auth.Options) { o.Issuer, o.ClientID = own, "x" })
			if err := w.auth.CheckIssuer(t.Context()); (err == nil) != c.ok || err != nil && !models.IsCode(err, models.CodeUnavailable) {
				t.Errorf("CheckIssuer: %v", err)
			}
		})
	}
}

func TestIssuerThatNeverAnswers(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(release) })
	w := start(t, func(o *auth.Options) {
		o.Issuer, o.ClientID = server.URL, "x"
		o.HTTPClient.Timeout = 50 * time.Millisecond
	})
	var wait sync.WaitGroup
	for range 20 { // all wait for the same answer
		wait.Go(func() {
			if err := w.auth.CheckIssuer(t.Context()); !models.IsCode(err, models.CodeUnavailable) {
				t.Errorf("CheckIssuer: %v", err)
			}
		})
	}
	wait.Wait()
}

func TestDiscoveryHappensOnce(t *testing.T) {
	i := newFakeIssuer(t, newRSA(t, "k1"))
	var asked atomic.Int64
	w := startWith(t, i, func(o *auth.Options) {
		base := o.HTTPClient.Transport
		o.HTTPClient.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			asked.Add(1)
			return base.RoundTrip(r)
		})
	})
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			r := httptest.NewRequest(http.MethodGet, "/auth/login", nil)
			answer := httptest.NewRecorder()
			if w.auth.Login(answer, r); !strings.HasPrefix(answer.Header().Get("Location"), i.url) {
				t.Errorf("went to %q", answer.Header().Get("Location"))
			}
		})
	}
	wait.Wait()
	if n := asked.Load(); n != 1 {
		t.Errorf("the issuer was asked %d times", n)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
