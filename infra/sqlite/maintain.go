package sqlite

import (
	"context"
	"database/sql"
	"time"
)

// sweepBatch bounds one transaction of the sweeper, so that it never holds up a
// family's writes for long.
const sweepBatch = 1000

// Sweep removes what is past its time by now: memos the trash has forgotten,
// expired invitations and ledgers.
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
		}
	}
	return nil
}

// Tidy refreshes the planner's statistics and folds the write-ahead log back
// into the file. Once a night is enough. It uses a connection of its own, because
// neither can happen inside the writer's transactions.
func (db *DB) Tidy(ctx context.Context) error {
	own, err := sql.Open("sqlite", dsn(db.path, ""))
	if err != nil {
		return translate(err)
	}
	defer func() { _ = own.Close() }()
	for _, query := range []string{"PRAGMA optimize", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := own.ExecContext(ctx, query); err != nil {
			return translate(err)
		}
	}
	return nil
}
