package sqlite

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// TestAlive: a working database is alive, also if it is damaged or removed, because another
// start would not mend that, and checking it writes nothing.
func TestAlive(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	before := db.writer.committed.Load()
	db.writer.wrote.Store(false)
	if err := db.Alive(t.Context()); err != nil {
		t.Errorf("got %v", err)
	}
	if db.writer.committed.Load() != before || db.writer.wrote.Load() {
		t.Error("it has written")
	}
	for _, name := range []string{db.path, db.path + "-wal"} {
		must.OK(t, os.Remove(name))
	}
	if err := db.Alive(t.Context()); err != nil {
		t.Errorf("removed: got %v", err)
	}
	_ = db.met(damage("torn"))
	if err := db.Alive(t.Context()); err != nil {
		t.Errorf("damaged: got %v", err)
	}
}

// TestStuckWrites: a write that does not end is noticed, and so is its end.
func TestStuckWrites(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	db.stuckAfter = -time.Second
	entered, leave, left := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		left <- db.writer.write(t.Context(), func(tx) error {
			close(entered)
			<-leave
			return nil
		})
	}()
	<-entered
	if err := db.Alive(t.Context()); err == nil {
		t.Error("a write that hangs is not noticed")
	}
	close(leave)
	must.OK(t, <-left)
	for db.writer.working.Load() != 0 { // the writer is about to say that it has ended
		time.Sleep(time.Millisecond)
	}
	if err := db.Alive(t.Context()); err != nil {
		t.Errorf("after the write: got %v", err)
	}
}

// TestStuckReads: reads that never get a connection are noticed.
func TestStuckReads(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	db.read.db.SetMaxOpenConns(1)
	conn, err := db.read.db.Conn(t.Context())
	must.OK(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := db.Alive(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the end of the context", err)
	}
	must.OK(t, conn.Close())
	if err := db.Alive(t.Context()); err != nil {
		t.Errorf("got %v", err)
	}
}
