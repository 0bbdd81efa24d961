package auth_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

func TestSignIn(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	if to := b.signIn("太郎", "return_to=/trash?x=1"); to != "/trash?x=1" {
		t.Fatalf("got redirect to %q, want %q", to, "/trash?x=1")
	}
	who := b.whoami("")
	if !strings.HasPrefix(string(who.ID), "dev#") || who.Name != "太郎" || who.Method != auth.MethodCookie || who.Fresh {
		t.Errorf("got %+v, want 太郎 by a cookie, not fresh", who)
	}
	again := w.browser()
	again.signIn("太郎", "")
	if other := again.whoami(""); other.ID != who.ID {
		t.Errorf("the second sign-in is %q, the first %q", other.ID, who.ID)
	}
}

func TestAuthorizationRequest(t *testing.T) {
	w := start(t, nil)
	first, second := w.browser().login("").Query(), w.browser().login("").Query()
	for _, name := range []string{"state", "nonce", "code_challenge"} {
		if len(first.Get(name)) < 43 || first.Get(name) == second.Get(name) {
			t.Errorf("%s: got %q and %q, want two different values", name, first.Get(name), second.Get(name))
		}
	}
	if first.Get("code_challenge_method") != "S256" || first.Get("redirect_uri") != w.url+"/auth/callback" {
		t.Errorf("got the request %v, want S256 and the callback", first)
	}
}

func TestTwoTabs(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	one, two := b.login("return_to=/one"), b.login("return_to=/two")
	for want, asked := range map[string]*url.URL{"/one": one, "/two": two} {
		back := b.post(asked.String(), url.Values{"name": {"Taro"}}).Header.Get("Location")
		if to := b.get(back).Header.Get("Location"); to != want {
			t.Errorf("went to %q, want %q", to, want)
		}
	}
}

func TestManyTabsGiveUpTheOldest(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	first := b.login("")
	var last *url.URL
	for range 20 {
		w.clock.add(time.Second)
		last = b.login("return_to=/last")
	}
	u, err := url.Parse(w.url)
	must.OK(t, err)
	if n := len(b.client.Jar.Cookies(u)); n != 4 {
		t.Errorf("%d sign-ins are kept, want 4", n)
	}
	for asked, want := range map[*url.URL]string{first: "/?signin=expired", last: "/last"} {
		back := b.post(asked.String(), url.Values{"name": {"Taro"}}).Header.Get("Location")
		if to := b.get(back).Header.Get("Location"); to != want {
			t.Errorf("went to %q, want %q", to, want)
		}
	}
}

// comeback is a return from the issuer: arrange can change the parameters, and returns the
// browser that returns.
type comeback struct {
	name    string
	arrange func(w *world, b *browser, back url.Values) *browser
	want    string
}

// with is a comeback with another parameter; "" removes it.
func with(name, parameter, value, want string) comeback {
	return comeback{name, func(_ *world, b *browser, back url.Values) *browser {
		if back.Set(parameter, value); value == "" {
			back.Del(parameter)
		}
		return b
	}, want}
}

