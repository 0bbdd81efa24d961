package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/invite"
	"voicememo/tools/testkit/must"
)

var restoredAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

const keptName = FileName + ".before-restore-20260102-030405"

// backupOf returns a copy of a database with n memos.
func backupOf(t *testing.T, n int) (path string) {
	t.Helper()
	db, _ := inhabited(t, t.TempDir(), n)
	path = filepath.Join(t.TempDir(), "backup.db")
	must.OK(t, Backup(t.Context(), filepath.Dir(db.path), path))
	return path
}

// crashed returns a directory as a killed process leaves it: with n memos, most of them
// only in the log.
func crashed(t *testing.T, n int) (dir string) {
	t.Helper()
	db, _ := inhabited(t, t.TempDir(), n)
	dir = clone(t, filepath.Dir(db.path))
	if fileSize(filepath.Join(dir, FileName+"-wal")) == 0 {
		t.Fatal("got an empty log, want memos that are only in it")
	}
	return dir
}

// clone returns another directory with the same files.
func clone(t *testing.T, dir string) string {
	t.Helper()
	other := t.TempDir()
	for _, name := range names(t, dir) {
		file, err := os.ReadFile(filepath.Join(dir, name))
		must.OK(t, err)
		write(t, filepath.Join(other, name), file)
	}
	return other
}

// contentOf opens a directory as a server does and returns every row.
func contentOf(t *testing.T, dir string) string {
	t.Helper()
	db, err := Open(dir)
	must.OK(t, err)
	must.OK(t, db.Close())
	if err := checkFile(t.Context(), db.path); err != nil {
		t.Error(err)
	}
	return content(t, db.path)
}

func ignore(int) {}

// TestRestoreKilledBetweenSteps: after any number of steps the directory has either the old
// or the new database, complete, and a second restore succeeds.
func TestRestoreKilledBetweenSteps(t *testing.T) {
	t.Parallel()
	file := backupOf(t, 7)
	fresh := content(t, file)
	stopped := crashed(t, 30)
	old := contentOf(t, clone(t, stopped))
	steps := len(newRestore(file, t.TempDir(), restoredAt, ignore).steps())
	for done := range steps + 1 {
		t.Run(fmt.Sprint(done), func(t *testing.T) {
			t.Parallel()
			dir, want := clone(t, stopped), old
			if done == steps {
				want = fresh
			}
			for _, step := range newRestore(file, dir, restoredAt, ignore).steps()[:done] {
				must.OK(t, step(t.Context()))
			}
			if got := contentOf(t, dir); got != want {
				t.Errorf("got the database\n%swant\n%s", got, want)
			}
			kept, err := Restore(t.Context(), file, dir, restoredAt.Add(time.Minute), ignore)
			must.OK(t, err)
			if got := content(t, kept); got != want {
				t.Errorf("kept is\n%s", got)
			}
			if got := contentOf(t, dir); got != fresh {
				t.Errorf("got after the second restore the database\n%swant\n%s", got, fresh)
			}
		})
	}
}

