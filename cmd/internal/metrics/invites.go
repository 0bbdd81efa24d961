package metrics

import (
	"context"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

type invites struct {
	timer
	next invite.Store
}

// Invites returns next with each call reported to s, as store "invites".
func Invites(next invite.Store, s Sink) invite.Store { return invites{timer{s, "invites"}, next} }

// Get implements invite.Store.
func (i invites) Get(ctx context.Context, key string) (_ models.InviteCode, err error) {
	defer i.done("Get", time.Now(), &err)
	return i.next.Get(ctx, key)
}

// Issue implements invite.Store.
func (i invites) Issue(ctx context.Context, codes []models.InviteCode, previous models.InviteID) (err error) {
	defer i.done("Issue", time.Now(), &err)
	return i.next.Issue(ctx, codes, previous)
}

// Free implements invite.Store.
func (i invites) Free(ctx context.Context, keys []string, now time.Time) (_ []string, err error) {
	defer i.done("Free", time.Now(), &err)
	return i.next.Free(ctx, keys, now)
}

// AddLink implements invite.Store.
func (i invites) AddLink(ctx context.Context, c models.InviteCode) (err error) {
	defer i.done("AddLink", time.Now(), &err)
	return i.next.AddLink(ctx, c)
}

// Revoke implements invite.Store.
func (i invites) Revoke(ctx context.Context, family models.FamilyID, id models.InviteID) (err error) {
	defer i.done("Revoke", time.Now(), &err)
	return i.next.Revoke(ctx, family, id)
}

// Bind implements invite.Store.
func (i invites) Bind(ctx context.Context, family models.FamilyID, id models.InviteID, account models.UserID) (err error) {
	defer i.done("Bind", time.Now(), &err)
	return i.next.Bind(ctx, family, id, account)
}

// Ledger implements invite.Store.
func (i invites) Ledger(ctx context.Context, name string) (_ invite.Ledger, err error) {
	defer i.done("Ledger", time.Now(), &err)
	return i.next.Ledger(ctx, name)
}

// Ledgers implements invite.Store.
func (i invites) Ledgers(ctx context.Context, names ...string) (_ []invite.Ledger, err error) {
	defer i.done("Ledgers", time.Now(), &err)
	return i.next.Ledgers(ctx, names...)
}

// SaveLedger implements invite.Store.
func (i invites) SaveLedger(ctx context.Context, l invite.Ledger) (err error) {
	defer i.done("SaveLedger", time.Now(), &err)
	return i.next.SaveLedger(ctx, l)
}
