package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// terminal is where a command reads and writes.
type terminal struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// isScreen reports whether w is a terminal.
func isScreen(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) //nolint:gosec // a descriptor fits an int
}
