package webapi

import (
	"context"
	"errors"
	"html"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

func TestSecurityHeaders(t *testing.T) {
	plain, secure := newSite(t), newSite(t, func(o *Options) { o.PublicURL = "https://memo.example/" })
	for _, path := range []string{"/", "/app-ABCD1234.js", "/api/me", "/api/docs", "/nothing", "/auth/login", "/healthz"} {
		for _, s := range []*site{plain, secure} {
			h := s.ask("taro", "GET", path, "").header
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
				"Content-Security-Policy": policy(""), "Permissions-Policy": permissions,
			} {
				check.Equal(t, h.Get(name), want, "%s: %s", path, name)
			}
		}
	}
	for _, lax := range []string{"unsafe", "http:", "https:", "*"} {
		if strings.Contains(policy("wss://live.example.com/prod"), lax) {
			t.Errorf("the policy has %s", lax)
		}
	}
}

// TestTransportSecurity: https for a year, including subdomains unless others share the
// domain; no header if the page is served over plain http.
func TestTransportSecurity(t *testing.T) {
	for name, c := range map[string]struct {
		public  string
		ownHost bool
		want    string
	}{
		"https":           {"https://memo.example/", false, "max-age=31536000; includeSubDomains"},
		"a shared domain": {"https://memo.example/", true, "max-age=31536000"},
		"this machine":    {home, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *Options) { o.PublicURL, o.OwnHostOnly = c.public, c.ownHost })
			for _, path := range []string{"/", "/app-ABCD1234.js", "/api/me", "/nothing", "/auth/login", "/healthz"} {
				check.Equal(t, s.ask("taro", "GET", path, "").header.Get("Strict-Transport-Security"), c.want, path)
			}
		})
	}
}

func TestHosts(t *testing.T) {
	local, public := newSite(t), newSite(t, func(o *Options) { o.PublicURL = "https://memo.example" })
	for host, status := range map[string]int{
		"localhost": 200, "localhost:9": 200, "127.0.0.1:8080": 200, "127.9.9.9": 200, "[::1]:8080": 200, "app.localhost:8080": 200, "LOCALHOST": 200,
		"memo.example": 421, "192.168.1.2:8080": 421, "127.0.0.1.evil.example": 421, "": 421, "0.0.0.0": 421,
	} {
		local.ask("", "GET", "/healthz", "", "Host: "+host).want(status)
		public.ask("", "GET", "/healthz", "", "Host: "+host).want(200)
	}
	public.ask("taro", "POST", "/api/memos", object("content", "a"), "Host: internal", "Origin: https://memo.example").want(201)
}

func TestThePage(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string][2]string{
		"/":                     {"private, no-cache", "text/html; charset=utf-8"},
		"/join?token=abc":       {"private, no-cache", "text/html; charset=utf-8"},
		"/app-ABCD1234.js":      {"public, max-age=31536000, immutable", "text/javascript; charset=utf-8"},
		"/manifest.webmanifest": {"no-cache", "application/manifest+json"},
	} {
		r := s.ask("", "GET", path, "").want(200)
		if got := [2]string{r.header.Get("Cache-Control"), r.header.Get("Content-Type")}; got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
		s.ask("", "GET", path, "", "If-None-Match: "+r.header.Get("ETag")).want(304)
		if head := s.ask("", "HEAD", path, "").want(200); head.body != "" {
			t.Errorf("HEAD %s has a body", path)
		}
	}
}

func TestWithoutABuiltPage(t *testing.T) {
	for name, app := range map[string]fstest.MapFS{"nil": nil, "empty": {".gitkeep": {}}} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *Options) {
				if o.App = nil; app != nil {
					o.App = app
				}
			})
			if r := s.ask("", "GET", "/", "").want(200); !strings.Contains(r.body, "make web") {
				t.Errorf("page %s", r.body)
			}
			s.ask("taro", "GET", "/api/me", "").want(200)
		})
	}
}

func TestDocsShowTheWholeContract(t *testing.T) {
	s := newSite(t)
	page := s.ask("", "GET", "/api/docs", "").want(200).body
	for route, op := range loadContract(t).Operations() {
		_, path, _ := strings.Cut(route, " ")
		if !strings.Contains(page, "</span> "+path+"</code>") || !strings.Contains(page, html.EscapeString(op.Summary)) {
			t.Errorf("the page lacks %s or %q", route, op.Summary)
		}
	}
	if strings.Count(page, "<h4>Body</h4>") < 6 || !strings.Contains(page, "1 to 500 characters, after trimming.") {
		t.Error("the page lacks the bodies")
	}
	for _, code := range models.Codes() { // the anchor of a problem's type
		if !strings.Contains(page, `<article id="`+string(code)+`">`) {
			t.Errorf("the page lacks %s", code)
		}
	}
	if got := strings.Count(page, "<dt>421</dt>") + strings.Count(page, "<dt>500</dt>"); got > 1 { // the skill's 500 has no body
		t.Errorf("got %d routes with the answers of every route, want at most 1", got)
	}
	page = strings.ReplaceAll(page, "VOICEMEMO_URL="+home, "") // this server's own address
	for _, foreign := range []string{"http://", "https://", "<script", "style=", "onclick"} {
		if strings.Contains(page, foreign) {
			t.Errorf("the page has %s", foreign)
		}
	}
	if yaml := s.ask("", "GET", "/api/openapi.yaml", "").want(200).body; yaml != string(contract) {
		t.Error("/api/openapi.yaml differs from openapi.yaml")
	}
	s.ask("", "GET", "/api/docs.css", "").want(200)
}

