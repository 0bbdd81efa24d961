package sqlite

import (
	"context"
	"encoding/json"
	"slices"

	"voicememo/infra/bulk"
	"voicememo/invite"
	"voicememo/models"
)

// Write implements bulk.Store with one transaction for each bulkRows records.
func (s bulkStore) Write(ctx context.Context, records []bulk.Record) error {
	for part := range slices.Chunk(records, bulkRows) {
		err := s.db.writer.write(ctx, func(t tx) error {
			for _, r := range part {
				if err := t.putRecord(r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t tx) putRecord(r bulk.Record) (err error) {
	switch r.Kind() {
	case bulk.Memos:
		err = t.putMemo(*r.Memo)
	case bulk.Invites:
		err = t.putInvite(*r.Invite)
	case bulk.Ledgers:
		err = t.putLedger(*r.Ledger)
	case bulk.Families:
		_, err = t.exec("REPLACE INTO families ("+familyTable.names("")+") VALUES ("+familyTable.places()+")", familyTable.row(r.Family)...)
	case bulk.People:
		err = t.putPerson(r)
	}
	return err
}

// putMemo deletes the old row first, because REPLACE would not fire the trigger that
// counts it.
func (t tx) putMemo(m models.Memo) error {
	delete(t.w.newest, m.FamilyID)
	if _, err := t.exec(deleteOne[bulk.Memos], m.UserID, m.ID); err != nil {
		return err
	}
	_, err := t.exec(insertMemo, memoRow(&m)...)
	return err
}

func (t tx) putLedger(l invite.Ledger) error {
	entries, err := json.Marshal(l.Entries)
	if err != nil {
		return err
	}
	_, err = t.exec("REPLACE INTO ledgers ("+ledgerColumns+") VALUES (?,?,?,?)", l.Name, l.Version, string(entries), millis(l.ExpiresAt))
	return err
}

// putPerson stores a person with the accesses of the record, or without them in it those
// that are stored. A family has exactly one owner at any moment, and REPLACE would delete
// another owner's row, so for a new owner it first makes the old one a member.
func (t tx) putPerson(r bulk.Record) error {
	u := *r.Person
	if u.IsOwner && u.FamilyID != "" {
		_, err := t.exec("UPDATE users SET is_owner = 0 WHERE family_id = ? AND is_owner = 1 AND user_id <> ?", u.FamilyID, u.ID)
		if err != nil {
			return err
		}
	}
	if err := t.putAccess(&u, r); err != nil {
		return err
	}
	_, err := t.exec("REPLACE"+userValues, userTable.row(&u)...)
	return err
}

// putAccess stores the details of the accesses in r, and sets the rest in u, whose row is
// about to be written.
func (t tx) putAccess(u *models.User, r bulk.Record) error {
	if r.Access == nil {
		is, err := scanUser(t.row(selectUser, u.ID))
		if err == nil {
			u.Access, u.SessionsValidAfter = is.Access, is.SessionsValidAfter
			return nil
		}
		if !models.IsCode(err, models.CodeNotFound) {
			return err
		}
	}
	if _, err := t.exec("DELETE FROM accesses WHERE user_id = ?", u.ID); err != nil {
		return err
	}
	var details []models.Access
	u.Access, details = r.Stored()
	for _, a := range details {
		if err := t.describe(u.ID, a); err != nil {
			return err
		}
	}
	return nil
}

// deleteOne deletes one row by its key; ?2 is a memo's id.
var deleteOne = map[bulk.Kind]string{
	bulk.Memos:    "DELETE FROM memos WHERE user_id = ?1 AND id = ?2",
	bulk.Invites:  "DELETE FROM invite_codes WHERE code = ?1 AND ?2 = ''",
	bulk.Ledgers:  "DELETE FROM ledgers WHERE name = ?1 AND ?2 = ''",
	bulk.Families: "DELETE FROM families WHERE family_id = ?1 AND ?2 = ''",
	bulk.People:   "DELETE FROM users WHERE user_id = ?1 AND ?2 = ''",
}

// Remove implements bulk.Store.
func (s bulkStore) Remove(ctx context.Context, kind bulk.Kind, keys []bulk.Key) error {
	s.db.writer.purged.Store(true)
	for part := range slices.Chunk(keys, bulkRows) {
		err := s.db.writer.write(ctx, func(t tx) error {
			for _, key := range part {
				if _, err := t.exec(deleteOne[kind], key.ID, key.Memo); err != nil {
					return err
				}
				if kind != bulk.People {
					continue
				}
				if _, err := t.exec("DELETE FROM accesses WHERE user_id = ?", key.ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
