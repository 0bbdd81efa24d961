package auth

import (
	"net/http"
	"time"

	"voicememo/models"
)

const (
	// sessionLifetime is how long a session lives without being used.
	sessionLifetime = 30 * 24 * time.Hour
	// sessionSlide is the age from which a used session's cookie is renewed.
	sessionSlide = 24 * time.Hour
	// sessionCookie is the short name of the session's cookie.
	sessionCookie = "session"
)

// session is what the session cookie holds. Times are Unix milliseconds.
type session struct {
	User   models.UserID `json:"u"`
	Issued int64         `json:"i"` // when this cookie was made
	// Began is when the person signed in. Renewal keeps it and revocation is
	// decided by it, so that a cookie renewed in the very moment of "sign out
	// everywhere" does not outlive it.
	Began int64 `json:"a"`
}

// begin signs a browser in. The session begins after the account's making and
// last revocation even if these were by a clock that is ahead: the person has
// proved only now who it is.
func (a *Auth) begin(w http.ResponseWriter, u models.User) error {
	now := a.millis()
	began := now
	for _, earliest := range []time.Time{u.CreatedAt, u.SessionsValidAfter.Add(time.Millisecond)} {
		if began.Before(earliest) {
			began = earliest
		}
	}
	return a.issue(w, session{User: u.ID, Issued: now.UnixMilli(), Began: began.UnixMilli()})
}

func (a *Auth) issue(w http.ResponseWriter, s session) error {
	name := a.cookies.name(sessionCookie)
	value, err := a.keys.seal(a.rand, name, s)
	if err != nil {
		return models.Internalf("session: %w", err)
	}
	a.cookies.set(w, name, value, sessionLifetime)
	return nil
}

// session gives the request's session, if it has one that is not too old. On
// plain http another host of the site can add cookies of the same name, so each
// is tried.
func (a *Auth) session(r *http.Request) (session, bool) {
	name := a.cookies.name(sessionCookie)
	for _, c := range r.CookiesNamed(name) {
		var s session
		if a.keys.open(name, c.Value, &s) == nil && a.age(s) < sessionLifetime {
			return s, true
		}
	}
	return session{}, false
}

func (a *Auth) age(s session) time.Duration { return a.now().Sub(time.UnixMilli(s.Issued)) }
