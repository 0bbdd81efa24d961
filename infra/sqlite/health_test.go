package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// TestLookingLeavesTheLog: neither doctor nor a backup takes a log away that the next start
// misses, whether the server is killed beside them or they are interrupted.
func TestLookingLeavesTheLog(t *testing.T) {
	db, _ := inhabited(t, t.TempDir(), 50)
	running := filepath.Dir(db.path)
	dir := clone(t, running)
	own, err := openKeeping(t.Context(), filepath.Join(dir, FileName), "mode=rw")
	if err != nil {
		t.Fatal(err)
	}
	if err := own.Close(); err != nil { // as the last one: the server is gone
		t.Fatal(err)
	}
	opens(t, dir, 50)

	for i := range 40 {
		dir := clone(t, running)
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*200*time.Microsecond)
		if i%2 == 0 {
			_, _ = Examine(ctx, dir)
		} else {
			_ = Backup(ctx, dir, filepath.Join(t.TempDir(), "copy.db"))
		}
		cancel()
		opens(t, dir, 50)
	}
}

// TestInterruptedChecks find no damage.
func TestInterruptedChecks(t *testing.T) {
	db, _ := inhabited(t, t.TempDir(), 300)
	for i := range 200 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*30*time.Microsecond)
		if _, err := Examine(ctx, filepath.Dir(db.path)); errors.Is(err, ErrRefused) {
			t.Fatalf("got %v from Examine, want no damage", err)
		}
		_ = db.Check(ctx)
		cancel()
		if err := db.sound(); err != nil {
			t.Fatalf("got %v after Check, want no damage", err)
		}
	}
}
