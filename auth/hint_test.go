package auth_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

const hintName = "__Host-signed_in"

// hint returns the hint in an answer's cookies, or nil.
func hint(cookies []*http.Cookie) *http.Cookie {
	for _, c := range cookies {
		if c.Name == hintName {
			return c
		}
	}
	return nil
}

// TestHintFollowsTheSession: the page can read from a cookie whether the browser is signed
// in, from the sign-in through renewals until the sign-out, and it lasts as long as the
// session.
func TestHintFollowsTheSession(t *testing.T) {
	for name, path := range map[string]string{"here": "/auth/logout", "everywhere": "/auth/logout-everywhere"} {
		t.Run(name, func(t *testing.T) {
			w := start(t, nil)
			b := w.browser()
			at, err := b.post(b.login("").String(), map[string][]string{"name": {"Taro"}}).Location()
			must.OK(t, err)
			want := http.Cookie{Name: hintName, Value: "1", Path: "/", MaxAge: 30 * 24 * 3600, Secure: true, SameSite: http.SameSiteLaxMode}
			if got := hint(b.get(at.String()).Cookies()); got == nil || got.String() != want.String() {
				t.Fatalf("signed in: got %v, want %v", got, &want)
			}
			w.clock.add(25 * time.Hour)
			if got := hint(b.get("/whoami").Cookies()); got == nil || got.String() != want.String() {
				t.Errorf("renewed: got %v, want %v", got, &want)
			}
			check.Equal(t, hint(b.get("/whoami").Cookies()), nil, "not renewed")
			want.Value, want.MaxAge = "0", 0
			if got := hint(b.post(path, nil).Cookies()); got == nil || got.String() != want.String() {
				t.Errorf("signed out: got %v, want %v", got, &want)
			}
		})
	}
}

// TestHintWithThePage: the page's answer sets the hint only if the browser's one is absent
// or wrong, so that a session from before there were hints is found.
func TestHintWithThePage(t *testing.T) {
	w := start(t, nil)
	b := w.browser()
	b.signIn("Taro", "")
	session := b.cookie(sessionName)
	for name, c := range map[string]struct {
		session, hint string
		want          string // "": no cookie is set
	}{
		"a stranger":               {"", "", "0"},
		"a stranger again":         {"", "0", ""},
		"a session that is over":   {"bad", "1", "0"},
		"a session":                {session.Value, "1", ""},
		"a session of before":      {session.Value, "", "1"},
		"a session despite a hint": {session.Value, "0", "1"},
		"nonsense":                 {"", "yes", "0"},
	} {
		r, answer := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		if c.session != "" {
			r.AddCookie(&http.Cookie{Name: sessionName, Value: c.session})
		}
		if c.hint != "" {
			r.AddCookie(&http.Cookie{Name: hintName, Value: c.hint})
		}
		w.auth.Hint(answer, r)
		got := ""
		if set := hint(answer.Result().Cookies()); set != nil {
			got = set.Value
		}
		check.Equal(t, got, c.want, name)
	}
}

// TestHintHasNoEffect: the server does not take the hint for a session.
func TestHintHasNoEffect(t *testing.T) {
	w := start(t, nil)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.AddCookie(&http.Cookie{Name: hintName, Value: "1"})
	if who, err := w.auth.Identify(httptest.NewRecorder(), r); err == nil {
		t.Errorf("got %+v, want an error", who)
	}
}
