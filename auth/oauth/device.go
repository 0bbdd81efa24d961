package oauth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"time"

	"voicememo/models"
)

const (
	devicePrefix = "vd_"
	deviceSeal   = "oauth device code"

	// pollEvery is how long a device waits between two requests, and pollEarly by how much a
	// request may be early.
	pollEvery = 5 * time.Second
	pollEarly = time.Second

	// codeLetters are the letters of a person's code: no vowels, so that they form no word (RFC
	// 8628 section 6.1). There are 20, so eight letters are one of 2.5e10 codes.
	codeLetters = "BCDFGHJKLMNPQRSTVWXZ"
	codeLength  = 8
)

// deviceCode is the content of a device code.
type deviceCode struct {
	Key    string `json:"k"`
	Client string `json:"c"` // Client.hash
	Ends   int64  `json:"e"` // Unix milliseconds
}

// deviceAnswer is the answer of POST /oauth/device (RFC 8628 section 3.2). It has no
// verification_uri_complete: a code in an address would be in histories and logs, and a
// person who types the code knows that they have it.
type deviceAnswer struct {
	DeviceCode      string `json:"device_code"`
	UserCode        string `json:"user_code"`
	VerificationURI string `json:"verification_uri"`
	ExpiresIn       int64  `json:"expires_in"` // seconds
	Interval        int64  `json:"interval"`   // seconds
}

// deviceKey returns the key of the request that a person's code leads to.
func deviceKey(userCode string) string {
	sum := sha256.Sum256([]byte("device\n" + userCode))
	return models.DevicePrefix + base64.RawURLEncoding.EncodeToString(sum[:])
}

// askTries is how often a code is drawn if the first ones are in use.
const askTries = 3

// askDevice stores the request of a device.
func (s *Server) askDevice(ctx context.Context, c Client, form url.Values) (deviceAnswer, error) {
	if !c.Device {
		return deviceAnswer{}, fault("unauthorized_client", "grant type not allowed for this client")
	}
	scope, ok := parseScope(form.Get("scope"), c.Default)
	if !ok {
		return deviceAnswer{}, fault("invalid_scope", "unknown scope")
	}
	resource, ok := s.target(c, form.Get("resource"))
	if !ok {
		return deviceAnswer{}, fault("invalid_target", "unknown resource")
	}
	now := s.now()
	d := models.Device{Name: c.Name, Scope: scope, Resource: resource, ExpiresAt: now.Add(DeviceLifetime + time.Second - 1).Truncate(time.Second)}
	var userCode string
	err := error(nil)
	for range askTries {
		userCode = newUserCode()
		d.Key = deviceKey(userCode)
		if err = s.Devices.Ask(ctx, d, now); !models.IsReason(err, models.ReasonCodesExhausted) {
			break
		}
	}
	if err != nil {
		return deviceAnswer{}, err
	}
	return deviceAnswer{
		DeviceCode: s.seal(devicePrefix, deviceSeal, deviceCode{d.Key, c.hash(), d.ExpiresAt.UnixMilli()}), UserCode: userCode[:codeLength/2] + "-" + userCode[codeLength/2:], VerificationURI: s.PublicURL + "/oauth/device",
		ExpiresIn: int64(d.ExpiresAt.Sub(now) / time.Second), Interval: int64(pollEvery / time.Second),
	}, nil
}

// newUserCode draws a code. Bytes above the largest multiple of the number of letters are
// drawn again, so that every letter is as likely as any other.
func newUserCode() string {
	code, one := make([]byte, 0, codeLength), make([]byte, 1)
	for len(code) < codeLength {
		_, _ = rand.Read(one) // it never fails
		if n := len(codeLetters); int(one[0]) < 256/n*n {
			code = append(code, codeLetters[int(one[0])%n])
		}
	}
	return string(code)
}

// poll returns the tokens that a person has allowed a device: POST /oauth/token with the
// grant type of RFC 8628.
func (s *Server) poll(ctx context.Context, c Client, form url.Values) (tokens, error) {
	var found deviceCode
	now := s.now()
	switch {
	case !s.open(devicePrefix, deviceSeal, form.Get("device_code"), &found):
		return tokens{}, invalidGrant("invalid device code")
	case !same(found.Client, c.hash()):
		return tokens{}, invalidGrant("device code issued to another client")
	case !now.Before(time.UnixMilli(found.Ends)):
		return tokens{}, fault("expired_token", "device code expired")
	}
	d, err := s.Devices.Poll(ctx, found.Key, now)
	switch {
	case models.IsReason(err, models.ReasonDevice):
		return tokens{}, fault("expired_token", "device code expired")
	case err != nil:
		return tokens{}, err
	case d.State == models.DeviceRefused:
		return tokens{}, fault("access_denied", "user denied the request")
	case d.State == models.DeviceAllowed:
		return s.first(ctx, c, grant{d.Person, d.Access, d.Scope, d.Resource})
	case now.Sub(d.PolledAt) < pollEvery-pollEarly:
		return tokens{}, fault("slow_down", "polling too often")
	}
	return tokens{}, fault("authorization_pending", "authorization pending")
}

// FindDevice returns the open request of a person's code. NotFound/ReasonDevice: there is
// none, or it has expired or been answered. Its caller limits how often a person tries.
func (s *Server) FindDevice(ctx context.Context, text string) (models.Device, error) {
	typed := normalCode(text)
	if len(typed) != codeLength {
		return models.Device{}, models.NotFound(models.ReasonDevice)
	}
	d, err := s.Devices.Device(ctx, deviceKey(typed))
	if err == nil && (d.State != models.DeviceOpen || !s.now().Before(d.ExpiresAt)) {
		err = models.NotFound(models.ReasonDevice)
	}
	if err != nil {
		return models.Device{}, err
	}
	return d, nil
}

// AnswerDevice stores what a person decided about a request that FindDevice has just
// returned. NotFound/ReasonDevice: it has been answered meanwhile. Other errors are those of
// Allow.
func (s *Server) AnswerDevice(ctx context.Context, by Answerer, d models.Device, allow bool) error {
	u := by.User
	d.State, d.Person = models.DeviceRefused, u.ID
	if !allow {
		return s.Devices.Decide(ctx, d)
	}
	access, err := s.begin(ctx, by, Request{Client: Client{Kind: models.AccessApp, Name: d.Name}, Scope: d.Scope}, d.ExpiresAt.Sub(s.now()))
	if err != nil {
		return err
	}
	d.State, d.Access = models.DeviceAllowed, access.ID
	if err := s.Devices.Decide(ctx, d); err != nil {
		_ = s.Access.End(ctx, u.ID, u.ID, access.ID) // it ends by itself otherwise
		return err
	}
	return nil
}
