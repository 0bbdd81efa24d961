package models

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of texts people give, in code points after trimming and NFC.
const (
	MaxContent = 500
	MaxName    = 50
)

// CheckText reports whether s, already trimmed and normalised, may be stored:
// valid UTF-8, at most limit code points and at least one, no control characters.
// The error is CodeInvalid for field.
func CheckText(field, s string, limit int) error {
	switch {
	case !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl):
		return Invalid(field, ReasonControlCharacter)
	case !strings.ContainsFunc(s, visible):
		return Invalid(field, ReasonEmpty)
	case utf8.RuneCountInString(s) > limit:
		return Invalid(field, ReasonTooLong)
	}
	return nil
}

// visible reports whether a character shows: no space, and none of those that
// only join or direct others.
func visible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
