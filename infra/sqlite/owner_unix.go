//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
)

// handOver gives a file that root has made to the owner of its directory, who runs
// the server and could not open it otherwise. Where that cannot be it goes on. SQLite
// does both with the files that it makes beside a database.
func handOver(f *os.File) {
	if os.Geteuid() != 0 {
		return
	}
	if info, err := os.Stat(filepath.Dir(f.Name())); err == nil {
		owner := info.Sys().(*syscall.Stat_t) // which is what it is on Unix
		_ = f.Chown(int(owner.Uid), int(owner.Gid))
	}
}
