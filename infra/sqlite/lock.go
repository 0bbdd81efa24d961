package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrLocked means that another process has the data directory open.
var ErrLocked = errors.New("the data directory is in use by another process")

// ErrNoLocks means that the file system of the data directory has no locks.
var ErrNoLocks = errors.New("the file system has no locks")

// acquireLock takes a lock that the system releases when the process ends, also after a
// crash. A lock file that it creates has the mark markNew.
func acquireLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeLock(path); err != nil {
			return nil, fmt.Errorf("the lock file cannot be made: %w", err)
		}
		f, err = os.OpenFile(path, os.O_RDWR, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("the lock file cannot be opened: %w", err)
	}
	if err := lockFile(f); err != nil {
		_ = f.Close()
		return nil, notLocked(path, err)
	}
	return f, nil
}

// notLocked explains why a file could not be locked. ErrLocked stays as it is.
func notLocked(path string, err error) error {
	switch {
	case errors.Is(err, ErrLocked):
		return err
	case errors.Is(err, ErrNoLocks):
		return refusal{fmt.Errorf("the file system of %s has no locks (NFS, CIFS?), so two servers could write to one database: "+
			"keep the data directory on a disk of this machine, or mount it with locks: %w", filepath.Dir(path), err), ErrNoLocks}
	}
	return fmt.Errorf("the lock file cannot be locked: %w", err)
}

// makeLock creates a lock file with the mark markNew. The file never exists without its
// mark: an empty one would mean that a database was closed.
func makeLock(path string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+lockName+"-*") // 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	handOver(f)
	if err := errors.Join(writeMark(f, markNew), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
