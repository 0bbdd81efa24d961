package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"
)

// outputFlags are those of commands whose output scripts read.
type outputFlags struct {
	JSON  bool `name:"json" env:"-" help:"Print one JSON value instead of text for people."`
	Quiet bool `name:"quiet" short:"q" env:"-" help:"Print no progress and no closing sentence; errors are still printed."`
}

// notices returns where progress and sentences for people go.
func (f outputFlags) notices(t terminal) io.Writer {
	if f.Quiet {
		return io.Discard
	}
	return t.Err
}

// jsonFlag is --json alone, for commands that print nothing but their result.
type jsonFlag struct {
	JSON bool `name:"json" env:"-" help:"Print one JSON value instead of text for people."`
}

// writeJSON writes a report of a command for a script, as one indented JSON value.
func writeJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

// checkedWriter remembers the error of a writer, for those that write without looking.
type checkedWriter struct {
	to  io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	if err != nil && c.err == nil {
		c.err = err
	}
	return n, err
}

// typedName returns the program as it was typed, such as ./voicememo, for commands that a
// person copies into a shell.
func typedName() string {
	if name := os.Args[0]; filepath.Base(name) != name {
		return shellWord(name)
	}
	return "voicememo"
}

// shellWord returns a path as one word of a shell's command line.
func shellWord(path string) string {
	if strings.ContainsAny(path, " '\"`$()&;<>|*?!") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// say writes a line for the person at the terminal.
func say(w io.Writer, format string, values ...any) { _, _ = fmt.Fprintf(w, format+"\n", values...) }

// size formats a number of bytes, such as 1.2 MB.
func size(bytes int64) string { return humanize.Bytes(uint64(max(bytes, 0))) }
