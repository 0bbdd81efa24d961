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
	return ring.seal(rand.Reader, name, map[string]any{"u": user, "i": issued.UnixMilli(), "a": began.UnixMilli()})
}
