package devissuer_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"voicememo/auth/devissuer"
	"voicememo/tools/testkit/must"
)

const (
	base     = "http://localhost:8080/dev"
	callback = "http://localhost:8080/auth/callback"
	verifier = "a-verifier-that-is-long-enough-for-the-rules"
)

// newProvider returns a provider; now is its clock if not nil.
func newProvider(t *testing.T, path string, now *time.Time) *devissuer.Provider {
	t.Helper()
	o := devissuer.Options{Issuer: base, RedirectURIs: []string{callback}, Path: path}
	if now != nil {
		o.Now = func() time.Time { return *now }
	}
	p, err := devissuer.New(o)
	must.OK(t, err)
	return p
}

// ask sends a request as a browser on this machine would.
func ask(p http.Handler, method, address string, form url.Values, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, address, strings.NewReader(form.Encode()))
	r.RemoteAddr = "127.0.0.1:5555"
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

// authorize returns the address of a valid authorization request, with changes.
func authorize(changes ...string) string {
	sum := sha256.Sum256([]byte(verifier))
	q := url.Values{
		"client_id": {"voicememo-dev"}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"openid email"},
		"state": {"s&t"}, "nonce": {"n"}, "code_challenge_method": {"S256"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])},
	}
	for i := 0; i < len(changes); i += 2 {
		q.Set(changes[i], changes[i+1])
	}
	return base + "/authorize?" + q.Encode()
}

// code returns a new code for a person.
func code(t *testing.T, p http.Handler, name string) string {
	t.Helper()
	to, err := ask(p, http.MethodPost, authorize(), url.Values{"name": {name}}).Result().Location()
	must.OK(t, err)
	if back := to.Query(); back.Get("state") != "s&t" || back.Get("iss") != base {
		t.Errorf("came back with %v", back)
	}
	return to.Query().Get("code")
}

func TestThisMachineOnly(t *testing.T) {
	p := newProvider(t, "", nil)
	cases := []struct {
		name, host, remote, header string
		want                       int
	}{
		{"IPv4", "127.0.0.1:8080", "127.0.0.1:5", "", http.StatusOK},
		{"IPv6", "[::1]:8080", "[::1]:5", "", http.StatusOK},
		{"by name", "localhost:8080", "127.0.0.1:5", "", http.StatusOK},
		{"from the network", "localhost:8080", "192.168.1.9:5", "", http.StatusForbidden},
		{"rebound name", "evil.example:8080", "127.0.0.1:5", "", http.StatusForbidden},
		{"no remote address", "localhost:8080", "", "", http.StatusForbidden},
		{"proxied", "localhost:8080", "127.0.0.1:5", "X-Forwarded-For", http.StatusForbidden},
		{"proxied, the standard way", "localhost:8080", "127.0.0.1:5", "Forwarded", http.StatusForbidden},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/dev/.well-known/openid-configuration", nil)
			r.Host, r.RemoteAddr = c.host, c.remote
			if c.header != "" {
				r.Header.Set(c.header, "for=192.168.1.9")
			}
			w := httptest.NewRecorder()
			p.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("status %d, want %d", w.Code, c.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for _, issuer := range []string{"", "https://localhost/dev", "http://example.com/dev", "http://localhost:8080", "http://localhost/dev/", "dev"} {
		t.Run(issuer, func(t *testing.T) {
			if _, err := devissuer.New(devissuer.Options{Issuer: issuer, RedirectURIs: []string{callback}}); err == nil {
				t.Error("accepted")
			}
		})
	}
	if _, err := devissuer.New(devissuer.Options{Issuer: base}); err == nil {
		t.Error("accepted without redirect URI")
	}
}

func TestAuthorizeRefuses(t *testing.T) {
	p := newProvider(t, "", nil)
	cases := []struct{ name, parameter, value, problem string }{ // problem "": shown to the person, not sent to the client
		{"other client", "client_id", "x", ""},
		{"other address", "redirect_uri", "http://localhost:8080/auth/callback/", ""},
		{"address elsewhere", "redirect_uri", "https://evil.example/", ""},
		{"other response type", "response_type", "token", "unsupported_response_type"},
		{"no openid", "scope", "email", "invalid_scope"},
		{"no PKCE", "code_challenge", "", "invalid_request"},
		{"plain PKCE", "code_challenge_method", "plain", "invalid_request"},
		{"no page allowed", "prompt", "none", "login_required"},
	}
	for _, c := range cases {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			t.Run(c.name+" "+method, func(t *testing.T) {
				var form url.Values
				if method == http.MethodPost {
					form = url.Values{"name": {"Taro"}}
				}
				w := ask(p, method, authorize(c.parameter, c.value), form)
				to := w.Header().Get("Location")
				if c.problem == "" && (w.Code != http.StatusBadRequest || to != "") {
					t.Errorf("status %d, went to %q", w.Code, to)
				}
				if c.problem != "" && to != callback+"?error="+c.problem+"&iss="+url.QueryEscape(base)+"&state=s%26t" {
					t.Errorf("went to %q", to)
				}
			})
		}
	}
}

func TestAuthorizeFromAnotherSite(t *testing.T) {
	p := newProvider(t, "", nil)
	for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}} {
		w := ask(p, http.MethodPost, authorize(), url.Values{"name": {"Taro"}}, header...)
		if w.Code != http.StatusForbidden {
			t.Errorf("%v: status %d", header, w.Code)
		}
	}
}

