package auth_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

const sessionName = "__Host-session"

func TestSessionCookie(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	at, err := b.post(b.login("").String(), map[string][]string{"name": {"Taro"}}).Location()
	must.OK(t, err)
	var session *http.Cookie
	for _, c := range b.get(at.String()).Cookies() {
		if c.Name == sessionName {
			session = c
		}
	}
	if session == nil {
		t.Fatal("no session cookie")
	}
	want := http.Cookie{Name: sessionName, Path: "/", MaxAge: 30 * 24 * 3600, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	got := *session
	got.Value, got.Raw = "", ""
	if got.String() != want.String() {
		t.Errorf("cookie %s, want %s", got.String(), want.String())
	}
}

func TestSessionSlides(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.signIn("Taro", "")
	first := b.cookie(sessionName).Value
	step := func(d time.Duration) string {
		w.clock.add(d)
		if who := b.whoami(""); who.Name != "Taro" {
			t.Fatalf("after %v: got %+v, want Taro", d, who)
		}
		return b.cookie(sessionName).Value
	}
	if step(23*time.Hour) != first {
		t.Error("renewed within a day")
	}
	second := step(2 * time.Hour)
	if second == first {
		t.Error("not renewed after a day")
	}
	for range 2 {
		step(29 * 24 * time.Hour)
	}
	w.clock.add(30 * 24 * time.Hour)
	if who := b.whoami(""); who.Code != models.CodeUnauthenticated {
		t.Errorf("unused for 30 days: got %+v, want %s", who, models.CodeUnauthenticated)
	}
}

func TestTamperedSession(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.signIn("Taro", "")
	good := b.cookie(sessionName).Value
	refused := func(t *testing.T, name, value string) {
		t.Helper()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: name, Value: value})
		if who, err := w.auth.Identify(httptest.NewRecorder(), r); !models.IsCode(err, models.CodeUnauthenticated) {
			t.Errorf("%q: %+v, %v", value, who, err)
		}
	}
	t.Run("each character", func(t *testing.T) {
		for i := range good {
			other := byte('A')
			if good[i] == other {
				other = 'B'
			}
			refused(t, sessionName, good[:i]+string(other)+good[i+1:])
			refused(t, sessionName, good[:i]+good[i+1:])
			refused(t, sessionName, good[:i])
		}
	})
	t.Run("other cookie's value", func(t *testing.T) {
		b.login("")
		refused(t, sessionName, b.cookie("__Host-signin-").Value)
	})
	t.Run("other name", func(t *testing.T) { refused(t, "session", good) })
	t.Run("empty", func(t *testing.T) { refused(t, sessionName, "") })
	t.Run("untouched beside a bad one", func(t *testing.T) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: sessionName, Value: "bad"})
		r.AddCookie(&http.Cookie{Name: sessionName, Value: good})
		if who, err := w.auth.Identify(httptest.NewRecorder(), r); err != nil || who.User.Name != "Taro" {
			t.Errorf("%+v, %v", who, err)
		}
	})
}

