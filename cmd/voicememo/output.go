package main

import (
	"encoding/json"
	"io"
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
