package models

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DropHidden returns a text without the characters that people cannot see, but that a program
// or an assistant would read.
//
// These are Unicode's Default_Ignorable_Code_Point (UAX #44): zero-width characters, controls
// of direction, soft hyphens, fillers, invisible operators and more; the interlinear
// annotation characters; noncharacters; and what is drawn without a line: a braille cell without
// dots (U+2800), a musical null note (U+1D159) and a Khitan filler (U+16FE4). Of them stay those
// that change how their neighbours look:
//
//   - one variation selector after a character that has variants (The Unicode Standard,
//     section 23.4): a number, a punctuation mark, a symbol such as an emoji, an ideograph
//     (UTS #37), or a letter of one of the scripts in variants;
//   - the tags of a flag of a region, such as Scotland (UTS #51, annex C);
//   - one joiner between letters, numbers or symbols, and at the end of a word in a script
//     whose letters change their form before one (The Unicode Standard, sections 9.2 and 12.1);
//   - the Mongolian vowel separator between Mongolian letters (section 13.5).
//
// A text that is not UTF-8 is returned unchanged. DropHidden of its result changes nothing.
// The page has the same function in src/messages/hidden.ts; models/testdata/hidden.json has
// cases for both.
func DropHidden(s string) string {
	if !strings.ContainsFunc(s, hidden) || !utf8.ValidString(s) {
		return s
	}
	text := make([]rune, 0, len(s))
	for _, r := range s {
		if !hidden(r) || shapesOthers(r) {
			text = append(text, r)
		}
	}
	return string(dropJoiners(dropVariants(text)))
}

// hidden reports whether a character is invisible by itself.
func hidden(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r > 0x206F && r < 0xFDD0: // most scripts, without the tables
		return r == '\u2800' || r == '\u3164'
	case r == nullNote, r == khitanFiller, unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) &&
		!unicode.In(r, unicode.Prepended_Concatenation_Mark, unicode.Egyptian_Hieroglyphs)
}

// The characters of DropHidden's exceptions besides the variation selectors.
const (
	vowelSeparator    = '\u180E'
	nonJoiner, joiner = '\u200C', '\u200D'
	nullNote          = '\U0001D159'
	khitanFiller      = '\U00016FE4'
	blackFlag         = '\U0001F3F4'
	firstTag, tagsEnd = '\U000E0020', '\U000E007F'
	tagged            = 0xE0000 // the tag of an ASCII character is this much above it
	firstOfIdeographs = '\U000E0100'
	informationSign   = 'ℹ' // the only emoji that Unicode classifies as a letter
)

// shapesOthers reports whether a hidden character may change how its neighbours look.
func shapesOthers(r rune) bool {
	return isJoiner(r) || isTag(r) || unicode.Is(unicode.Variation_Selector, r)
}

func isJoiner(r rune) bool { return r == joiner || r == nonJoiner || r == vowelSeparator }

func isTag(r rune) bool { return r >= firstTag && r <= tagsEnd }

// dropVariants removes variation selectors and tags that change nothing visible.
func dropVariants(text []rune) []rune {
	kept := text[:0:0]
	for i := 0; i < len(text); i++ {
		switch r := text[i]; {
		case isTag(r), unicode.Is(unicode.Variation_Selector, r) && !hasVariant(at(text, i-1), r):
		case r == blackFlag:
			n := regionTags(text[i+1:])
			kept = append(kept, text[i:i+1+n]...)
			i += n
		default:
			kept = append(kept, r)
		}
	}
	return kept
}

// regionTags returns how many tags at the beginning of a text name a region that has a flag
// (UTS #51, section 1.4.9); 0: they name none.
func regionTags(text []rune) int {
	var b strings.Builder
	for i := 0; isTag(at(text, i)) && text[i] != tagsEnd && i < regionLength; i++ {
		b.WriteRune(text[i] - tagged)
	}
	if at(text, b.Len()) == tagsEnd && slices.Contains(regions, b.String()) {
		return b.Len() + 1
	}
	return 0
}

// regions are the regions with a flag, England, Scotland and Wales, in regionLength characters.
var regions = []string{"gbeng", "gbsct", "gbwls"}

const regionLength = 5

// variants are the scripts some of whose letters have variants.
var variants = []*unicode.RangeTable{unicode.Han, unicode.Myanmar, unicode.Phags_Pa}

// hasVariant reports whether a variation selector may follow a character.
func hasVariant(r, selector rune) bool {
	switch {
	case selector >= firstOfIdeographs:
		return unicode.Is(unicode.Han, r)
	case selector < joiner:
		return unicode.Is(unicode.Mongolian, r) && unicode.IsLetter(r)
	}
	return r == informationSign || unicode.In(r, unicode.N, unicode.P, unicode.S) || unicode.In(r, variants...)
}

// dropJoiners removes the joiners that join nothing.
func dropJoiners(text []rune) []rune {
	kept := text[:0:0]
	for i, r := range text {
		if !isJoiner(r) || joins(at(text, i-1), r, at(text, i+1)) {
			kept = append(kept, r)
		}
	}
	return kept
}

// joining are the scripts whose letters have another form before a joiner, also at the end
// of a word.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Bengali, unicode.Devanagari, unicode.Gujarati, unicode.Gurmukhi, unicode.Kannada,
	unicode.Malayalam, unicode.Oriya, unicode.Sinhala, unicode.Syriac, unicode.Tamil, unicode.Telugu,
}

// joins reports whether a joiner between two characters, 0 for none, may change how they look.
func joins(before, r, after rune) bool {
	switch {
	case r == vowelSeparator:
		return isMongolian(before) && isMongolian(after)
	case r == joiner && unicode.In(before, joining...):
		return true
	}
	return joinable(before) && joinable(after)
}

// isMongolian reports whether a character belongs to a Mongolian word, its variant included.
func isMongolian(r rune) bool { return unicode.Is(unicode.Mongolian, r) && r != vowelSeparator }

func joinable(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S) }

// at returns the character at an index, and 0 outside of the text.
func at(text []rune, i int) rune {
	if i < 0 || i >= len(text) {
		return 0
	}
	return text[i]
}
