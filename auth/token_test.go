package auth_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
)

// forgery makes an invalid token from the claims of a valid one.
type forgery struct {
	name  string
	token func(t *testing.T, i *fakeIssuer, k signKey, good map[string]any) string
}

// changed is a forgery with other claims, signed by the issuer.
func changed(name string, change map[string]any) forgery {
	return forgery{name, func(t *testing.T, _ *fakeIssuer, k signKey, good map[string]any) string {
		for claim, v := range change {
			if good[claim] = v; v == nil {
				delete(good, claim)
			}
		}
		return k.sign(t, good)
	}}
}

// shifted is a forgery with a time that is wrong by some seconds.
func shifted(name, claim string, seconds int64) forgery {
	return forgery{name, func(t *testing.T, i *fakeIssuer, k signKey, good map[string]any) string {
		good[claim] = i.clock.now().Unix() + seconds
		return k.sign(t, good)
	}}
}

// forgeries are refused both in the browser's flow and as bearer tokens.
func forgeries() []forgery {
	return []forgery{
		{"alg none", func(t *testing.T, _ *fakeIssuer, _ signKey, good map[string]any) string { return unsigned(t, good) }},
		{"signature cut off", func(t *testing.T, _ *fakeIssuer, k signKey, good map[string]any) string {
			token := k.sign(t, good)
			return token[:strings.LastIndex(token, ".")+1]
		}},
		{"HMAC with the public key", func(t *testing.T, _ *fakeIssuer, k signKey, good map[string]any) string {
			return macWithPublicKey(t, k, good)
		}},
		{"key of another owner under the same id", func(t *testing.T, _ *fakeIssuer, k signKey, good map[string]any) string {
			stranger := newRSA(t, "stranger")
			stranger.id = k.id
			return stranger.sign(t, good)
		}},
		{"key of another owner", func(t *testing.T, _ *fakeIssuer, _ signKey, good map[string]any) string {
			return newEC(t, "stranger").sign(t, good)
		}},
		{"payload of another token", func(t *testing.T, i *fakeIssuer, k signKey, good map[string]any) string {
			mine := strings.Split(k.sign(t, good), ".")
			good["sub"] = "43"
			other := strings.Split(k.sign(t, good), ".")
			return mine[0] + "." + other[1] + "." + mine[2]
		}},
		{"no token", func(*testing.T, *fakeIssuer, signKey, map[string]any) string { return "nonsense" }},
		{"too long", func(t *testing.T, _ *fakeIssuer, k signKey, good map[string]any) string {
			good["name"] = strings.Repeat("x", 20<<10)
			return k.sign(t, good)
		}},
		shifted("expired", "exp", -90),
		shifted("not valid yet", "nbf", 90),
		shifted("issued in the future", "iat", 90),
		shifted("signed in in the future", "auth_time", 90),
		changed("no expiry", map[string]any{"exp": nil}),
		changed("no time of issue", map[string]any{"iat": nil}),
		changed("foreign issuer", map[string]any{"iss": "https://evil.example"}),
		changed("no issuer", map[string]any{"iss": nil}),
		changed("foreign audience", map[string]any{"aud": "other-app"}),
		changed("no audience", map[string]any{"aud": nil}),
		changed("foreign audience beside ours", map[string]any{"aud": []string{"memo-web", "other-app"}, "azp": "memo-web"}),
		changed("ours twice without azp", map[string]any{"aud": []string{"memo-web", "memo-web"}}),
		changed("made for another client", map[string]any{"azp": "other-app"}),
		changed("no subject", map[string]any{"sub": nil}),
		changed("empty subject", map[string]any{"sub": ""}),
		changed("long subject", map[string]any{"sub": strings.Repeat("7", 256)}),
		changed("control character in the subject", map[string]any{"sub": "4\n2"}),
		changed("subject is a number", map[string]any{"sub": 42}),
		changed("name is an object", map[string]any{"name": map[string]any{}}),
		{"issuer in other letters", func(t *testing.T, i *fakeIssuer, k signKey, good map[string]any) string {
			delete(good, "iss")
			good["ISS"] = i.url
			return k.sign(t, good)
		}},
		changed("subject in other letters", map[string]any{"sub": nil, "SUB": "42"}),
		changed("audience in other letters", map[string]any{"aud": nil, "AUD": "memo-web"}),
		changed("expiry in other letters", map[string]any{"exp": nil, "EXP": 253402300799}),
		changed("time of issue in other letters", map[string]any{"iat": nil, "IAT": 1}),
		changed("issued before there were dates", map[string]any{"iat": -1}),
		changed("issued beyond all dates", map[string]any{"iat": 1e300}),
		changed("expires beyond all dates", map[string]any{"exp": 1e300}),
		changed("expires after the year 9999", map[string]any{"exp": 253402300800}),
		changed("signed in beyond all dates", map[string]any{"auth_time": 1e300}),
		changed("valid beyond all dates", map[string]any{"nbf": 1e300}),
		changed("time of issue is a text", map[string]any{"iat": "1"}),
		extended("subject twice", `"sub":"43"`),
		extended("the same subject twice", `"sub":"42"`),
		extended("subject twice, once escaped", `"s\u0075b":"43"`),
		extended("number beyond all numbers", `"nbf":1e999`),
	}
}

