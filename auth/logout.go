package auth

import "net/http"

// clearCache makes the browser clear its cache of this server
// (https://www.w3.org/TR/clear-site-data/).
const clearCache = `"cache"`

// Forget makes the browser forget its session and what it has cached.
func (a *Auth) Forget(w http.ResponseWriter, _ *http.Request) {
	a.cookies.clear(w, a.cookies.name(sessionCookie))
	a.cookies.hint(w, hintNo, 0)
	w.Header().Set("Clear-Site-Data", clearCache)
}

// SignOut ends the session of the browser that sent the request, if it has one, and makes
// the browser forget it. Unavailable: the session may not have ended, and the browser
// keeps its cookie so that it can try again.
func (a *Auth) SignOut(w http.ResponseWriter, r *http.Request) error {
	if s, ok := a.session(r); ok {
		if err := a.end(r.Context(), s); err != nil {
			return err
		}
	}
	a.Forget(w, r)
	return nil
}