// comebacks are one correct return from the issuer, and then incorrect ones.
func comebacks() []comeback {
	return []comeback{
		with("as it should be", "x", "", "/in"),
		with("other issuer named", "iss", "https://evil.example", "/?signin=failed"),
		with("no issuer named", "iss", "", "/?signin=failed"), // the development issuer promises to send it
		{"empty issuer named", func(_ *world, b *browser, back url.Values) *browser {
			back["iss"] = []string{""}
			return b
		}, "/?signin=failed"},
		{"two issuers named", func(_ *world, b *browser, back url.Values) *browser {
			back.Add("iss", "https://evil.example")
			return b
		}, "/?signin=failed"},
		with("no state", "state", "", "/?signin=expired"),
		with("wrong state", "state", "nonsense", "/?signin=expired"),
		with("refused by the person", "error", "access_denied", "/?signin=failed"),
		with("no code", "code", "", "/?signin=failed"),
		with("unknown code", "code", "nonsense", "/?signin=failed"),
		{"empty state", func(_ *world, b *browser, back url.Values) *browser {
			back["state"] = []string{""}
			return b
		}, "/?signin=expired"},
		{"state used before", func(_ *world, b *browser, back url.Values) *browser {
			b.get("/auth/callback?" + back.Encode())
			b.post("/auth/logout", nil)
			return b
		}, "/?signin=expired"},
		{"code used before", func(_ *world, b *browser, back url.Values) *browser {
			c := b.cookie("__Host-signin-")
			b.get("/auth/callback?" + back.Encode())
			b.post("/auth/logout", nil)
			b.plant(c.Name, c.Value)
			return b
		}, "/?signin=failed"},
		{"other browser", func(w *world, _ *browser, _ url.Values) *browser { return w.browser() }, "/?signin=expired"},
		{"other browser's cookie", func(w *world, b *browser, _ url.Values) *browser {
			victim := w.browser()
			victim.login("")
			victim.plant(b.cookie("__Host-signin-").Name, victim.cookie("__Host-signin-").Value)
			return victim
		}, "/?signin=expired"},
		{"code of another sign-in", func(w *world, b *browser, back url.Values) *browser {
			other := w.browser()
			back.Set("code", other.chosen("Mallory", "").Get("code")) // PKCE: the verifier does not match
			return b
		}, "/?signin=failed"},
		{"too late", func(w *world, b *browser, _ url.Values) *browser {
			w.clock.add(10 * time.Minute)
			return b
		}, "/?signin=expired"},
	}
}

// chosen returns the parameters that the development issuer sends back after a person is
// picked.
func (b *browser) chosen(name, query string) url.Values {
	b.w.t.Helper()
	at, err := b.post(b.login(query).String(), url.Values{"name": {name}}).Location()
	must.OK(b.w.t, err)
	return at.Query()
}

func TestCallback(t *testing.T) {
	w := start(t, nil)
	for _, c := range append(comebacks(), with("issuer named", "iss", w.url+"/dev", "/in")) {
		t.Run(c.name, func(t *testing.T) {
			b := w.browser()
			back := b.chosen("Taro", "return_to=/in")
			visitor := c.arrange(w, b, back)
			if to := visitor.get("/auth/callback?" + back.Encode()).Header.Get("Location"); to != c.want {
				t.Errorf("went to %q, want %q", to, c.want)
			}
			check.Equal(t, visitor.whoami("").Code == "", (c.want == "/in"), "signed in")
		})
	}
}

// TestIssuerThatDoesNotNameItself may omit iss, but not send another name.
func TestIssuerThatDoesNotNameItself(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil)
	for named, want := range map[string]string{
		"": "/in", "&iss=" + url.QueryEscape(i.url): "/in",
		"&iss=": "/?signin=failed", "&iss=" + url.QueryEscape(i.url+"/"): "/?signin=failed",
	} {
		b := w.browser()
		asked := b.login("return_to=/in").Query()
		i.give(key.sign(t, i.claims(map[string]any{"nonce": asked.Get("nonce")})))
		back := "/auth/callback?code=c&state=" + url.QueryEscape(asked.Get("state")) + named
		if to := b.get(back).Header.Get("Location"); to != want {
			t.Errorf("%q: went to %q, want %q", named, to, want)
		}
	}
}

func TestReturnPath(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	cases := map[string]string{
		"/": "/", "/trash": "/trash", "/share?text=a.b&x=%2F%2F": "/share?text=a.b&x=%2F%2F", "/家族#x": "/家族#x",
		"": "/", "//evil.example": "/", `/\evil.example`: "/", `\\evil.example`: "/", "/a\\..\\b": "/", "https://evil.example/": "/",
		"javascript:alert(1)": "/", "/\t/evil.example": "/", "\n//evil.example": "/", " //evil.example": "/", "evil.example": "/",
		"///evil.example": "/", "/%zz": "/", "/\xff": "/", "/auth/login": "/", "/" + strings.Repeat("x", 2400): "/",
		"/" + strings.Repeat("x", 2399): "/" + strings.Repeat("x", 2399),
	}
	for given, want := range cases {
		t.Run(given, func(t *testing.T) {
			if to := b.signIn("Taro", url.Values{"return_to": {given}}.Encode()); to != want {
				t.Errorf("went to %q, want %q", to, want)
			}
		})
	}
}