// extended is a forgery with another member at the end, signed by the issuer.
func extended(name, member string) forgery {
	return forgery{name, func(t *testing.T, _ *fakeIssuer, k signKey, good map[string]any) string {
		return k.signRaw(t, withMember(t, good, member))
	}}
}

// callback answers the browser's sign-in with a token made from valid claims.
func (b *browser) callback(i *fakeIssuer, token func(good map[string]any) string) string {
	b.w.t.Helper()
	asked := b.login("return_to=/in").Query()
	i.give(token(i.claims(map[string]any{"nonce": asked.Get("nonce")})))
	return b.get("/auth/callback?" + url.Values{"code": {"c"}, "state": {asked.Get("state")}}.Encode()).Header.Get("Location")
}

func TestForgedTokenInBrowser(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil)
	more := []forgery{
		changed("other nonce", map[string]any{"nonce": "other"}),
		changed("no nonce", map[string]any{"nonce": nil}),
		changed("empty nonce", map[string]any{"nonce": ""}),
		changed("hash of another access token", map[string]any{"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}),
		changed("hash of another access token in other letters", map[string]any{"AT_HASH": "AAAAAAAAAAAAAAAAAAAAAA"}),
		{"nonce in other letters", func(t *testing.T, _ *fakeIssuer, k signKey, good map[string]any) string {
			good["NONCE"] = good["nonce"]
			delete(good, "nonce")
			return k.sign(t, good)
		}},
	}
	for _, f := range append(forgeries(), more...) {
		t.Run(f.name, func(t *testing.T) {
			b := w.browser()
			to := b.callback(i, func(good map[string]any) string { return f.token(t, i, key, good) })
			if to != "/?signin=failed" {
				t.Errorf("got redirect to %q, want %q", to, "/?signin=failed")
			}
			if who := b.whoami(""); who.Code != models.CodeUnauthenticated {
				t.Errorf("got %+v, want %s", who, models.CodeUnauthenticated)
			}
		})
	}
	t.Run("a valid token", func(t *testing.T) { // the table would pass if all tokens were refused
		b := w.browser()
		if to := b.callback(i, func(good map[string]any) string { return key.sign(t, good) }); to != "/in" {
			t.Errorf("got redirect to %q, want %q", to, "/in")
		}
		if who := b.whoami(""); who.ID != models.UserID(auth.SubjectPrefix(i.url)+"42") || who.Email != "taro@example.com" {
			t.Errorf("got %+v, want the person of the token", who)
		}
	})
	for _, secret := range []string{"taro@example.com", "太郎", "nonsense", "eyJ", "evil"} {
		if strings.Contains(w.logs.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

func TestForgedBearer(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil).known(i)
	b := w.browser()
	good := key.sign(t, i.claims(nil))
	if who := b.whoami("Bearer " + good); who.Code != "" {
		t.Fatalf("valid token: got %+v, want no error", who)
	}
	for _, f := range forgeries() {
		t.Run(f.name, func(t *testing.T) {
			who := b.whoami("Bearer " + f.token(t, i, key, i.claims(nil)))
			if who.Code != models.CodeUnauthenticated || who.Reason != "" {
				t.Errorf("got %+v, want unauthenticated", who)
			}
		})
	}
	for _, header := range []string{"Bearer", "Bearer ", "Basic " + good, good, "Bearer " + good + " x"} {
		t.Run("header "+strings.ReplaceAll(header, good, "TOKEN"), func(t *testing.T) {
			if who := b.whoami(header); who.Code != models.CodeUnauthenticated {
				t.Errorf("got %+v, want %s", who, models.CodeUnauthenticated)
			}
		})
	}
}

func TestTwoAuthorizations(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil).known(i)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header["Authorization"] = []string{"Bearer " + key.sign(t, i.claims(nil)), "Bearer " + key.sign(t, i.claims(nil))}
	if who, err := w.auth.Identify(httptest.NewRecorder(), r); !models.IsCode(err, models.CodeUnauthenticated) {
		t.Errorf("identified %+v, %v", who, err)
	}
}

func TestGoodBearer(t *testing.T) {
	key, curve := newRSA(t, "k1"), newEC(t, "k2")
	i := newFakeIssuer(t, key, curve)
	w := startWith(t, i, func(o *auth.Options) { o.BearerAudiences = []string{"memo-web", "memo-cli"} }).known(i)
	now := w.clock.now().Unix()
	cases := map[string]struct {
		key     signKey
		changes map[string]any
	}{
		"web client":                   {key, nil},
		"elliptic curve":               {curve, nil},
		"other client":                 {key, map[string]any{"aud": "memo-cli", "azp": "memo-cli"}},
		"two of ours":                  {key, map[string]any{"aud": []string{"memo-web", "memo-cli"}, "azp": "memo-cli"}},
		"clock a little behind":        {key, map[string]any{"exp": now - 30}},
		"clock a little ahead":         {key, map[string]any{"iat": now + 30, "nbf": now + 30}},
		"fraction of a second":         {key, map[string]any{"iat": float64(now) - 0.5}},
		"issued long ago":              {key, map[string]any{"iat": now - 601}},
		"just signed in":               {key, map[string]any{"auth_time": now}},
		"no date where none is needed": {key, map[string]any{"nbf": json.RawMessage("null"), "auth_time": json.RawMessage("null")}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			who := w.browser().whoami("bearer " + c.key.sign(t, i.claims(c.changes)))
			if who.Code != "" || who.Method != auth.MethodBearer || who.Name != "太郎" || who.Fresh {
				t.Errorf("got %+v, want 太郎, by a token and so never fresh", who)
			}
		})
	}
}

// TestClaimsInOtherLettersAreOthers: claims whose names differ in letter case are ignored.
func TestClaimsInOtherLettersAreOthers(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil).known(i)
	for _, member := range []string{
		`"SUB":"victim"`, `"Sub":"victim"`, `"\u017fub":"victim"`, `"Name":"Mallory"`, `"EMAIL":"victim@example.com"`, `"AUD":"other"`,
	} {
		mine := models.UserID(auth.SubjectPrefix(i.url) + "42")
		check := func(how string, who identity) {
			t.Helper()
			if who.ID != mine || who.Name != "太郎" || who.Email != "taro@example.com" {
				t.Errorf("%s by %s: got %+v, want %s", member, how, who, mine)
			}
		}
		check("bearer", w.browser().whoami("Bearer "+key.signRaw(t, withMember(t, i.claims(nil), member))))
		b := w.browser()
		b.callback(i, func(good map[string]any) string { return key.signRaw(t, withMember(t, good, member)) })
		check("browser", b.whoami(""))
	}
}

