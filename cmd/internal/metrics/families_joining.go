package metrics

import (
	"context"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// File implements family.Store.
func (f families) File(ctx context.Context, r family.File) (err error) {
	defer f.done("File", time.Now(), &err)
	return f.next.File(ctx, r)
}

// Drop implements family.Store.
func (f families) Drop(ctx context.Context, d family.Drop) (err error) {
	defer f.done("Drop", time.Now(), &err)
	return f.next.Drop(ctx, d)
}

// SetConnection implements family.Store.
func (f families) SetConnection(ctx context.Context, id models.UserID, c models.Connection, at time.Time) (err error) {
	defer f.done("SetConnection", time.Now(), &err)
	return f.next.SetConnection(ctx, id, c, at)
}

// SetRecovery implements family.Store.
func (f families) SetRecovery(ctx context.Context, id models.UserID, hash string, at time.Time) (err error) {
	defer f.done("SetRecovery", time.Now(), &err)
	return f.next.SetRecovery(ctx, id, hash, at)
}

// Holder implements family.Store.
func (f families) Holder(ctx context.Context, key string) (_ models.UserID, err error) {
	defer f.done("Holder", time.Now(), &err)
	return f.next.Holder(ctx, key)
}

// Retire implements family.Store.
func (f families) Retire(ctx context.Context, r family.Retire) (err error) {
	defer f.done("Retire", time.Now(), &err)
	return f.next.Retire(ctx, r)
}

// Suspend implements family.Store.
func (f families) Suspend(ctx context.Context, s family.Suspend) (err error) {
	defer f.done("Suspend", time.Now(), &err)
	return f.next.Suspend(ctx, s)
}

// Recover implements family.Store.
func (f families) Recover(ctx context.Context, r family.Recover) (_ int, err error) {
	defer f.done("Recover", time.Now(), &err)
	return f.next.Recover(ctx, r)
}

// Due implements family.Store.
func (f families) Due(ctx context.Context, now time.Time) (_ []models.UserID, err error) {
	defer f.done("Due", time.Now(), &err)
	return f.next.Due(ctx, now)
}
