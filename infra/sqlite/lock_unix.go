//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// lockFile takes an advisory lock (flock(2)), or returns an error if another process has it.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) //nolint:gosec // a descriptor fits an int
}

func releaseLock(f *os.File) error { return f.Close() }
