package auth

import (
	"time"

	"voicememo/auth/sealed"
)

// The types of package sealed.
type (
	// KeyRing is that of package sealed.
	KeyRing = sealed.KeyRing
	// KeyInfo is that of package sealed.
	KeyInfo = sealed.KeyInfo
	// AppToken is that of package sealed.
	AppToken = sealed.AppToken
	// Echos is that of package sealed.
	Echos = sealed.Echos
)

// The errors of KeyRing.Withdraw.
var (
	ErrNoKey     = sealed.ErrNoKey
	ErrNewestKey = sealed.ErrNewestKey
)

// EchoResource is that of package sealed.
const EchoResource = sealed.EchoResource

// NewKeyRing returns a ring with one new key.
func NewKeyRing(now time.Time) *KeyRing { return sealed.NewKeyRing(now) }

// ParseKeyRing reads a ring that JSON wrote.
func ParseKeyRing(data []byte) (*KeyRing, error) { return sealed.ParseKeyRing(data) }
