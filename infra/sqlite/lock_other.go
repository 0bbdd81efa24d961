//go:build !unix

package sqlite

import (
	"errors"
	"fmt"
	"os"
)

// ErrLocked means that another process has the data directory open.
var ErrLocked = errors.New("the data directory is in use by another process")

// acquireLock creates the lock file, which must not exist. This system has no advisory
// locks: after a crash the file remains and must be removed by hand.
func acquireLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%w (or remove %s after a crash)", ErrLocked, path)
	}
	if err == nil {
		err = writeMark(f, markNew)
	}
	return f, err
}

func releaseLock(f *os.File) error {
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
