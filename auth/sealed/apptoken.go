package sealed

import (
	"strings"

	"voicememo/models"
)

const (
	// AppPrefix begins an access token of OAuth, so that it is told from the other bearer
	// tokens, and so that scanners for secrets can find one.
	AppPrefix = "va_"
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

// SealAppToken returns an access token.
func (k *KeyRing) SealAppToken(t AppToken) string { return AppPrefix + k.Seal(appSeal, t) }

// OpenAppToken returns the content of an access token, which may have expired.
func (k *KeyRing) OpenAppToken(raw string) (t AppToken, ok bool) {
	sealed, ok := strings.CutPrefix(raw, AppPrefix)
	ok = ok && k.Open(appSeal, sealed, &t)
	return t, ok
}

// HasKeyOf reports whether an access token names a key of the ring, even if that key did not
// seal it.
func (k *KeyRing) HasKeyOf(raw string) bool {
	id, _, _ := strings.Cut(strings.TrimPrefix(raw, AppPrefix), ".")
	_, ok := k.find(id)
	return ok
}
