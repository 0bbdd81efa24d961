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
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestDiscoveryRefuses answers that are not usable metadata of an issuer.
func TestDiscoveryRefuses(t *testing.T) {
	describe := func(own, change, value string) string {
		about := map[string]any{
			"issuer": own, "authorization_endpoint": own + "/a", "token_endpoint": own + "/t", "jwks_uri": own + "/k", "userinfo_endpoint": own + "/u",
		}
		if change != "" {
			about[change] = value
		}
		text, err := json.Marshal(about)
		must.OK(t, err)
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
	check.Equal(t, asked.Load(), 1, "requests to the issuer")
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestRedirectsOfTheIssuer: redirects of GET requests are followed, to https only.
func TestRedirectsOfTheIssuer(t *testing.T) {
	const described = `{"issuer":"https://issuer.example","authorization_endpoint":"https://issuer.example/a","token_endpoint":"https://issuer.example/t","jwks_uri":"https://issuer.example/k"}`
	for name, c := range map[string]struct {
		to []string // the target of each redirect
		ok bool
	}{
		"none":             {nil, true},
		"another path":     {[]string{"https://issuer.example/other"}, true},
		"another server":   {[]string{"https://cdn.example/issuer"}, true},
		"three":            {[]string{"https://a.example/", "https://b.example/", "https://c.example/"}, true},
		"four":             {[]string{"https://a.example/", "https://b.example/", "https://c.example/", "https://d.example/"}, false},
		"plain http":       {[]string{"http://issuer.example/other"}, false},
		"this machine":     {[]string{"http://127.0.0.1:1/"}, false},
		"http at last":     {[]string{"https://a.example/", "http://b.example/"}, false},
		"no web address":   {[]string{"file:///etc/passwd"}, false},
		"without an aim":   {[]string{""}, false},
		"with credentials": {[]string{"https://user:secret@issuer.example/"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			w := start(t, func(o *auth.Options) {
				o.Issuer, o.ClientID = "https://issuer.example", "memo"
				o.HTTPClient.Transport = roundTrip(func(*http.Request) (*http.Response, error) {
					answer := httptest.NewRecorder()
					if asked++; asked <= len(c.to) {
						answer.Header().Set("Location", c.to[asked-1])
						answer.WriteHeader(http.StatusFound)
					} else {
						answer.Header().Set("Content-Type", "application/json")
						_, _ = answer.WriteString(described)
					}
					return answer.Result(), nil
				})
			})
			err := w.auth.CheckIssuer(t.Context())
			if c.ok && err != nil || !c.ok && !models.IsCode(err, models.CodeUnavailable) {
				t.Errorf("got %v, want ok: %v", err, c.ok)
			}
			if !c.ok && asked > len(c.to) {
				t.Errorf("got %d requests, want none after the last redirect", asked)
			}
		})
	}
}

// TestTokenRequestIsNotRedirected, because it has the code and the client's secret.
func TestTokenRequestIsNotRedirected(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	for _, status := range []int{http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		asked := 0
		w := startWith(t, i, func(o *auth.Options) {
			base := o.HTTPClient.Transport
			o.HTTPClient.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path != "/token" && r.URL.Path != "/elsewhere" {
					return base.RoundTrip(r)
				}
				asked++
				answer := httptest.NewRecorder()
				answer.Header().Set("Location", i.url+"/elsewhere")
				answer.WriteHeader(status)
				return answer.Result(), nil
			})
		})
		if to := w.browser().callback(i, func(good map[string]any) string { return key.sign(t, good) }); to != "/?signin=failed" {
			t.Errorf("%d: went to %q, want it failed", status, to)
		}
		check.Equal(t, asked, 1, "%d: requests", status)
	}
}
