//go:build unix

package privatefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// handOver gives a file that root has made to the owner of its directory, who runs
// the server and could not open it otherwise. Where that cannot be it goes on.
func handOver(f *os.File) {
	if os.Geteuid() != 0 {
		return
	}
	if info, err := os.Stat(filepath.Dir(f.Name())); err == nil {
		owner := info.Sys().(*syscall.Stat_t) // which is what it is on Unix
		_ = f.Chown(int(owner.Uid), int(owner.Gid))
	}
}

// Loose reports whether a file's group or others may read, write or run it.
func Loose(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
