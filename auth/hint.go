package auth

import (
	"net/http"
	"time"
)

// hintCookie tells the page's script whether the browser has a session, which it cannot see
// itself: without one it need not ask who is signed in. The cookie has no secret and no
// effect on the server.
const hintCookie = "signed_in"

// Values of the hint.
const (
	hintYes = "1"
	hintNo  = "0"
)

// Hint sets the hint for the page that is about to be served, unless the browser has it: in
// a browser that never signed in, or whose session began before there were hints.
func (a *Auth) Hint(w http.ResponseWriter, r *http.Request) {
	want := hintNo
	if _, ok := a.session(r); ok {
		want = hintYes
	}
	if has, err := r.Cookie(a.cookies.name(hintCookie)); err == nil && has.Value == want {
		return
	}
	a.cookies.hint(w, want, SessionIdle)
}

// hint sets the hint. That there is a session is kept as long as the session; that there is
// none, until the browser is closed.
func (c cookies) hint(w http.ResponseWriter, value string, life time.Duration) {
	if value == hintNo {
		life = 0
	}
	cookie := c.cookie(c.name(hintCookie), value, int(life/time.Second)) //nolint:gosec // for scripts, without a secret
	cookie.HttpOnly = false
	http.SetCookie(w, cookie)
}
