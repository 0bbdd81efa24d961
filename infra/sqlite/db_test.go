package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

func open(t *testing.T, dir string) *DB {
	t.Helper()
	db, err := Open(dir)
	must.OK(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// inhabited returns a database with one person who has n memos. It is a copy of an empty
// database created once.
func inhabited(t *testing.T, dir string, n int) (*DB, models.User) {
	t.Helper()
	empty, err := template()
	must.OK(t, err)
	write(t, filepath.Join(dir, FileName), empty)
	db := open(t, dir)
	return db, inhabit(t, db, n)
}

// template returns the file of an empty database.
var template = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "empty-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := Open(dir)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(db.path)
})

// inhabit adds one person who has n memos, up to a hundred with a commit for each.
func inhabit(t *testing.T, db *DB, n int) models.User {
	t.Helper()
	u := models.User{ID: "taro", FamilyID: "f", Name: "Taro", IsOwner: true, Source: models.SourceOIDC, Membership: models.Membership{MoveEpoch: 1}, CreatedAt: time.Now()}
	must.OK(t, db.Families().Create(t.Context(), u))
	for i := range min(n, 100) {
		add(t, db, i)
	}
	err := db.writer.write(t.Context(), func(x tx) error {
		for i := 100; i < n; i++ {
			if _, err := x.add(memoOf(i), 0); err != nil {
				return err
			}
		}
		return nil
	})
	must.OK(t, err)
	return u
}

func memoOf(i int) models.Memo {
	return models.Memo{
		UserID: "taro", ID: models.MemoID(fmt.Sprintf("%025d", i)), FamilyID: "f", Content: "memo",
		Timestamp: time.UnixMilli(int64(i + 1)), Version: 1,
	}
}

func list(db *DB, ctx context.Context) (memo.Page, error) {
	f := models.Family{ID: "f", MemberIDs: []models.UserID{"taro"}}
	return db.Memos().List(ctx, memo.Listing{Family: f, Viewer: models.User{ID: "taro"}, Limit: 100, Now: time.Now()})
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	inhabit(t, open(t, dir), 1)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory: %v, %v", info.Mode(), err)
	}
	for _, name := range []string{FileName, FileName + "-wal", FileName + "-shm"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOneProcessAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	if _, err := Open(dir); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v from a second Open, want ErrLocked", err)
	}
	must.OK(t, db.Close())
	open(t, dir)
}

// TestFilesThatCannotBeUsed: the error is one sentence, and the file is not changed.
func TestFilesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(t *testing.T, path string)
		want  string
	}{
		"no database": {func(t *testing.T, path string) {
			write(t, path, []byte(strings.Repeat("this is no database ", 500)))
		}, "not a database"},
		"use that version, or restore a backup of this one": {func(t *testing.T, path string) {
			raw := rawDB(t, path)
			must.OK(t, must.Err(raw.Exec("PRAGMA user_version = 99")))
		}, "newer version"},
		"damaged and not closed": {func(t *testing.T, path string) {
			content, err := os.ReadFile(path)
			must.OK(t, err)
			copy(content[3*4096:], make([]byte, 4*4096))
			write(t, path, content)
			write(t, path+"-wal", []byte("what an unclean stop leaves"))
		}, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			db, _ := inhabited(t, dir, 300)
			must.OK(t, db.Tidy(t.Context()))
			must.OK(t, db.Close())
			path := filepath.Join(dir, FileName)
			c.spoil(t, path)
			before, _ := os.ReadFile(path)
			_, err := Open(dir)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the file was changed")
			}
			if db, err := Open(dir); err == nil { // the lock was released, so the error is the same
				_ = db.Close()
				t.Error("got no error from the second Open, want one")
			} else if errors.Is(err, ErrLocked) {
				t.Error("got ErrLocked from the second Open, want the lock released")
			}
		})
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	must.OK(t, os.WriteFile(path, content, 0o600))
}

func rawDB(t *testing.T, path string) *sql.DB {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	must.OK(t, err)
	t.Cleanup(func() { _ = raw.Close() })
	return raw
}

// TestUncleanStop: everything acknowledged before the process died is still stored.
func TestUncleanStop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	inhabited(t, dir, 20)
	crashed := t.TempDir()
	for _, name := range []string{FileName, FileName + "-wal"} { // in their present state on the disk
		content, err := os.ReadFile(filepath.Join(dir, name))
		must.OK(t, err)
		write(t, filepath.Join(crashed, name), content)
	}
	page, err := list(open(t, crashed), t.Context())
	if err != nil || len(page.Memos) != 20 {
		t.Errorf("%d memos, %v", len(page.Memos), err)
	}
}

