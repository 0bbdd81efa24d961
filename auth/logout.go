package auth

import (
	"encoding/json"
	"net/http"

	"voicememo/models"
)

// SignOut makes the browser forget its session. A copy of the cookie stays good
// until SignOutEverywhere or its end.
func (a *Auth) SignOut(w http.ResponseWriter, _ *http.Request) {
	a.cookies.clear(w, a.cookies.name(sessionCookie))
}

// SignOutEverywhere revokes every session and token the person has, this
// browser's too. Errors as Identify's.
func (a *Auth) SignOutEverywhere(w http.ResponseWriter, r *http.Request) error {
	who, err := a.Identify(w, r)
	if err != nil {
		return err
	}
	if err := a.people.SignOutEverywhere(r.Context(), who.User); err != nil {
		return err
	}
	a.SignOut(w, r)
	return nil
}

// Logout is POST /auth/logout: 204, signed in or not.
func (a *Auth) Logout(w http.ResponseWriter, r *http.Request) {
	a.SignOut(w, r)
	w.WriteHeader(http.StatusNoContent)
}

// LogoutEverywhere is POST /auth/logout-everywhere: 204, or a problem (RFC 9457)
// without words. A surface with its own problems calls SignOutEverywhere.
func (a *Auth) LogoutEverywhere(w http.ResponseWriter, r *http.Request) {
	err := a.SignOutEverywhere(w, r)
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	status, code := http.StatusInternalServerError, models.CodeInternal
	switch e := models.AsError(err); e.Code {
	case models.CodeUnauthenticated:
		status, code = http.StatusUnauthorized, e.Code
		w.Header().Set("WWW-Authenticate", "Bearer")
	case models.CodeUnavailable:
		status, code = http.StatusServiceUnavailable, e.Code
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{ // nobody is left to tell
		"type": "about:blank", "title": http.StatusText(status), "status": status, "code": code,
	})
}
