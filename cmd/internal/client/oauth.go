package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"voicememo/internal/loopback"
	"voicememo/internal/outbound"
)

// clientID is the id of this client at every server.
const clientID = "voicememo"

// deviceGrant is the grant type of RFC 8628.
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// The errors of a sign-in with a code.
var (
	ErrNoCodes = errors.New("the server has no sign-in with a code")
	ErrForeign = errors.New("the server names an address of another server for its sign-in")
	ErrRefused = errors.New("the person has refused")
	ErrExpired = errors.New("the code has expired")
)

// Codes are the codes of a sign-in: a person enters UserCode at the address.
type Codes struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
	Address    string `json:"verification_uri"`
	Lifetime   int    `json:"expires_in"` // seconds
	Interval   int    `json:"interval"`   // seconds
}

// tokens is the answer of the token endpoint.
type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Expires int    `json:"expires_in"` // seconds
}

// signIn returns the sign-in with the tokens, at the time now. of is the sign-in before.
func (t tokens) signIn(of SignIn, now time.Time) (SignIn, error) {
	if t.Access == "" || t.Refresh == "" || t.Expires <= 0 {
		return SignIn{}, &Error{Kind: NoServer}
	}
	return SignIn{
		URL: of.URL, Token: t.Access, Refresh: t.Refresh, Ends: now.Add(time.Duration(t.Expires) * time.Second).Unix(),
		Person: cmp.Or(of.Person, hash(t.Refresh)),
	}, nil
}

// oauthError is a refusal in the form of RFC 6749 section 5.2.
type oauthError struct{ code string }

func (e *oauthError) Error() string { return e.code }

// code returns the code of a refusal; "": the error is none.
func code(err error) string {
	var refused *oauthError
	if errors.As(err, &refused) {
		return refused.code
	}
	return ""
}

// SignInCodes asks for the codes of a sign-in. ErrNoCodes: the server has no such sign-in.
// ErrForeign: the address at which the person is to enter the code is not one of the server.
func (c *Client) SignInCodes(ctx context.Context) (codes Codes, err error) {
	err = c.form(ctx, "/oauth/device", url.Values{}, &codes)
	var failed *Error
	switch {
	case errors.As(err, &failed) && (failed.Kind == NotFound || failed.Kind == NoServer):
		return Codes{}, ErrNoCodes
	case err == nil && (codes.DeviceCode == "" || codes.UserCode == "" || codes.Lifetime <= 0):
		return Codes{}, ErrNoCodes
	case code(err) != "":
		return Codes{}, &Error{Kind: Wrong, Err: err}
	case err == nil && !sameOrigin(codes.Address, c.options.URL):
		return Codes{}, ErrForeign
	}
	return codes, err
}

// sameOrigin reports whether an address has the scheme, host and port of another (RFC 6454).
// The names of this machine are one host.
func sameOrigin(address, of string) bool {
	a, err := url.Parse(address)
	b, bad := url.Parse(of)
	if err != nil || bad != nil || a.User != nil || a.Host == "" || a.Scheme != b.Scheme {
		return false
	}
	return strings.EqualFold(a.Host, b.Host) || loopback.Is(a.Host) && loopback.Is(b.Host) && a.Port() == b.Port()
}

// Await waits until a person has answered and returns the sign-in. ErrRefused, ErrExpired:
// see there.
func (c *Client) Await(ctx context.Context, codes Codes) (SignIn, error) {
	pause := time.Duration(max(codes.Interval, 5)) * time.Second
	for left := time.Duration(codes.Lifetime) * time.Second; left > 0; left -= pause {
		if err := c.options.Wait(ctx, pause); err != nil {
			return SignIn{}, err
		}
		var got tokens
		err := c.form(ctx, "/oauth/token", url.Values{"grant_type": {deviceGrant}, "device_code": {codes.DeviceCode}}, &got)
		failed := asError(err)
		switch {
		case err == nil:
			return got.signIn(SignIn{URL: c.options.URL}, time.Now())
		case code(err) == "access_denied":
			return SignIn{}, ErrRefused
		case code(err) == "expired_token" || code(err) == "invalid_grant":
			return SignIn{}, ErrExpired
		case code(err) == "slow_down":
			pause += 5 * time.Second
		case code(err) == "authorization_pending" || failed != nil && failed.repeatable(): // a poll without an answer is repeated
		default:
			return SignIn{}, err
		}
	}
	return SignIn{}, ErrExpired
}

// Renew returns the sign-in with new tokens. An *Error of SignedOut: the access has ended.
func (c *Client) Renew(ctx context.Context, s SignIn) (SignIn, error) {
	fields := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {s.Refresh}}
	for try := 1; ; try++ {
		var got tokens
		err := c.form(ctx, "/oauth/token", fields, &got)
		failed := asError(err)
		switch {
		case err == nil:
			return got.signIn(s, time.Now())
		case code(err) == "invalid_grant" || code(err) == "invalid_client":
			return SignIn{}, &Error{Kind: SignedOut, Err: err}
		case failed == nil || !failed.repeatable() || try == tries || c.options.Wait(ctx, time.Duration(try)*time.Second) != nil:
			return SignIn{}, err
		}
	}
}

// Revoke ends the access of a sign-in with a code on the server.
func (c *Client) Revoke(ctx context.Context, s SignIn) error {
	return c.form(ctx, "/oauth/revoke", url.Values{"token": {s.Refresh}}, &struct{}{})
}

// form sends a form to an endpoint of OAuth and decodes the answer into to. The error is an
// *Error or an *oauthError.
func (c *Client) form(ctx context.Context, path string, fields url.Values, to any) error {
	fields.Set("client_id", clientID)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL+path, strings.NewReader(fields.Encode()))
	if err != nil {
		return &Error{Kind: Wrong, Err: outbound.WithoutURL(err)}
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Accept-Language", c.options.Language)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("User-Agent", agent())
	got, err := c.send(req)
	if err != nil {
		return err
	}
	if got.status >= http.StatusMultipleChoices {
		var refused struct{ Error string }
		if got.status < http.StatusTooManyRequests && json.Unmarshal(got.body, &refused) == nil && refused.Error != "" {
			return &oauthError{refused.Error}
		}
		return refusal(got)
	}
	if json.Unmarshal(got.body, to) != nil {
		return &Error{Kind: NoServer, Status: got.status}
	}
	return nil
}

// renewBefore is how long before its end an access token is renewed: clocks differ.
const renewBefore = 5 * time.Minute

// Fresh returns a token of a sign-in that is valid now. It renews that of a sign-in with a
// code and stores it before it is used, because the server accepts the one before for only
// a minute.
func (f Folder) Fresh(ctx context.Context, c *Client, s *SignIn) (string, error) {
	if s.Refresh == "" || time.Now().Add(renewBefore).Before(time.Unix(s.Ends, 0)) {
		return s.Token, nil
	}
	if stored, err := f.SignIn(); err == nil && stored.Person == s.Person && stored.Ends > s.Ends { // another command has renewed it
		*s = stored
		return f.Fresh(ctx, c, s)
	}
	next, err := c.Renew(ctx, *s)
	if err != nil {
		return "", err
	}
	if err := f.Keep(next); err != nil {
		return "", err
	}
	*s = next
	return s.Token, nil
}
