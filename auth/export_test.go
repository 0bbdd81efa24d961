package auth

import (
	"crypto/rand"
	"time"

	"voicememo/models"
)

// Store returns the store of a.
func (a *Accesses) Store() Store { return a.store }

// CookieWithoutID returns a session cookie in the form from before sessions had ids.
func CookieWithoutID(ring *KeyRing, name string, user models.UserID, began, issued time.Time) (string, error) {
	return ring.Seal(rand.Reader, name, map[string]any{"u": user, "i": issued.UnixMilli(), "a": began.UnixMilli()})
}

// SealToken returns a personal token with any content.
func SealToken(ring *KeyRing, user models.UserID, access models.AccessID, scope models.Scope, until time.Time) (string, error) {
	sealed, err := ring.Seal(rand.Reader, tokenSeal, token{user, access, scope, until.UnixMilli()})
	return tokenPrefix + sealed, err
}
