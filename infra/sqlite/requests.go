package sqlite

import (
	"context"

	"voicememo/family"
	"voicememo/models"
)

// File implements family.Store.
func (s familyStore) File(ctx context.Context, f family.File) error {
	return s.db.writer.write(ctx, func(t tx) error {
		r := f.Request
		to := t.target(f.To.ID, f.Maker, r.By, r.UserID)
		coded := r.InviteID == "" && r.By == "" // by a code without an invitation
		t.check(r.InviteID == "" || to.invites(r.InviteID, f.Maker, r.UserID), notValid())
		t.check(!coded || to.family.InviteID == "" && to.inside[f.Maker], notValid())
		t.fail(to.room(r.UserID, f.MaxMembers))
		t.check(to.exists && (r.By == "" || to.inside[r.By]), moved())
		t.unchanged(f.User)
		for _, stale := range f.Stale {
			t.forget(stale)
		}
		t.roomForRequest(r, f.MaxRequests)
		t.must(`UPDATE users SET requested_family = ?, requested_at = ?, requested_check = ?, requested_way = ?,
			requested_invite = ?, requested_by = ?, updated_at = ? WHERE user_id = ?`,
			r.FamilyID, millis(r.At), r.Check, r.Way, r.InviteID, r.By, millis(r.At), r.UserID)
		t.happened(r.Event())
		return nil
	})
}

// unchanged checks that a person's stay and request are still the ones that were read.
func (t tx) unchanged(u models.User) {
	t.check(one[bool](t, `SELECT count(*) FROM users WHERE user_id = ? AND family_id = ? AND move_epoch = ?
		AND requested_family = ? AND requested_at = ? AND requested_check = ?`,
		u.ID, u.FamilyID, u.Membership.MoveEpoch, u.Membership.Request.FamilyID, millis(u.Membership.Request.At), u.Membership.Request.Check), moved())
}

// roomForRequest checks that the family can take one more request and that the check
// number is free.
func (t tx) roomForRequest(r models.Request, limit int) {
	var others, same int
	t.fail(t.row(`SELECT count(*), coalesce(sum(requested_check = ?), 0) FROM users
		WHERE requested_family = ? AND requested_at > 0 AND user_id <> ?`, r.Check, r.FamilyID, r.UserID).Scan(&others, &same))
	t.check(others < limit, models.Conflict(models.ReasonManyRequests))
	t.check(same == 0, moved())
}

// forget removes the request that was read.
func (t tx) forget(r models.Request) {
	t.must("UPDATE users SET "+noRequest+`
		WHERE user_id = ? AND requested_family = ? AND requested_at = ? AND requested_check = ?`,
		r.UserID, r.FamilyID, millis(r.At), r.Check)
}

// Drop implements family.Store.
func (s familyStore) Drop(ctx context.Context, d family.Drop) error {
	return s.db.writer.write(ctx, func(t tx) error {
		if d.By != d.Request.UserID {
			t.owns(d.By, d.Request.FamilyID)
		}
		if d.Bound {
			t.must("UPDATE families SET "+noInvite+" WHERE family_id = ? AND invite_for = ?", d.Request.FamilyID, d.Request.UserID)
		}
		t.forget(d.Request)
		return nil
	})
}

// owns checks that a person still owns a family.
func (t tx) owns(u models.UserID, f models.FamilyID) {
	t.check(one[bool](t, "SELECT count(*) FROM families WHERE family_id = ? AND owner_id = ?", f, u), moved())
}
