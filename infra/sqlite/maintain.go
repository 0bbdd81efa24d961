package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// sweepBatch limits the rows of one of Sweep's transactions, so that it never delays a
// family's writes for long.
const sweepBatch = 1000

// Sweep removes everything that has expired by now: memos due to be purged from the
// trash, invitations, ledgers and requests of devices, what modules keep for a time, events that no module has
// taken for happenedFor, and copies made before a migration. The caller trusts the clock.
func (db *DB) Sweep(ctx context.Context, now time.Time) error {
	queries := []string{
		`DELETE FROM memos WHERE (user_id, id) IN
			(SELECT user_id, id FROM memos WHERE purge_at > 0 AND purge_at <= ?1 + 0 AND (deleted = 1 OR done_at > 0) LIMIT ?2 + 0)`,
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
	if err := db.noteSweep(ctx, now); err != nil {
		return err
	}
	return db.eraseCopies(now)
}

// LastSweep returns when Sweep last ended, by the clock of that time, and the value of
// NoteStanding since. If the database was never swept, as in an earlier version, swept is
// the time of the last write to its file before Open.
func (db *DB) LastSweep(ctx context.Context) (swept time.Time, stood time.Duration, err error) {
	var sweptMillis, stoodMillis int64
	err = db.read.row(ctx, `SELECT coalesce(max(value) FILTER (WHERE name = 'swept'), 0),
		coalesce(max(value) FILTER (WHERE name = 'stood'), 0) FROM state WHERE name IN ('swept', 'stood')`).Scan(&sweptMillis, &stoodMillis)
	if err != nil {
		return time.Time{}, 0, translate(err)
	}
	if sweptMillis == 0 {
		return db.written, 0, nil
	}
	return fromMillis(sweptMillis), time.Duration(stoodMillis) * time.Millisecond, nil
}

// NoteStanding records how long servers have run since the last Sweep with a clock that
// they do not trust.
func (db *DB) NoteStanding(ctx context.Context, stood time.Duration) error {
	return db.writer.free(ctx, func(t tx) error { return t.setState("stood", stood.Milliseconds()) })
}

func (db *DB) noteSweep(ctx context.Context, now time.Time) error {
	return db.writer.free(ctx, func(t tx) error { return t.setState("swept", millis(now)) })
}

func (t tx) setState(name string, value int64) error {
	_, err := t.exec("REPLACE INTO state (name, value) VALUES (?, ?)", name, value)
	return err
}

// postpone returns a statement that adds ?3 to the times in column and purge_at of the
// memos for which column is from ?1 to ?2.
func postpone(column, condition string) string {
	later := strings.NewReplacer(column, column+" + ?3", "purge_at", "purge_at + ?3")
	return "UPDATE memos SET " + column + " = " + column + " + ?3, purge_at = purge_at + ?3, checksum = " +
		sumOf(later.Replace(sealedMemoColumns)) + " WHERE " + condition + " AND purge_at > 0 AND " + column + " BETWEEN ?1 AND ?2"
}

var (
	postponeDeletions = postpone("deleted_at", "deleted = 1")
	postponeDone      = postpone("done_at", "deleted = 0")
)

// Postpone moves the dates of all deletions made from from to to, of memos marked as done
// then, and the erasure dates of accounts updated then, later by by: the clock was slow by
// that much.
func (db *DB) Postpone(ctx context.Context, from, to time.Time, by time.Duration) error {
	later := millis(time.UnixMilli(by.Milliseconds()).Add(time.Second - 1).Truncate(time.Second)) // purge_at has whole seconds
	return db.writer.free(ctx, func(t tx) error {
		for _, query := range []string{postponeDeletions, postponeDone} {
			if _, err := t.exec(query, millis(from), millis(to), later); err != nil {
				return err
			}
		}
		_, err := t.exec("UPDATE users SET erase_at = erase_at + ?3 WHERE erase_at > 0 AND updated_at BETWEEN ?1 AND ?2", millis(from), millis(to), later)
		return err
	})
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
