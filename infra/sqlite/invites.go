package sqlite

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// inviteStore implements invite.Store.
type inviteStore struct{ db *DB }

const inviteColumns = "code, invite_id, family_id, created_by, created_at, expires_at, admits"

func scanInvite(row scanner) (c models.InviteCode, err error) {
	err = row.Scan(&c.Code, &c.InviteID, &c.FamilyID, &c.CreatedBy, (*stamp)(&c.CreatedAt), (*stamp)(&c.ExpiresAt), &c.Admits)
	return c, orNotFound(err, models.ReasonInviteNotValid)
}

const selectInvite = "SELECT " + inviteColumns + " FROM invite_codes WHERE code = ?"

// Get implements invite.Store.
func (s inviteStore) Get(ctx context.Context, key string) (models.InviteCode, error) {
	c, err := scanInvite(s.db.read.row(ctx, selectInvite, key))
	return c, translate(err)
}

// Issue implements invite.Store.
func (s inviteStore) Issue(ctx context.Context, codes []models.InviteCode, previous models.InviteID) error {
	return s.db.writer.write(ctx, func(t tx) error {
		for _, c := range codes {
			old, err := scanInvite(t.row(selectInvite, c.Code))
			if !models.IsCode(err, models.CodeNotFound) {
				t.fail(err)
				t.check(!old.Live(c.CreatedAt), taken())
			}
			t.putInvite(c)
		}
		first := codes[0]
		t.must("UPDATE families SET invite_id = ?, invite_key = ?, invite_for = '' WHERE family_id = ? AND invite_id = ?",
			first.InviteID, first.Code, first.FamilyID, previous)
		return nil
	})
}

func (t tx) putInvite(c models.InviteCode) {
	t.run("REPLACE INTO invite_codes ("+inviteColumns+") VALUES (?,?,?,?,?,?,?)",
		c.Code, c.InviteID, c.FamilyID, c.CreatedBy, millis(c.CreatedAt), millis(c.ExpiresAt), c.Admits)
}

// AddLink implements invite.Store.
func (s inviteStore) AddLink(ctx context.Context, c models.InviteCode) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.putInvite(c)
		return nil
	})
}

// selectLive selects those keys of a JSON array that are live, in one statement for any
// number of keys.
const selectLive = "SELECT code FROM json_each(?) CROSS JOIN invite_codes ON code = value WHERE expires_at > ?"

// Free implements invite.Store.
func (s inviteStore) Free(ctx context.Context, keys []string, now time.Time) ([]string, error) {
	wanted, err := json.Marshal(keys)
	if err != nil {
		return nil, models.Internalf("sqlite: %w", err)
	}
	live, err := collect(ctx, s.db.read, selectLive, []any{string(wanted), millis(now)}, value[string])
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return slices.Contains(live, key) }), nil
}

// Revoke implements invite.Store.
func (s inviteStore) Revoke(ctx context.Context, family models.FamilyID, id models.InviteID) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.check(t.useUp(family, id) > 0, notValid())
		return nil
	})
}

// Bind implements invite.Store.
func (s inviteStore) Bind(ctx context.Context, family models.FamilyID, id models.InviteID, account models.UserID) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.need(notValid(), `UPDATE families SET invite_for = ?1
			WHERE family_id = ?2 AND invite_id = ?3 AND invite_id <> '' AND invite_for IN ('', ?1)`, account, family, id)
		return nil
	})
}

const ledgerColumns = "name, version, entries, expires_at"

func scanLedger(row scanner) (l invite.Ledger, err error) {
	var entries string
	if err := row.Scan(&l.Name, &l.Version, &entries, (*stamp)(&l.ExpiresAt)); err != nil {
		return l, orNotFound(err, models.ReasonInviteNotValid)
	}
	return l, json.Unmarshal([]byte(entries), &l.Entries)
}

// Ledger implements invite.Store.
func (s inviteStore) Ledger(ctx context.Context, name string) (invite.Ledger, error) {
	l, err := scanLedger(s.db.read.row(ctx, "SELECT "+ledgerColumns+" FROM ledgers WHERE name = ?", name))
	if models.IsCode(err, models.CodeNotFound) {
		return invite.Ledger{Name: name}, nil
	}
	return l, translate(err)
}

// Ledgers implements invite.Store.
func (s inviteStore) Ledgers(ctx context.Context, names ...string) (all []invite.Ledger, err error) {
	for _, name := range names {
		l, err := s.Ledger(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// SaveLedger implements invite.Store.
func (s inviteStore) SaveLedger(ctx context.Context, l invite.Ledger) error {
	entries, err := json.Marshal(l.Entries)
	if err != nil {
		return models.Internalf("ledger: %w", err)
	}
	return s.db.writer.write(ctx, func(t tx) error {
		t.need(models.Conflict(models.ReasonChanged), `INSERT INTO ledgers (name, version, entries, expires_at)
			SELECT ?1, ?2 + 1, ?3, ?4 WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM ledgers WHERE name = ?1)
			ON CONFLICT (name) DO UPDATE SET version = excluded.version, entries = excluded.entries,
			expires_at = excluded.expires_at WHERE version = ?2`, l.Name, l.Version, string(entries), millis(l.ExpiresAt))
		return nil
	})
}
