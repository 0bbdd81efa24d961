// Package audit logs who changed whose membership and access, so that an operator can
// investigate an incident: one log line for each event. A line has keyed hashes instead of
// ids, and no name, address or text. An operator who knows an id finds its lines with
// `voicememo audit-id`.
package audit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"

	"voicememo/models"
)

// Message is the message of every audit line.
const Message = "audit"

// The actors of events that no person caused.
const (
	Operator = "operator" // a command of the operator
	Program  = "program"  // the erasure of an account whose time is over
)

// Log writes audit lines.
type Log struct {
	logger *slog.Logger
	key    []byte
}

// New returns a Log that writes to logger at level info. The key of the hashes must not be
// used for anything else. Without a key a line has the kind of the event but no hashes.
func New(logger *slog.Logger, key []byte) Log { return Log{logger: logger, key: key} }

// Happened writes the line of an event of a membership or an access. It ignores others.
func (l Log) Happened(e models.Event) {
	if !audited(e.Kind) {
		return
	}
	attrs := []slog.Attr{slog.String("kind", string(e.Kind))}
	switch {
	case e.Actor == "" && e.Kind == models.EventAccountClosed: // no command closes accounts
		attrs = append(attrs, slog.String("actor", Program))
	case e.Actor == "":
		attrs = append(attrs, slog.String("actor", Operator))
	}
	for _, id := range []struct{ name, value string }{
		{"actor", string(e.Actor)}, {"person", string(e.Person)}, {"family", string(e.Family)}, {"access", string(e.Access)},
	} {
		if id.value != "" && len(l.key) > 0 {
			attrs = append(attrs, slog.String(id.name, Hash(l.key, id.value)))
		}
	}
	l.logger.LogAttrs(context.Background(), slog.LevelInfo, Message, attrs...)
}

func audited(kind models.EventKind) bool {
	switch kind {
	case models.EventJoined, models.EventLeft, models.EventRemoved, models.EventOwnerChanged, models.EventTrashEmptied,
		models.EventAccountClosed, models.EventAccessBegan, models.EventAccessEnded, models.EventSignedOutEverywhere:
		return true
	}
	return false
}

// Hash returns the hash of an id in audit lines: the first 16 hex digits of its
// HMAC-SHA256 (RFC 2104).
func Hash(key []byte, id string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}
