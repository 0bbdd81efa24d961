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
	// leeway is the accepted difference between the issuer's clock and this server's.
	leeway = time.Minute
	// maxIDToken is the length of the longest accepted ID token, in bytes.
	maxIDToken = 16 << 10
	// maxPicture is the length of the longest stored picture address, in bytes.
	maxPicture = 2 << 10
)

// claims are the claims of a verified ID token (OpenID Connect Core section 2).
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

	// issuedAt is the earliest time, by this server's clock, at which the token can have
	// been issued. Revocation compares with it.
	issuedAt time.Time
	token    *oidc.IDToken
}

// profileClaims are the claims about the person (section 5.1), which the userinfo
// endpoint can also return.
type profileClaims struct {
	Subject       string    `json:"sub"`
	Name          string    `json:"name"`
	Username      string    `json:"preferred_username"`
	Email         string    `json:"email"`
	EmailVerified looseBool `json:"email_verified"`
	Picture       string    `json:"picture"`
	Hosted        string    `json:"hd"` // Google: the domain of the person's organization
}

// verify checks an ID token: that one of the issuer's keys signed it, the issuer, the
// times within leeway, and that every audience and the authorized party (azp) are among
// audiences (OpenID Connect Core section 3.1.3.7). Unauthenticated: the token is not
// valid. Unavailable: the issuer's keys cannot be read.
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
		return claims{}, unauthenticated("token: a claim occurs twice or has the wrong type")
	}
	if problem := c.problem(a.now(), audiences); problem != "" {
		return claims{}, unauthenticated("token: " + problem)
	}
	c.issuedAt = c.IssuedAt.Add(-leeway)
	return c, nil
}

// readClaims reads the payload of a token or the answer of the userinfo endpoint into a
// struct. Unlike encoding/json, which go-oidc uses, it matches names case-sensitively. It
// refuses an object with a duplicate member, as RFC 7519 section 4 allows, because parsers
// differ in which of the two they use.
func readClaims(from interface{ Claims(into any) error }, into any) error {
	var raw json.RawMessage
	if err := from.Claims(&raw); err != nil {
		return err
	}
	return strict.Unmarshal(raw, into)
}

// problem returns what is wrong with the claims that go-oidc does not check, or "".
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
		return "authenticated in the future"
	}
	return ""
}

// newcomer is a person who has just been authenticated.
type newcomer struct {
	models.Profile
	hosted string // see profileClaims.Hosted
}

// profile returns the person's profile. It leaves out an e-mail address that the issuer did
// not verify.
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

// numericDate is a NumericDate (RFC 7519 section 2). The zero value is an absent claim.
type numericDate struct{ time.Time }

// maxNumericDate is the end of the year 9999, in Unix seconds.
const maxNumericDate = 253402300800

// UnmarshalJSON reads seconds since 1970, optionally with a fraction, up to the end of the
// year 9999. It refuses other numbers, which would overflow a time.
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

// looseBool is a bool that some issuers write as a string.
type looseBool bool

// UnmarshalJSON reads true and "true" as true, and every other value as false.
func (b *looseBool) UnmarshalJSON(data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*b = v == true || v == "true"
	return nil
}
