package auth

import (
	"crypto/rand"
	"time"

	"voicememo/models"
)

// Store returns what a is over.
func (a *Accesses) Store() Store { return a.store }

// CookieWithoutID returns a session cookie as it was before sessions had ids.
func CookieWithoutID(ring *KeyRing, name string, user models.UserID, began, issued time.Time) (string, error) {
	return ring.seal(rand.Reader, name, map[string]any{"u": user, "i": issued.UnixMilli(), "a": began.UnixMilli()})
}
