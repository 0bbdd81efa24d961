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
				t.putRecord(r)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t tx) putRecord(r bulk.Record) {
	switch r.Kind() {
	case bulk.Memos:
		t.putMemo(*r.Memo)
	case bulk.Invites:
		t.putInvite(*r.Invite)
	case bulk.Ledgers:
		t.putLedger(*r.Ledger)
	case bulk.Families:
		t.run("REPLACE INTO families ("+familyTable.names("")+") VALUES ("+familyTable.places()+")", familyTable.row(r.Family)...)
	case bulk.People:
		t.putPerson(r)
	}
}

// putMemo deletes the old row first, because REPLACE would not fire the trigger that
// counts it.
func (t tx) putMemo(m models.Memo) {
	delete(t.w.newest, m.FamilyID)
	t.run(deleteOne[bulk.Memos], m.UserID, m.ID)
	t.run(insertMemo, memoRow(&m)...)
}

func (t tx) putLedger(l invite.Ledger) {
	entries, err := json.Marshal(l.Entries)
	t.fail(err)
	t.run("REPLACE INTO ledgers ("+ledgerColumns+") VALUES (?,?,?,?)", l.Name, l.Version, string(entries), millis(l.ExpiresAt))
}

// putPerson stores a person with the accesses of the record, or without them in it those
// that are stored. A family has exactly one owner at any moment, and REPLACE would delete
// another owner's row, so for a new owner it first makes the old one a member.
func (t tx) putPerson(r bulk.Record) {
	u := *r.Person
	if u.IsOwner && u.FamilyID != "" {
		t.run("UPDATE users SET is_owner = 0 WHERE family_id = ? AND is_owner = 1 AND user_id <> ?", u.FamilyID, u.ID)
	}
	t.putAccess(&u, r)
	t.run("REPLACE"+userValues, userTable.row(&u)...)
}

// putAccess stores the details of the accesses in r, and sets the rest in u, whose row is
// about to be written.
func (t tx) putAccess(u *models.User, r bulk.Record) {
	if r.Access == nil {
		is, err := scanUser(t.row(selectUser, u.ID))
		if !models.IsCode(err, models.CodeNotFound) {
			t.fail(err)
			u.Access, u.SessionsValidAfter = is.Access, is.SessionsValidAfter
			return
		}
	}
	t.run("DELETE FROM accesses WHERE user_id = ?", u.ID)
	var details []models.Access
	u.Access, details = r.Stored()
	for _, a := range details {
		t.describe(u.ID, a)
	}
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
				t.run(deleteOne[kind], key.ID, key.Memo)
				if kind == bulk.People {
					t.run("DELETE FROM accesses WHERE user_id = ?", key.ID)
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
