package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"voicememo/tools/testkit/must"

	"github.com/google/go-cmp/cmp"
)

// content returns every row of a database file, one per line.
func content(t *testing.T, path string) string {
	t.Helper()
	raw := rawDB(t, path)
	defer raw.Close()
	var lines strings.Builder
	for _, table := range []string{"users", "families", "memos", "invite_codes", "ledgers"} {
		rows, err := raw.Query("SELECT * FROM " + table)
		must.OK(t, err)
		defer rows.Close()
		columns, err := rows.Columns()
		must.OK(t, err)
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			must.OK(t, rows.Scan(into...))
			fmt.Fprintln(&lines, table, values)
		}
	}
	return lines.String()
}

// names returns the names of the files in a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must.OK(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestBackupBesideWriters: a backup contains every write acknowledged before it began, and is
// a state that existed: with memo n of a writer it contains all earlier ones.
func TestBackupBesideWriters(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 0)
	const writers, size = 4, 1_000_000
	var acknowledged [writers]atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			for n := 1; ctx.Err() == nil; n++ {
				if _, _, err := db.Memos().Add(t.Context(), memoOf(w*size+n), 0); err != nil {
					t.Error(err)
					return
				}
				acknowledged[w].Store(int64(n))
			}
		})
	}
	target := filepath.Join(t.TempDir(), "copy.db")
	for range 10 {
		var before [writers]int64
		for w := range before {
			before[w] = acknowledged[w].Load()
		}
		must.OK(t, Backup(t.Context(), filepath.Dir(db.path), target))
		copied := rawDB(t, target)
		for w, least := range before {
			var count, last int64
			err := copied.QueryRow("SELECT count(*), coalesce(max(CAST(id AS INTEGER)), 0) FROM memos WHERE CAST(id AS INTEGER) BETWEEN ? AND ?", w*size+1, w*size+size-1).
				Scan(&count, &last)
			if err != nil || count < least || count > 0 && last != int64(w*size)+count {
				t.Errorf("writer %d: got %d memos up to %d, %v; want at least %d without gaps", w, count, last, err, least)
			}
		}
		must.OK(t, copied.Close())
	}
	stop()
	wait.Wait()
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v", info.Mode(), err)
	}
	if diff := cmp.Diff([]string{"copy.db"}, names(t, filepath.Dir(target))); diff != "" {
		t.Error(diff)
	}
}

