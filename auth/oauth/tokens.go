package oauth

import (
	"context"
	"net/url"
	"time"

	"voicememo/auth"
	"voicememo/models"
)

// grant is what an access was granted for.
type grant struct {
	User     models.UserID   `json:"u"`
	Access   models.AccessID `json:"x"`
	Scope    models.Scope    `json:"s"`
	Resource string          `json:"a"`
}

// refresh is the content of a refresh token.
type refresh struct {
	grant
	Client     string `json:"c"` // Client.hash
	Generation int64  `json:"g"`
	Ends       int64  `json:"e"` // Unix milliseconds
}

// tokens is the answer of the token endpoint.
type tokens struct {
	AccessToken  string       `json:"access_token"`
	TokenType    string       `json:"token_type"`
	ExpiresIn    int64        `json:"expires_in"` // seconds
	RefreshToken string       `json:"refresh_token"`
	Scope        models.Scope `json:"scope"`
}

// first makes the first generation of an access valid, which only one request can do, and
// returns its tokens. A replay ends the access.
func (s *Server) first(ctx context.Context, c Client, g grant) (tokens, error) {
	err := s.renew(ctx, c, g, 0, 1)
	switch {
	case models.IsReason(err, models.ReasonChanged):
		if err := s.end(ctx, g.User, g.Access, "a code was used again"); err != nil {
			return tokens{}, err
		}
		return tokens{}, invalidGrant("authorization code already used")
	case models.IsCode(err, models.CodeNotFound):
		return tokens{}, invalidGrant("access revoked or expired")
	case err != nil:
		return tokens{}, err
	}
	return s.issue(c, g, 1, g.Scope), nil
}

// renew makes a generation valid in place of another one, and extends the access.
func (s *Server) renew(ctx context.Context, c Client, g grant, from, to int64) error {
	now := s.now()
	return s.Access.Renew(ctx, g.User, g.Access, models.Renewal{From: from, To: to, At: now, Until: now.Add(lifetime(c))})
}

func lifetime(c Client) time.Duration {
	if c.Kind == models.AccessEcho {
		return EchoLifetime
	}
	return AppLifetime
}

// issue returns the tokens of a generation. scope is that of the access token, which may be
// narrower than what was granted.
func (s *Server) issue(c Client, g grant, generation int64, scope models.Scope) tokens {
	now := s.now()
	access := s.Keys.SealAppToken(auth.AppToken{
		User: g.User, Access: g.Access, Client: c.hash(), Scope: scope, Resource: g.Resource, Ends: now.Add(tokenLifetime).UnixMilli(),
	})
	next := s.seal(refreshPrefix, refreshSeal, refresh{g, c.hash(), generation, now.Add(lifetime(c)).UnixMilli()})
	return tokens{access, "Bearer", int64(tokenLifetime / time.Second), next, scope}
}

// refresh returns new tokens: POST /oauth/token with grant_type=refresh_token.
func (s *Server) refresh(ctx context.Context, c Client, form url.Values) (tokens, error) {
	var r refresh
	switch {
	case !s.open(refreshPrefix, refreshSeal, form.Get("refresh_token"), &r):
		return tokens{}, invalidGrant("invalid refresh token")
	case !same(r.Client, c.hash()):
		return tokens{}, invalidGrant("refresh token issued to another client")
	case !s.now().Before(time.UnixMilli(r.Ends)):
		return tokens{}, invalidGrant("refresh token expired")
	case form.Has("resource") && form.Get("resource") != r.Resource:
		return tokens{}, fault("invalid_target", "refresh token issued for another resource")
	}
	scope, ok := parseScope(form.Get("scope"), r.Scope)
	if !ok || !within(scope, r.Scope) {
		return tokens{}, fault("invalid_scope", "scope exceeds the granted scope")
	}
	generation, err := s.rotate(ctx, c, r)
	if err != nil {
		return tokens{}, err
	}
	return s.issue(c, r.grant, generation, scope), nil
}

// rotateTries bounds how often rotate reads the person: once more after each concurrent
// refresh of the same access.
const rotateTries = 3

// rotate makes the next generation valid and returns its number. The generation before the
// present one is accepted for rotationGrace and returns the present one; an older one has
// been stolen, or its successor has, so the access ends. The refresh tokens of an Echo all
// stay valid, as Amazon requires.
func (s *Server) rotate(ctx context.Context, c Client, r refresh) (int64, error) {
	for range rotateTries {
		u, err := s.People.Person(ctx, r.User)
		if models.IsCode(err, models.CodeNotFound) || err == nil && !u.Grants(r.Access) {
			return 0, invalidGrant("access revoked or expired")
		}
		if err != nil {
			return 0, err
		}
		use, now := u.Access[r.Access], s.now()
		next := r.Generation
		switch {
		case c.Kind == models.AccessEcho && now.Sub(use.Renewed) < extendEvery:
			return use.Generation, nil
		case c.Kind == models.AccessEcho:
			r.Generation, next = use.Generation, use.Generation
		case use.Generation == r.Generation:
			next++
		case use.Generation == r.Generation+1 && now.Sub(use.Renewed) <= rotationGrace:
			return use.Generation, nil
		default:
			if err := s.end(ctx, r.User, r.Access, "an old refresh token was used"); err != nil {
				return 0, err
			}
			return 0, invalidGrant("refresh token already used")
		}
		err = s.renew(ctx, c, r.grant, r.Generation, next)
		switch {
		case models.IsCode(err, models.CodeNotFound):
			return 0, invalidGrant("access revoked or expired")
		case !models.IsReason(err, models.ReasonChanged):
			return next, err
		}
	}
	return 0, models.Unavailable(nil)
}

// end ends an access because of a replay. It returns nil if the access has already ended.
func (s *Server) end(ctx context.Context, user models.UserID, id models.AccessID, cause string) error {
	err := s.Access.End(ctx, user, user, id)
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	if err == nil {
		s.Logger.WarnContext(ctx, "an access was ended", "cause", cause)
	}
	return err
}

// revoke ends the access of a token: POST /oauth/revoke (RFC 7009). A token that is not
// valid is ignored. Revoking an access token ends the access as well.
func (s *Server) revoke(ctx context.Context, c Client, form url.Values) error {
	token := form.Get("token")
	if token == "" {
		return invalidRequest("missing token")
	}
	var r refresh
	user, id, client := models.UserID(""), models.AccessID(""), ""
	if t, ok := s.Keys.OpenAppToken(token); ok {
		user, id, client = t.User, t.Access, t.Client
	} else if s.open(refreshPrefix, refreshSeal, token, &r) {
		user, id, client = r.User, r.Access, r.Client
	}
	if !same(client, c.hash()) {
		return nil
	}
	err := s.Access.End(ctx, user, user, id)
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	return err
}