func TestOtherNameOfThisMachine(t *testing.T) {
	w := start(t, nil)
	other := strings.Replace(w.url, "127.0.0.1", "localhost", 1)
	resp := w.browser().get(other + "/auth/login?return_to=/x")
	if to := resp.Header.Get("Location"); to != w.url+"/auth/login?return_to=/x" {
		t.Errorf("went to %q", to)
	}
}

func TestSignUpPolicy(t *testing.T) {
	key := newRSA(t, "k1")
	cases := []struct {
		name   string
		setup  func(*auth.Options)
		claims map[string]any
		in     bool
	}{
		{"open", func(o *auth.Options) { o.SignUp = auth.SignUpOpen }, nil, true},
		{"address on the list", allow("other@example.com", "TARO@Example.com"), nil, true},
		{"domain on the list", allow("@EXAMPLE.com"), nil, true},
		{"domain without @", allow("example.com"), nil, true},
		{"address not on the list", allow("hanako@example.com"), nil, false},
		{"domain not on the list", allow("@example.org"), nil, false},
		{"end of the domain on the list", allow("@ample.com"), nil, false},
		{"subdomain", allow("@example.com"), map[string]any{"email": "taro@evil.example.com"}, false},
		{"two domains", allow("@example.com"), map[string]any{"email": `"x@example.com"@evil.example`}, false},
		{"@ in the local part", allow("@example.com"), map[string]any{"email": `"x@evil"@example.com`}, false},
		{"two addresses", allow("@example.com"), map[string]any{"email": "evil@evil.example,bob@example.com"}, false},
		{"two @", allow("@example.com"), map[string]any{"email": "bob@evil.example@example.com"}, false},
		{"quotes", allow("@example.com"), map[string]any{"email": `"bob"@example.com`}, false},
		{"space", allow("@example.com"), map[string]any{"email": "bob @example.com"}, false},
		{"space of another kind", allow("@example.com"), map[string]any{"email": "bob\u3000@example.com"}, false},
		{"line end", allow("@example.com"), map[string]any{"email": "bob@example.com\n"}, false},
		{"control character", allow("@example.com"), map[string]any{"email": "bob\x00@example.com"}, false},
		{"invisible character", allow("@example.com"), map[string]any{"email": "bob\u200b@example.com"}, false},
		{"angle brackets", allow("@example.com"), map[string]any{"email": "<bob@example.com"}, false},
		{"comment", allow("@example.com"), map[string]any{"email": "bob(evil)@example.com"}, false},
		{"letters beyond ASCII", allow("@例え.example"), map[string]any{"email": "太郎@例え.example"}, true},
		{"organization of another issuer than Google", allow("@example.com"), map[string]any{"hd": "other.example"}, true},
		{"letter that folds to k", allow("@kexample.com"), map[string]any{"email": "x@\u212aexample.com"}, false},
		{"no local part", allow("@example.com"), map[string]any{"email": "@example.com"}, false},
		{"not verified", allow("@example.com"), map[string]any{"email_verified": false}, false},
		{"verification not told", allow("@example.com"), map[string]any{"email_verified": nil}, false},
		{"verified as text", allow("@example.com"), map[string]any{"email_verified": "true"}, true},
		{"not verified as text", allow("@example.com"), map[string]any{"email_verified": "false"}, false},
		{"no address", allow("@example.com"), map[string]any{"email": nil}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			i := newFakeIssuer(t, key)
			w := startWith(t, i, c.setup)
			b := w.browser()
			to := b.callback(i, func(good map[string]any) string {
				for claim, v := range c.claims {
					if good[claim] = v; v == nil {
						delete(good, claim)
					}
				}
				return key.sign(t, good)
			})
			if want := map[bool]string{true: "/in", false: "/?signin=closed"}[c.in]; to != want {
				t.Errorf("went to %q, want %q", to, want)
			}
			who := b.whoami("Bearer " + key.sign(t, i.claims(c.claims)))
			if c.in && who.Code != "" || !c.in && (who.Code != models.CodeUnauthenticated || who.Reason != "") {
				t.Errorf("bearer token: got %+v", who)
			}
		})
	}
}

