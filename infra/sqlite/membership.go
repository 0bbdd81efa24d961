package sqlite

import (
	"context"

	"voicememo/family"
	"voicememo/models"
)

// moved is the answer to a change that was decided on an outdated reading.
func moved() error { return models.Conflict(models.ReasonMoved) }

// Join implements family.Store.
func (s families) Join(ctx context.Context, j family.Join) (moving int, err error) {
	return writeFor(ctx, s.db.writer, func(t tx) (int, error) {
		switch j.Mode {
		case family.File:
			return 0, t.file(j)
		case family.Drop:
			return 0, t.drop(j)
		case family.Allow:
			if err := t.drop(j); err != nil {
				return 0, err
			}
		default:
			if err := t.redeem(j); err != nil {
				return 0, err
			}
		}
		return t.comeIn(j)
	})
}

// comeIn is the end of a join: the person moves, and all memos.
func (t tx) comeIn(j family.Join) (moving int, err error) {
	if err := t.admit(j); err != nil {
		return 0, err
	}
	if err := t.depart(j.User, j.From); err != nil {
		return 0, err
	}
	row := t.row("SELECT count(*) FROM memos WHERE user_id = ? AND deleted = 0", j.User.ID)
	if err := row.Scan(&moving); err != nil {
		return 0, err
	}
	return moving, t.enter(j.User, j.To, false, millis(j.At))
}

// redeem marks the code used, if it is live and the joined family's.
func (t tx) redeem(j family.Join) error {
	n, err := t.exec(`UPDATE invite_codes SET used = 1, used_by = ?, used_at = ?
		WHERE code = ? AND family_id = ? AND used = 0 AND expires_at > ?`,
		j.User.ID, millis(j.At), j.Code.Code, j.To, millis(j.At))
	if err == nil && n == 0 {
		err = models.NotFound(models.ReasonInviteNotValid)
	}
	return err
}

// admit checks that the joined family may take the person in.
func (t tx) admit(j family.Join) error {
	var members, maker, self int
	row := t.row(`SELECT count(*), coalesce(sum(user_id = ?), 0), coalesce(sum(user_id = ?), 0)
		FROM users WHERE family_id = ?`, j.Code.CreatedBy, j.User.ID, j.To)
	if err := row.Scan(&members, &maker, &self); err != nil {
		return err
	}
	switch {
	case maker == 0 && j.Mode != family.Allow:
		return models.NotFound(models.ReasonInviteNotValid)
	case self > 0:
		return models.Conflict(models.ReasonAlreadyMember)
	case members >= j.MaxMembers:
		return models.Conflict(models.ReasonFamilyFull)
	case j.Mode == family.Allow:
		return nil // whatever the family does with newcomers now
	}
	var asks bool
	row = t.row("SELECT ask_before_join FROM families WHERE family_id = ?", j.To)
	if err := row.Scan(&asks); err != nil {
		return err
	}
	if asks != (j.Mode == family.File) {
		return moved()
	}
	return nil
}

// depart takes a person out of a family, which ends with its last member. The
// owner of a family with other members cannot depart.
func (t tx) depart(u models.User, from models.Family) error {
	var here, others int
	row := t.row(`SELECT coalesce(sum(user_id = ?1 AND move_epoch = ?2), 0), coalesce(sum(user_id <> ?1), 0)
		FROM users WHERE family_id = ?3`, u.ID, u.MoveEpoch, from.ID)
	if err := row.Scan(&here, &others); err != nil {
		return err
	}
	if here == 0 {
		return moved()
	}
	if others == 0 {
		_, err := t.exec("DELETE FROM families WHERE family_id = ?", from.ID)
		return err
	}
	var owner models.UserID
	if err := t.row("SELECT owner_id FROM families WHERE family_id = ?", from.ID).Scan(&owner); err != nil {
		return err
	}
	if owner == u.ID {
		return moved()
	}
	return nil
}

// enter puts a person, with all memos, into a family; "" is none. What the person
// deleted last was the list of the family left, and is forgotten.
func (t tx) enter(u models.User, to models.FamilyID, owner bool, at int64) error {
	_, err := t.exec(`UPDATE users SET family_id = ?, is_owner = ?, move_epoch = move_epoch + 1,
		joined_at = ?, updated_at = ?, closing = ?, last_deletion = '',
		requested_family = '', requested_at = 0 WHERE user_id = ?`, to, owner, at, at, to == "", u.ID)
	if err != nil {
		return err
	}
	_, err = t.exec("UPDATE memos SET family_id = ? WHERE user_id = ?", to, u.ID)
	return err
}

// Leave implements family.Store.
func (s families) Leave(ctx context.Context, l family.Leave) error {
	return s.db.writer.write(ctx, func(t tx) error {
		if l.By != l.User.ID {
			var owner models.UserID
			row := t.row("SELECT owner_id FROM families WHERE family_id = ?", l.From.ID)
			if err := found(row.Scan(&owner), models.ReasonFamily); err != nil || owner != l.By {
				return moved()
			}
		}
		if err := t.depart(l.User, l.From); err != nil {
			return err
		}
		if l.To != "" {
			if err := t.createFamily(l.To, l.User.ID, millis(l.At)); err != nil {
				return err
			}
		}
		return t.enter(l.User, l.To, l.To != "", millis(l.At))
	})
}

// Transfer implements family.Store.
func (s families) Transfer(ctx context.Context, h family.Transfer) error {
	return s.db.writer.write(ctx, func(t tx) error {
		var member int
		row := t.row("SELECT count(*) FROM users WHERE user_id = ? AND family_id = ?", h.To, h.Family)
		if err := row.Scan(&member); err != nil {
			return err
		}
		n, err := t.exec("UPDATE families SET owner_id = ? WHERE family_id = ? AND owner_id = ?", h.To, h.Family, h.From)
		if err != nil {
			return err
		}
		if n == 0 || member == 0 {
			return moved()
		}
		const set = "UPDATE users SET is_owner = ?, updated_at = ? WHERE user_id = ?"
		if _, err := t.exec(set, false, millis(h.At), h.From); err != nil {
			return err
		}
		_, err = t.exec(set, true, millis(h.At), h.To)
		return err
	})
}