// TestAlexa: the skill's handler gets the unchanged request, and its answer is returned.
func TestAlexa(t *testing.T) {
	for _, status := range []int{200, 400, 500} {
		endpoint := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.Copy(w, r.Body)
		})
		s := newSite(t, func(o *Options) { o.Alexa = endpoint })
		body := map[int]string{200: `{"version":"1.0"}`}[status] // a refusal has no body
		if r := s.ask("", "POST", "/alexa", body).want(status); r.body != body {
			t.Errorf("got answer %q, want %q", r.body, body)
		}
		s.ask("", "GET", "/alexa", "").want(405)
	}
}

// TestReady: only the store can make the server unavailable.
func TestReady(t *testing.T) {
	away := func(context.Context) error { return errors.New(internals) }
	for name, c := range map[string]struct {
		ready  func(context.Context) error
		checks map[string]string
		status int
		body   string
	}{
		"all is well":          {nil, nil, 200, `{"status":"ok","version":"1.2.3","checks":{"store":"ok"}}`},
		"found out as yet":     {nil, map[string]string{"issuer": "unknown"}, 200, `{"status":"ok","version":"1.2.3","checks":{"issuer":"unknown","store":"ok"}}`},
		"something is wrong":   {nil, map[string]string{"clock": "off"}, 200, `{"status":"degraded","version":"1.2.3","checks":{"clock":"off","store":"ok"}}`},
		"the store is away":    {away, nil, 503, `{"status":"unavailable","version":"1.2.3","checks":{"store":"unreachable"}}`},
		"everything is broken": {away, map[string]string{"issuer": "unreachable"}, 503, `{"status":"unavailable","version":"1.2.3","checks":{"issuer":"unreachable","store":"unreachable"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *Options) {
				if o.Ready = c.ready; c.checks != nil {
					o.Checks = func() map[string]string { return c.checks }
				}
			})
			r := s.ask("", "GET", "/readyz", "").want(c.status)
			if strings.TrimSpace(r.body) != c.body || (r.header.Get("Retry-After") != "") != (c.status == 503) {
				t.Errorf("got %v %s, want %s", r.header, r.body, c.body)
			}
			s.ask("", "GET", "/healthz", "").want(200)
		})
	}
}

func TestExtraHandlers(t *testing.T) {
	say := func(text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, text+" "+r.URL.Path) })
	}
	s := newSite(t, func(o *Options) { o.Extra = map[string]http.Handler{"/dev/": say("dev"), "/gauges": say("gauges")} })
	for path, want := range map[string]string{"/dev/authorize": "dev /dev/authorize", "/dev/": "dev /dev/", "/gauges": "gauges /gauges"} {
		if w := s.serve(fuzzRequest("POST", path, "")); w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: got %d %s, want %s", path, w.Code, w.Body, want)
		}
	}
	s.ask("", "GET", "/gauges/more", "").want(404)
}

func TestOptionsAreChecked(t *testing.T) {
	good := newSite(t).options
	for name, spoil := range map[string]func(*Options){
		"no memos": func(o *Options) { o.Memos = nil }, "no families": func(o *Options) { o.Families = nil },
		"no invites": func(o *Options) { o.Invites = nil }, "no sign-in": func(o *Options) { o.Auth = nil },
		"no address": func(o *Options) { o.PublicURL = "" }, "an address without scheme": func(o *Options) { o.PublicURL = "memo.example" },
		"another scheme": func(o *Options) { o.PublicURL = "ftp://memo.example" },
	} {
		o := good
		spoil(&o)
		if _, err := New(o); err == nil {
			t.Errorf("%s: got no error, want one", name)
		}
	}
}

// hurriedAuth reports whether the request has a deadline.
type hurriedAuth struct{ standIn }

func (hurriedAuth) Identify(_ http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	if _, bounded := r.Context().Deadline(); !bounded {
		return auth.Identity{}, errors.New("no deadline")
	}
	return auth.Identity{}, context.DeadlineExceeded
}

func TestNoRequestWaitsForEver(t *testing.T) {
	s := newSite(t, func(o *Options) { o.Auth = hurriedAuth{} })
	if w := s.serve(fuzzRequest("GET", "/api/me", "")); w.Code != http.StatusServiceUnavailable {
		t.Errorf("got %d %s, want 503", w.Code, w.Body)
	}
}
