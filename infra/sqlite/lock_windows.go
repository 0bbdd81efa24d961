package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// locked is the one byte that is locked. A lock of Windows keeps others from reading and
// writing what it covers, so the byte lies far behind the mark, which others read. See
// LockFileEx in the Windows API: a range behind the end of the file may be locked.
func locked() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1} }

// lockFile takes a lock. ErrLocked: another process has it. ErrNoLocks: the file system has
// none.
func lockFile(f *os.File) error {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, locked())
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return ErrLocked
	case errors.Is(err, windows.ERROR_INVALID_FUNCTION), errors.Is(err, windows.ERROR_NOT_SUPPORTED):
		return refusal{err, ErrNoLocks}
	}
	return err
}

// releaseLock unlocks the file before it closes it, because the system may take some time
// to release the locks of a closed file.
func releaseLock(f *os.File) error {
	return errors.Join(windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, locked()), f.Close())
}
