package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"voicememo/models"
)

// The lifetime of a session.
const (
	// SessionIdle is how long a session is valid without being used.
	SessionIdle = models.SessionIdle
	// SessionMax is how long a session is valid after the sign-in.
	SessionMax = 90 * 24 * time.Hour
)

const (
	// sessionSlide is the age at which the cookie of a session in use is renewed.
	sessionSlide = 24 * time.Hour
	// sessionCookie is the short name of the session's cookie.
	sessionCookie = "session"
)

// session is the content of the session cookie. Times are Unix milliseconds.
type session struct {
	User   models.UserID   `json:"u"`
	Access models.AccessID `json:"x,omitempty"` // "" in cookies from before sessions had ids
	Issued int64           `json:"i"`           // when this cookie was made
	Began  int64           `json:"a"`           // when the person signed in; renewal keeps it
	Ends   int64           `json:"e,omitempty"` // when the session ends at the latest
	Fresh  int64           `json:"f,omitempty"` // when the issuer authenticated the person anew, at our request
}

// withID returns the session of a cookie from before sessions had ids with an id, which is
// the same for every copy of the cookie. The session ends SessionMax after the sign-in,
// but not before the cookie itself.
func (s session) withID() session {
	sum := sha256.Sum256([]byte(string(s.User) + "\n" + strconv.FormatInt(s.Began, 10)))
	s.Access = models.OldAccess(hex.EncodeToString(sum[:6]))
	s.Ends = max(s.Began+SessionMax.Milliseconds(), s.Issued+SessionIdle.Milliseconds())
	return s
}

// begin signs a browser in and ends the browser's previous session.
func (a *Auth) begin(ctx context.Context, w http.ResponseWriter, r *http.Request, u models.User, fresh bool) error {
	g := Grant{Kind: models.AccessSession, Name: browserName(r.UserAgent()), Scope: models.ScopeFull, Lifetime: SessionMax}
	before, had := a.session(r)
	replaces := had && before.User == u.ID && u.Grants(before.Access)
	if replaces {
		g.Ends = []models.AccessID{before.Access}
	}
	access, err := a.access.Begin(ctx, u, g)
	if err != nil {
		return err
	}
	if had && !replaces {
		if err := a.end(ctx, before); err != nil {
			a.logger.WarnContext(ctx, "the session that a browser had before could not be ended", "error", err)
		}
	}
	s := session{
		User: u.ID, Access: access.ID, Issued: access.Since.UnixMilli(), Began: access.Since.UnixMilli(), Ends: access.Until.UnixMilli(),
	}
	if fresh {
		s.Fresh = s.Began
	}
	a.issue(w, s)
	return nil
}

// issue sets the cookie of a session, and the hint.
func (a *Auth) issue(w http.ResponseWriter, s session) {
	name := a.cookies.name(sessionCookie)
	life := min(SessionIdle, time.UnixMilli(s.Ends).Sub(a.now()))
	a.cookies.set(w, name, a.keys.Seal(name, s), life)
	a.cookies.hint(w, hintYes, life)
}

// session returns the request's session, if it has one that has not expired. It tries
// each cookie of the name, because on plain http another host of the site can add some.
func (a *Auth) session(r *http.Request) (session, bool) {
	name := a.cookies.name(sessionCookie)
	for _, c := range r.CookiesNamed(name) {
		var s session
		if !a.keys.Open(name, c.Value, &s) || a.age(s) >= SessionIdle {
			continue
		}
		if s.Access == "" {
			s = s.withID()
		}
		if a.now().Before(time.UnixMilli(s.Ends)) {
			return s, true
		}
	}
	return session{}, false
}

func (a *Auth) age(s session) time.Duration { return a.now().Sub(time.UnixMilli(s.Issued)) }

// validSession refuses a session of u that has ended; for any other session it records the
// use. A session from before sessions had ids begins its access at its first use.
func (a *Auth) validSession(ctx context.Context, u models.User, s session) error {
	if _, known := u.Access[s.Access]; !known && unknownYet(u, s) {
		return a.recorded(ctx, a.beginOld(ctx, u, s))
	}
	return a.valid(ctx, u, s.Access)
}

// valid refuses an access that u does not have or that has ended; for any other access it
// records the day on which it was used.
func (a *Auth) valid(ctx context.Context, u models.User, id models.AccessID) error {
	switch {
	case !u.Grants(id):
		return ended()
	case u.Access[id].LastUsed.Before(models.Day(a.now())):
		limited, cancel := context.WithTimeout(ctx, noteTime)
		defer cancel()
		return a.recorded(ctx, a.access.Used(limited, u.ID, id))
	}
	return nil
}

// noteTime bounds the recording of a use: while the disk does not write, people can read.
const noteTime = time.Second

// recorded returns the outcome of a request whose use of an access was to be recorded. An
// access that has ended in the meantime is refused; other errors are only logged.
func (a *Auth) recorded(ctx context.Context, err error) error {
	if models.IsCode(err, models.CodeNotFound) {
		return ended()
	}
	if err != nil {
		a.logger.WarnContext(ctx, "the use of an access could not be recorded; the next request records it", "error", err)
	}
	return nil
}

func ended() error { return unauthenticated("access ended") }

// unknownYet reports whether a session that u does not have is valid because it is from
// before sessions had ids.
func unknownYet(u models.User, s session) bool {
	return s.Access.Old() && !u.Revoked(models.Access{ID: s.Access, Since: s.began()})
}

// began returns when the person signed in.
func (s session) began() time.Time { return time.UnixMilli(s.Began).UTC() }

// beginOld begins the access of a session from before sessions had ids. The browser's name
// is unknown.
func (a *Auth) beginOld(ctx context.Context, u models.User, s session) error {
	_, err := a.access.Begin(ctx, u, Grant{
		ID: s.Access, Kind: models.AccessSession, Scope: models.ScopeFull, Since: s.began(), Lifetime: time.UnixMilli(s.Ends).Sub(a.now()),
	})
	return err
}

// end ends a session on the server. It returns nil if the session has already ended. A
// session from before sessions had ids must begin first, so that its end can be stored.
func (a *Auth) end(ctx context.Context, s session) error {
	u, err := a.people.Person(ctx, s.User)
	if _, known := u.Access[s.Access]; err == nil && !known && unknownYet(u, s) {
		err = a.beginOld(ctx, u, s)
	}
	if err == nil {
		err = a.access.End(ctx, s.User, s.User, s.Access)
	}
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	return err
}
