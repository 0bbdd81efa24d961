//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// ErrLocked says that another process has the data directory open.
var ErrLocked = errors.New("the data directory is in use by another process")

// acquireLock takes the advisory lock that the kernel drops when we die.
func acquireLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		handOver(f)
	case errors.Is(err, fs.ErrExist):
		f, err = os.OpenFile(path, os.O_RDWR, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("the lock file cannot be opened: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil { //nolint:gosec // a descriptor fits an int
		_ = f.Close()
		return nil, ErrLocked
	}
	return f, nil
}

func releaseLock(f *os.File) error { return f.Close() }
