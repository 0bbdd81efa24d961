package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// TestDatabaseThatIsGone: where a server has run, a missing database is not replaced by a new
// one, unless a person requests it.
func TestDatabaseThatIsGone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lose func(dir string) error
		want string
	}{
		"removed":               {func(dir string) error { return os.Remove(filepath.Join(dir, FileName)) }, "is gone"},
		"emptied":               {func(dir string) error { return os.Truncate(filepath.Join(dir, FileName), 0) }, "is empty"},
		"removed with its lock": {removeAll(FileName, FileName+"-shm", lockName), "is gone"},
		"removed but for a key": {removeAll(FileName, FileName+"-wal", FileName+"-shm", lockName), "is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := crashed(t, 30)
			key := filepath.Join(dir, "key.json")
			write(t, key, []byte("{}"))
			must.OK(t, c.lose(dir))
			for range 2 { // the first call changes nothing
				if _, err := OpenWith(dir, Options{Beside: []string{key}}); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
			}
			db, err := OpenWith(dir, Options{Beside: []string{key}, New: true})
			must.OK(t, err)
			if !db.Created() {
				t.Error("got an existing database, want a new one")
			}
			must.OK(t, db.Close())
			if db := open(t, dir); db.Created() {
				t.Error("got a new database, want the one created before")
			}
		})
	}
}

func removeAll(names ...string) func(dir string) error {
	return func(dir string) error {
		for _, name := range names {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestFirstStartKilled: after a killed first start, the next one creates the database.
func TestFirstStartKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock, err := acquireLock(filepath.Join(dir, lockName))
	must.OK(t, err)
	must.OK(t, errors.Join(touch(filepath.Join(dir, FileName)), releaseLock(lock)))
	if db := open(t, dir); !db.Created() {
		t.Error("got an existing database, want a new one")
	}
}

// TestLeftoversAreRemoved: copies of memos left by killed upgrades and restores are removed.
func TestLeftoversAreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, _ := inhabited(t, dir, 1)
	must.OK(t, db.Close())
	leftovers := []string{
		".voicememo.db.schema-1-123", ".voicememo.db.schema-1-123-journal", FileName + restoring, FileName + keeping,
	}
	for _, name := range leftovers {
		write(t, filepath.Join(dir, name), []byte("memos"))
	}
	kept := FileName + copySuffix + "5"
	write(t, filepath.Join(dir, kept), []byte("memos"))
	open(t, dir)
	for _, name := range leftovers {
		if there(filepath.Join(dir, name)) {
			t.Errorf("%s was not removed", name)
		}
	}
	if !there(filepath.Join(dir, kept)) {
		t.Error("a finished copy was removed")
	}
}

// TestMarks: the lock file records the stage that the last process reached.
func TestMarks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	read := func() string {
		content, err := os.ReadFile(filepath.Join(dir, lockName))
		must.OK(t, err)
		return strings.Fields(string(content))[0]
	}
	db := open(t, dir)
	if got := mark(read()); got != markOpen {
		t.Errorf("got %q while open, want %q", got, markOpen)
	}
	must.OK(t, db.Close())
	if got := mark(read()); got != markClosed {
		t.Errorf("got %q after closing, want %q", got, markClosed)
	}
	write(t, filepath.Join(dir, lockName), nil) // as earlier versions leave it
	open(t, dir)
}

// TestTimes of a database in which none were noted are when it was swept by an earlier
// version, or else last written.
func TestTimes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	inhabit(t, db, 1)
	want := func(w Times) {
		t.Helper()
		if got, err := db.Times(t.Context()); err != nil || got != w {
			t.Errorf("got %+v, %v; want %+v", got, err, w)
		}
	}
	want(Times{})
	must.OK(t, db.Close())
	old := time.Now().Add(-11 * 24 * time.Hour).Truncate(time.Second)
	must.OK(t, os.Chtimes(db.path, old, old))
	db = open(t, dir)
	if got, err := db.Times(t.Context()); err != nil || !got.Steady.Equal(old) {
		t.Errorf("got %+v, %v; want %v", got, err, old)
	}
	swept := time.UnixMilli(1_800_000_000_000).UTC()
	must.OK(t, db.writer.write(t.Context(), func(x tx) error { return x.setState("swept", millis(swept)) }))
	want(Times{Steady: swept})
	noted := Times{Steady: swept.Add(time.Hour), Sure: swept.Add(-time.Hour), Moved: -time.Minute, Stood: time.Second}
	must.OK(t, db.NoteTimes(t.Context(), noted))
	want(noted)
}

// TestTidyMakesNoFile in place of a removed one.
func TestTidyMakesNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, _ := inhabited(t, dir, 10)
	must.OK(t, removeAll(FileName, FileName+"-wal", FileName+"-shm")(dir))
	for name, err := range map[string]error{"Tidy": db.Tidy(t.Context()), "EraseDeleted": db.EraseDeleted(t.Context()), "Check": db.Check(t.Context())} {
		if err == nil {
			t.Errorf("got no error from %s, want one", name)
		}
	}
	if there(db.path) {
		t.Error("got a new file in place of the removed one, want none")
	}
	_ = db.Close()
	if _, err := Open(dir); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want ErrRefused", err)
	}
}

// TestEmptyDatabaseInPlace: an SQLite file without tables is not taken for a new database.
func TestEmptyDatabaseInPlace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, _ := inhabited(t, dir, 10)
	must.OK(t, db.Close())
	must.OK(t, os.Remove(db.path))
	raw := rawDB(t, db.path)
	must.OK(t, must.Err(raw.Exec("PRAGMA journal_mode = WAL")))
	must.OK(t, raw.Close())
	if _, err := Open(dir); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want ErrRefused", err)
	}
}

// TestVersionOfTheSchema: a schema number that contradicts the tables is damage.
func TestVersionOfTheSchema(t *testing.T) {
	t.Parallel()
	for version := range 6 {
		dir := t.TempDir()
		db, _ := inhabited(t, dir, 10)
		must.OK(t, db.Close())
		raw := rawDB(t, db.path)
		must.OK(t, must.Err(raw.Exec(fmt.Sprintf("PRAGMA user_version = %d", version))))
		must.OK(t, raw.Close())
		if _, err := Open(dir); !errors.Is(err, ErrRefused) {
			t.Errorf("version %d: got %v, want ErrRefused", version, err)
		}
	}
}

// TestBootID is the same from the kernel's file and from the service manager.
func TestBootID(t *testing.T) {
	file := filepath.Join(t.TempDir(), "boot_id")
	t.Setenv(bootVariable, "bf9e3f7ddc664a41bdbea205ce03b4ed")
	told := bootIDFrom(file)
	write(t, file, []byte("bf9e3f7d-dc66-4a41-bdbe-a205ce03b4ed\n"))
	if read := bootIDFrom(file); read == "" || read != told {
		t.Errorf("got %q from the file and %q without it, want the same", read, told)
	}
	t.Setenv(bootVariable, "")
	if id := bootIDFrom(file + "-none"); id != "" {
		t.Errorf("got %q, want none", id)
	}
}
