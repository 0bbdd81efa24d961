// Package cli is what all commands share: where they read and write, and their exit statuses.
package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Terminal is where a command reads and writes.
type Terminal struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// IsScreen reports whether w is a terminal.
func IsScreen(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) //nolint:gosec // a descriptor fits an int
}
