package auth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"voicememo/models"
)

const (
	// appPrefix begins an access token of OAuth, so that it is told from the other bearer
	// tokens, and so that scanners for secrets can find one.
	appPrefix = "va_"
	// appSeal is the name under which access tokens are sealed.
	appSeal = "oauth access token"
)

// AppToken is the content of an access token of an app or Echo that a person has allowed
// with OAuth.
type AppToken struct {
	User     models.UserID   `json:"u"`
	Access   models.AccessID `json:"x"`
	Client   string          `json:"c"` // a hash of the client's id
	Scope    models.Scope    `json:"s"`
	Resource string          `json:"r"` // the only address at which it is valid (RFC 8707)
	Ends     int64           `json:"e"` // Unix milliseconds
}

// SealAppToken returns an access token. A nil random source is crypto/rand.
func (k *KeyRing) SealAppToken(t AppToken) (string, error) {
	sealed, err := k.Seal(nil, appSeal, t)
	return appPrefix + sealed, err
}

// OpenAppToken returns the content of an access token, which may have expired.
func (k *KeyRing) OpenAppToken(raw string) (t AppToken, ok bool) {
	sealed, ok := strings.CutPrefix(raw, appPrefix)
	ok = ok && k.Open(appSeal, sealed, &t)
	return t, ok
}

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