// TestRestore: the database is the backup's, the old one is kept completely, its log
// included, and nothing else is left.
func TestRestore(t *testing.T) {
	t.Parallel()
	file, dir := backupOf(t, 3), crashed(t, 30)
	old := contentOf(t, clone(t, dir))
	var pieces int64
	kept, err := Restore(t.Context(), file, dir, restoredAt, func(n int) { pieces += int64(n) })
	if err != nil || kept != filepath.Join(dir, keptName) || pieces != fileSize(file) {
		t.Fatalf("got %s kept, %d bytes, %v; want %s, %d bytes", kept, pieces, err, keptName, fileSize(file))
	}
	if content(t, kept) != old {
		t.Error("the kept database is not the old one")
	}
	if diff := cmp.Diff([]string{FileName, keptName, lockName, reserveName}, names(t, dir)); diff != "" {
		t.Error(diff)
	}
	for _, name := range names(t, dir) {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if contentOf(t, dir) != content(t, file) {
		t.Error("the database is not the backup")
	}
	again, err := Restore(t.Context(), kept, dir, restoredAt, ignore) // restores the old database, within the same second
	if err != nil || again != kept+"-2" || contentOf(t, dir) != old {
		t.Errorf("kept %s, %v", again, err)
	}
}

// TestRestoreOnANewMachine: the directory is created, and there is nothing to keep.
func TestRestoreOnANewMachine(t *testing.T) {
	t.Parallel()
	file, dir := backupOf(t, 3), filepath.Join(t.TempDir(), "new")
	kept, err := Restore(t.Context(), file, dir, restoredAt, ignore)
	if err != nil || kept != "" || contentOf(t, dir) != content(t, file) {
		t.Errorf("kept %q, %v", kept, err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory: %v, %v", info.Mode(), err)
	}
}

// TestRestoreByRoot: every file belongs to the server's user, also on a new machine. If the
// test does not run as root, every file belongs to the user who runs it.
func TestRestoreByRoot(t *testing.T) {
	t.Parallel()
	owner := os.Geteuid()
	if owner == 0 {
		owner = 65534
	}
	file := backupOf(t, 3)
	for name, dir := range map[string]string{"in place of a database": crashed(t, 30), "on a new machine": t.TempDir()} {
		for _, path := range append(names(t, dir), ".") {
			must.OK(t, os.Chown(filepath.Join(dir, path), owner, -1))
		}
		must.OK(t, must.Err(Restore(t.Context(), file, dir, restoredAt, ignore)))
		for _, path := range names(t, dir) {
			info, err := os.Stat(filepath.Join(dir, path))
			must.OK(t, err)
			if got := int(info.Sys().(*syscall.Stat_t).Uid); got != owner {
				t.Errorf("%s: got owner %d of %s, want %d", name, got, path, owner)
			}
		}
	}
}

// TestRestoreInPlaceOfRuins: a file that cannot be opened is kept unchanged, and the files
// beside it are not used with the new database.
func TestRestoreInPlaceOfRuins(t *testing.T) {
	t.Parallel()
	file, dir := backupOf(t, 3), crashed(t, 30)
	ruins := strings.Repeat("no database any more ", 1000)
	write(t, filepath.Join(dir, FileName), []byte(ruins))
	write(t, filepath.Join(dir, FileName+"-wal"), []byte("no log either"))
	kept, err := Restore(t.Context(), file, dir, restoredAt, ignore)
	if err != nil || contentOf(t, dir) != content(t, file) {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(kept); err != nil || string(got) != ruins {
		t.Errorf("%s: %v", kept, err)
	}
}

// TestRestoreInPlaceOfATornOne: a truncated database cannot take in its log. Both are kept,
// and the backup replaces them.
func TestRestoreInPlaceOfATornOne(t *testing.T) {
	t.Parallel()
	file := backupOf(t, 3)
	db, _ := inhabited(t, t.TempDir(), 300)
	must.OK(t, db.Tidy(t.Context()))
	must.OK(t, db.Invites().SaveLedger(t.Context(), invite.Ledger{Name: "x", ExpiresAt: restoredAt}))
	dir := clone(t, filepath.Dir(db.path))
	path := filepath.Join(dir, FileName)
	if err := os.Truncate(path, 4096); err != nil { // SQLite extends a file by up to 64 KB by itself
		t.Fatal(err)
	}
	torn, log := fileSize(path), fileSize(path+"-wal")
	kept, err := Restore(t.Context(), file, dir, restoredAt, ignore)
	if err != nil || contentOf(t, dir) != content(t, file) {
		t.Fatal(err)
	}
	if log == 0 || fileSize(kept) != torn || fileSize(kept+"-wal") != log {
		t.Errorf("got %d and %d bytes kept, want %d and %d", fileSize(kept), fileSize(kept+"-wal"), torn, log)
	}
}

// TestRestoreNeverRemovesALog that was written to while the old database was kept.
func TestRestoreNeverRemovesALog(t *testing.T) {
	t.Parallel()
	dir := crashed(t, 30)
	r := newRestore(backupOf(t, 3), dir, restoredAt, ignore)
	oneSentence(t, r.clear(t.Context()), "in use by another program")
	if fileSize(r.path+"-wal") == 0 {
		t.Error("the log was removed")
	}
}

// TestRestoreOfAnEarlierSchema: the next start updates the schema.
func TestRestoreOfAnEarlierSchema(t *testing.T) {
	t.Parallel()
	first, dir := t.TempDir(), t.TempDir()
	firstSchema(t, first)
	must.OK(t, must.Err(Restore(t.Context(), filepath.Join(first, FileName), dir, restoredAt, ignore)))
	checkFirst(t, open(t, dir))
}

// TestRestoresThatCannotBe: the error is one sentence, and the directory is not changed.
func TestRestoresThatCannotBe(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for want, dir := range spoiled(t) {
		files[want] = filepath.Join(dir, FileName)
	}
	files["is not a finished copy"] = filepath.Join(crashed(t, 3), FileName)
	damaged := backupOf(t, 300)
	file, err := os.ReadFile(damaged)
	must.OK(t, err)
	copy(file[5*4096:], make([]byte, 2*4096))
	write(t, damaged, file)
	files["damaged"] = damaged
	torn := backupOf(t, 300)
	must.OK(t, os.Truncate(torn, fileSize(torn)/2))
	files["malformed"] = torn

	dir := t.TempDir()
	db, _ := inhabited(t, dir, 30)
	must.OK(t, db.Close())
	files["is the database itself"] = db.path
	before, old := names(t, dir), content(t, db.path)
	unchanged := func(name string) {
		t.Helper()
		if diff := cmp.Diff(before, names(t, dir)); diff != "" || content(t, db.path) != old {
			t.Errorf("%s: the directory was changed: %s", name, diff)
		}
	}
	for want, file := range files {
		_, err := Restore(t.Context(), file, dir, restoredAt, ignore)
		oneSentence(t, err, want)
		unchanged(want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = Restore(ctx, backupOf(t, 30), dir, restoredAt, func(int) { cancel() })
	oneSentence(t, err, "canceled")
	unchanged("stopped in the middle")
}

// TestRestoreOfALeftover: the leftover of a killed restore may be incomplete, and would
// overwrite itself.
func TestRestoreOfALeftover(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := newRestore(backupOf(t, 3), dir, restoredAt, ignore)
	must.OK(t, r.fetch(t.Context()))
	_, err := Restore(t.Context(), r.fresh, dir, restoredAt, ignore)
	oneSentence(t, err, "is left over from a killed restore")
}

// TestRestoreBesideOthers: a restore never replaces a database that a server or a reader has
// open.
func TestRestoreBesideOthers(t *testing.T) {
	t.Parallel()
	file, dir := backupOf(t, 3), t.TempDir()
	db, _ := inhabited(t, dir, 30)
	if _, err := Restore(t.Context(), file, dir, restoredAt, ignore); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v beside a server, want ErrLocked", err)
	}
	reader := rawDB(t, db.path)
	must.OK(t, must.Err(reader.Exec("PRAGMA query_only = 1; SELECT * FROM memos")))
	must.OK(t, db.Close())
	_, err := Restore(t.Context(), file, dir, restoredAt, ignore)
	oneSentence(t, err, "another program is reading the database")
	must.OK(t, reader.Close())
	if _, err := Restore(t.Context(), file, dir, restoredAt, ignore); err != nil || contentOf(t, dir) != content(t, file) {
		t.Errorf("got %v after both have ended, want the backup", err)
	}
}
