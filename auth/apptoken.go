package auth

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// apiResource is the path of the resource that the web API is.
const apiResource = "/api"

// byApp identifies a caller by an access token of OAuth for a resource, which is a path of
// this server. A token for another resource is refused.
func (a *Auth) byApp(ctx context.Context, raw, resource string) (Identity, error) {
	t, ok := a.keys.OpenAppToken(raw)
	switch {
	case !ok:
		return Identity{}, unauthenticated("access token: not sealed by this server")
	case !a.now().Before(time.UnixMilli(t.Ends)):
		return Identity{}, unauthenticated("access token: expired")
	case t.Resource != a.public.String()+resource:
		return Identity{}, unauthenticated("access token: for another resource")
	}
	u, err := a.people.Person(ctx, t.User)
	if err != nil {
		return Identity{}, personError(err)
	}
	if err := a.valid(ctx, u, t.Access); err != nil {
		return Identity{}, err
	}
	return Identity{User: u, Method: MethodApp, Access: t.Access, Scope: t.Scope}, nil
}

// IdentifyAt returns the caller of a request for a resource besides the web API, such as
// "/mcp", by an access token for that resource or a personal token. It ignores cookies and
// refuses ID tokens. Its errors are those of Identify.
func (a *Auth) IdentifyAt(r *http.Request, resource string) (Identity, error) {
	raw, err := bearer(r.Header.Values("Authorization"))
	if err != nil {
		return Identity{}, err
	}
	if sealed, personal := strings.CutPrefix(raw, tokenPrefix); personal {
		return a.byToken(r.Context(), sealed)
	}
	return a.byApp(r.Context(), raw, resource)
}
