package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"
)

// OutputFlags are those of commands whose output scripts read.
type OutputFlags struct {
	JSON  bool `name:"json" env:"-" help:"Print one JSON value instead of text for people."`
	Quiet bool `name:"quiet" short:"q" env:"-" help:"Print no progress and no closing sentence; errors are still printed."`
}

// Notices returns where progress and sentences for people go.
func (f OutputFlags) Notices(t Terminal) io.Writer {
	if f.Quiet {
		return io.Discard
	}
	return t.Err
}

// JSONFlag is --json alone, for commands that print nothing but their result.
type JSONFlag struct {
	JSON bool `name:"json" env:"-" help:"Print one JSON value instead of text for people."`
}

// WriteJSON writes a report of a command for a script, as one indented JSON value.
func WriteJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

// CheckedWriter remembers the error of a writer, for those that write without looking.
type CheckedWriter struct {
	To  io.Writer
	Err error
}

// Write implements io.Writer.
func (c *CheckedWriter) Write(p []byte) (int, error) {
	n, err := c.To.Write(p)
	if err != nil && c.Err == nil {
		c.Err = err
	}
	return n, err
}

// TypedName returns the program as it was typed, such as ./voicememo, for commands that a
// person copies into a shell.
func TypedName() string {
	if name := os.Args[0]; filepath.Base(name) != name {
		return ShellWord(name)
	}
	return "voicememo"
}

// ShellWord returns a path as one word of a shell's command line.
func ShellWord(path string) string {
	if strings.ContainsAny(path, " '\"`$()&;<>|*?!") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// Say writes a line for the person at the terminal.
func Say(w io.Writer, format string, values ...any) { _, _ = fmt.Fprintf(w, format+"\n", values...) }

// Size formats a number of bytes, such as 1.2 MB.
func Size(bytes int64) string { return humanize.Bytes(uint64(max(bytes, 0))) }
