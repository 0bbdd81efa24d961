package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// sweepBatch limits the rows of one of Sweep's transactions, so that it never delays a
// family's writes for long.
const sweepBatch = 1000

// Sweep removes everything that has expired by now: memos due to be purged from the
// trash, the keys of removed memos, invitations, ledgers and requests of devices, what
// modules keep for a time, events that no module has taken for happenedFor, and copies
// made before a migration. The caller trusts now.
func (db *DB) Sweep(ctx context.Context, now time.Time) error {
	queries := []string{
		`DELETE FROM memos WHERE (user_id, id) IN
			(SELECT user_id, id FROM memos WHERE purge_at > 0 AND purge_at <= ?1 + 0 AND (deleted = 1 OR done_at > 0) LIMIT ?2 + 0)`,
		"DELETE FROM removed WHERE (user_id, id) IN (SELECT user_id, id FROM removed WHERE forget_at <= ?1 + 0 LIMIT ?2 + 0)",
		"DELETE FROM invite_codes WHERE code IN (SELECT code FROM invite_codes WHERE expires_at <= ?1 LIMIT ?2 + 0)",
		"DELETE FROM ledgers WHERE name IN (SELECT name FROM ledgers WHERE expires_at <= ?1 LIMIT ?2 + 0)",
		"DELETE FROM devices WHERE key IN (SELECT key FROM devices WHERE expires_at <= ?1 LIMIT ?2 + 0)",
		fmt.Sprintf("DELETE FROM happened WHERE id IN (SELECT id FROM happened WHERE at <= ?1 - %d LIMIT ?2 + 0)", happenedFor.Milliseconds()),
	}
	for _, p := range db.parts {
		queries = append(queries, p.Sweep...)
	}
	for _, query := range queries {
		for removed := int64(sweepBatch); removed == sweepBatch; {
			var err error
			removed, err = freeFor(ctx, db.writer, func(t tx) (int64, error) { return t.exec(query, millis(now), sweepBatch) })
			if err != nil {
				return err
			}
			if removed > 0 {
				db.writer.purged.Store(true)
			}
		}
	}
	return db.eraseCopies(now)
}

func (t tx) setState(name string, value int64) error {
	_, err := t.exec("REPLACE INTO state (name, value) VALUES (?, ?)", name, value)
	return err
}

// Tidy updates the planner's statistics, folds the write-ahead log back into the file and
// compacts the file if something was deleted permanently. Once a night is enough. It uses
// its own connections, because none of this can be done inside the writer's transactions.
func (db *DB) Tidy(ctx context.Context) error {
	if err := db.present(); err != nil {
		return err
	}
	own, err := sql.Open("sqlite", dsn(db.path, "mode=rw"))
	if err != nil {
		return translate(err)
	}
	_, err = own.ExecContext(ctx, "PRAGMA optimize")
	if err = errors.Join(translate(err), translate(own.Close())); err != nil {
		return err
	}
	// Changes, such as that of a name, also leave remnants, which justify compacting only a
	// small file.
	_, err = db.compact(ctx, db.writer.purged.Load() || fileSize(db.path) <= compactSize)
	return err
}