// TestManyCancelled: callers that leave in the middle neither break later calls nor leave
// incomplete writes. The driver has had such faults.
func TestManyCancelled(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 200)
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i*10)*time.Microsecond)
			defer cancel()
			if _, err := list(db, ctx); err != nil && !models.IsCode(err, models.CodeUnavailable) {
				t.Errorf("a read: %v", err)
			}
			if _, _, err := db.Memos().Add(ctx, memoOf(1000+i), 0); err != nil && !models.IsCode(err, models.CodeUnavailable) {
				t.Errorf("a write: %v", err)
			}
		})
	}
	wg.Wait()
	if _, _, err := db.Memos().Add(t.Context(), memoOf(5000), 0); err != nil {
		t.Errorf("got %v from a write afterwards, want none", err)
	}
	if page, err := list(db, t.Context()); err != nil || len(page.Memos) != 100 || page.Memos[0].ID != memoOf(5000).ID {
		t.Errorf("got %d memos, %v from a read afterwards, want 100 with the new one first", len(page.Memos), err)
	}
	var result string
	if err := rawDB(t, db.path).QueryRow("PRAGMA integrity_check").Scan(&result); err != nil || result != "ok" {
		t.Errorf("integrity: %q, %v", result, err)
	}
}

func TestClosedDatabase(t *testing.T) {
	t.Parallel()
	db, u := inhabited(t, t.TempDir(), 0)
	must.OK(t, db.Close())
	if err := db.Families().Create(t.Context(), u); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("a write: %v", err)
	}
}

// planOf returns SQLite's query plan, one step per line.
func planOf(t *testing.T, db *DB, query string, args ...any) string {
	t.Helper()
	rows, err := rawDB(t, db.path).Query("EXPLAIN QUERY PLAN "+query, args...)
	must.OK(t, err)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		must.OK(t, rows.Scan(&id, &parent, &unused, &detail))
		plan.WriteString(detail + "\n")
	}
	return plan.String()
}

func TestSweep(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 3)
	now := time.Now().Truncate(time.Second)
	for i, purgeAt := range []time.Time{now, now.Add(time.Second), {}} { // a zero purge time: the memo stays
		c := memo.Change{From: memo.Live, To: memo.Trashed, At: now.Add(-time.Hour), PurgeAt: purgeAt}
		must.OK(t, must.Err(db.Memos().Update(t.Context(), memoOf(i).Ref(), c)))
	}
	for key, expiresAt := range map[string]time.Time{"0001": now, "0002": now.Add(time.Second)} {
		f, err := db.Families().Family(t.Context(), "f")
		must.OK(t, err)
		code := models.InviteCode{Code: key, InviteID: models.InviteID(key), FamilyID: "f", CreatedBy: "taro", ExpiresAt: expiresAt}
		must.OK(t, db.Invites().Issue(t.Context(), []models.InviteCode{code}, f.InviteID))
	}
	must.OK(t, db.Sweep(t.Context(), now))
	for table, want := range map[string]int{"memos": 2, "invite_codes": 1} {
		var n int
		if err := db.read.row(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil || n != want {
			t.Errorf("%s: got %d rows, %v; want %d", table, n, err, want)
		}
	}
}

// TestNewestAfterAMove: the memos of a person who joins also count for the order.
func TestNewestAfterAMove(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 3)
	ahead := memoOf(100)
	ahead.UserID, ahead.FamilyID, ahead.Timestamp = "hanako", "g", time.UnixMilli(1_000_000)
	u := models.User{ID: "hanako", FamilyID: "g", Name: "Hanako", IsOwner: true, Source: models.SourceOIDC, Membership: models.Membership{MoveEpoch: 1}, CreatedAt: time.Now()}
	must.OK(t, db.Families().Create(t.Context(), u))
	if _, _, err := db.Memos().Add(t.Context(), ahead, 0); err != nil {
		t.Fatal(err)
	}
	must.OK(t, db.writer.write(t.Context(), func(x tx) error { x.move("hanako", "f"); return nil }))
	if m := add(t, db, 5); !m.Timestamp.After(ahead.Timestamp) {
		t.Errorf("got a memo of %v, want one after %v", m.Timestamp, ahead.Timestamp)
	}
}
