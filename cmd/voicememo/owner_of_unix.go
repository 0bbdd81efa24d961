//go:build linux || darwin

package main

import (
	"io/fs"
	"syscall"
)

// ownerOf returns the id of the user who owns a file.
func ownerOf(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }
