package auth

import (
	"errors"
	"net/http"
	"time"

	"voicememo/models"
)

// Method is how a request was authenticated.
type Method string

// The methods.
const (
	MethodCookie Method = "cookie"
	MethodBearer Method = "bearer" // an ID token of the issuer
	MethodToken  Method = "token"  // a personal token
	MethodApp    Method = "app"    // an access token of OAuth
)

// freshFor is how long a sign-in counts as fresh.
const freshFor = 10 * time.Minute

// Identity is the authenticated caller of a request.
type Identity struct {
	User   models.User // as just read
	Method Method
	Access models.AccessID // the browser's session, the personal token, or the app; "" for MethodBearer
	Scope  models.Scope    // what the request may do
	Until  time.Time       // MethodCookie: when that session ends at the latest
	// FreshAt is when the issuer authenticated the person anew because this server
	// asked it to; zero: never in this session, or the request has a token.
	FreshAt time.Time
}

// Program reports whether the caller is a program, which a person has given a personal token
// or allowed as an app, rather than the person.
func (i Identity) Program() bool { return i.Method == MethodToken || i.Method == MethodApp }

// Fresh reports whether the issuer authenticated the person anew within the last ten
// minutes.
func (i Identity) Fresh(now time.Time) bool {
	return !i.FreshAt.IsZero() && now.Sub(i.FreshAt) <= freshFor
}

// Identify returns the caller of a request. If the request has an Authorization header,
// its cookie is ignored. Identify may renew the session cookie, so call it before writing.
// Unauthenticated: the request is not from a known person, for whatever cause.
// Unavailable: the store, or the issuer's keys for a bearer token, cannot be read.
func (a *Auth) Identify(w http.ResponseWriter, r *http.Request) (Identity, error) {
	if headers := r.Header.Values("Authorization"); len(headers) > 0 {
		return a.byBearer(r.Context(), headers)
	}
	return a.byCookie(w, r)
}

func (a *Auth) byCookie(w http.ResponseWriter, r *http.Request) (Identity, error) {
	s, ok := a.session(r)
	if !ok {
		return Identity{}, unauthenticated("no valid session")
	}
	u, err := a.people.Person(r.Context(), s.User)
	if err != nil {
		return Identity{}, personError(err)
	}
	if err := a.validSession(r.Context(), u, s); err != nil {
		return Identity{}, err
	}
	if a.age(s) > sessionSlide {
		s.Issued = a.millis().UnixMilli()
		a.issue(w, s)
	}
	who := Identity{User: u, Method: MethodCookie, Access: s.Access, Scope: models.ScopeFull}
	who.Until = time.UnixMilli(s.Ends).UTC()
	if s.Fresh > 0 {
		who.FreshAt = time.UnixMilli(s.Fresh).UTC()
	}
	return who, nil
}

// personError returns Unauthenticated for a missing account, and other errors unchanged.
func personError(err error) error {
	if models.IsCode(err, models.CodeNotFound) {
		return unauthenticated("no such person")
	}
	return err
}

// unauthenticated returns an error with a cause, which is only for logs.
func unauthenticated(cause string) error {
	return &models.Error{Code: models.CodeUnauthenticated, Err: errors.New(cause)}
}
