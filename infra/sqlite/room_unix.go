//go:build linux || darwin

package sqlite

import "syscall"

// freeSpace returns how many bytes a user may still write on the disk of dir.
func freeSpace(dir string) (bytes int64, known bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true //nolint:gosec,unconvert // the types differ between systems
}