func TestLogoutEverywhere(t *testing.T) {
	key := newRSA(t, "k1")
	i := newFakeIssuer(t, key)
	w := startWith(t, i, nil)
	phone, laptop, thief := w.browser(), w.browser(), w.browser()
	for _, b := range []*browser{phone, laptop} {
		if to := b.callback(i, func(good map[string]any) string { return key.sign(t, good) }); to != "/in" {
			t.Fatalf("got redirect to %q, want %q", to, "/in")
		}
	}
	bearer := "Bearer " + key.sign(t, i.claims(nil))
	stolen := phone.cookie(sessionName).Value
	w.clock.add(25 * time.Hour)
	thief.plant(sessionName, stolen)
	if who := thief.whoami(""); who.Code != "" || thief.cookie(sessionName).Value == stolen {
		t.Fatalf("the copy does not work: %+v", who)
	}
	if resp := phone.post("/auth/logout-everywhere", nil); resp.StatusCode != http.StatusNoContent {
		t.Fatalf("got %s, want %d", resp.Status, http.StatusNoContent)
	}
	if phone.cookie(sessionName) != nil {
		t.Error("the cookie is still there")
	}
	for name, b := range map[string]*browser{"phone": phone, "laptop": laptop, "thief": thief} {
		if who := b.whoami(""); who.Code != models.CodeUnauthenticated {
			t.Errorf("%s: got %+v, want %s", name, who, models.CodeUnauthenticated)
		}
	}
	if who := phone.whoami(bearer); who.Code != models.CodeUnauthenticated {
		t.Errorf("old token: got %+v, want %s", who, models.CodeUnauthenticated)
	}
	if resp := phone.post("/auth/logout-everywhere", nil); resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("signed out: got %s, want %d", resp.Status, http.StatusUnauthorized)
	}
	// A new sign-in works even in the same millisecond.
	if to := phone.callback(i, func(good map[string]any) string { return key.sign(t, good) }); to != "/in" {
		t.Fatalf("got redirect to %q, want %q", to, "/in")
	}
	if who := phone.whoami(""); who.Code != "" {
		t.Errorf("signed in again: got %+v, want no error", who)
	}
	w.clock.add(time.Minute + time.Second) // the issuer's clock may be a minute ahead
	if who := phone.whoami("Bearer " + key.sign(t, i.claims(nil))); who.Code != "" {
		t.Errorf("new token: got %+v, want no error", who)
	}
}

func TestClosedAccount(t *testing.T) {
	w := start(t, nil)
	b, other := w.browser(), w.browser()
	b.signIn("Taro", "")
	other.signIn("Taro", "")
	u, err := w.people.Person(t.Context(), b.whoami("").ID)
	must.OK(t, err)
	must.OK(t, w.people.Close(t.Context(), u))
	if who := b.whoami(""); who.Code != models.CodeUnauthenticated {
		t.Errorf("after closing: got %+v, want %s", who, models.CodeUnauthenticated)
	}
	w.clock.add(time.Minute)
	b.signIn("Taro", "")
	if who := b.whoami(""); who.Code != "" {
		t.Errorf("begun anew: got %+v, want no error", who)
	}
	if who := other.whoami(""); who.Code != models.CodeUnauthenticated {
		t.Errorf("session of the earlier account: got %+v, want %s", who, models.CodeUnauthenticated)
	}
}

func TestKeyRotationKeepsSessions(t *testing.T) {
	ring := newRing(t)
	rotated := ring.Rotate(time.Now().Add(time.Minute))
	w := start(t, func(o *auth.Options) { o.Keys = ring })
	b := w.browser()
	b.signIn("Taro", "")
	old := b.cookie(sessionName).Value

	for name, c := range map[string]struct {
		ring *auth.KeyRing
		ok   bool
	}{"key added": {rotated, true}, "other keys": {newRing(t), false}} {
		t.Run(name, func(t *testing.T) {
			a, err := auth.New(auth.Options{People: w.people, Access: w.access, Issuer: auth.Google, ClientID: "x", PublicURL: w.url, Keys: c.ring, Now: w.clock.now})
			must.OK(t, err)
			w.clock.add(25 * time.Hour)
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.AddCookie(&http.Cookie{Name: sessionName, Value: old})
			answer := httptest.NewRecorder()
			_, err = a.Identify(answer, r)
			if (err == nil) != c.ok {
				t.Fatalf("identified: %v", err)
			}
			if renewed := answer.Result().Cookies(); c.ok && (len(renewed) != 2 || renewed[0].Value[:8] == old[:8]) {
				t.Errorf("not sealed anew with the new key: %v", renewed)
			}
		})
	}
}

