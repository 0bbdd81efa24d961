package memo

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/google/uuid"

	"voicememo/models"
)

// Key is an idempotency key: the same key of the same author always makes the
// same memo. It is an Alexa requestId or the web client's Idempotency-Key.
type Key string

// NewKey makes a key for a write that nobody will repeat.
func NewKey() Key { return Key(uuid.Must(uuid.NewV7()).String()) }

// id makes the memo's id: 13 digits and 12 hex digits of the key's SHA-256.
//
// The digits are milliseconds only when the key is a UUID of version 7, which
// carries a time: a repeat of the request must give the same id and arrives at
// another time. Any other key gets digits from its own hash, in a range that ends
// before 2001, so that it never looks like a recent memo.
func (k Key) id() models.MemoID {
	sum := sha256.Sum256([]byte(k))
	ms, ok := k.millis()
	if !ok {
		ms = int64(binary.BigEndian.Uint64(sum[8:16]) % 978_307_200_000) //nolint:gosec // far below the limit
	}
	return models.MemoID(fmt.Sprintf("%013d", ms%1e13) + hex.EncodeToString(sum[:6]))
}

// millis gives the time inside a UUID of version 7: its first 48 bits are Unix
// milliseconds (RFC 9562 section 5.7).
func (k Key) millis() (int64, bool) {
	u, err := uuid.Parse(string(k))
	if err != nil || u.Version() != 7 || len(k) != 36 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(u[:8]) >> 16), true //nolint:gosec // 48 bits fit
}
