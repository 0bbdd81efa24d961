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
		to, err := t.target(f.To.ID, f.Maker, r.By, r.UserID)
		if err != nil {
			return err
		}
		coded := r.InviteID == "" && r.By == "" // by a code without an invitation
		if r.InviteID != "" && !to.invites(r.InviteID, f.Maker, r.UserID) || coded && (to.family.InviteID != "" || !to.inside[f.Maker]) {
			return notValid()
		}
		if err := to.room(r.UserID, f.MaxMembers); err != nil {
			return err
		}
		if !to.exists || r.By != "" && !to.inside[r.By] {
			return moved()
		}
		if err := t.unchanged(f.User); err != nil {
			return err
		}
		for _, stale := range f.Stale {
			if err := t.forget(stale); err != nil {
				return err
			}
		}
		if err := t.roomForRequest(r, f.MaxRequests); err != nil {
			return err
		}
		err = t.must(`UPDATE users SET requested_family = ?, requested_at = ?, requested_check = ?, requested_way = ?,
			requested_invite = ?, requested_by = ?, updated_at = ? WHERE user_id = ?`,
			r.FamilyID, millis(r.At), r.Check, r.Way, r.InviteID, r.By, millis(r.At), r.UserID)
		if err != nil {
			return err
		}
		return t.happened(r.Event())
	})
}

// unchanged checks that a person's stay and request are still the ones that were read.
func (t tx) unchanged(u models.User) error {
	var same bool
	err := t.row(`SELECT count(*) FROM users WHERE user_id = ? AND family_id = ? AND move_epoch = ?
		AND requested_family = ? AND requested_at = ? AND requested_check = ?`,
		u.ID, u.FamilyID, u.Membership.MoveEpoch, u.Membership.Request.FamilyID, millis(u.Membership.Request.At), u.Membership.Request.Check).Scan(&same)
	if err == nil && !same {
		err = moved()
	}
	return err
}

// roomForRequest checks that the family can take one more request and that the check
// number is free.
func (t tx) roomForRequest(r models.Request, limit int) error {
	var others, same int
	row := t.row(`SELECT count(*), coalesce(sum(requested_check = ?), 0) FROM users
		WHERE requested_family = ? AND requested_at > 0 AND user_id <> ?`, r.Check, r.FamilyID, r.UserID)
	if err := row.Scan(&others, &same); err != nil {
		return err
	}
	switch {
	case others >= limit:
		return models.Conflict(models.ReasonManyRequests)
	case same > 0:
		return moved()
	}
	return nil
}

// forget removes the request that was read.
func (t tx) forget(r models.Request) error {
	return t.must("UPDATE users SET "+noRequest+`
		WHERE user_id = ? AND requested_family = ? AND requested_at = ? AND requested_check = ?`,
		r.UserID, r.FamilyID, millis(r.At), r.Check)
}

// Drop implements family.Store.
func (s familyStore) Drop(ctx context.Context, d family.Drop) error {
	return s.db.writer.write(ctx, func(t tx) error {
		if d.By != d.Request.UserID {
			if err := t.owns(d.By, d.Request.FamilyID); err != nil {
				return err
			}
		}
		if d.Bound {
			err := t.must(`UPDATE families SET invite_id = '', invite_key = '', invite_for = ''
				WHERE family_id = ? AND invite_for = ?`, d.Request.FamilyID, d.Request.UserID)
			if err != nil {
				return err
			}
		}
		return t.forget(d.Request)
	})
}

// owns checks that a person still owns a family.
func (t tx) owns(u models.UserID, f models.FamilyID) error {
	var owns int
	err := t.row("SELECT count(*) FROM families WHERE family_id = ? AND owner_id = ?", f, u).Scan(&owns)
	if err == nil && owns == 0 {
		err = moved()
	}
	return err
}