func TestPlainHTTPOffLoopback(t *testing.T) {
	w := start(t, func(o *auth.Options) { o.PublicURL = "http://192.168.1.5:8080" })
	if n := strings.Count(w.logs.String(), "level=WARN"); n != 1 {
		t.Errorf("got %d warnings, want 1: %s", n, w.logs.String())
	}
	cookies := w.browser().get("/auth/login").Cookies()
	if len(cookies) != 1 || cookies[0].Secure || !strings.HasPrefix(cookies[0].Name, "signin-") || !cookies[0].HttpOnly {
		t.Errorf("got cookies %v, want one that is HttpOnly and not Secure", cookies)
	}
	answer := httptest.NewRecorder()
	w.auth.Forget(answer, nil)
	if c := answer.Result().Cookies(); len(c) != 2 || c[0].Name != "session" || c[0].Secure || c[1].Secure {
		t.Errorf("got cookies %v, want session and its hint without Secure", c)
	}
}

// revoker is people of whom one signs out everywhere just after being read.
type revoker struct {
	auth.People
	then func(models.User)
}

func (p *revoker) Person(ctx context.Context, id models.UserID) (models.User, error) {
	u, err := p.People.Person(ctx, id)
	if p.then != nil && err == nil {
		p.then(u)
	}
	return u, err
}

func TestRenewalDoesNotOutliveRevocation(t *testing.T) {
	people := &revoker{}
	w := start(t, func(o *auth.Options) {
		people.People = o.People
		o.People = people
	})
	b := w.browser()
	b.signIn("Taro", "")
	before := b.cookie(sessionName).Value
	w.clock.add(25 * time.Hour)
	people.then = func(u models.User) {
		people.then = nil
		if err := w.access.EndAll(t.Context(), u.ID, u.ID); err != nil {
			t.Error(err)
		}
		w.clock.add(time.Second)
	}
	if who := b.whoami(""); who.Code != "" || b.cookie(sessionName).Value == before {
		t.Fatalf("got %+v without a renewed cookie", who)
	}
	if who := b.whoami(""); who.Code != models.CodeUnauthenticated {
		t.Errorf("cookie renewed during the revocation: got %+v, want %s", who, models.CodeUnauthenticated)
	}
}

// TestOldSessionRevokedMeanwhile: a session from before ids is refused if its person signs
// out everywhere while it is first used.
func TestOldSessionRevokedMeanwhile(t *testing.T) {
	people := &revoker{}
	w := start(t, func(o *auth.Options) {
		people.People = o.People
		o.People = people
	})
	b := w.before("Taro", 72*time.Hour, 12*time.Hour)
	people.then = func(u models.User) {
		people.then = nil
		if err := w.access.EndAll(t.Context(), u.ID, u.ID); err != nil {
			t.Error(err)
		}
	}
	b.refused("the request under way")
	b.refused("the next one")
}

func TestStoreAway(t *testing.T) {
	people := &awayPeople{}
	w := start(t, func(o *auth.Options) {
		people.People = o.People
		o.People = people
	})
	b := w.browser()
	b.signIn("Taro", "")
	people.away = true
	if who := b.whoami(""); who.Code != models.CodeUnavailable {
		t.Errorf("got %+v, want %s", who, models.CodeUnavailable)
	}
	if to := b.signIn("Taro", ""); to != "/?signin=unavailable" {
		t.Errorf("got redirect to %q, want %q", to, "/?signin=unavailable")
	}
	if resp := b.post("/auth/logout-everywhere", nil); resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("got %s, want %d", resp.Status, http.StatusServiceUnavailable)
	}
	people.away = false
	if who := b.whoami(""); who.Code != "" {
		t.Errorf("back again: got %+v, want no error", who)
	}
}

// awayPeople is people whose store can be made unavailable.
type awayPeople struct {
	auth.People
	away bool
}

func (p *awayPeople) Person(ctx context.Context, id models.UserID) (models.User, error) {
	if p.away {
		return models.User{}, models.Unavailable(errors.New("store is away"))
	}
	return p.People.Person(ctx, id)
}