// TestTokenOfAFastClockIsRevoked: a token issued before "sign out everywhere" does not
// survive it because the issuer's clock is ahead.
func TestTokenOfAFastClockIsRevoked(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil).known(i)
	b := w.browser()
	b.callback(i, func(good map[string]any) string { return key.sign(t, good) })
	token := "Bearer " + key.sign(t, i.claims(map[string]any{"iat": w.clock.now().Unix() + 55}))
	if who := w.browser().whoami(token); who.Code != "" {
		t.Fatalf("before signing out: got %+v, want no error", who)
	}
	w.clock.add(time.Second)
	if resp := b.post("/auth/logout-everywhere", nil); resp.StatusCode != http.StatusNoContent {
		t.Fatalf("got %s, want %d", resp.Status, http.StatusNoContent)
	}
	for _, after := range []time.Duration{time.Millisecond, 10 * time.Second, time.Minute, time.Minute} {
		w.clock.add(after)
		if who := w.browser().whoami(token); who.Code != models.CodeUnauthenticated {
			t.Errorf("%v later: got %+v, want it refused", after, who)
		}
	}
	if who := w.browser().whoami("Bearer " + key.sign(t, i.claims(nil))); who.Code != "" {
		t.Errorf("a new token: got %+v, want no error", who)
	}
}

