package sqlite

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestTornLog damages the log of a killed process in every way: either the database is refused,
// or every memo is still stored.
func TestTornLog(t *testing.T) {
	t.Parallel()
	stopped := crashed(t, 30)
	log, err := os.ReadFile(filepath.Join(stopped, FileName+"-wal"))
	must.OK(t, err)
	for _, c := range []struct {
		name   string
		damage func([]byte) []byte
	}{
		{"a bit of the header", flip(5)},
		{"a salt", flip(17)},
		{"a bit of the first frame", flip(logHeader + frameHeader + 100)},
		{"a bit in the middle", flip(len(log) / 2)},
		{"the number of a page", flip(logHeader + 2)},
		{"the salt of a frame", flip(logHeader + 9)},
		{"a bit of the last frame", flip(len(log) - 10)},
		{"cut in half", func(b []byte) []byte { return b[:len(b)/2] }},
		{"cut after a frame", func(b []byte) []byte { return b[:logHeader+5*(frameHeader+4096)] }},
		{"without the last byte", func(b []byte) []byte { return b[:len(b)-1] }},
		{"only a header", func(b []byte) []byte { return b[:logHeader] }},
		{"empty", func([]byte) []byte { return nil }},
		{"zeros", func(b []byte) []byte { return make([]byte, len(b)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := clone(t, stopped)
			write(t, filepath.Join(dir, FileName+"-wal"), c.damage(slices.Clone(log)))
			refused(t, dir, "its log")
		})
	}
	t.Run("gone", func(t *testing.T) {
		t.Parallel()
		dir := clone(t, stopped)
		must.OK(t, os.Remove(filepath.Join(dir, FileName+"-wal")))
		refused(t, dir, "-wal is gone")
	})
}

func flip(at int) func([]byte) []byte {
	return func(b []byte) []byte {
		b[at] ^= 4
		return b
	}
}

// TestWholeLog: undamaged logs left by kills and checkpoints are opened. A preceding Examine or
// Backup leaves the log in place.
func TestWholeLog(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(*testing.T, *DB){
		"as it was":      func(*testing.T, *DB) {},
		"folded":         func(t *testing.T, db *DB) { exec(t, db, "PRAGMA wal_checkpoint(PASSIVE)") },
		"restarted":      func(t *testing.T, db *DB) { exec(t, db, "PRAGMA wal_checkpoint(RESTART)") },
		"truncated":      func(t *testing.T, db *DB) { exec(t, db, "PRAGMA wal_checkpoint(TRUNCATE)") },
		"used once more": func(t *testing.T, db *DB) { exec(t, db, "PRAGMA wal_checkpoint(RESTART)"); add(t, db, 100) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, _ := inhabited(t, t.TempDir(), 30)
			before(t, db)
			want, err := list(db, t.Context())
			must.OK(t, err)
			dir := clone(t, filepath.Dir(db.path))
			if h, err := Examine(t.Context(), dir); err != nil || !h.Whole {
				t.Errorf("got %+v, %v from Examine, want whole", h, err)
			}
			if err := Backup(t.Context(), dir, filepath.Join(t.TempDir(), "copy.db")); err != nil {
				t.Error(err)
			}
			if got, err := list(open(t, dir), t.Context()); err != nil || len(got.Memos) != len(want.Memos) {
				t.Errorf("got %d memos, %v; want %d", len(got.Memos), err, len(want.Memos))
			}
		})
	}
}

func exec(t *testing.T, db *DB, query string) {
	t.Helper()
	must.OK(t, must.Err(rawDB(t, db.path).Exec(query)))
}

func add(t *testing.T, db *DB, i int) models.Memo {
	t.Helper()
	m, _, err := db.Memos().Add(t.Context(), memoOf(i), 0)
	must.OK(t, err)
	return m
}

