package memo

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/google/uuid"

	"voicememo/models"
)

// Key is an idempotency key: requests of one author with the same key create one memo.
// It is an Alexa requestId or the web client's Idempotency-Key.
type Key string

// NewKey returns a new key, for a write that will not be repeated.
func NewKey() Key { return Key(uuid.Must(uuid.NewV7()).String()) }

// Ref returns the key of the memo that author adds with k.
func (k Key) Ref(author models.UserID) models.MemoRef {
	return models.MemoRef{UserID: author, ID: k.id()}
}

// id returns the memo's id: 13 digits and 12 hex digits of the key's SHA-256.
//
// If the key is a UUID of version 7, the 13 digits are the time inside it, in Unix
// milliseconds. For any other key they come from the key's hash: a repeated request
// arrives at another time but must get the same id. Their range ends before 2001, so
// that such a memo never looks recent.
func (k Key) id() models.MemoID {
	sum := sha256.Sum256([]byte(k))
	ms, ok := k.millis()
	if !ok {
		ms = int64(binary.BigEndian.Uint64(sum[8:16]) % 978_307_200_000) //nolint:gosec // far below the limit
	}
	return models.MemoID(fmt.Sprintf("%013d", ms%1e13) + hex.EncodeToString(sum[:6]))
}

// millis returns the time inside a UUID of version 7: its first 48 bits are Unix
// milliseconds (RFC 9562 section 5.7). It reports false for any other key.
func (k Key) millis() (int64, bool) {
	u, err := uuid.Parse(string(k))
	if err != nil || u.Version() != 7 || len(k) != 36 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(u[:8]) >> 16), true //nolint:gosec // 48 bits fit
}
