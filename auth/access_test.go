package auth_test

import (
	"context"
	"errors"
	"net/http"
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

// copyOf returns another browser with the session cookie of b.
func (b *browser) copyOf() *browser {
	b.w.t.Helper()
	c := b.w.browser()
	c.plant(sessionName, b.cookie(sessionName).Value)
	return c
}

// refused checks that the browser is not signed in.
func (b *browser) refused(when string) {
	b.w.t.Helper()
	if who := b.whoami(""); who.Code != models.CodeUnauthenticated {
		b.w.t.Errorf("%s: got %+v, want %s", when, who, models.CodeUnauthenticated)
	}
}

// welcome checks that Taro is signed in.
func (b *browser) welcome(when string) {
	b.w.t.Helper()
	if who := b.whoami(""); who.Code != "" || who.Name != "Taro" {
		b.w.t.Errorf("%s: got %+v, want Taro", when, who)
	}
}

// list returns a person's accesses.
func (w *world) list(id models.UserID) []models.Access {
	w.t.Helper()
	list, err := w.access.List(w.t.Context(), id)
	must.OK(w.t, err)
	return list
}

// TestSignOutEndsOnTheServer: a copy of the cookie is refused after its browser has signed
// out, and other browsers stay signed in.
func TestSignOutEndsOnTheServer(t *testing.T) {
	w := start(t, nil)
	phone, laptop := w.browser(), w.browser()
	phone.signIn("Taro", "")
	laptop.signIn("Taro", "")
	thief := phone.copyOf()
	thief.welcome("before")
	for range 2 { // the second time the browser is not signed in
		resp := phone.post("/auth/logout", nil)
		if resp.StatusCode != http.StatusNoContent || resp.Header.Get("Clear-Site-Data") != `"cache"` {
			t.Errorf("answered %s with Clear-Site-Data %q", resp.Status, resp.Header.Get("Clear-Site-Data"))
		}
	}
	thief.refused("the copy after the sign-out")
	phone.refused("after the sign-out")
	laptop.welcome("another browser")
}

// TestSessionEndsAfter90Days even if it is used often.
func TestSessionEndsAfter90Days(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.signIn("Taro", "")
	for range 4 {
		w.clock.add(22 * 24 * time.Hour)
		b.welcome("in use")
	}
	w.clock.add(47 * time.Hour)
	b.welcome("after 90 days less an hour")
	c := b.copyOf()
	w.clock.add(time.Hour)
	c.refused("after 90 days")
	if list := w.list("dev#taro"); len(list) != 0 {
		t.Errorf("the list: got %+v, want none", list)
	}
}

// TestCookieLastsNoLongerThanItsSession: near the end of a session, its renewed cookie
// lasts for the rest of the session.
func TestCookieLastsNoLongerThanItsSession(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.signIn("Taro", "")
	for range 4 {
		w.clock.add(20 * 24 * time.Hour)
		b.welcome("in use")
	}
	w.clock.add(25 * time.Hour)
	resp, _ := b.do(b.request(http.MethodGet, "/whoami", nil))
	for _, c := range resp.Cookies() {
		if left := 10*24*3600 - 25*3600; c.MaxAge > left || c.MaxAge < left-1 { // the sign-in was within a second
			t.Errorf("got Max-Age %d, want %d", c.MaxAge, left)
		}
	}
	check.Equal(t, len(resp.Cookies()), 2, "cookies")
}

// TestSessionsAreListed with the browser's name, the sign-in and the day of the last use.
func TestSessionsAreListed(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.agent = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
	b.signIn("Taro", "")
	id, since := b.whoami("").ID, w.clock.now()
	w.clock.add(3 * 24 * time.Hour)
	b.welcome("three days later")
	list := w.list(id)
	if len(list) != 1 {
		t.Fatalf("got %d accesses, want 1", len(list))
	}
	a := list[0]
	if a.Kind != models.AccessSession || a.Name != "Firefox, Android" || a.Scope != models.ScopeFull ||
		since.Sub(a.Since).Abs() > time.Second || !a.LastUsed.Equal(models.Day(w.clock.now())) {
		t.Errorf("got %+v", a)
	}
	w.clock.add(32 * 24 * time.Hour)
	if list := w.list(id); len(list) != 0 {
		t.Errorf("after 32 days without use: got %+v, want none", list)
	}
}

// TestSignInReplacesTheBrowsersSession: signing in again in the same browser ends its
// previous session, also if that was another person's.
func TestSignInReplacesTheBrowsersSession(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.signIn("Taro", "")
	taro, before := b.whoami("").ID, b.copyOf()
	b.signIn("Taro", "")
	before.refused("the session before")
	b.welcome("the new session")
	check.Equal(t, len(w.list(taro)), 1, "sessions")
	before = b.copyOf()
	b.signIn("Hanako", "")
	before.refused("the session of the person before")
	check.Equal(t, len(w.list(taro)), 0, "sessions of the person before")
}

// TestTheLeastUsedSessionEnds: a person has at most models.MaxAccess.
func TestTheLeastUsedSessionEnds(t *testing.T) {
	w := start(t, nil)
	var all []*browser
	for range models.MaxAccess {
		b := w.browser()
		b.signIn("Taro", "")
		all = append(all, b)
	}
	w.clock.add(25 * time.Hour)
	for i, b := range all {
		if i != 7 {
			b.welcome("the next day")
		}
	}
	w.browser().signIn("Taro", "")
	all[7].refused("the one unused longest")
	all[6].welcome("another")
	check.Equal(t, len(w.list(all[0].whoami("").ID)), models.MaxAccess, "sessions")
}

// before returns a browser with a session from before sessions had ids.
func (w *world) before(name string, began, issued time.Duration) *browser {
	w.t.Helper()
	b := w.browser()
	b.signIn(name, "")
	id := b.whoami("").ID
	b.post("/auth/logout", nil)
	w.clock.add(began)
	now := w.clock.now()
	b.plant(sessionName, auth.CookieWithoutID(w.keys, sessionName, id, now.Add(-began), now.Add(-issued)))
	return b
}

// TestSessionsFromBeforeIDs: cookies without an id work for their thirty days, get an
// id at their first use, and end like others, with every copy.
func TestSessionsFromBeforeIDs(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		began, issued time.Duration
		then          func(t *testing.T, w *world, b *browser)
	}{
		"one access for all copies": {3 * day, day / 2, func(t *testing.T, w *world, b *browser) {
			b.welcome("first use")
			b.copyOf().welcome("a copy")
			check.Equal(t, len(w.list(b.whoami("").ID)), 1, "sessions")
		}},
		"renewed with an id": {3 * day, 2 * day, func(t *testing.T, w *world, b *browser) {
			old := b.cookie(sessionName).Value
			b.welcome("first use")
			if b.cookie(sessionName).Value == old {
				t.Error("not renewed after a day")
			}
			w.clock.add(29 * day)
			b.welcome("29 days later")
		}},
		"thirty days": {31 * day, 30 * day, func(_ *testing.T, _ *world, b *browser) { b.refused("thirty days after it was made") }},
		"longer than ninety days ago": {300 * day, 2 * day, func(_ *testing.T, w *world, b *browser) {
			b.welcome("at first")
			w.clock.add(27 * day)
			b.welcome("within thirty days of the cookie")
			w.clock.add(2 * day)
			b.refused("after them")
		}},
		"sign-out ends every copy, used or not": {3 * day, day / 2, func(_ *testing.T, _ *world, b *browser) {
			used, unused := b.copyOf(), b.copyOf()
			used.welcome("a copy")
			b.post("/auth/logout", nil)
			used.refused("a copy that was used")
			unused.refused("a copy that was not")
		}},
		"sign-out without any use": {3 * day, day / 2, func(_ *testing.T, _ *world, b *browser) {
			other := b.copyOf()
			b.post("/auth/logout", nil)
			other.refused("a copy")
		}},
		"sign-out everywhere": {3 * day, day / 2, func(_ *testing.T, w *world, b *browser) {
			same, other := b.copyOf(), w.browser()
			other.signIn("Taro", "")
			other.post("/auth/logout-everywhere", nil)
			b.refused("the browser")
			same.refused("a copy")
		}},
		"signing in again in that browser ends every copy": {3 * day, day / 2, func(_ *testing.T, _ *world, b *browser) {
			old := b.copyOf()
			b.signIn("Taro", "")
			b.welcome("the new session")
			old.refused("a copy of the old one")
		}},
		"of an account deleted since": {3 * day, day / 2, func(t *testing.T, w *world, b *browser) {
			must.OK(t, w.people.Close(t.Context(), w.person(b.copyOf().whoami("").ID)))
			w.clock.add(time.Minute)
			w.browser().signIn("Taro", "")
			b.refused("the session of the account before")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t, nil)
			c.then(t, w, w.before("Taro", c.began, c.issued))
		})
	}
}

