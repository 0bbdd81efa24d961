package oauth

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// newTestServer returns a server whose store is not used.
func newTestServer(t testing.TB) *Server {
	t.Helper()
	keys := auth.NewKeyRing(time.Now())
	s, err := New(Options{
		Keys: keys, PublicURL: "https://memo.example/", Register: true,
		Alexa: AlexaClient{Secret: strings.Repeat("s", minSecret), Redirects: []string{"https://layla.amazon.com/api/skill/link/M1"}},
	})
	must.OK(t, err)
	return s
}

const requestQuery = "response_type=code&client_id=voicememo&redirect_uri=http%3A%2F%2F127.0.0.1%3A8%2Fcallback&state=s" +
	"&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"

// FuzzRequest: whatever the query, an answer goes only to an address of a client.
func FuzzRequest(f *testing.F) {
	f.Add(requestQuery)
	f.Add(requestQuery + "&scope=memos+family&resource=https%3A%2F%2Fmemo.example%2Fmcp")
	f.Add(strings.Replace(requestQuery, "127.0.0.1", "evil.example", 1))
	f.Add("client_id=alexa&redirect_uri=https%3A%2F%2Flayla.amazon.com%2Fapi%2Fskill%2Flink%2FM1&state=%00")
	s := newTestServer(f)
	f.Fuzz(func(t *testing.T, query string) {
		r, err := s.ParseRequest(query)
		var refused *Refused
		to := ""
		switch {
		case errors.As(err, &refused):
			to = refused.Location
		case err == nil:
			if to = s.Refuse(r); !isHash(r.challenge) || r.Scope == "" || !strings.HasPrefix(r.Resource, s.PublicURL+"/") {
				t.Errorf("got %+v, want a whole request", r)
			}
		default:
			return
		}
		place, err := url.Parse(to)
		if err != nil {
			t.Fatalf("got %q: %v", to, err)
		}
		own := place.Scheme == "http" && (place.Hostname() == "127.0.0.1" || place.Hostname() == "::1") && place.Path == "/callback" ||
			strings.HasPrefix(to, "https://layla.amazon.com/api/skill/link/M1?")
		if !own || place.Query().Get("iss") != s.PublicURL || place.Query().Get("error") == "" || strings.ContainsAny(to, "\r\n") {
			t.Errorf("got %q, want an error at an address of a client", to)
		}
	})
}

// FuzzRedirect: an address that a client may register has no other scheme or user, and
// differs from itself only in the port of this machine.
func FuzzRedirect(f *testing.F) {
	for _, seed := range []string{
		"https://app.example/cb", "http://127.0.0.1:1/cb", "http://[::1]/cb", "http://localhost/cb", "javascript:x", "https://a@b/", "//a/", "https://a\\b/",
	} {
		f.Add(seed, "https://app.example/cb")
		f.Add("http://127.0.0.1/cb", seed)
	}
	f.Fuzz(func(t *testing.T, own, requested string) {
		c := Client{Redirects: []string{own}}
		if !validRedirect(own) || !c.allows(requested) {
			return
		}
		a, err := url.Parse(own)
		b, bad := url.Parse(requested)
		if err != nil || bad != nil || b.User != nil || b.Fragment != "" || (b.Scheme != "https" && b.Scheme != "http") {
			t.Fatalf("got %q allowed", requested)
		}
		if a.Scheme != b.Scheme || a.Hostname() != b.Hostname() || a.RequestURI() != b.RequestURI() || b.Scheme == "https" && own != requested {
			t.Errorf("got %q allowed for %q", requested, own)
		}
	})
}

// FuzzForm: a form has each parameter once.
func FuzzForm(f *testing.F) {
	f.Add("grant_type=refresh_token&refresh_token=vr_x")
	f.Add("a=&a=b")
	f.Add("a=%zz;b")
	f.Fuzz(func(t *testing.T, raw string) {
		form, err := parseForm(raw)
		for name, values := range form {
			if err != nil || len(values) != 1 || values[0] == "" {
				t.Errorf("got %q %q, %v; want one value", name, values, err)
			}
		}
	})
}

