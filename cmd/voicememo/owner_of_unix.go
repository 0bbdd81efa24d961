//go:build linux || darwin

package main

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownerOf returns the id of the user who owns a file.
func ownerOf(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }

// mayWrite reports whether this user may create files in a directory.
func mayWrite(dir string) bool { return unix.Access(dir, unix.W_OK|unix.X_OK) == nil }

// idsOf returns the ids of the user and of the group who own a file.
func idsOf(info fs.FileInfo) (uid, gid int) {
	owner := info.Sys().(*syscall.Stat_t)
	return int(owner.Uid), int(owner.Gid)
}
