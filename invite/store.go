package invite

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps invitations and the ledgers of their limits. Reads never lag.
// Any method may also return CodeUnavailable. Every engine must pass invitetest.
type Store interface {
	// Get reads one way to redeem an invitation by its key: four digits, or
	// models.LinkPrefix and a hash. NotFound/ReasonInviteNotValid: there is none.
	// An expired one may or may not be there still.
	Get(ctx context.Context, key string) (models.InviteCode, error)

	// Issue stores the ways to redeem a new invitation, all with one InviteID, and
	// makes it the family's in place of previous ("": the family had none). The first
	// one becomes the family's InviteKey. Conflict/ReasonCodesExhausted: digits among
	// them are live already. Conflict/ReasonMoved: the family has another invitation
	// by now, or is gone. Either way the family names no invitation of these.
	Issue(ctx context.Context, codes []models.InviteCode, previous models.InviteID) error

	// AddLink stores one more link of an invitation.
	AddLink(ctx context.Context, c models.InviteCode) error

	// Free returns those keys that no live way seems to hold. It may lag: Issue
	// decides.
	Free(ctx context.Context, keys []string, now time.Time) ([]string, error)

	// Revoke removes an invitation from its family. NotFound/ReasonInviteNotValid: it
	// is not that family's any more.
	Revoke(ctx context.Context, family models.FamilyID, id models.InviteID) error

	// Bind makes an invitation usable by one account only; again by the same account
	// it changes nothing. NotFound/ReasonInviteNotValid: the family does not name it,
	// or another account has bound it.
	Bind(ctx context.Context, family models.FamilyID, id models.InviteID, account models.UserID) error

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
