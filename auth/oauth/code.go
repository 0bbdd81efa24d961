package oauth

import (
	"context"
	"crypto/subtle"
	"net/url"
	"strings"
	"time"

	"voicememo/auth"
	"voicememo/models"
)

// The prefixes of what is sealed, by which scanners for secrets can find it, and the names
// under which it is sealed.
const (
	codePrefix    = "vc_"
	codeSeal      = "oauth code"
	refreshPrefix = "vr_"
	refreshSeal   = "oauth refresh token"
)

// code is the content of an authorization code.
type code struct {
	User      models.UserID   `json:"u"`
	Access    models.AccessID `json:"x"` // begun with generation 0, which redeeming the code ends
	Client    string          `json:"c"` // Client.hash
	Redirect  string          `json:"r"`
	Challenge string          `json:"h"`
	Scope     models.Scope    `json:"s"`
	Resource  string          `json:"a"`
	Ends      int64           `json:"e"` // Unix milliseconds
}

// seal returns a sealed value after its prefix.
func (s *Server) seal(prefix, name string, v any) string { return prefix + s.Keys.Seal(name, v) }

// open reads what seal returned.
func (s *Server) open(prefix, name, text string, v any) bool {
	sealed, ok := strings.CutPrefix(text, prefix)
	return ok && s.Keys.Open(name, sealed, v)
}

// Answerer is the person who answers a request, as just read, and the browser's session in
// which they do.
type Answerer struct {
	User    models.User
	Session models.AccessID
}

// Allow begins the access that a person has allowed, and returns the address to which the
// browser goes with the code. Unauthenticated: the session has ended. Other errors are those
// of auth.Accesses.Begin.
func (s *Server) Allow(ctx context.Context, by Answerer, r Request) (location string, err error) {
	access, err := s.begin(ctx, by, r, codeLifetime)
	if err != nil {
		return "", err
	}
	text := s.seal(codePrefix, codeSeal, code{
		User: by.User.ID, Access: access.ID, Client: r.Client.hash(), Redirect: r.Redirect, Challenge: r.challenge,
		Scope: r.Scope, Resource: r.Resource, Ends: access.Until.UnixMilli(),
	})
	return s.back(r, map[string]string{"code": text}), nil
}

// begin begins an access, which ends by itself if the client does not redeem its code.
func (s *Server) begin(ctx context.Context, by Answerer, r Request, lifetime time.Duration) (models.Access, error) {
	host := ""
	if r.Client.Registered {
		host = r.Host()
	}
	access, err := s.Access.Begin(ctx, by.User, auth.Grant{
		Kind: r.Client.Kind, Name: r.Client.Name, Host: host, Scope: r.Scope, Lifetime: lifetime, By: by.Session,
	})
	if models.IsReason(err, models.ReasonAccess) {
		err = &models.Error{Code: models.CodeUnauthenticated, Err: err}
	}
	return access, err
}

// Refuse returns the address to which the browser goes after the person has refused.
func (s *Server) Refuse(r Request) (location string) {
	return s.refuse(r, fault("access_denied", "user denied the request")).Location
}

// redeem returns the tokens for a code: POST /oauth/token with grant_type=authorization_code.
// A replay ends the access only if the code verifier is right, so that a person who has seen
// only the code can end nothing.
func (s *Server) redeem(ctx context.Context, c Client, form url.Values) (tokens, error) {
	var found code
	switch {
	case !s.open(codePrefix, codeSeal, form.Get("code"), &found):
		return tokens{}, invalidGrant("invalid authorization code")
	case !same(found.Client, c.hash()):
		return tokens{}, invalidGrant("authorization code issued to another client")
	case form.Has("redirect_uri") && form.Get("redirect_uri") != found.Redirect:
		return tokens{}, invalidGrant("redirect_uri does not match")
	case !verifies(form.Get("code_verifier"), found.Challenge):
		return tokens{}, invalidGrant("code_verifier does not match")
	case form.Has("resource") && form.Get("resource") != found.Resource:
		return tokens{}, fault("invalid_target", "authorization code issued for another resource")
	case !s.now().Before(time.UnixMilli(found.Ends)):
		return tokens{}, s.expired(ctx, found)
	}
	return s.first(ctx, c, grant{found.User, found.Access, found.Scope, found.Resource})
}

// expired returns the error of a code that has expired. If it has been redeemed, this is a
// replay, which ends the access.
func (s *Server) expired(ctx context.Context, c code) error {
	u, err := s.People.Person(ctx, c.User)
	if err == nil && u.Grants(c.Access) && u.Access[c.Access].Generation > 0 {
		if err := s.end(ctx, c.User, c.Access, "an expired code was used again"); err != nil {
			return err
		}
	}
	return invalidGrant("authorization code expired")
}

// same reports whether two texts are equal, in constant time. Empty texts never are.
func same(a, b string) bool { return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
