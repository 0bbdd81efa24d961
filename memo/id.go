package memo

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"voicememo/models"
)

// Key is an idempotency key: the same key of the same author always makes the
// same memo. It is an Alexa requestId with its request's time, or the web
// client's Idempotency-Key.
type Key struct {
	Text string
	Time time.Time // zero: taken from Text if that is a UUID of version 7
}

// NewKey makes a key for a write that nobody will repeat.
func NewKey() Key { return Key{Text: uuid.Must(uuid.NewV7()).String()} }

// id makes the memo's id: 13 digits and 12 hex digits of the key's SHA-256.
//
// The digits are milliseconds only when the key carries a time, because a
// repeat of the request must give the same id and arrives at another time. A
// key without one gets digits from its own hash, in a range that ends before
// 2001, so that it never looks like a recent memo.
func (k Key) id() models.MemoID {
	sum := sha256.Sum256([]byte(k.Text))
	ms := k.millis()
	if ms <= 0 {
		ms = int64(binary.BigEndian.Uint64(sum[8:16]) % 978_307_200_000)
	}
	return models.MemoID(fmt.Sprintf("%013d", ms%1e13) + hex.EncodeToString(sum[:6]))
}

func (k Key) millis() int64 {
	if !k.Time.IsZero() {
		return k.Time.UnixMilli()
	}
	// RFC 9562 section 5.7: the first 48 bits of a version 7 UUID are Unix milliseconds.
	if u, err := uuid.Parse(k.Text); err == nil && u.Version() == 7 && len(k.Text) == 36 {
		ms, _ := strconv.ParseInt(hex.EncodeToString(u[:6]), 16, 64)
		return ms
	}
	return 0
}