func TestToken(t *testing.T) {
	now := time.Now()
	p := newProvider(t, "", &now)
	cases := []struct {
		name   string
		change func(form url.Values)
		basic  bool // the client's secret in the header, form-encoded
		want   string
	}{
		{"in the form", func(url.Values) {}, false, ""},
		{"in the header", func(f url.Values) { f.Del("client_id"); f.Del("client_secret") }, true, ""},
		{"wrong secret", func(f url.Values) { f.Set("client_secret", "x") }, false, "invalid_client"},
		{"no secret", func(f url.Values) { f.Del("client_secret") }, false, "invalid_client"},
		{"other client", func(f url.Values) { f.Set("client_id", "x") }, false, "invalid_client"},
		{"wrong verifier", func(f url.Values) { f.Set("code_verifier", verifier+"x") }, false, "invalid_grant"},
		{"no verifier", func(f url.Values) { f.Del("code_verifier") }, false, "invalid_grant"},
		{"other address", func(f url.Values) { f.Set("redirect_uri", callback+"x") }, false, "invalid_grant"},
		{"no code", func(f url.Values) { f.Del("code") }, false, "invalid_grant"},
		{"too late", func(url.Values) { now = now.Add(time.Minute) }, false, "invalid_grant"},
		{"other grant", func(f url.Values) { f.Set("grant_type", "refresh_token") }, false, "unsupported_grant_type"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			form := url.Values{
				"grant_type": {"authorization_code"}, "code": {code(t, p, "Taro")}, "redirect_uri": {callback},
				"code_verifier": {verifier}, "client_id": {p.ClientID()}, "client_secret": {p.ClientSecret()},
			}
			c.change(form)
			var header []string
			if c.basic {
				pair := url.QueryEscape(p.ClientID()) + ":" + url.QueryEscape(p.ClientSecret())
				header = []string{"Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))}
			}
			answer := exchange(t, p, form, header...)
			if answer.Error != c.want || (answer.IDToken == "") != (c.want != "") {
				t.Fatalf("answered %+v, want %q", answer, c.want)
			}
			if c.want == "invalid_client" || c.want == "unsupported_grant_type" {
				return // the code was not used
			}
			form.Set("code_verifier", verifier)
			form.Set("redirect_uri", callback)
			if again := exchange(t, p, form, header...); again.Error != "invalid_grant" {
				t.Errorf("second use of the code: got %+v, want it refused", again)
			}
		})
	}
}

type tokenAnswer struct {
	Error   string `json:"error"`
	IDToken string `json:"id_token"`
}