// TestAccessesThatBeginAreTold: each sign-in is reported once. The first use of a session
// from before sessions had ids is not reported, even if copies of its cookie are used
// concurrently.
func TestAccessesThatBeginAreTold(t *testing.T) {
	w := start(t, nil)
	old := w.before("Taro", 72*time.Hour, 12*time.Hour)
	copies := []*browser{old, old.copyOf(), old.copyOf(), old.copyOf()}
	var began atomic.Int32
	w.access.Happened = func(e models.Event) {
		if e.Kind == models.EventAccessBegan {
			began.Add(1)
		}
	}
	var all sync.WaitGroup
	for _, b := range copies {
		all.Go(func() {
			if who := b.whoami(""); who.Code != "" {
				t.Errorf("first use: got %+v, want Taro", who)
			}
		})
	}
	all.Wait()
	check.Equal(t, began.Load(), 0, "first uses of an old cookie: accesses told")
	w.browser().signIn("Taro", "")
	check.Equal(t, began.Load(), 1, "after a sign-in: accesses told")
}

// awayAccess is a store of accesses that can be made unavailable.
type awayAccess struct {
	auth.Store
	away  bool
	hangs bool // Used returns with its context only
}

func (s *awayAccess) failure() error {
	if s.away {
		return models.Unavailable(errors.New("store is away"))
	}
	return nil
}

