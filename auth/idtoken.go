package auth

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"voicememo/models"
)

const (
	// leeway is how far the issuer's clock and ours may be apart.
	leeway = time.Minute
	// maxIDToken is the longest ID token looked at, in bytes.
	maxIDToken = 16 << 10
	// maxPicture is the longest address of a picture kept, in bytes.
	maxPicture = 2 << 10
)

// claims are what a verified ID token says (OpenID Connect Core section 2).
type claims struct {
	profileClaims
	Authorized string   `json:"azp"`
	NotBefore  unixTime `json:"nbf"`
	IssuedAt   unixTime `json:"iat"`
	AuthTime   unixTime `json:"auth_time"`

	issuedAt, authTime time.Time
	token              *oidc.IDToken
}

// profileClaims are those about the person (section 5.1), which the userinfo
// endpoint gives, too.
type profileClaims struct {
	Subject       string    `json:"sub"`
	Name          string    `json:"name"`
	Username      string    `json:"preferred_username"`
	Email         string    `json:"email"`
	EmailVerified looseBool `json:"email_verified"`
	Picture       string    `json:"picture"`
}

// verify checks an ID token: signature by one of the issuer's keys, issuer,
// times within leeway, that every audience is one of these, and that it was
// made for one of them (azp, OpenID Connect Core section 3.1.3.7).
// Unauthenticated: it is not valid. Unavailable: the issuer's keys are away.
func (a *Auth) verify(ctx context.Context, raw string, audiences []string) (claims, error) {
	if len(raw) > maxIDToken {
		return claims{}, unauthenticated("token: too long")
	}
	p, err := a.issuer.provider(ctx)
	if err != nil {
		return claims{}, err
	}
	var keys keysOutcome
	token, err := p.verifier.Verify(context.WithValue(ctx, keysOutcomeKey{}, &keys), raw)
	switch {
	case keys.away:
		return claims{}, models.Unavailable(err)
	case err != nil:
		return claims{}, unauthenticated("token: signature, issuer or expiry")
	}
	c := claims{token: token}
	if err := token.Claims(&c); err != nil {
		return claims{}, unauthenticated("token: a claim has the wrong type")
	}
	c.issuedAt, c.authTime = c.IssuedAt.time(), c.AuthTime.time()
	if problem := c.problem(a.now(), audiences); problem != "" {
		return claims{}, unauthenticated("token: " + problem)
	}
	return c, nil
}

// problem gives what speaks against the claims that go-oidc leaves to us, or "".
func (c claims) problem(now time.Time, audiences []string) string {
	foreign := func(audience string) bool { return !slices.Contains(audiences, audience) }
	latest := now.Add(leeway)
	switch {
	case len(c.token.Audience) == 0 || slices.ContainsFunc(c.token.Audience, foreign):
		return "audience"
	case len(c.token.Audience) > 1 && c.Authorized == "":
		return "several audiences without azp"
	case c.Authorized != "" && foreign(c.Authorized):
		return "azp"
	case c.issuedAt.IsZero() || c.issuedAt.After(latest):
		return "issued in the future or never"
	case c.NotBefore.time().After(latest):
		return "not valid yet"
	case c.authTime.After(latest):
		return "signed in in the future"
	}
	return ""
}

// profile is what the family sees of the person. An address that the issuer did
// not verify is none.
func (c claims) profile(id models.UserID) models.Profile {
	p := models.Profile{ID: id, Name: c.Name, Source: models.SourceGoogle}
	if p.Name == "" {
		p.Name = c.Username
	}
	if c.EmailVerified {
		p.Email = c.Email
	}
	if u, err := url.Parse(c.Picture); err == nil && u.Scheme == "https" && len(c.Picture) <= maxPicture {
		p.Picture = c.Picture
	}
	return p
}

// unixTime is a NumericDate (RFC 7519 section 2): seconds, perhaps with a fraction.
type unixTime float64

func (t unixTime) time() time.Time {
	if t == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(float64(t) * 1000)).UTC()
}

// looseBool is true for true and "true": some issuers write a text.
type looseBool bool

// UnmarshalJSON takes everything else for false.
func (b *looseBool) UnmarshalJSON(data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*b = v == true || v == "true"
	return nil
}
