//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
)

// handOver chowns a file created by root to its directory's owner, so that the server can
// open it. Errors are ignored. SQLite does the same with the files that it creates beside
// a database.
func handOver(f *os.File) {
	if os.Geteuid() != 0 {
		return
	}
	if info, err := os.Stat(filepath.Dir(f.Name())); err == nil {
		owner := info.Sys().(*syscall.Stat_t) // always this type on Unix
		_ = f.Chown(int(owner.Uid), int(owner.Gid))
	}
}