func (s *awayAccess) Begin(ctx context.Context, person models.UserID, a models.Access, ends []models.AccessID) error {
	if err := s.failure(); err != nil {
		return err
	}
	return s.Store.Begin(ctx, person, a, ends)
}

func (s *awayAccess) End(ctx context.Context, person models.UserID, id models.AccessID) error {
	if err := s.failure(); err != nil {
		return err
	}
	return s.Store.End(ctx, person, id)
}

func (s *awayAccess) Used(ctx context.Context, person models.UserID, id models.AccessID, day time.Time) error {
	if s.hangs {
		<-ctx.Done()
		return models.Unavailable(ctx.Err())
	}
	if err := s.failure(); err != nil {
		return err
	}
	return s.Store.Used(ctx, person, id, day)
}

// TestSignOutWhileTheStoreIsAway: the browser keeps its cookie so that it can sign out
// later, and using a session still works, also if its first use of a day cannot be recorded.
func TestSignOutWhileTheStoreIsAway(t *testing.T) {
	for name, begin := range map[string]func(*world) *browser{
		"session": func(w *world) *browser {
			b := w.browser()
			b.signIn("Taro", "")
			return b
		},
		"session from before ids": func(w *world) *browser { return w.before("Taro", 48*time.Hour, time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			store := &awayAccess{}
			w := start(t, func(o *auth.Options) {
				store.Store = o.Access.Store()
				access := auth.NewAccesses(store)
				access.Now, o.Access = o.Access.Now, access
			})
			b := begin(w)
			thief := b.copyOf()
			store.away = true
			w.clock.add(25 * time.Hour)
			b.welcome("in use meanwhile")
			if name == "session" {
				store.hangs = true
				b.welcome("in use while nothing can be written")
			}
			if resp := b.post("/auth/logout", nil); resp.StatusCode != http.StatusServiceUnavailable || b.cookie(sessionName) == nil {
				t.Errorf("got %s with cookie %v", resp.Status, b.cookie(sessionName))
			}
			store.away = false
			if resp := b.post("/auth/logout", nil); resp.StatusCode != http.StatusNoContent || b.cookie(sessionName) != nil {
				t.Errorf("got %s with cookie %v", resp.Status, b.cookie(sessionName))
			}
			thief.refused("a copy")
		})
	}
}

// TestBrowserNames: the name is one by which a person recognises the browser, or "".
func TestBrowserNames(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148":                           "iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":           "Edge, Windows",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36":                         "Chrome, Android",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0":                                                    "Firefox, macOS",
		"curl/8.5.0": "",
		"":           "",
		strings.Repeat("Mozilla/5.0 (X11; Linux x86_64) ", 400) + "\u202e": "Linux",
		"<script>/1.0 (Windows NT 10.0)":                                   "Windows",
	} {
		w := start(t, nil)
		b := w.browser()
		b.agent = agent
		b.signIn("Taro", "")
		if list := w.list(b.whoami("").ID); len(list) != 1 || list[0].Name != want {
			t.Errorf("%.60q: got %+v, want the name %q", agent, list, want)
		}
	}
}