// TestAllowListWithGoogle: a domain admits only the accounts of the organization that owns
// it, because a Google account can have an address of any domain.
func TestAllowListWithGoogle(t *testing.T) {
	key := newRSA(t, "k1")
	cases := []struct {
		name, email string
		hosted      any
		in          bool
	}{
		{"of the organization", "taro@example.com", "example.com", true},
		{"of the organization, in capitals", "taro@example.com", "Example.COM", true},
		{"account of their own with such an address", "taro@example.com", nil, false},
		{"empty organization", "taro@example.com", "", false},
		{"of another organization", "taro@example.com", "evil.example", false},
		{"of a subdomain", "taro@example.com", "sub.example.com", false},
		{"letter that folds to k", "taro@kexample.com", "\u212aexample.com", false},
		{"organization alone", "taro@evil.example", "example.com", false},
		{"address on the list", "hanako@private.example", nil, true},
		{"address on the list, of an organization", "hanako@private.example", "private.example", true},
		{"consumer account", "taro@gmail.com", nil, true},
		{"consumer account, in capitals", "Taro@GMail.com", nil, true},
		{"gmail.com in an organization", "taro@gmail.com", "evil.example", false},
		{"gmail.com as an organization", "taro@gmail.com", "gmail.com", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			i := newFakeIssuer(t, key)
			w := startAsGoogle(t, i, allow("example.com", "kexample.com", "gmail.com", "hanako@private.example"))
			to := w.browser().callback(i, func(good map[string]any) string {
				maps.Copy(good, map[string]any{"email": c.email, "hd": c.hosted})
				return key.sign(t, good)
			})
			if want := map[bool]string{true: "/in", false: "/?signin=closed"}[c.in]; to != want {
				t.Errorf("went to %q, want %q", to, want)
			}
		})
	}
}

func allow(entries ...string) func(*auth.Options) {
	return func(o *auth.Options) { o.SignUp, o.AllowList = auth.SignUpAllowList, entries }
}

func TestLogIsNotPersonal(t *testing.T) {
	w := start(t, func(o *auth.Options) { o.SignUp, o.AllowList = auth.SignUpAllowList, []string{"@example.org"} })
	b := w.browser()
	back := b.comeBack("Taro", "secret-invite")
	if to := b.get(back).Header.Get("Location"); to != "/?signin=closed" {
		t.Fatalf("got redirect to %q, want %q", to, "/?signin=closed")
	}
	at, err := url.Parse(back)
	must.OK(t, err)
	lines := w.logs.String()
	if !strings.Contains(lines, "outcome=closed") {
		t.Errorf("nothing was logged: %q", lines)
	}
	for _, secret := range []string{"Taro", "taro@", "secret", at.Query().Get("code"), at.Query().Get("state")} {
		if strings.Contains(lines, secret) {
			t.Errorf("the log has %q: %s", secret, lines)
		}
	}
}

func TestAnswersAreNotCached(t *testing.T) {
	w := start(t, nil)
	for _, path := range []string{"/auth/login", "/auth/callback"} {
		resp := w.browser().get(path)
		if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %s, %q", path, resp.Status, resp.Header.Get("Cache-Control"))
		}
	}
}

// TestFailedSignInsAreSampled: failed sign-ins, which need no account, do not fill the log.
func TestFailedSignInsAreSampled(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	for range 300 {
		if to := b.get("/auth/callback?state=x").Header.Get("Location"); to != "/?signin=expired" {
			t.Fatalf("got redirect to %q, want %q", to, "/?signin=expired")
		}
	}
	if n := strings.Count(w.logs.String(), "sign-in did not succeed"); n < 1 || n > 40 {
		t.Errorf("got %d lines, want some", n)
	}
}