// TestTornTransaction: a transaction cut off by a kill was never acknowledged, so its remains
// are not damage.
func TestTornTransaction(t *testing.T) {
	t.Parallel()
	for name, remains := range map[string]func(salts []byte) []byte{
		"half a frame":  func([]byte) []byte { return make([]byte, 1000) },
		"only its head": func(salts []byte) []byte { return append(frameHead(salts), make([]byte, 4096)...) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := crashed(t, 30)
			path := filepath.Join(dir, FileName+"-wal")
			log, err := os.ReadFile(path)
			must.OK(t, err)
			write(t, path, append(log, remains(log[16:24])...))
			if page, err := list(open(t, dir), t.Context()); err != nil || len(page.Memos) != 30 {
				t.Errorf("got %d memos, %v; want 30", len(page.Memos), err)
			}
		})
	}
}

func frameHead(salts []byte) []byte {
	head := make([]byte, frameHeader)
	binary.BigEndian.PutUint32(head, 3)
	copy(head[8:], salts)
	return head
}

// large runs a transaction of a thousand pages, which are written to the log before its end,
// and makes it fail after do.
func large(t *testing.T, db *DB, do func()) {
	t.Helper()
	failed := errors.New("rolled back")
	err := db.writer.write(t.Context(), func(x tx) error {
		for i := range 1000 {
			m := memoOf(1000 + i)
			m.Content = strings.Repeat("x", 3000)
			if _, err := x.add(m, 0); err != nil {
				return err
			}
		}
		reached(t, db, 1<<20)
		do()
		return failed
	})
	if !errors.Is(err, failed) {
		t.Fatalf("got %v, want %v", err, failed)
	}
}

// TestRemainsOfATransaction that was rolled back or killed, and partly overwritten, are not
// damage: they were never acknowledged.
func TestRemainsOfATransaction(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 10)
	var killed string
	large(t, db, func() { killed = clone(t, filepath.Dir(db.path)) })
	add(t, db, 20)
	opens(t, clone(t, filepath.Dir(db.path)), 11)

	again := open(t, killed)
	add(t, again, 20)
	opens(t, clone(t, killed), 11)
	other := clone(t, killed)
	must.OK(t, os.Remove(filepath.Join(other, FileName+"-shm")))
	opens(t, other, 11)
}

// TestKilledWhileRewriting: a killed transaction had written pages to the log twice.
func TestKilledWhileRewriting(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 10)
	var killed []string
	err := db.writer.write(t.Context(), func(x tx) error {
		killed = nil // a job that fails runs twice
		for i := range 1000 {
			m := memoOf(1000 + i)
			m.Content = strings.Repeat("x", 3000)
			if _, err := x.add(m, 0); err != nil {
				return err
			}
		}
		reached(t, db, 1<<20)
		for i := range 3 {
			if _, err := x.exec("UPDATE memos SET spoken_by = ? WHERE id > '1'", i); err != nil {
				return err
			}
			killed = append(killed, clone(t, filepath.Dir(db.path)))
		}
		return errors.New("rolled back")
	})
	if len(killed) != 3 {
		t.Fatal(err)
	}
	for _, dir := range killed {
		opens(t, dir, 10)
	}
}

// reached requires the log to have at least the given number of bytes.
func reached(t *testing.T, db *DB, least int64) {
	t.Helper()
	if got := fileSize(db.path + "-wal"); got < least {
		t.Errorf("got a log of %d bytes, want %d or more", got, least)
	}
}

func opens(t *testing.T, dir string, memos int) {
	t.Helper()
	if page, err := list(open(t, dir), t.Context()); err != nil || len(page.Memos) != memos {
		t.Errorf("got %d memos, %v; want %d", len(page.Memos), err, memos)
	}
}

// TestPowerCut: after a power cut the disk may have the emptied log and an older index.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 10)
	index, err := os.ReadFile(db.path + "-shm")
	must.OK(t, err)
	must.OK(t, db.EraseDeleted(t.Context()))
	dir := clone(t, filepath.Dir(db.path))
	write(t, filepath.Join(dir, FileName+"-shm"), index)
	write(t, filepath.Join(dir, lockName), []byte("open   \nanother-start-of-the-machine\n"))
	opens(t, dir, 10)
}
