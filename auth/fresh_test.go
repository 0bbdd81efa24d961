package auth_test

import (
	"net/url"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// TestFreshSignInAsksForANewAuthentication: only fresh=1 asks for a new authentication.
func TestFreshSignInAsksForANewAuthentication(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	for query, fresh := range map[string]bool{
		"fresh=1": true, "fresh=1&return_to=/trash": true,
		"": false, "fresh": false, "fresh=": false, "fresh=0": false, "fresh=true": false, "fresh=11": false, "FRESH=1": false,
	} {
		asked := b.login(query).Query()
		if got := asked.Get("prompt") == "login" && asked.Get("max_age") == "0"; got != fresh || asked.Has("prompt") != fresh {
			t.Errorf("%q: prompt %q, max_age %q; want a new authentication: %v", query, asked.Get("prompt"), asked.Get("max_age"), fresh)
		}
	}
	at, _ := b.begin("", "/?fresh=1")
	if to, err := url.Parse(at); err != nil || to.Query().Has("prompt") || to.Query().Has("max_age") {
		t.Errorf("a sign-in that the page begins asks with %q, %v", at, err)
	}
}

// TestOnlyAFreshSignInCountsAsFresh for ten minutes.
func TestOnlyAFreshSignInCountsAsFresh(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	fresh := func(want bool) {
		t.Helper()
		if who := b.whoami(""); who.Name != "Taro" || who.Fresh != want {
			t.Errorf("got %+v, want fresh %v", who, want)
		}
	}
	b.signIn("Taro", "")
	fresh(false)
	if to := b.signIn("Taro", "fresh=1&return_to=/close"); to != "/close" {
		t.Errorf("got redirect to %q, want %q", to, "/close")
	}
	fresh(true)
	w.clock.add(10*time.Minute - time.Second)
	fresh(true)
	w.clock.add(2 * time.Second)
	fresh(false)
	b.signIn("Taro", "fresh=1")
	b.signIn("Taro", "")
	fresh(false)
}

// TestFreshSignInChecksAuthTime: if the issuer answers with an earlier authentication, the
// browser's session does not change.
func TestFreshSignInChecksAuthTime(t *testing.T) {
	key := newRSA(t, "k1")
	cases := []struct {
		name, query string
		authTime    any // seconds before the sign-in began; nil: absent
		to          string
	}{
		{"just now", "fresh=1", 0, "/in"},
		{"not told, as Google's", "fresh=1", nil, "/in"},
		{"clock almost a minute behind", "fresh=1", 58, "/in"},
		{"before it was asked for", "fresh=1", 62, "/?signin=failed"},
		{"yesterday", "fresh=1", 86400, "/?signin=failed"},
		{"in 1970", "fresh=1", -1, "/?signin=failed"},
		{"yesterday, which does not matter", "", 86400, "/in"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			i := newFakeIssuer(t, key)
			w := startWith(t, i, nil)
			b := w.browser()
			sign := func(good map[string]any) string { return key.sign(t, good) }
			if to := b.callback(i, sign); to != "/in" {
				t.Fatalf("the first sign-in went to %q", to)
			}
			before := b.cookie(sessionName).Value
			began := w.clock.now().Unix()
			asked := b.login(c.query + "&return_to=/in").Query()
			w.clock.add(5 * time.Minute) // the person takes their time; this does not count
			changes := map[string]any{"nonce": asked.Get("nonce"), "sub": "43"}
			if ago, ok := c.authTime.(int); ok {
				changes["auth_time"] = began - int64(ago)
				if ago < 0 {
					changes["auth_time"] = 0
				}
			}
			i.give(key.sign(t, i.claims(changes)))
			back := "/auth/callback?" + url.Values{"code": {"c"}, "state": {asked.Get("state")}}.Encode()
			if to := b.get(back).Header.Get("Location"); to != c.to {
				t.Errorf("went to %q, want %q", to, c.to)
			}
			check.Equal(t, b.cookie(sessionName).Value == before, (c.to != "/in"), "the session that was there stayed")
			if who := b.whoami(""); who.Fresh != (c.to == "/in" && c.query != "") {
				t.Errorf("got %+v", who)
			}
			if _, err := w.people.Person(t.Context(), models.UserID(auth.SubjectPrefix(i.url)+"43")); models.IsCode(err, models.CodeNotFound) != (c.to != "/in") {
				t.Errorf("the other account: %v", err)
			}
		})
	}
}
