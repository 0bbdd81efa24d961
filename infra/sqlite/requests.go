package sqlite

import (
	"voicememo/family"
	"voicememo/models"
)

// setAsking changes a setting of the family that a person owns.
func (t tx) setAsking(owner models.UserID, a family.Asking) error {
	n, err := t.exec("UPDATE families SET ask_before_join = ? WHERE family_id = ? AND owner_id = ?", a.On, a.Family, owner)
	return orMoved(n, err)
}

// orMoved takes a change of no row for one that was decided on an outdated reading.
func orMoved(n int64, err error) error {
	if err == nil && n == 0 {
		err = moved()
	}
	return err
}

// file uses a code up for a request.
func (t tx) file(j family.Join) error {
	if err := t.redeem(j); err != nil {
		return err
	}
	if err := t.admit(j); err != nil {
		return err
	}
	for _, r := range j.Stale {
		if err := t.forget(r); err != nil {
			return err
		}
	}
	var others int
	row := t.row("SELECT count(*) FROM users WHERE requested_family = ? AND requested_at > 0 AND user_id <> ?", j.To, j.User.ID)
	if err := row.Scan(&others); err != nil {
		return err
	}
	if others >= j.MaxRequests {
		return models.Conflict(models.ReasonManyRequests)
	}
	n, err := t.exec(`UPDATE users SET requested_family = ?, requested_at = ?, updated_at = ?
		WHERE user_id = ? AND family_id = ? AND move_epoch = ?`,
		j.To, millis(j.At), millis(j.At), j.User.ID, j.User.FamilyID, j.User.MoveEpoch)
	return orMoved(n, err)
}

// forget ends the request that was read.
func (t tx) forget(r models.Request) error {
	n, err := t.exec(`UPDATE users SET requested_family = '', requested_at = 0
		WHERE user_id = ? AND requested_family = ? AND requested_at = ?`, r.UserID, r.FamilyID, millis(r.At))
	return orMoved(n, err)
}

// drop ends a request, at the wish of the person or of the owner asked: he may
// let the person in next.
func (t tx) drop(j family.Join) error {
	if j.By != j.User.ID {
		if err := t.owns(j.By, j.To); err != nil {
			return err
		}
	}
	return t.forget(j.Request)
}

// owns checks that a family is still a person's.
func (t tx) owns(u models.UserID, f models.FamilyID) error {
	var owns int
	err := t.row("SELECT count(*) FROM families WHERE family_id = ? AND owner_id = ?", f, u).Scan(&owns)
	return orMoved(int64(owns), err)
}