// FuzzRegistration: what a client registers fits into an address, and its id is read again.
func FuzzRegistration(f *testing.F) {
	f.Add(`{"client_name":"Lists","redirect_uris":["https://app.example/cb"]}`)
	f.Add(`{"client_name":"\u202e","redirect_uris":[null]}`)
	f.Add(`{"client_name":"A","client_name":"B” (x)","redirect_uris":["https://app.example/cb"],"REDIRECT_URIS":[]}`)
	f.Add(`{"client_name":"Claude Code (voicememo)","redirect_uris":["https://app.example/cb"]}`)
	f.Add(`[]`)
	s := newTestServer(f)
	f.Fuzz(func(t *testing.T, raw string) {
		found, err := parseRegistration([]byte(raw))
		if err != nil {
			return
		}
		id := s.seal(registeredPrefix, registeredSeal, found)
		if len(id) > 2000 {
			t.Fatalf("got an id of %d bytes, want at most 2000", len(id))
		}
		c, ok := s.client(id)
		if !ok || c.Name != found.Name || !c.Registered || !c.Public() || !c.allows(found.Redirects[0]) {
			t.Errorf("got %+v, %v", c, ok)
		}
	})
}

// FuzzSealed: a text that this server has not sealed is nothing, whatever its form.
func FuzzSealed(f *testing.F) {
	s := newTestServer(f)
	real := s.seal(codePrefix, codeSeal, code{User: "taro"})
	f.Add(real[:len(real)-1])
	f.Add("vc_.")
	f.Fuzz(func(t *testing.T, text string) {
		var c code
		var r refresh
		var d deviceCode
		_, token := s.Keys.OpenAppToken(text)
		_, client := s.client(text)
		if s.open(refreshPrefix, refreshSeal, text, &r) || s.open(devicePrefix, deviceSeal, text, &d) || token ||
			client && text != CommandLine && text != Alexa || s.open(codePrefix, codeSeal, text, &c) && text != real {
			t.Errorf("%q was accepted", text)
		}
	})
}

// TestUserCodes: a code has no vowels, every letter is drawn, and people may type it in any
// form.
func TestUserCodes(t *testing.T) {
	seen := map[rune]bool{}
	for range 200 {
		code := newUserCode()
		if len(code) != codeLength || strings.Trim(code, codeLetters) != "" {
			t.Fatalf("got %q, want %d letters", code, codeLength)
		}
		for _, letter := range code {
			seen[letter] = true
		}
	}
	check.Equal(t, len(seen), len(codeLetters), "letters")
	for _, typed := range []string{"BCDF-GHJK", "bcdf ghjk", "ｂｃｄｆ－ｇｈｊｋ", "ＢＣＤＦＧＨＪＫ", " bcdfghjk\n"} {
		check.Equal(t, normalCode(typed), "BCDFGHJK", "%q", typed)
	}
}

// TestScopes: the words of a scope are known, once and in order.
func TestScopes(t *testing.T) {
	for text, want := range map[string]models.Scope{
		"": "read", "  ": "read", "read": "read", "add read": "read add", "memos read add": "memos", "family memos": "memos family",
		"family read": "read family", "read read": "read", "Read": "", "read,add": "", "openid": "", "read\x00": "",
	} {
		if got, ok := parseScope(text, "read"); got != want || ok == (want == "") {
			t.Errorf("%q: got %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, c := range [][2]models.Scope{{"read", "memos"}, {"read add", "memos"}, {"add", "read add"}, {"family", "memos family"}} {
		if !within(c[0], c[1]) || within(c[1], c[0]) {
			t.Errorf("%q within %q: want it, and not the reverse", c[0], c[1])
		}
	}
}

// TestAlexaOptions: the configuration of account linking is refused if it is not safe.
func TestAlexaOptions(t *testing.T) {
	for name, o := range map[string]AlexaClient{
		"a short secret": {Secret: "short", Redirects: []string{"https://a.example/"}},
		"no address":     {Secret: strings.Repeat("s", minSecret)},
		"http":           {Secret: strings.Repeat("s", minSecret), Redirects: []string{"http://127.0.0.1/"}},
		"a fragment":     {Secret: strings.Repeat("s", minSecret), Redirects: []string{"https://a.example/#x"}},
	} {
		var wrong *auth.OptionError
		if _, err := New(Options{PublicURL: "https://memo.example", Alexa: o}); !errors.As(err, &wrong) {
			t.Errorf("%s: got %v, want an OptionError", name, err)
		}
	}
}
