package sqlite

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestFailedWriteInAGroup: a write that fails, before or after a change, undoes only its own
// changes, and the other writes of its group are stored.
func TestFailedWriteInAGroup(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(tx) error{
		"before a change": func(tx) error { return models.NotFound(models.ReasonMemo) },
		"after a change": func(x tx) error {
			_, err := x.add(memoOf(2000), 0)
			return errors.Join(err, models.NotFound(models.ReasonMemo))
		},
		"in a statement": func(x tx) error {
			_, err := x.add(memoOf(2000), 0)
			_, again := x.exec(insertMemo, memoRow(new(memoOf(2000)))...)
			return errors.Join(err, again)
		},
		"in its only statement": func(x tx) error {
			_, err := x.exec(insertMemo, memoRow(new(memoOf(3)))...)
			return err
		},
		"with the transaction": func(x tx) error {
			_, err := x.add(memoOf(2000), 0)
			return errors.Join(err, x.w.exec("ROLLBACK"), errors.New("SQLite rolled back"))
		},
	} {
		db, _ := inhabited(t, t.TempDir(), 4)
		const others = 9
		said, runs := make([]error, others+1), make([]int, others+1)
		var writes []func()
		for i := range said {
			writes = append(writes, func() {
				said[i] = db.writer.write(t.Context(), func(x tx) error {
					runs[i]++
					if i == others/2 {
						return fail(x)
					}
					_, err := x.add(memoOf(1000+i), 0)
					return err
				})
			})
		}
		together(t, db, writes...)
		if err := db.writer.write(t.Context(), func(x tx) error { _, err := x.add(memoOf(3000), 0); return err }); err != nil {
			t.Errorf("%s: got %v from a later write", name, err)
		}
		lost := name == "with the transaction" // then none of the group is stored
		for i, err := range said {
			got, gerr := db.Memos().Get(t.Context(), []models.MemoRef{memoOf(1000 + i).Ref()})
			failed := i == others/2
			if stored := len(got) == 1; gerr != nil || stored != (err == nil) || !lost && stored == failed {
				t.Errorf("%s: write %d: got stored %v, result %v, %v", name, i, stored, err, gerr)
			}
		}
		if got, err := db.Memos().Get(t.Context(), []models.MemoRef{memoOf(2000).Ref()}); err != nil || len(got) > 0 {
			t.Errorf("%s: got %+v, %v, want nothing of the failed write", name, got, err)
		}
		if slices.Max(runs) > 2 {
			t.Errorf("%s: got %v runs, want at most two of each", name, runs)
		}
		if err := db.Check(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// together submits writes that the writer finds at the same time, in this order, and returns
// when all have ended.
func together(t *testing.T, db *DB, writes ...func()) {
	t.Helper()
	var all sync.WaitGroup
	held, begun := make(chan struct{}), make(chan struct{})
	all.Go(func() {
		begin := sync.OnceFunc(func() { close(begun) })
		_ = db.writer.write(t.Context(), func(tx) error { begin(); <-held; return nil })
	})
	<-begun
	for i, write := range writes {
		all.Go(write)
		for len(db.writer.jobs) <= i {
			runtime.Gosched()
		}
	}
	close(held)
	all.Wait()
}

// TestRolledBackInAGroup: if SQLite rolls back the whole transaction during one write, as it
// may on a full disk, no write of the group is stored without being acknowledged, and none
// is acknowledged without being stored.
func TestRolledBackInAGroup(t *testing.T) {
	db, _ := inhabited(t, t.TempDir(), 0)
	said := make([]error, 4)
	add := func(i int) func() {
		return func() { _, _, said[i] = db.Memos().Add(t.Context(), memoOf(i), 0) }
	}
	runs := 0
	full := func() {
		_ = db.writer.write(t.Context(), func(x tx) error {
			if runs++; runs == 1 {
				return nil
			}
			_, err := x.exec("ROLLBACK")
			return errors.Join(err, errors.New("the disk is full"))
		})
	}
	fails := func() { // so that the group runs again, each write in its savepoint
		_ = db.writer.write(t.Context(), func(x tx) error {
			_, err := x.add(memoOf(8), 0)
			return errors.Join(err, errors.New("it fails after a change"))
		})
	}
	together(t, db, add(0), add(1), full, add(2), add(3), fails)
	for i, err := range said {
		got, gerr := db.Memos().Get(t.Context(), []models.MemoRef{memoOf(i).Ref()})
		if gerr != nil || (len(got) == 1) != (err == nil) {
			t.Errorf("add %d: got stored %t after %v (%v)", i, len(got) == 1, err, gerr)
		}
	}
	if _, _, err := db.Memos().Add(t.Context(), memoOf(9), 0); err != nil {
		t.Errorf("got %v from an add after the group, want none", err)
	}
}

// TestNewestAfterARollback: a memo is not dated before its family's newest, also if the
// group that removed the newest one was rolled back.
func TestNewestAfterARollback(t *testing.T) {
	db, _ := inhabited(t, t.TempDir(), 0)
	newest := memoOf(1)
	newest.Timestamp = time.UnixMilli(100_000)
	_, _, err := db.Memos().Add(t.Context(), newest, 0)
	must.OK(t, err)
	at := time.UnixMilli(200_000)
	trashed := update(t, db, 1, memo.Change{From: memo.Live, To: memo.Trashed, By: "taro", At: at, PurgeAt: at.Add(time.Hour)})
	clear(db.writer.newest) // as after a restart
	left, leave := context.WithCancel(t.Context())
	together(t, db,
		func() { _ = db.Memos().Remove(left, trashed.Ref(), trashed.Version, time.Now()) },
		func() {
			m := memoOf(2)
			m.Timestamp = time.UnixMilli(50_000)
			_, _, _ = db.Memos().Add(t.Context(), m, 0)
		},
		func() {
			_ = db.writer.write(t.Context(), func(x tx) error {
				_, err := x.add(memoOf(9), 0)
				leave()
				return errors.Join(err, errors.New("it fails after a change"))
			})
		},
	)
	got, err := db.Memos().Get(t.Context(), []models.MemoRef{memoOf(2).Ref()})
	if err != nil || len(got) != 1 || !got[0].Timestamp.After(newest.Timestamp) {
		t.Errorf("got %+v (%v), want a memo after %v", got, err, newest.Timestamp)
	}
}

// TestMovedDamageIsFound: a check finds a content that was damaged before its author's
// memos were moved, which computes checksums from the stored rows.
func TestMovedDamageIsFound(t *testing.T) {
	db, _ := inhabited(t, t.TempDir(), 3)
	must.OK(t, db.writer.write(t.Context(), func(x tx) error {
		x.run("UPDATE memos SET content = 'damaged' WHERE id = ?", string(memoOf(1).ID))
		x.move("taro", "f")
		return nil
	}))
	if err := db.Check(t.Context()); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want a refusal", err)
	}
}