func TestBearerDecidesAlone(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.signIn("Taro", "")
	if who := b.whoami(""); who.Method != auth.MethodCookie || who.Name != "Taro" {
		t.Fatalf("not signed in: %+v", who)
	}
	if who := b.whoami("Bearer x"); who.Code != models.CodeUnauthenticated {
		t.Errorf("cookie beside an invalid token: got %+v, want %s", who, models.CodeUnauthenticated)
	}
}

func TestIssuerAway(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	i.discoveryDown.Store(true)
	w := startWith(t, i, nil).known(i) // starts although the issuer is away
	b := w.browser()
	bearer := func() string { return "Bearer " + key.sign(t, i.claims(nil)) }
	sign := func(good map[string]any) string { return key.sign(t, good) }

	if to := b.get("/auth/login").Header.Get("Location"); to != "/?signin=unavailable" {
		t.Errorf("got login went to %q, want %q", to, "/?signin=unavailable")
	}
	if who := b.whoami(bearer()); who.Code != models.CodeUnavailable {
		t.Errorf("bearer token: got %+v, want %s", who, models.CodeUnavailable)
	}
	if err := w.auth.CheckIssuer(t.Context()); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("CheckIssuer: %v", err)
	}
	i.discoveryDown.Store(false)
	i.keysDown.Store(true)
	w.clock.add(time.Second)
	if to := b.callback(i, sign); to != "/?signin=unavailable" {
		t.Errorf("got without keys the callback went to %q, want %q", to, "/?signin=unavailable")
	}
	if who := b.whoami(bearer()); who.Code != models.CodeUnavailable {
		t.Errorf("bearer token without keys: got %+v, want %s", who, models.CodeUnavailable)
	}
	i.keysDown.Store(false)
	i.tokenDown.Store(true)
	if to := b.callback(i, sign); to != "/?signin=unavailable" {
		t.Errorf("got without tokens the callback went to %q, want %q", to, "/?signin=unavailable")
	}
	i.tokenDown.Store(false)
	w.clock.add(time.Second)
	if to := b.callback(i, sign); to != "/in" {
		t.Errorf("all up, the callback went to %q", to)
	}
	for _, down := range []interface{ Store(bool) }{&i.discoveryDown, &i.keysDown, &i.tokenDown} {
		down.Store(true)
	}
	w.clock.add(48 * time.Hour)
	if who := b.whoami(""); who.Code != "" {
		t.Errorf("signed-in person: got %+v, want no error", who)
	}
}
