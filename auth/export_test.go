package auth

import (
	"time"

	"voicememo/models"
)

// Store returns the store of a.
func (a *Accesses) Store() Store { return a.store }

// CookieWithoutID returns a session cookie in the form from before sessions had ids.
func CookieWithoutID(ring *KeyRing, name string, user models.UserID, began, issued time.Time) string {
	return ring.Seal(name, map[string]any{"u": user, "i": issued.UnixMilli(), "a": began.UnixMilli()})
}

// SealToken returns a personal token with any content.
func SealToken(ring *KeyRing, user models.UserID, access models.AccessID, scope models.Scope, until time.Time) string {
	return tokenPrefix + ring.Seal(tokenSeal, token{user, access, scope, until.UnixMilli()})
}
