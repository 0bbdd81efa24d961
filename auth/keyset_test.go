package auth_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

func TestIssuerRotatesKeys(t *testing.T) {
	first, second := newRSA(t, "k1"), newRSA(t, "k2")
	i := newFakeIssuer(t, first)
	w := startWith(t, i, nil).known(i)
	b := w.browser()
	if who := b.whoami("Bearer " + first.sign(t, i.claims(nil))); who.Code != "" {
		t.Fatalf("first key: got %+v, want no error", who)
	}
	for range 30 {
		if who := b.whoami("Bearer " + second.sign(t, i.claims(nil))); who.Code != models.CodeUnauthenticated {
			t.Fatalf("unknown key: got %+v, want %s", who, models.CodeUnauthenticated)
		}
	}
	check.Equal(t, i.keysAsked.Load(), 1, "forged tokens: requests for the keys")
	i.publish(second)
	w.clock.add(10 * time.Second)
	if who := b.whoami("Bearer " + second.sign(t, i.claims(nil))); who.Code != "" {
		t.Errorf("second key: got %+v, want no error", who)
	}
	if who := b.whoami("Bearer " + first.sign(t, i.claims(nil))); who.Code != models.CodeUnauthenticated {
		t.Errorf("withdrawn key: got %+v, want %s", who, models.CodeUnauthenticated)
	}
}

// TestWithdrawnKeyIsRefusedAfterADay even if no token with another key arrives.
func TestWithdrawnKeyIsRefusedAfterADay(t *testing.T) {
	first, second := newRSA(t, "k1"), newRSA(t, "k2")
	i := newFakeIssuer(t, first)
	w := startWith(t, i, nil).known(i)
	b := w.browser()
	ask := func() models.Code { return b.whoami("Bearer " + first.sign(t, i.claims(nil))).Code }
	if code := ask(); code != "" {
		t.Fatalf("published key: got %q", code)
	}
	i.publish(second)
	w.clock.add(24*time.Hour - time.Millisecond)
	check.Equal(t, ask(), "", "within a day")
	w.clock.add(time.Millisecond)
	for range 2 {
		check.Equal(t, ask(), models.CodeUnauthenticated, "after a day")
	}
	if n := i.keysAsked.Load(); n != 2 {
		t.Errorf("the keys were read %d times, want 2", n)
	}
}

// TestKnownKeysStayWhileTheIssuerIsAway: known keys stay valid during an outage of the
// issuer, and its new answer is used afterwards.
func TestKnownKeysStayWhileTheIssuerIsAway(t *testing.T) {
	first, second := newRSA(t, "k1"), newRSA(t, "k2")
	i := newFakeIssuer(t, first)
	w := startWith(t, i, nil).known(i)
	b := w.browser()
	ask := func(k signKey) models.Code { return b.whoami("Bearer " + k.sign(t, i.claims(nil))).Code }
	if code := ask(first); code != "" {
		t.Fatalf("published key: got %q", code)
	}
	i.publish(second)
	i.keysDown.Store(true)
	i.discoveryDown.Store(true)
	w.clock.add(25 * time.Hour)
	for range 10 {
		if code := ask(first); code != "" {
			t.Fatalf("known key while the issuer is away: got %q", code)
		}
	}
	if n := i.keysAsked.Load(); n != 2 {
		t.Errorf("the keys were read %d times, want 2: one failure is enough for a minute", n)
	}
	check.Equal(t, ask(second), models.CodeUnavailable, "unknown key while the issuer is away")
	i.keysDown.Store(false)
	w.clock.add(time.Minute)
	check.Equal(t, ask(first), models.CodeUnauthenticated, "withdrawn key")
	check.Equal(t, ask(second), "", "new key")
}

// TestForgedKeyIDsWhileTheKeysAreAway: during an outage, forged tokens do not cause one
// request each.
func TestForgedKeyIDsWhileTheKeysAreAway(t *testing.T) {
	i := newFakeIssuer(t, newRSA(t, "k1"))
	i.keysDown.Store(true)
	w := startWith(t, i, nil).known(i)
	b, forger := w.browser(), newEC(t, "")
	for n := range 30 {
		forger.id = "forged" + strconv.Itoa(n)
		if who := b.whoami("Bearer " + forger.sign(t, i.claims(nil))); who.Code != models.CodeUnavailable {
			t.Fatalf("got %+v, want %q", who, models.CodeUnavailable)
		}
	}
	check.Equal(t, i.keysAsked.Load(), 1, "requests for the keys within a second")
}

// TestDiscoveryIsReadDaily: a change by the issuer takes effect, and an outage has none.
func TestDiscoveryIsReadDaily(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil)
	b := w.browser()
	b.login("")
	i.describe("authorization_endpoint", i.url+"/elsewhere")
	i.discoveryDown.Store(true)
	w.clock.add(24 * time.Hour)
	for range 3 {
		if to := b.login(""); to.Path != "/authorize" {
			t.Errorf("got while the issuer is away the browser goes to %v, want %v", to.Path, "/authorize")
		}
	}
	if n := i.discoveryAsked.Load(); n != 2 {
		t.Errorf("the issuer was asked %d times, want 2: one failure is enough for a minute", n)
	}
	i.discoveryDown.Store(false)
	w.clock.add(time.Minute)
	if to := b.login(""); to.Path != "/elsewhere" {
		t.Errorf("when the issuer is back the browser goes to %v, want /elsewhere", to.Path)
	}
}

// TestKeysOfOtherKinds: keys of other kinds are ignored, and an answer that is not a key
// list makes no key valid.
func TestKeysOfOtherKinds(t *testing.T) {
	key, forEncryption := newRSA(t, "k1"), newRSA(t, "k2")
	i := newFakeIssuer(t, key)
	i.mu.Lock()
	i.keys = append(i.keys,
		jose.JSONWebKey{Key: forEncryption.key.Public(), KeyID: "k2", Use: "enc"},
		jose.JSONWebKey{Key: []byte("a secret that is published by mistake"), KeyID: "k3"})
	i.mu.Unlock()
	w := startWith(t, i, nil).known(i)
	b := w.browser()
	if who := b.whoami("Bearer " + key.sign(t, i.claims(nil))); who.Code != "" {
		t.Errorf("key for signatures: got %+v, want no error", who)
	}
	if who := b.whoami("Bearer " + forEncryption.sign(t, i.claims(nil))); who.Code != models.CodeUnauthenticated {
		t.Errorf("key for encryption: got %+v, want %s", who, models.CodeUnauthenticated)
	}
	i.describe("jwks_uri", i.url+"/token") // JSON, but not a list of keys
	w.clock.add(24 * time.Hour)
	if who := b.whoami("Bearer " + key.sign(t, i.claims(nil))); who.Code != "" {
		t.Errorf("known key after an answer that is not a key list: got %+v, want no error", who)
	}
}
