package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voicememo/infra/bulk"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// populous returns a closed directory with n memos on several pages.
func populous(t *testing.T, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	db, _ := inhabited(t, dir, 0)
	err := db.writer.write(t.Context(), func(x tx) error {
		for i := range n {
			m := memoOf(i)
			m.Content = strings.Repeat(fmt.Sprintf("memo %d. ", i), 20)
			if _, err := x.add(m, 0); err != nil {
				return err
			}
		}
		return nil
	})
	must.OK(t, errors.Join(err, db.Close()))
	return dir
}

// TestSalvage creates a database from what is readable and lists the doubtful memos.
func TestSalvage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage   func(t *testing.T, path string)
		least    int // memos
		doubtful int
		broken   bool
	}{
		"one letter": {func(t *testing.T, path string) {
			raw := rawDB(t, path)
			must.OK(t, must.Err(raw.Exec("UPDATE memos SET content = 'nemo' WHERE id LIKE '%07'")))
			must.OK(t, raw.Close())
		}, 300, 3, false},
		"pages": {func(t *testing.T, path string) {
			content, err := os.ReadFile(path)
			must.OK(t, err)
			for at := len(content) / 2; at < len(content)/2+2*4096; at++ {
				content[at] = 0xff
			}
			write(t, path, content)
		}, 200, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := populous(t, 300)
			c.damage(t, filepath.Join(dir, FileName))
			refused(t, dir, "the database")
			damaged, err := os.ReadFile(filepath.Join(dir, FileName))
			must.OK(t, err)
			found, err := Salvage(t.Context(), dir, restoredAt)
			must.OK(t, err)
			if n := found.Records[bulk.Memos]; n < c.least || len(found.Doubtful) != c.doubtful || found.Broken != c.broken {
				t.Errorf("got %d memos, %d doubtful, broken %v; want %d or more, %d, %v", n, len(found.Doubtful), found.Broken, c.least, c.doubtful, c.broken)
			}
			if kept, err := os.ReadFile(found.Kept); err != nil || string(kept) != string(damaged) {
				t.Errorf("the kept database is not the damaged one: %v", err)
			}
			db := open(t, dir)
			if err := db.Check(t.Context()); err != nil {
				t.Error(err)
			}
			if page, err := list(db, t.Context()); err != nil || len(page.Memos) != 100 {
				t.Errorf("got %d memos, %v; want 100", len(page.Memos), err)
			}
			if u, err := db.Families().Person(t.Context(), "taro"); err != nil || u.Name != "Taro" {
				t.Errorf("got %q, %v", u.Name, err)
			}
		})
	}
}

// TestSalvageOfATornLog keeps what is before the tear.
func TestSalvageOfATornLog(t *testing.T) {
	t.Parallel()
	dir := crashed(t, 30)
	path := filepath.Join(dir, FileName+"-wal")
	log, err := os.ReadFile(path)
	must.OK(t, err)
	write(t, path, flip(len(log)*3/4)(log))
	refused(t, dir, "its log")
	must.OK(t, must.Err(Salvage(t.Context(), dir, restoredAt)))
	page, err := list(open(t, dir), t.Context())
	if n := len(page.Memos); err != nil || n < 10 || n >= 30 {
		t.Errorf("got %d memos, %v; want some and not all", n, err)
	}
}

// TestSalvageRefuses a database that another process has open, and one without contents.
// Neither is changed.
func TestSalvageRefuses(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 3)
	if _, err := Salvage(t.Context(), filepath.Dir(db.path), time.Now()); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v, want ErrLocked", err)
	}
	if _, err := Salvage(t.Context(), t.TempDir(), time.Now()); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want ErrRefused", err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, FileName), []byte(strings.Repeat("no database at all ", 500)))
	if _, err := Salvage(t.Context(), dir, time.Now()); err == nil {
		t.Error("got a database without contents, want an error")
	}
	if entries := names(t, dir); len(entries) != 2 { // the database and the lock file
		t.Errorf("got %v, want nothing left behind", entries)
	}
	if err := db.Ping(t.Context()); models.IsCode(err, models.CodeInternal) {
		t.Error(err)
	}
}
