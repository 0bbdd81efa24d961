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
// it returns CodeInvalid for field: ReasonControlCharacter if s has control characters
// or is not UTF-8, ReasonEmpty if s has no visible character, ReasonTooLong if s has
// more than limit code points.
func CheckText(field, s string, limit int) error {
	return check(field, s, limit, unicode.IsControl)
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
	return check("content", s, MaxContent, func(r rune) bool { return r != '\n' && unicode.IsControl(r) })
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
// CodeInvalid/ReasonControlCharacter for names with Hidden characters, which include
// those that change the direction of text.
func CheckName(field, s string) error {
	if strings.ContainsFunc(s, Hidden) {
		return Invalid(field, ReasonControlCharacter)
	}
	return CheckText(field, s, MaxName)
}

// Hidden reports whether a character is invisible and not part of an emoji: Unicode's
// category Cf without the joiners and the tags of flags, and the Hangul fillers, which
// Unicode classifies as letters.
func Hidden(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner, firstTag, lastTag = 0x200C, 0x200D, 0xE0020, 0xE007F
	switch {
	case r == zeroWidthNonJoiner || r == zeroWidthJoiner || r >= firstTag && r <= lastTag:
		return false
	}
	return unicode.Is(unicode.Cf, r) || strings.ContainsRune("\u115F\u1160\u3164\uFFA0", r)
}

// visible reports whether a character is visible: neither a space nor one that only
// joins other characters or sets their direction.
func visible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
