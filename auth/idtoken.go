package auth

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	strict "github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"

	"voicememo/models"
)

const (
	// leeway is how far the issuer's clock and ours may be apart.
	leeway = time.Minute
	// maxIDToken is the longest ID token accepted, in bytes.
	maxIDToken = 16 << 10
	// maxPicture is the longest address of a picture kept, in bytes.
	maxPicture = 2 << 10
)

// claims are what a verified ID token says (OpenID Connect Core section 2).
type claims struct {
	profileClaims
	Issuer          string       `json:"iss"`
	Audience        jwt.Audience `json:"aud"`
	Authorized      string       `json:"azp"`
	Expiry          numericDate  `json:"exp"`
	NotBefore       numericDate  `json:"nbf"`
	IssuedAt        numericDate  `json:"iat"`
	AuthTime        numericDate  `json:"auth_time"`
	Nonce           string       `json:"nonce"`
	AccessTokenHash string       `json:"at_hash"`

	// issuedAt is the earliest moment, by this server's clock, at which the token can
	// have been issued. Revocation is decided by it.
	issuedAt time.Time
	token    *oidc.IDToken
}

// profileClaims are the claims about the person (section 5.1), which the userinfo
// endpoint may send as well.
type profileClaims struct {
	Subject       string    `json:"sub"`
	Name          string    `json:"name"`
	Username      string    `json:"preferred_username"`
	Email         string    `json:"email"`
	EmailVerified looseBool `json:"email_verified"`
	Picture       string    `json:"picture"`
	Hosted        string    `json:"hd"` // Google: the domain of the person's organization
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
	if err := readClaims(token, &c); err != nil {
		return claims{}, unauthenticated("token: a claim is there twice, or is not of its type")
	}
	if problem := c.problem(a.now(), audiences); problem != "" {
		return claims{}, unauthenticated("token: " + problem)
	}
	c.issuedAt = c.IssuedAt.Add(-leeway)
	return c, nil
}

// readClaims reads the payload of a token or the answer of the userinfo endpoint into a
// struct. Unlike encoding/json, which go-oidc uses, it takes only members whose names
// are spelled exactly as the claims. It refuses an object that has a member twice, as
// RFC 7519 section 4 allows: programs differ in which of the two they believe.
func readClaims(from interface{ Claims(into any) error }, into any) error {
	var raw json.RawMessage
	if err := from.Claims(&raw); err != nil {
		return err
	}
	return strict.Unmarshal(raw, into)
}

// problem returns what is wrong with claims that go-oidc does not check, or "".
func (c claims) problem(now time.Time, audiences []string) string {
	foreign := func(audience string) bool { return !slices.Contains(audiences, audience) }
	latest := now.Add(leeway)
	switch {
	case c.Issuer != c.token.Issuer || c.AccessTokenHash != c.token.AccessTokenHash:
		return "a claim that go-oidc checked has another spelling"
	case !now.Add(-leeway).Before(c.Expiry.Time):
		return "expired"
	case len(c.Audience) == 0 || slices.ContainsFunc(c.Audience, foreign):
		return "audience"
	case len(c.Audience) > 1 && c.Authorized == "":
		return "several audiences without azp"
	case c.Authorized != "" && foreign(c.Authorized):
		return "azp"
	case c.IssuedAt.IsZero() || c.IssuedAt.After(latest):
		return "issued in the future or never"
	case c.NotBefore.After(latest):
		return "not valid yet"
	case c.AuthTime.After(latest):
		return "signed in in the future"
	}
	return ""
}

// newcomer is a person who has just proved who they are.
type newcomer struct {
	models.Profile
	hosted string // see profileClaims.Hosted
}

// profile returns what the family sees of the person. An address that the issuer did
// not verify is left out.
func (c claims) profile(id models.UserID) newcomer {
	p := models.Profile{ID: id, Name: c.Name, Source: models.SourceOIDC}
	if p.Name == "" {
		p.Name = c.Username
	}
	if c.EmailVerified {
		p.Email = c.Email
	}
	if u, err := url.Parse(c.Picture); err == nil && u.Scheme == "https" && len(c.Picture) <= maxPicture {
		p.Picture = c.Picture
	}
	return newcomer{p, c.Hosted}
}

// numericDate is a NumericDate (RFC 7519 section 2). The zero value is a claim that is
// not there.
type numericDate struct{ time.Time }

// maxNumericDate is the end of the year 9999, in Unix seconds.
const maxNumericDate = 253402300800

// UnmarshalJSON reads seconds since 1970, perhaps with a fraction, until the end of the
// year 9999. Other numbers are refused: as times they would overflow.
func (d *numericDate) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	seconds, err := strconv.ParseFloat(string(data), 64)
	if err != nil || seconds < 0 || seconds >= maxNumericDate {
		return errors.New("not a NumericDate")
	}
	d.Time = time.UnixMilli(int64(seconds * 1000)).UTC()
	return nil
}

// looseBool is true for true and "true": some issuers write a text.
type looseBool bool

// UnmarshalJSON takes every other value for false.
func (b *looseBool) UnmarshalJSON(data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*b = v == true || v == "true"
	return nil
}
