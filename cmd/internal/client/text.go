package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"voicememo/models"
)

// Printable returns a text without hidden characters (models.DropHidden), and without those
// that could control a terminal. Lines stay lines.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case controls(r):
			return -1
		}
		return r
	}, models.DropHidden(text))
}

// controls reports whether a character controls a terminal or the direction of text.
func controls(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// WriteJSON writes a value as one line of JSON, in which the characters that Printable
// removes are escaped.
func WriteJSON(w io.Writer, value any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	var escaped strings.Builder
	for _, r := range strings.TrimSuffix(line.String(), "\n") {
		if controls(r) {
			_, _ = fmt.Fprintf(&escaped, `\u%04x`, r)
			continue
		}
		_, _ = escaped.WriteRune(r)
	}
	_, err := fmt.Fprintln(w, escaped.String())
	return err
}
