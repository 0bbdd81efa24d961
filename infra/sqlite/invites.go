package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// invites implements invite.Store.
type invites struct{ db *DB }

const inviteColumns = "code, family_id, created_by, created_at, expires_at, used, used_by, used_at, link_hashes"

func scanInvite(row scanner) (c models.InviteCode, err error) {
	var createdAt, expiresAt, usedAt int64
	var hashes string
	err = row.Scan(&c.Code, &c.FamilyID, &c.CreatedBy, &createdAt, &expiresAt, &c.Used, &c.UsedBy, &usedAt, &hashes)
	if err != nil {
		return c, found(err, models.ReasonInviteNotValid)
	}
	c.CreatedAt, c.ExpiresAt, c.UsedAt = fromMillis(createdAt), fromMillis(expiresAt), fromMillis(usedAt)
	return c, json.Unmarshal([]byte(hashes), &c.LinkHashes)
}

const selectInvite = "SELECT " + inviteColumns + " FROM invite_codes WHERE code = ?"

// Get implements invite.Store.
func (s invites) Get(ctx context.Context, key string) (models.InviteCode, error) {
	c, err := scanInvite(s.db.read.row(ctx, selectInvite, key))
	return c, translate(err)
}

// Issue implements invite.Store.
func (s invites) Issue(ctx context.Context, c models.InviteCode, previous string) error {
	return s.db.writer.write(ctx, func(t tx) error {
		old, err := scanInvite(t.row(selectInvite, c.Code))
		if err == nil && old.Live(c.CreatedAt) {
			return models.Conflict(models.ReasonCodesExhausted)
		}
		if err != nil && !models.IsCode(err, models.CodeNotFound) {
			return err
		}
		n, err := t.exec("UPDATE families SET invite_key = ? WHERE family_id = ? AND invite_key = ?", c.Code, c.FamilyID, previous)
		if err == nil && n == 0 {
			err = moved()
		}
		if err != nil {
			return err
		}
		return t.putInvite(c)
	})
}

func (t tx) putInvite(c models.InviteCode) error {
	hashes, err := json.Marshal(c.LinkHashes)
	if err != nil {
		return err
	}
	_, err = t.exec("REPLACE INTO invite_codes ("+inviteColumns+") VALUES (?,?,?,?,?,?,?,?,?)",
		c.Code, c.FamilyID, c.CreatedBy, millis(c.CreatedAt), millis(c.ExpiresAt), c.Used, c.UsedBy,
		millis(c.UsedAt), string(hashes))
	return err
}

// Free implements invite.Store.
func (s invites) Free(ctx context.Context, keys []string, now time.Time) ([]string, error) {
	var free []string
	for _, key := range keys {
		c, err := s.Get(ctx, key)
		if err != nil && !models.IsCode(err, models.CodeNotFound) {
			return nil, err
		}
		if err != nil || !c.Live(now) {
			free = append(free, key)
		}
	}
	return free, nil
}

// AddLink implements invite.Store.
func (s invites) AddLink(ctx context.Context, given models.InviteCode, hash string) error {
	return s.db.writer.write(ctx, func(t tx) error {
		c, err := scanInvite(t.row(selectInvite, given.Code))
		if err == nil && (c.Used || c.FamilyID != given.FamilyID || !c.CreatedAt.Equal(given.CreatedAt)) {
			err = models.NotFound(models.ReasonInviteNotValid)
		}
		if err != nil {
			return err
		}
		c.LinkHashes = append(c.LinkHashes, hash)
		return t.putInvite(c)
	})
}

// Revoke implements invite.Store.
func (s invites) Revoke(ctx context.Context, family models.FamilyID, key string) error {
	return s.db.writer.write(ctx, func(t tx) error {
		n, err := t.exec("DELETE FROM invite_codes WHERE code = ? AND family_id = ? AND used = 0", key, family)
		if err == nil && n == 0 {
			err = models.NotFound(models.ReasonInviteNotValid)
		}
		return err
	})
}

const ledgerColumns = "name, version, entries, expires_at"

func scanLedger(row scanner) (l invite.Ledger, err error) {
	var entries string
	var expiresAt int64
	if err := row.Scan(&l.Name, &l.Version, &entries, &expiresAt); err != nil {
		return l, found(err, models.ReasonInviteNotValid)
	}
	l.ExpiresAt = fromMillis(expiresAt)
	return l, json.Unmarshal([]byte(entries), &l.Entries)
}

// Ledger implements invite.Store.
func (s invites) Ledger(ctx context.Context, name string) (invite.Ledger, error) {
	l, err := scanLedger(s.db.read.row(ctx, "SELECT "+ledgerColumns+" FROM ledgers WHERE name = ?", name))
	if models.IsCode(err, models.CodeNotFound) {
		return invite.Ledger{Name: name}, nil
	}
	return l, translate(err)
}

// SaveLedger implements invite.Store.
func (s invites) SaveLedger(ctx context.Context, l invite.Ledger) error {
	entries, err := json.Marshal(l.Entries)
	if err != nil {
		return models.Internalf("ledger: %w", err)
	}
	return s.db.writer.write(ctx, func(t tx) error {
		n, err := t.exec(`INSERT INTO ledgers (name, version, entries, expires_at)
			SELECT ?1, ?2 + 1, ?3, ?4 WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM ledgers WHERE name = ?1)
			ON CONFLICT (name) DO UPDATE SET version = excluded.version, entries = excluded.entries,
			expires_at = excluded.expires_at WHERE version = ?2`, l.Name, l.Version, string(entries), millis(l.ExpiresAt))
		if err == nil && n == 0 {
			err = models.Conflict(models.ReasonChanged)
		}
		return err
	})
}
