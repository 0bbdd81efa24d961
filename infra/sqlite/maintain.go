package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// sweepBatch bounds one transaction of the sweeper, so that it never holds up a
// family's writes for long.
const sweepBatch = 1000

// Sweep removes what is past its time by now: memos the trash has forgotten,
// expired invitations and ledgers, and copies of the file from before a migration.
func (db *DB) Sweep(ctx context.Context, now time.Time) error {
	for _, query := range []string{
		`DELETE FROM memos WHERE (user_id, id) IN
			(SELECT user_id, id FROM memos WHERE deleted = 1 AND purge_at > 0 AND purge_at <= ? LIMIT ?)`,
		"DELETE FROM invite_codes WHERE code IN (SELECT code FROM invite_codes WHERE expires_at <= ? LIMIT ?)",
		"DELETE FROM ledgers WHERE name IN (SELECT name FROM ledgers WHERE expires_at <= ? LIMIT ?)",
	} {
		for removed := int64(sweepBatch); removed == sweepBatch; {
			var err error
			removed, err = writeFor(ctx, db.writer, func(t tx) (int64, error) { return t.exec(query, millis(now), sweepBatch) })
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

// Tidy refreshes the planner's statistics, folds the write-ahead log back into the file
// and compacts it if something was deleted for good. Once a night is enough. It uses
// connections of its own, because none of this can happen inside the writer's
// transactions.
func (db *DB) Tidy(ctx context.Context) error {
	own, err := sql.Open("sqlite", dsn(db.path, ""))
	if err != nil {
		return translate(err)
	}
	_, err = own.ExecContext(ctx, "PRAGMA optimize")
	if err = errors.Join(translate(err), translate(own.Close())); err != nil {
		return err
	}
	// What was changed, such as a name, leaves remnants too, which are not worth more than
	// this.
	_, err = db.compact(ctx, db.writer.purged.Load() || fileSize(db.path) <= compactSize)
	return err
}
