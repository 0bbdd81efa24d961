package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// refused requires Examine, Open and Backup to refuse a directory and to name a remedy.
func refused(t *testing.T, dir, want string) {
	t.Helper()
	_, examined := Examine(t.Context(), dir)
	db, opened := Open(dir)
	if opened == nil {
		_ = db.Close()
	}
	backedUp := Backup(t.Context(), dir, filepath.Join(t.TempDir(), "copy.db"))
	for door, err := range map[string]error{"Examine": examined, "Open": opened, "Backup": backedUp} {
		switch {
		case door == "Backup" && err != nil: // its error may instead be that the file cannot be copied
		case !errors.Is(err, ErrRefused):
			t.Errorf("got %v from %s, want ErrRefused", err, door)
		case !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "voicememo restore"):
			t.Errorf("got %q from %s, want %q and a remedy", err, door, want)
		}
	}
}

// TestChecksumsCoverEveryColumn except memo_count, which is compared with the rows.
func TestChecksumsCoverEveryColumn(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	for _, s := range sealedTables {
		covered := strings.Split(strings.Join(strings.Fields(s.columns), " "), ", ")
		all, err := lines(t.Context(), db.read.db, "SELECT name FROM pragma_table_info(?)", s.table)
		must.OK(t, err)
		for _, column := range all {
			if covers := slices.Contains(covered, column); covers == (column == "checksum" || column == "memo_count") {
				t.Errorf("the checksum of %s covers %s: got %v, want %v", s.table, column, covers, !covers)
			}
		}
	}
	tables, err := lines(t.Context(), db.read.db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil || len(tables) != len(sealedTables)+2 { // the others are state and outside
		t.Errorf("got the tables %v, %v; want those with checksums, state and outside", tables, err)
	}
}

// TestDamagedRow: a value that is not what was written is never returned, and Examine, Open
// and Backup report it.
func TestDamagedRow(t *testing.T) {
	t.Parallel()
	for _, damage := range []string{
		"UPDATE memos SET content = 'mem0' WHERE id LIKE '%7'",
		"UPDATE memos SET created_by_name = 'Jiro'",
		"UPDATE memos SET timestamp = timestamp + 1 WHERE id LIKE '%7'",
	} {
		noticed(t, damage, func(db *DB) (memo.Page, error) { return list(db, t.Context()) })
	}
}

// noticed tests that a database whose memos are damaged fails the read that meets the
// damage, is not ready from then on, and does not open again.
func noticed(t *testing.T, damage string, read func(*DB) (memo.Page, error)) {
	t.Helper()
	dir := t.TempDir()
	db, _ := inhabited(t, dir, 20)
	if page, err := read(db); err != nil {
		t.Fatalf("got %d memos and %v before the damage, want no error", len(page.Memos), err)
	}
	must.OK(t, must.Err(rawDB(t, db.path).Exec(damage)))
	if page, err := read(db); !models.IsReason(err, models.ReasonDamaged) {
		t.Errorf("%s: got %d memos and %v, want damaged", damage, len(page.Memos), err)
	}
	if err := db.Ping(t.Context()); !models.IsReason(err, models.ReasonDamaged) {
		t.Errorf("%s: got %v from Ping, want damaged", damage, err)
	}
	must.OK(t, db.Close())
	refused(t, dir, "not what was written: memos")
}

// TestDamageOfState: damaged checksums, and a damaged table or trigger by which rows are
// verified, are found.
func TestDamageOfState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ damage, want string }{
		{"DROP TRIGGER users_outside", "its schema"},
		{"UPDATE families SET checksum = checksum + 1", "not what was written: families"},
		{"UPDATE users SET checksum = 'x'", "not what was written: users"},
		{"UPDATE state SET value = 'nothing' WHERE name LIKE 'columns.users'", "rows of users cannot be verified"},
		{"DELETE FROM state", "its schema cannot be verified"},
	} {
		dir := t.TempDir()
		db, _ := inhabited(t, dir, 2)
		must.OK(t, db.Close())
		raw := rawDB(t, db.path)
		must.OK(t, must.Err(raw.Exec(c.damage)))
		must.OK(t, raw.Close())
		refused(t, dir, c.want)
	}
}

// TestCheckFindsDamageWhileOpen: Check finds damage while the database is in use, as at night.
func TestCheckFindsDamageWhileOpen(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 20)
	must.OK(t, db.Check(t.Context()))
	must.OK(t, must.Err(rawDB(t, db.path).Exec("UPDATE families SET memo_count = 3")))
	if err := db.Check(t.Context()); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want ErrRefused", err)
	}
	if err := db.Ping(t.Context()); !models.IsReason(err, models.ReasonDamaged) {
		t.Errorf("got %v from Ping, want damaged", err)
	}
}

// TestTimesNeverGoBack: after the clock is set back, a new memo is still listed first.
func TestTimesNeverGoBack(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 0)
	base := time.UnixMilli(1_800_000_000_000).UTC()
	var order []string
	for i, ahead := range []time.Duration{0, 11 * 24 * time.Hour, -time.Hour, 0, time.Second} {
		m := memoOf(i)
		m.Timestamp = base.Add(ahead)
		stored, _, err := db.Memos().Add(t.Context(), m, 0)
		must.OK(t, err)
		if again, created, err := db.Memos().Add(t.Context(), m, 0); err != nil || created || !again.Timestamp.Equal(stored.Timestamp) {
			t.Errorf("got %v, %v, %v from a repeat, want the stored memo's", again.Timestamp, created, err)
		}
		order = append([]string{string(m.ID)}, order...)
	}
	page, err := list(db, t.Context())
	must.OK(t, err)
	var got []string
	for _, m := range page.Memos {
		got = append(got, string(m.ID))
	}
	if !slices.Equal(got, order) {
		t.Errorf("got %v, want %v", got, order)
	}
}

// repetitions returns how often a test repeats a variation: n times, or for a long run the
// number in an environment variable.
func repetitions(t *testing.T, variable string, n int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return n
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("got %s=%q, want a positive number", variable, text)
	}
	return n
}
