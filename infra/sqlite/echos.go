package sqlite

import (
	"context"
	"slices"
	"strings"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// connectionKey returns the hash by which an Echo's connection number is found; "" without one.
func connectionKey(c models.Connection) string {
	if c.Number == "" {
		return ""
	}
	return family.NumberKey(c.Number)
}

func taken() error { return models.Conflict(models.ReasonCodesExhausted) }

// SetConnection implements family.Store.
func (s familyStore) SetConnection(ctx context.Context, id models.UserID, c models.Connection, at time.Time) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.check(!one[bool](t, "SELECT count(*) FROM users WHERE connection_key = ? AND user_id <> ?", connectionKey(c), id), taken())
		t.must(`UPDATE users SET connection = ?, connection_until = ?, connection_key = ?, updated_at = ?
			WHERE user_id = ? AND connection_until <= ? AND closing = 0`,
			c.Number, millis(c.ExpiresAt), connectionKey(c), millis(at), id, millis(at))
		return nil
	})
}

// SetRecovery implements family.Store.
func (s familyStore) SetRecovery(ctx context.Context, id models.UserID, hash string, at time.Time) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.check(!one[bool](t, "SELECT count(*) FROM users WHERE recovery = ? AND user_id <> ?", hash, id), taken())
		t.must("UPDATE users SET recovery = ?, updated_at = ? WHERE user_id = ? AND recovery = '' AND closing = 0", hash, millis(at), id)
		return nil
	})
}

// Holder implements family.Store.
func (s familyStore) Holder(ctx context.Context, key string) (id models.UserID, err error) {
	query, arg := "SELECT user_id FROM users WHERE connection_key = ? AND connection_key <> ''", key
	if hash, recovery := strings.CutPrefix(key, family.RecoveryKey("")); recovery {
		query, arg = "SELECT user_id FROM users WHERE recovery = ? AND recovery <> ''", hash
	}
	err = s.db.read.row(ctx, query, arg).Scan(&id)
	return id, translate(orNotFound(err, models.ReasonInviteNotValid))
}

// Retire implements family.Store.
func (s familyStore) Retire(ctx context.Context, r family.Retire) error {
	return s.db.writer.write(ctx, func(t tx) error {
		to := t.target(r.From.ID, r.User.ID, r.Heir.ID)
		owner := to.family.OwnerID == r.User.ID
		t.check(to.as(r.From) && to.inside[r.User.ID] && to.members > 1 && owner == (r.Heir.ID != ""), moved())
		t.must("UPDATE users SET gone = 1, is_owner = 0, added_by = '', updated_at = ?, "+noDevice+", "+noRequest+`
			WHERE user_id = ? AND family_id = ? AND move_epoch = ?`, millis(r.At), r.User.ID, r.From.ID, r.User.Membership.MoveEpoch)
		if owner {
			t.inherit(r)
		}
		t.happened(r.Events()...)
		return nil
	})
}

// inherit makes the heir the owner.
func (t tx) inherit(r family.Retire) {
	t.setOwner(r.From.ID, r.Heir.ID, r.At)
	if r.Interim {
		t.must("UPDATE users SET notice = ? WHERE user_id = ?", models.NoticeOwner, r.Heir.ID)
	}
	t.must("UPDATE families SET owner_id = ?, interim = ? WHERE family_id = ?", r.Heir.ID, r.Interim, r.From.ID)
}

// Suspend implements family.Store.
func (s familyStore) Suspend(ctx context.Context, p family.Suspend) error {
	return s.db.writer.write(ctx, func(t tx) error {
		u := p.User
		to := t.target(u.FamilyID, u.ID)
		t.check(to.inside[u.ID] && to.members == 1, moved())
		t.must("UPDATE users SET erase_at = ?, updated_at = ?, "+noDevice+", "+noRequest+" WHERE user_id = ? AND family_id = ? AND move_epoch = ?",
			millis(p.EraseAt), millis(p.At), u.ID, u.FamilyID, u.Membership.MoveEpoch)
		t.must("UPDATE families SET "+noInvite+" WHERE family_id = ?", u.FamilyID)
		return nil
	})
}

// Recover implements family.Store.
func (s familyStore) Recover(ctx context.Context, r family.Recover) (int, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (int, error) {
		to := t.target(r.To.ID, r.By)
		suspended := one[bool](t, "SELECT count(*) FROM users WHERE user_id = ? AND erase_at = ? AND erase_at > 0 AND gone = 0 AND closing = 0",
			r.User.ID, millis(r.User.EraseAt))
		t.check(to.inside[r.By] && suspended && r.From.Alone(r.User.ID) && r.To.ID != r.From.ID, moved())
		t.depart(r.User, r.From, r.To.ID, nil)
		t.enter(r.User.ID, r.To.ID, false, r.At)
		t.run("UPDATE users SET gone = 1, recovery = '' WHERE user_id = ?", r.User.ID)
		for _, id := range append(slices.Clone(r.From.FormerIDs), r.User.ID) {
			t.must("UPDATE users SET added_by = ? WHERE user_id = ?", r.By, id)
		}
		return t.countLive(r.User.ID), nil
	})
}

// dueAtOnce is the largest number of accounts that one call of Due lists.
const dueAtOnce = 100

// Due implements family.Store.
func (s familyStore) Due(ctx context.Context, now time.Time) ([]models.UserID, error) {
	return collect(ctx, s.db.read, `SELECT user_id FROM users WHERE closing = 1 OR (erase_at > 0 AND erase_at <= ?1 + 0) LIMIT ?2 + 0`,
		[]any{millis(now), dueAtOnce}, value[models.UserID])
}
