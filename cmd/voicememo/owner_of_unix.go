//go:build linux || darwin

package main

import (
	"io/fs"
	"syscall"
)

// ownerOf is the number of the user whom a file belongs to.
func ownerOf(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }
