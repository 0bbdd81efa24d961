//go:build unix

package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestLockErrors: an interrupted flock(2) is repeated, and a file system without locks is not
// taken for another process.
func TestLockErrors(t *testing.T) {
	t.Parallel()
	f, err := os.Create(filepath.Join(t.TempDir(), lockName))
	must.OK(t, err)
	defer f.Close()
	for name, c := range map[string]struct {
		answers []error // of each call
		want    error
	}{
		"free":             {[]error{nil}, nil},
		"interrupted":      {[]error{syscall.EINTR, syscall.EINTR, nil}, nil},
		"taken":            {[]error{syscall.EINTR, syscall.EWOULDBLOCK}, ErrLocked},
		"no locks":         {[]error{syscall.ENOLCK}, ErrNoLocks},
		"not supported":    {[]error{syscall.EOPNOTSUPP}, ErrNoLocks},
		"an unknown error": {[]error{syscall.EIO}, syscall.EIO},
	} {
		calls := 0
		err := lockBy(func(int, int) error { calls++; return c.answers[calls-1] }, f)
		if explained := notLocked(f.Name(), err); !errors.Is(err, c.want) || calls != len(c.answers) ||
			err != nil && (!errors.Is(explained, c.want) || errors.Is(explained, ErrLocked) != errors.Is(c.want, ErrLocked)) {
			t.Errorf("%s: got %v, explained as %v, after %d calls, want %v after %d", name, err, explained, calls, c.want, len(c.answers))
		}
	}
}
