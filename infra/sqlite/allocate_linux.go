package sqlite

import (
	"os"
	"syscall"
)

// allocate reserves bytes for a file without writing them.
func allocate(f *os.File, bytes int64) error {
	return syscall.Fallocate(int(f.Fd()), 0, 0, bytes) //nolint:gosec // a descriptor fits an int
}