// TestBackupOfAClosedDatabase: no files are left beside the database.
func TestBackupOfAClosedDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, _ := inhabited(t, dir, 5)
	must.OK(t, db.Close())
	before, target := names(t, dir), filepath.Join(t.TempDir(), "copy.db")
	must.OK(t, Backup(t.Context(), dir, target))
	if got := content(t, target); got != content(t, db.path) || strings.Count(got, "\n") != 7 {
		t.Errorf("got the copy\n%swant the database's 7 rows", got)
	}
	if diff := cmp.Diff(before, names(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// spoiled returns directories that do not contain a usable database, by a part of the error
// that is expected.
func spoiled(t *testing.T) map[string]string {
	t.Helper()
	dirs := map[string]string{}
	with := func(want, query string) {
		dir := t.TempDir()
		dirs[want] = dir
		raw := rawDB(t, filepath.Join(dir, FileName))
		defer raw.Close()
		must.OK(t, must.Err(raw.Exec(query)))
	}
	with("is not a database of this program", "CREATE TABLE other (x); PRAGMA user_version = 3")
	with("is not a database of this program ", "CREATE TABLE users (x)")
	with("use that version, or restore a backup of this one", `CREATE TABLE users (x); CREATE TABLE families (x); CREATE TABLE memos (x);
		CREATE TABLE invite_codes (x); CREATE TABLE ledgers (x); PRAGMA user_version = 99`)
	for want, file := range map[string]string{
		"not a database": strings.Repeat("this is no database ", 500), "is not a database of this program  ": "",
	} {
		dirs[want] = t.TempDir()
		write(t, filepath.Join(dirs[want], FileName), []byte(file))
	}
	dirs["there is no database"] = t.TempDir()
	folder := t.TempDir()
	dirs["is not a file"] = folder
	must.OK(t, os.Mkdir(filepath.Join(folder, FileName), 0o700))
	return dirs
}

// oneSentence checks an error that is shown to a person.
func oneSentence(t *testing.T, err error, want string) {
	t.Helper()
	if want = strings.TrimSpace(want); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want %q", err, want)
	}
}

// TestBackupsThatCannotBe: the error is one sentence, and no file is created.
func TestBackupsThatCannotBe(t *testing.T) {
	t.Parallel()
	for want, dir := range spoiled(t) {
		before, place := names(t, dir), t.TempDir()
		oneSentence(t, Backup(t.Context(), dir, filepath.Join(place, "copy.db")), want)
		if got := append(names(t, place), names(t, dir)...); !cmp.Equal(got, before) {
			t.Errorf("%s: got the files %v, want %v", want, got, before)
		}
	}
	dir := t.TempDir()
	inhabited(t, dir, 1)
	oneSentence(t, Backup(t.Context(), dir, filepath.Join(dir, "none", "copy.db")), "no such file")
	place := t.TempDir()
	must.OK(t, os.Mkdir(filepath.Join(place, "copy.db"), 0o700))
	oneSentence(t, Backup(t.Context(), dir, filepath.Join(place, "copy.db")), "cannot be copied")
	for _, suffix := range []string{"", "-wal", "-shm"} { // the last memos are in the log
		oneSentence(t, Backup(t.Context(), dir, filepath.Join(dir, FileName+suffix)), "is the database itself")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	oneSentence(t, Backup(ctx, dir, filepath.Join(place, "other.db")), "canceled")
	if diff := cmp.Diff([]string{"copy.db"}, names(t, place)); diff != "" {
		t.Error(diff)
	}
}

// TestADamagedCopyGetsNoName: an index that has lost a row is detected before the copy gets
// its name.
func TestADamagedCopyGetsNoName(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 300)
	must.OK(t, db.Close())
	file, err := os.ReadFile(db.path)
	must.OK(t, err)
	id := []byte(memoOf(150).ID) // once in the table, once in an index
	at := bytes.LastIndex(file, id)
	if at == bytes.Index(file, id) {
		t.Fatal("got the id only once in the file, want it in the table and an index")
	}
	file[at+len(id)-1] = 'x'
	write(t, db.path, file)
	place := t.TempDir()
	oneSentence(t, Backup(t.Context(), filepath.Dir(db.path), filepath.Join(place, "copy.db")), "damaged")
	if left := names(t, place); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestBackupOfADamagedTable: a page that SQLite cannot read is damage, which only a person
// can repair.
func TestBackupOfADamagedTable(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 10)
	must.OK(t, db.Close())
	raw := rawDB(t, db.path)
	var root, size int
	must.OK(t, raw.QueryRow("SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'memos'").Scan(&root, &size))
	must.OK(t, raw.Close())
	file, err := os.ReadFile(db.path)
	must.OK(t, err)
	copy(file[(root-1)*size:root*size], bytes.Repeat([]byte("x"), size))
	write(t, db.path, file)
	place := t.TempDir()
	err = Backup(t.Context(), filepath.Dir(db.path), filepath.Join(place, "copy.db"))
	oneSentence(t, err, "cannot be copied")
	oneSentence(t, err, "the database is damaged (database disk image is malformed")
	if !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want ErrRefused", err)
	}
	if left := names(t, place); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestCopyBeforeMigrationIsMadeAnew: neither an incomplete copy nor one of another time is
// kept as the copy for a downgrade.
func TestCopyBeforeMigrationIsMadeAnew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	firstSchema(t, dir)
	kept := filepath.Join(dir, FileName+".schema-1")
	write(t, kept, []byte("what a killed process left"))
	before := content(t, filepath.Join(dir, FileName))
	open(t, dir)
	if got := content(t, kept); got != before {
		t.Errorf("got the copy\n%swant\n%s", got, before)
	}
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v", info.Mode(), err)
	}
}
