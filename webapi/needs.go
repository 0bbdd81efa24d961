package webapi

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// routing registers routes, each with what it needs of the access that sends a request. A
// route without a need is refused, so that none is open by mistake.
type routing struct {
	*server
	e       *echo.Echo
	needs   map[string]models.Need // by method and path
	refused []error
}

// on registers a route for signed-in people. One for GET also serves HEAD, both of which
// RFC 9110 section 9.1 requires; net/http drops the body of HEAD.
func (r *routing) on(need models.Need, method, path string, h personal) {
	r.add(need, method, path, r.signedIn(need, h))
}

// public registers a route for every caller. One for GET also serves HEAD, except that
// beginning or ending a sign-in is not a read.
func (r *routing) public(method, path string, h echo.HandlerFunc) {
	r.add(models.NeedPublic, method, path, h)
}

// get registers a public route for GET and HEAD.
func (r *routing) get(path string, h echo.HandlerFunc) { r.public(http.MethodGet, path, h) }

func (r *routing) add(need models.Need, method, path string, h echo.HandlerFunc) {
	methods := []string{method}
	if method == http.MethodGet && !strings.HasPrefix(path, "/auth/") {
		methods = append(methods, http.MethodHead)
	}
	for _, m := range methods {
		if !slices.Contains(models.Needs(), need) {
			r.refused = append(r.refused, fmt.Errorf("webapi: %s %s: there is no need %q", m, path, need))
		}
		r.e.Add(m, path, h)
		r.needs[m+" "+path] = need
	}
}

// extra registers a handler of Options.Extra for every method.
func (r *routing) extra(path string, h http.Handler) {
	if strings.HasSuffix(path, "/") {
		path += "*"
	}
	for _, route := range r.e.Any(path, echo.WrapHandler(h)) {
		r.needs[route.Method+" "+path] = models.NeedPublic
	}
}

// check returns an error that names the routes that were registered without a need.
func (r *routing) check() error {
	all := r.refused
	for _, route := range r.e.Routes() {
		if _, known := r.needs[route.Method+" "+route.Path]; !known {
			all = append(all, fmt.Errorf("webapi: %s %s has no need", route.Method, route.Path))
		}
	}
	return errors.Join(all...)
}

// permit returns nil if a caller may send a request with this need. Forbidden/
// ReasonSessionOnly: it needs a browser's session. Forbidden/ReasonScope: the scope of the
// caller's access does not allow it.
func permit(who auth.Identity, need models.Need) error {
	switch {
	case need == models.NeedBrowser && who.Method == auth.MethodCookie:
		return nil
	case need == models.NeedBrowser:
		return models.Forbidden(models.ReasonSessionOnly)
	case !who.Scope.Allows(need):
		return &scopeError{need.Scope(), models.Forbidden(models.ReasonScope)}
	}
	return nil
}

// scopeError is an error that names the scope that a request needs.
type scopeError struct {
	scope models.Scope
	error
}

func (e *scopeError) Unwrap() error { return e.error }

// challenge returns the value of WWW-Authenticate for an error, "" if it has none (RFC 6750
// section 3, RFC 9110 section 15.5.2).
func challenge(err error) string {
	const insufficient = `Bearer error="insufficient_scope"`
	var scoped *scopeError
	switch {
	case models.IsCode(err, models.CodeUnauthenticated):
		return "Bearer"
	case models.IsReason(err, models.ReasonSessionOnly):
		return insufficient
	case errors.As(err, &scoped):
		return insufficient + `, scope="` + string(scoped.scope) + `"`
	}
	return ""
}
