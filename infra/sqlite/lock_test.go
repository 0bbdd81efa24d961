package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestLock: one holder at a time; others read and write the mark beside it; and the file
// stays with its mark when the lock is released.
func TestLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), lockName)
	first, err := acquireLock(path)
	must.OK(t, err)
	if _, err := acquireLock(path); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v, want %v", err, ErrLocked)
	}
	other, err := os.OpenFile(path, os.O_RDWR, 0o600)
	must.OK(t, err)
	if m, err := readMark(other); m != markNew || err != nil {
		t.Errorf("got the mark %q, %v, want %q", m, err, markNew)
	}
	must.OK(t, errors.Join(writeMark(other, markClosed), other.Close(), releaseLock(first)))
	again, err := acquireLock(path)
	must.OK(t, err)
	defer releaseLock(again)
	if m, err := readMark(again); m != markClosed || err != nil {
		t.Errorf("got the mark %q, %v, want %q", m, err, markClosed)
	}
}
