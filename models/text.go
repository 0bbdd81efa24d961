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

// CheckName is CheckText for a person's name, which must not hide characters: those
// that show nothing or turn the direction of a text are refused, except what emoji
// are joined with. CodeInvalid/ReasonControlCharacter.
func CheckName(field, s string) error {
	if strings.ContainsFunc(s, Hidden) {
		return Invalid(field, ReasonControlCharacter)
	}
	return CheckText(field, s, MaxName)
}

// Hidden reports whether a character shows nothing and is not part of an emoji:
// Unicode's category Cf without the joiners and the tags of flags, and the fillers of
// Hangul, which are letters.
func Hidden(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner, firstTag, lastTag = 0x200C, 0x200D, 0xE0020, 0xE007F
	switch {
	case r == zeroWidthNonJoiner || r == zeroWidthJoiner || r >= firstTag && r <= lastTag:
		return false
	}
	return unicode.Is(unicode.Cf, r) || strings.ContainsRune("\u115F\u1160\u3164\uFFA0", r)
}

// visible reports whether a character shows: no space, and none of those that
// only join or direct others.
func visible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
