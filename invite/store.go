package invite

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps invitations and the ledgers of their limits. Every engine must pass
// invitetest.
//
// Reads never lag, except Free. Each method names the errors that it returns. Any method
// may also return CodeUnavailable if the engine cannot be reached or throttles; a write
// that returned it may or may not have happened.
type Store interface {
	// Get reads a code by its key: four digits, or models.LinkPrefix and a hash. It may
	// return a code that has expired, or whose invitation has been used or revoked. It
	// returns NotFound/ReasonInviteNotValid if there is none.
	Get(ctx context.Context, key string) (models.InviteCode, error)

	// Issue stores the codes of a new invitation, all with the same InviteID, and makes it
	// the family's invitation in place of previous ("": the family had none). The key of
	// the first code becomes the family's InviteKey. Issue returns
	// Conflict/ReasonCodesExhausted if another live code has the same digits, and
	// Conflict/ReasonMoved if the family's invitation is not previous any more or the
	// family does not exist. After either error the new invitation is not the family's.
	Issue(ctx context.Context, codes []models.InviteCode, previous models.InviteID) error

	// AddLink stores another link of an invitation.
	AddLink(ctx context.Context, c models.InviteCode) error

	// Free returns those keys that no live code seems to have. It may lag; Issue checks
	// again.
	Free(ctx context.Context, keys []string, now time.Time) ([]string, error)

	// Revoke removes an invitation from its family. It returns
	// NotFound/ReasonInviteNotValid if it is not that family's any more.
	Revoke(ctx context.Context, family models.FamilyID, id models.InviteID) error

	// Bind makes an invitation usable by one account only. Repeating it for the same
	// account changes nothing. It returns NotFound/ReasonInviteNotValid if the invitation
	// is not the family's any more or is bound to another account.
	Bind(ctx context.Context, family models.FamilyID, id models.InviteID, account models.UserID) error

	// Ledger reads a ledger. One that does not exist is returned empty, with Version 0.
	Ledger(ctx context.Context, name string) (Ledger, error)

	// Ledgers reads several ledgers at once and returns them in the order of their names,
	// as Ledger does.
	Ledgers(ctx context.Context, names ...string) ([]Ledger, error)

	// SaveLedger replaces a ledger and stores it with the version l.Version+1. It returns
	// Conflict/ReasonChanged if the stored version is not l.Version. The store may remove
	// the ledger after l.ExpiresAt.
	SaveLedger(ctx context.Context, l Ledger) error
}

// Ledger is a short list of recent attempts or codes under one name. Every limit is
// computed from one: it is shared by all processes, exact, and small.
type Ledger struct {
	Name      string
	Version   int64
	Entries   []Entry
	ExpiresAt time.Time // by then none of its entries counts; whole seconds
}

// Entry is one counted attempt or code. Amount is how much it counts, and entries are in
// the order of At.
type Entry struct {
	ID     string
	At     time.Time
	Amount int64
}
