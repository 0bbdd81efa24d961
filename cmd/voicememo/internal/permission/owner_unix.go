//go:build linux || darwin

package permission

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// OwnerOf returns the id of the user who owns a file.
func OwnerOf(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }

// MayWrite reports whether this user may create files in a directory.
func MayWrite(dir string) bool { return unix.Access(dir, unix.W_OK|unix.X_OK) == nil }

// IDsOf returns the ids of the user and of the group who own a file.
func IDsOf(info fs.FileInfo) (uid, gid int) {
	owner := info.Sys().(*syscall.Stat_t)
	return int(owner.Uid), int(owner.Gid)
}
