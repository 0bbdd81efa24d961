package sqlite

import (
	"context"
	"fmt"
	"strings"
	"time"

	"voicememo/models"
)

// Times is what is stored about the clock that dates deletions.
type Times struct {
	Steady time.Time     // what it showed last
	Sure   time.Time     // when it was last confirmed; zero: never
	Moved  time.Duration // how far all dates were moved with it since then, without a confirmation
	Stood  time.Duration // how long servers have run in doubt since the machine's clock last jumped
}

// Times returns what NoteTimes or Redate stored last. In a file of an earlier version,
// Steady is when it was last swept or, if it never was, last written before Open.
func (db *DB) Times(ctx context.Context) (Times, error) {
	stored := map[string]int64{}
	err := db.read.each(ctx, "SELECT name, value FROM state WHERE name IN ('steady', 'sure', 'moved', 'stood', 'swept')", nil, func(row scanner) error {
		var name string
		var value int64
		err := row.Scan(&name, &value)
		stored[name] = value
		return err
	})
	if err != nil {
		return Times{}, translate(err)
	}
	duration := func(name string) time.Duration { return time.Duration(stored[name]) * time.Millisecond }
	t := Times{Steady: fromMillis(stored["steady"]), Sure: fromMillis(stored["sure"]), Moved: duration("moved"), Stood: duration("stood")}
	if t.Steady.IsZero() {
		t.Steady = fromMillis(stored["swept"])
	}
	if t.Steady.IsZero() {
		t.Steady, t.Stood = db.written, 0
	}
	return t, nil
}

// NoteTimes stores t.
func (db *DB) NoteTimes(ctx context.Context, t Times) error {
	return db.writer.free(ctx, func(x tx) error {
		x.noteTimes(t)
		return nil
	})
}

func (t tx) noteTimes(n Times) {
	t.run("REPLACE INTO state (name, value) VALUES ('steady', ?), ('sure', ?), ('moved', ?), ('stood', ?)",
		millis(n.Steady), millis(n.Sure), n.Moved.Milliseconds(), n.Stood.Milliseconds())
}

// Redating is a correction of the dates that decide a deletion. All are dates of the clock
// of Times as it was before.
type Redating struct {
	Since time.Time     // dates from then on move by Newer, earlier ones by Older
	Newer time.Duration // positive: the clock was slow
	Older time.Duration
	Times Times // what is stored with it; Steady is the present time
}

// possible is how far dates may be ahead of the present time beyond what the rules allow.
const possible = time.Minute

// moveDates returns a statement that adds delta, an expression with the parameters of
// Redate, to the times in column and purge_at of memos.
func moveDates(column, delta, condition string) string {
	later := strings.NewReplacer(column, column+" + "+delta, "purge_at", "purge_at + "+delta)
	return "UPDATE memos SET " + column + " = " + column + " + " + delta + ", purge_at = purge_at + " + delta + ", checksum = " +
		sumOf(later.Replace(memoColumns)) + " WHERE purge_at > 0 AND " + condition + " AND " + delta + " <> 0"
}

// longest is how long after a time a date may be, in milliseconds.
func longest(days int) string {
	return fmt.Sprint((time.Duration(days) * 24 * time.Hour).Milliseconds())
}

// redating are the statements of Redate, for ?1 Since, ?2 Newer, ?3 Older and ?4 the present
// time, which each of them has. The later ones correct what no right clock can have dated: it would stay for years.
var redating = func() []string {
	const moved = "(CASE WHEN %s >= ?1 THEN ?2 ELSE ?3 END)"
	trash, done := longest(models.TrashDays), longest(models.DoneDays+models.TrashDays)
	limit := fmt.Sprintf("?4 + %d", possible.Milliseconds())
	ahead := "purge_at > " + limit + " + " + done
	erase := fmt.Sprintf("?4 + %d", models.KeepFor.Milliseconds())
	return []string{
		moveDates("deleted_at", fmt.Sprintf(moved, "deleted_at"), "deleted = 1 AND ?4 > 0"),
		moveDates("done_at", fmt.Sprintf(moved, "done_at"), "deleted = 0 AND ?4 > 0"),
		"UPDATE users SET erase_at = erase_at + CASE WHEN updated_at >= ?1 OR ?3 <> 0 THEN max(?2, ?3) ELSE ?3 END WHERE erase_at > 0 AND ?4 > 0",
		"UPDATE invite_codes SET created_at = created_at + ?2, expires_at = expires_at + ?2 WHERE created_at BETWEEN ?1 AND ?4 - ?2 AND ?2 > 0",

		moveDates("deleted_at", "(?4 + "+trash+" - purge_at)", "deleted = 1 AND "+ahead),
		moveDates("done_at", "(?4 + "+done+" - purge_at)", "deleted = 0 AND "+ahead),
		"UPDATE users SET erase_at = " + erase + " WHERE erase_at > " + erase,
		"UPDATE users SET requested_at = ?4 WHERE requested_at > " + limit,
		"UPDATE users SET joined_at = ?4 WHERE joined_at > " + limit,
		"UPDATE users SET connection_until = ?4 WHERE connection_until > " + limit + " + " + longest(1),
		"UPDATE invite_codes SET expires_at = ?4 WHERE created_at > " + limit,
		"UPDATE devices SET expires_at = ?4 WHERE expires_at > " + limit + " + " + longest(1),
		"DELETE FROM ledgers WHERE expires_at > " + limit + " + " + longest(1),
	}
}()

// Redate corrects the dates of memos in the trash and of done ones, of accounts to be erased,
// of invitations and of what modules keep for a time, and stores r.Times, in one transaction.
func (db *DB) Redate(ctx context.Context, r Redating) error {
	now := r.Times.Steady.Truncate(time.Second)
	queries := redating
	for _, p := range db.parts {
		queries = append(queries[:len(queries):len(queries)], p.Redate...)
	}
	return db.writer.free(ctx, func(t tx) error {
		for _, query := range queries {
			t.run(query, millis(r.Since), wholeSeconds(r.Newer), wholeSeconds(r.Older), millis(now))
		}
		t.w.dated = r.Times.Steady
		t.noteTimes(r.Times)
		return nil
	})
}

// wholeSeconds returns d in milliseconds, rounded up to whole seconds as purge_at has them.
func wholeSeconds(d time.Duration) int64 {
	return time.UnixMilli(d.Milliseconds()).Add(time.Second - 1).Truncate(time.Second).UnixMilli()
}