func exchange(t *testing.T, p http.Handler, form url.Values, header ...string) tokenAnswer {
	t.Helper()
	w := ask(p, http.MethodPost, base+"/token", form, header...)
	var answer tokenAnswer
	must.OK(t, json.Unmarshal(w.Body.Bytes(), &answer))
	if (w.Code == http.StatusOK) != (answer.Error == "") {
		t.Errorf("status %d with %+v", w.Code, answer)
	}
	return answer
}

func TestIDToken(t *testing.T) {
	now := time.Now()
	p := newProvider(t, "", &now)
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {code(t, p, " Taro Yamada ")}, "redirect_uri": {callback},
		"code_verifier": {verifier}, "client_id": {p.ClientID()}, "client_secret": {p.ClientSecret()},
	}
	token, err := jwt.ParseSigned(exchange(t, p, form).IDToken, []jose.SignatureAlgorithm{jose.RS256})
	must.OK(t, err)
	var keys jose.JSONWebKeySet
	must.OK(t, json.Unmarshal(ask(p, http.MethodGet, base+"/jwks", nil).Body.Bytes(), &keys))
	var claims map[string]any
	must.OK(t, token.Claims(&keys, &claims))
	if !keys.Keys[0].IsPublic() {
		t.Error("the private key is published")
	}
	want := map[string]any{
		"iss": base, "aud": p.ClientID(), "nonce": "n", "name": "Taro Yamada", "email": "taro.yamada@example.test", "email_verified": true,
		"auth_time": float64(now.Unix()),
	}
	for claim, v := range want {
		if claims[claim] != v {
			t.Errorf("%s is %v, want %v", claim, claims[claim], v)
		}
	}
}

func TestPage(t *testing.T) {
	p := newProvider(t, "", nil)
	show := func(lang string) string {
		w := ask(p, http.MethodGet, authorize(), nil, "Accept-Language", lang)
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != http.StatusOK || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("status %d, policy %q", w.Code, policy)
		}
		return w.Body.String()
	}
	for lang, want := range map[string][]string{
		"ja": {`lang="ja"`, "太郎", "花子", "サインイン"}, "ja-JP,en;q=0.5": {"太郎"},
		"en": {`lang="en"`, "Taro", "Hanako", "Sign in"}, "": {"Taro"}, "de": {"Taro"},
	} {
		for _, part := range want {
			if page := show(lang); !strings.Contains(page, part) {
				t.Errorf("%q: no %q in %s", lang, part, page)
			}
		}
	}
	code(t, p, `<b>"Eve"&`)
	page := show("en")
	if strings.Contains(page, "<b>") || !strings.Contains(page, "&lt;b&gt;") || strings.Contains(page, "Hanako") {
		t.Errorf("after the first use: %s", page)
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "style=") {
		t.Error("the page has inline script or style")
	}
	for file, kind := range map[string]string{"style.css": "text/css", "icon.svg": "image/svg+xml"} {
		w := ask(p, http.MethodGet, base+"/"+file, nil)
		if got := w.Header().Get("Content-Type"); w.Code != http.StatusOK || !strings.HasPrefix(got, kind) || !strings.Contains(page, "/"+file) {
			t.Errorf("got %s %d %q, want a %s that the page names", file, w.Code, got, kind)
		}
	}
}

func TestPeopleSurviveRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "people.json")
	first := newProvider(t, path, nil)
	for _, name := range []string{"Taro", "Hanako", "Taro"} {
		code(t, first, name)
	}
	page := ask(newProvider(t, path, nil), http.MethodGet, authorize(), nil).Body.String()
	taro, hanako := strings.Index(page, `value="Taro"`), strings.Index(page, `value="Hanako"`)
	if taro < 0 || hanako < taro || strings.Count(page, `value="Taro"`) != 1 {
		t.Errorf("got %s, want each person once, the most recent first", page)
	}
	must.OK(t, os.WriteFile(path, []byte("torn"), 0o600))
	if _, err := devissuer.New(devissuer.Options{Issuer: base, RedirectURIs: []string{callback}, Path: path}); err == nil ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("torn file: %v", err)
	}
}
