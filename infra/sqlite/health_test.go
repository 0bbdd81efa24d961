package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// TestLookingLeavesTheLog: neither Examine nor Backup removes a log that the next start needs,
// even if the server is killed meanwhile or they are interrupted within 8 ms.
func TestLookingLeavesTheLog(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 50)
	running := filepath.Dir(db.path)
	dir := clone(t, running)
	own, err := openKeeping(t.Context(), filepath.Join(dir, FileName), "mode=rw")
	must.OK(t, err)
	if err := own.Close(); err != nil { // the last connection: the server has ended
		t.Fatal(err)
	}
	opens(t, dir, 50)

	rounds := repetitions(t, interruptions, 8)
	for i := range rounds {
		dir := clone(t, running)
		ctx, cancel := context.WithTimeout(t.Context(), 8*time.Millisecond*time.Duration(i)/time.Duration(rounds))
		if i%2 == 0 {
			_, _ = Examine(ctx, dir)
		} else {
			_ = Backup(ctx, dir, filepath.Join(t.TempDir(), "copy.db"))
		}
		cancel()
		opens(t, dir, 50)
	}
}

// interruptions is how often a test interrupts something, each time after a different delay.
const interruptions = "MEMOTEST_INTERRUPTIONS"

// TestInterruptedChecks: checks interrupted within 6 ms find no damage.
func TestInterruptedChecks(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 300)
	rounds := repetitions(t, interruptions, 20)
	for i := range rounds {
		ctx, cancel := context.WithTimeout(t.Context(), 6*time.Millisecond*time.Duration(i)/time.Duration(rounds))
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
