//go:build unix

package privatefile

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the lock of a directory, which every writer in it holds. If wait is set, it
// waits for the lock. The system releases the lock when the process ends (flock(2)).
func lock(dir string, wait bool) (release func(), err error) {
	f, err := os.Open(dir) //nolint:gosec // the operator's own directory
	if err != nil {
		return nil, err
	}
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(f.Fd()), how) //nolint:gosec // a descriptor fits an int
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil
}
