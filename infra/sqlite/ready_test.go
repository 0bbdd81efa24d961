package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestFilesRemovedWhileOpen: no write that would be lost with the process is acknowledged, and
// no file is created in place of the removed ones.
func TestFilesRemovedWhileOpen(t *testing.T) {
	t.Parallel()
	for _, name := range []string{FileName, FileName + "-wal"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			db, _ := inhabited(t, dir, 3)
			must.OK(t, os.Remove(filepath.Join(dir, name)))
			if _, _, err := db.Memos().Add(t.Context(), memoOf(50), 0); !models.IsReason(err, models.ReasonRemoved) {
				t.Errorf("got %v from Add, want removed", err)
			}
			if err := db.Ping(t.Context()); !models.IsReason(err, models.ReasonRemoved) {
				t.Errorf("got %v from Ping, want removed", err)
			}
			for range 20 { // also on connections opened after the removal
				if page, err := list(db, t.Context()); err == nil && len(page.Memos) != 3 {
					t.Errorf("got %d memos, want 3 or an error", len(page.Memos))
				}
			}
		})
	}
}

// TestReadersCannotMakeTheFile: no new connection for reading creates the file.
func TestReadersCannotMakeTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, _ := inhabited(t, dir, 3)
	db.read.db.SetMaxIdleConns(0)
	must.OK(t, removeAll(FileName, FileName+"-wal", FileName+"-shm")(dir))
	if _, err := list(db, t.Context()); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %v, want unavailable", err)
	}
	if there(db.path) {
		t.Error("got an empty database made by a reader, want none")
	}
}

// TestPingTriesAWrite: Ping fails if no row can be written.
func TestPingTriesAWrite(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 1)
	must.OK(t, db.Ping(t.Context()))
	db.writer.committed.Store(0) // long ago
	exec2 := func(query string) {
		t.Helper()
		must.OK(t, db.writer.write(t.Context(), func(x tx) error { _, err := x.exec(query); return err }))
	}
	exec2("CREATE TEMP TRIGGER broken BEFORE INSERT ON state BEGIN SELECT raise(ABORT, 'not now'); END")
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("got %v just after a write, want none", err)
	}
	if err := db.NoteTimes(t.Context(), Times{}); err == nil {
		t.Error("got no error from a write that fails")
	}
	if err := db.Ping(t.Context()); !models.IsReason(err, models.ReasonNotWritable) {
		t.Errorf("got %v, want not writable", err)
	}
}

// TestFullDatabase: while the database cannot grow nothing is added, but a memo can still be
// deleted. Once it can grow, memos can be added at once. The limit is one of SQLite's, so the
// log has room; for a disk without any see TestSmallDisk of package main.
func TestFullDatabase(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 30)
	limit := func(pages string) {
		t.Helper()
		must.OK(t, must.Err(db.writer.conn.ExecContext(t.Context(), "PRAGMA max_page_count = "+pages)))
	}
	limit("1") // the present size
	var err error
	for i := 100; err == nil && i < 1000; i++ {
		_, _, err = db.Memos().Add(t.Context(), memoOf(i), 0)
	}
	if !models.IsReason(err, models.ReasonStorageFull) {
		t.Fatalf("got %v from Add, want storage_full", err)
	}
	if !db.Full() {
		t.Error("the disk does not count as full")
	}
	if _, _, err := db.Memos().Add(t.Context(), memoOf(2000), 0); !models.IsReason(err, models.ReasonStorageFull) {
		t.Errorf("got %v from Add on the reserve, want storage_full", err)
	}
	if err := db.Ping(t.Context()); !models.IsReason(err, models.ReasonStorageFull) {
		t.Errorf("got %v from Ping, want storage_full", err)
	}
	limit("1000000")
	c := memo.Change{From: memo.Live, To: memo.Trashed, At: time.Now(), PurgeAt: time.Now().Add(time.Hour)}
	if _, err := db.Memos().Update(t.Context(), memoOf(1).Ref(), c); err != nil {
		t.Errorf("got %v from a deletion, want none", err)
	}
	db.writer.regained = time.Time{} // a second ago
	if _, _, err := db.Memos().Add(t.Context(), memoOf(3000), 0); err != nil {
		t.Errorf("got %v from Add without housekeeping, want none", err)
	}
	if db.Full() || db.RestoreRoom() {
		t.Error("the reserve was not restored although the disk has room")
	}
}

// TestReaderThatStays: a long failure to erase is reported.
func TestReaderThatStays(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 3)
	db.patience = time.Millisecond
	reader, err := db.read.db.BeginTx(t.Context(), nil)
	must.OK(t, err)
	var n int
	must.OK(t, reader.QueryRow("SELECT count(*) FROM memos").Scan(&n))
	add(t, db, 100)
	db.unerased.Store(eraseTries - 2)
	if err := db.EraseDeleted(t.Context()); err != nil {
		t.Errorf("got %v, want none yet", err)
	}
	if err := db.EraseDeleted(t.Context()); err == nil {
		t.Error("got none, want an error")
	}
	must.OK(t, reader.Rollback())
	if err := db.EraseDeleted(t.Context()); err != nil || db.unerased.Load() != 0 {
		t.Errorf("got %v and %d left over, want none", err, db.unerased.Load())
	}
}

// TestFullInsideAGroup: writes that share a commit with one that finds the disk full are stored
// or refused exactly as their callers are told.
func TestFullInsideAGroup(t *testing.T) {
	t.Parallel()
	for pages := 25; pages < 37; pages += 2 {
		db, _ := inhabited(t, t.TempDir(), 40)
		var limit int
		must.OK(t, db.writer.write(t.Context(), func(x tx) error { return x.row(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&limit) }))
		said := make([]error, 40)
		var writes []func()
		for i := range said {
			writes = append(writes, func() {
				if i%5 == 4 {
					c := memo.Change{From: memo.Live, To: memo.Trashed, At: time.Now(), By: "taro", PurgeAt: time.Now().Add(time.Hour)}
					_, said[i] = db.Memos().Update(t.Context(), memoOf(i).Ref(), c)
					return
				}
				m := memoOf(1000 + i)
				m.Content = strings.Repeat("x", 100+1200*(i%3))
				_, _, said[i] = db.Memos().Add(t.Context(), m, 0)
			})
		}
		together(t, db, writes...)
		stored := 0
		for i, err := range said {
			ref := memoOf(1000 + i).Ref()
			if i%5 == 4 {
				ref = memoOf(i).Ref()
			}
			got, gerr := db.Memos().Get(t.Context(), []models.MemoRef{ref})
			done := len(got) == 1 && (i%5 != 4 || got[0].Deleted)
			if done {
				stored++
			}
			if gerr != nil || done != (err == nil) || err != nil && i%5 != 4 && !models.IsReason(err, models.ReasonStorageFull) {
				t.Errorf("%d pages, write %d: got stored %v, result %v, %v; want them to agree", pages, i, done, err, gerr)
			}
		}
		if stored == 0 || stored == len(said) {
			t.Errorf("%d pages: got %d of %d writes stored, want some", pages, stored, len(said))
		}
	}
}
