package invite

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps invite codes and the ledgers of their limits. Reads never lag.
// Any method may also return CodeUnavailable. Every engine must pass invitetest.
type Store interface {
	// Get reads an invitation by its key. NotFound/ReasonInviteNotValid: there is
	// none. One that is expired or used may or may not be there still.
	Get(ctx context.Context, key string) (models.InviteCode, error)

	// Issue stores c as its family's invitation in place of the one whose key is
	// previous ("": there was none). Conflict/ReasonCodesExhausted: c.Code is a
	// live invitation already. Conflict/ReasonMoved: the family has another
	// invitation by now, or is gone; nothing is stored.
	Issue(ctx context.Context, c models.InviteCode, previous string) error

	// Free gives the keys among keys that no live invitation seems to hold. It may
	// lag: Issue decides.
	Free(ctx context.Context, keys []string, now time.Time) ([]string, error)

	// AddLink adds the hash of one more link token to an invitation as just read.
	// NotFound/ReasonInviteNotValid: it is not there or used, or its key is that
	// of another invitation by now.
	AddLink(ctx context.Context, c models.InviteCode, hash string) error

	// Revoke makes a family's invitation useless. NotFound/ReasonInviteNotValid:
	// it is not there, not that family's, or used already.
	Revoke(ctx context.Context, family models.FamilyID, key string) error

	// Ledger reads a ledger; one that does not exist is empty with Version 0.
	Ledger(ctx context.Context, name string) (Ledger, error)

	// SaveLedger replaces a ledger if its stored version is l.Version, and stores
	// it as l.Version+1. Conflict/ReasonChanged: it is another. The store may
	// forget the ledger after l.ExpiresAt.
	SaveLedger(ctx context.Context, l Ledger) error
}

// Ledger is a short list of what happened lately under one name. It is the one
// mechanism behind every limit: shared by all processes, exact, and small.
type Ledger struct {
	Name      string
	Version   int64
	Entries   []Entry
	ExpiresAt time.Time // when its last entry stops to matter; whole seconds
}

// Entry is one thing that happened.
type Entry struct {
	ID     string
	At     time.Time
	Amount int64
}
