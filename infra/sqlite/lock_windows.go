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

// lockFile takes a lock, or returns an error if another process has it.
func lockFile(f *os.File) error {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, locked())
}

// releaseLock unlocks the file before it closes it, because the system may take some time
// to release the locks of a closed file.
func releaseLock(f *os.File) error {
	return errors.Join(windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, locked()), f.Close())
}
