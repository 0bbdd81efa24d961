package models

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The longest texts that people may enter, in code points after trimming and NFC.
const (
	MaxContent = 500
	MaxName    = 50
)

// CheckText returns nil if s, already trimmed and normalised, may be stored. Otherwise
// it returns CodeInvalid for field: ReasonControlCharacter if s has control characters,
// U+2028 or U+2029, or is not UTF-8, ReasonEmpty if s has no visible character, ReasonTooLong if s has
// more than limit code points.
func CheckText(field, s string, limit int) error {
	return check(field, s, limit, control)
}

// check implements CheckText for texts in which refused characters may not occur.
func check(field, s string, limit int, refused func(rune) bool) error {
	switch {
	case !utf8.ValidString(s) || strings.ContainsFunc(s, refused):
		return Invalid(field, ReasonControlCharacter)
	case !strings.ContainsFunc(s, visible):
		return Invalid(field, ReasonEmpty)
	case utf8.RuneCountInString(s) > limit:
		return Invalid(field, ReasonTooLong)
	}
	return nil
}

// CheckContent is CheckText for a memo's text, with the limit MaxContent. The text may have
// line breaks, written as "\n".
func CheckContent(s string) error {
	return check("content", s, MaxContent, func(r rune) bool { return r != '\n' && control(r) })
}

// OneLine returns a memo's text with one space for each line break and the spaces and
// empty lines after it.
func OneLine(s string) string {
	if !strings.Contains(s, "\n") {
		return s
	}
	return breaks().ReplaceAllString(s, " ")
}

var breaks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n[\n\p{Zs}]*`) })

// CheckName is CheckText for a person's name, with the limit MaxName. It also returns
// CodeInvalid/ReasonControlCharacter for a name that DropHidden would change.
func CheckName(field, s string) error {
	if DropHidden(s) != s {
		return Invalid(field, ReasonControlCharacter)
	}
	return CheckText(field, s, MaxName)
}

// control reports whether a character is a control character or separates lines.
func control(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) }

// visible reports whether a character is visible: neither a space nor one that only
// joins other characters or sets their direction.
func visible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
