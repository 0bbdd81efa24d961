package words

import (
	"strings"
	"unicode"
)

// CutText returns the beginning of s with at most n characters, and whether s is longer. It
// ends at the end of a sentence if there is one in its second half, otherwise at the end
// of a clause or of a word. A text without any of these is cut after n characters, but
// never inside a character that is written with several code points.
func CutText(s string, n int) (string, bool) {
	runes := []rune(s)
	if len(runes) <= n {
		return s, false
	}
	n = max(n, 0)
	for _, ends := range []func(before, after rune) bool{sentenceEnds, clauseEnds, wordEnds} {
		for i := n; i > n/2; i-- {
			if ends(runes[i-1], runes[i]) && !inside(runes, i) {
				return strings.TrimSpace(string(runes[:i])), true
			}
		}
	}
	for i := n; i > 0; i-- {
		if !inside(runes, i) {
			return strings.TrimSpace(string(runes[:i])), true
		}
	}
	return strings.TrimSpace(string(runes[:n])), true // marks without end
}

// sentenceEnds reports whether a sentence ends between two characters.
func sentenceEnds(before, after rune) bool {
	if strings.ContainsRune("。！？", before) {
		return !strings.ContainsRune("。！？」』）", after)
	}
	return strings.ContainsRune(".!?\n", before) && unicode.IsSpace(after) || before == '\n'
}

// clauseEnds reports whether a clause ends between two characters.
func clauseEnds(before, after rune) bool {
	return strings.ContainsRune("、；」』）", before) && !strings.ContainsRune("。、", after) ||
		strings.ContainsRune(",;:", before) && unicode.IsSpace(after)
}

// wordEnds reports whether a word ends between two characters. Japanese has no spaces: a
// word ends where hiragana, such as a particle, is followed by another script.
func wordEnds(before, after rune) bool {
	if unicode.IsSpace(after) {
		return true
	}
	return unicode.In(before, unicode.Hiragana) && !unicode.In(after, unicode.Hiragana) &&
		(unicode.In(after, unicode.Han, unicode.Katakana, unicode.Latin) || unicode.IsDigit(after)) && after != 'ー'
}

// inside reports whether a position is inside a character that has several code points:
// before a combining mark, in a joined emoji, or between the two letters of a flag.
func inside(runes []rune, at int) bool {
	const zeroWidthJoiner, firstTag, lastTag = 0x200D, 0xE0020, 0xE007F
	before, after := runes[at-1], runes[at]
	letters := 0 // of flags in a row before the position
	for i := at - 1; i >= 0 && flagLetter(runes[i]); i-- {
		letters++
	}
	return unicode.In(after, unicode.M, unicode.Sk) || before == zeroWidthJoiner || after == zeroWidthJoiner ||
		letters%2 == 1 && flagLetter(after) || after >= firstTag && after <= lastTag
}

// flagLetter reports whether a character is a regional indicator; two of them are a flag.
func flagLetter(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
