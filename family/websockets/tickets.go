package websockets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"voicememo/models"
)

// TicketLifetime is how long a ticket can be used.
const TicketLifetime = 30 * time.Second

// purpose is sealed with each ticket, so that no other text sealed with the same key is
// taken for one.
const purpose = "voicememo live ticket 1"

// timeSize is the number of bytes of the time at which a ticket ends.
const timeSize = 8

// Tickets seals and opens tickets. A ticket is proof that its person was signed in a
// moment ago. A browser cannot send a header with a WebSocket's handshake, and the address
// may be logged, so the page offers the ticket as a subprotocol.
type Tickets struct{ seal cipher.AEAD }

// NewTickets returns Tickets with a secret key of any length. Those who share the key can
// open each other's tickets.
func NewTickets(key []byte) *Tickets {
	sum := sha256.Sum256(key)
	block, err := aes.NewCipher(sum[:])
	if err != nil {
		panic(err) // the key has 32 bytes
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // AES has blocks of 16 bytes
	}
	return &Tickets{seal}
}

// Seal returns a new ticket of a person, and when it ends. It consists of characters that
// a subprotocol's name may have (RFC 6455 section 4.1), and no two tickets are the same.
func (t *Tickets) Seal(user models.UserID, now time.Time) (ticket string, expires time.Time) {
	expires = now.Add(TicketLifetime).Truncate(time.Millisecond)
	plain := binary.BigEndian.AppendUint64(nil, uint64(expires.UnixMilli())) //nolint:gosec // after 1970
	sealed := t.seal.Seal(nil, nil, append(plain, user...), []byte(purpose)) //nolint:gosec // it draws a nonce itself
	return base64.RawURLEncoding.EncodeToString(sealed), expires
}

// Open returns the person of a ticket. Unauthenticated: the ticket was not sealed with this
// key, or has ended.
func (t *Tickets) Open(ticket string, now time.Time) (models.UserID, error) {
	refused := &models.Error{Code: models.CodeUnauthenticated}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(ticket)
	if err != nil {
		return "", refused
	}
	plain, err := t.seal.Open(nil, nil, sealed, []byte(purpose))
	if err != nil || len(plain) <= timeSize {
		return "", refused
	}
	expires := time.UnixMilli(int64(binary.BigEndian.Uint64(plain))) //nolint:gosec // from Seal
	if !expires.After(now) {
		return "", refused
	}
	return models.UserID(plain[timeSize:]), nil
}
