//go:build unix

package sqlite

import (
	"errors"
	"os"
	"slices"
	"syscall"
)

// noLocks are the errors of flock(2) on file systems without locks.
var noLocks = []error{syscall.ENOLCK, syscall.EOPNOTSUPP, syscall.ENOTSUP, syscall.ENOSYS, syscall.EINVAL}

// lockFile takes an advisory lock (flock(2)). ErrLocked: another process has it. ErrNoLocks:
// the file system has none.
func lockFile(f *os.File) error { return lockBy(syscall.Flock, f) }

func lockBy(flock func(fd, how int) error, f *os.File) error {
	for {
		err := flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) //nolint:gosec // a descriptor fits an int
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrLocked
		case slices.ContainsFunc(noLocks, func(cause error) bool { return errors.Is(err, cause) }):
			return refusal{err, ErrNoLocks}
		}
		return err
	}
}

func releaseLock(f *os.File) error { return f.Close() }
