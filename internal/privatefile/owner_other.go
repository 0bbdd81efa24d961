//go:build !unix

package privatefile

import (
	"io/fs"
	"os"
)

// handOver does nothing: files have no Unix owner on this system.
func handOver(*os.File) {}

// Loose reports false: files have no Unix modes on this system.
func Loose(fs.FileInfo) bool { return false }
