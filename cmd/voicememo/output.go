package main

import (
	"encoding/json"
	"io"
)

// writeJSON writes a report of a command for a script, as one indented JSON value.
func writeJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}
