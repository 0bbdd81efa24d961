// Package alike compares texts as people write and say them: it finds a text in another one in
// spite of differences in spelling, script and order, in Japanese and English.
package alike

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// style says what a fold keeps besides letters, digits and punctuation.
type style struct {
	emoji    bool
	katakana bool // not as hiragana
	spaces   bool // also beside Japanese characters
}

// fold returns a form of s for comparison. These make no difference: case, width, the kind of
// kana, diacritics, apostrophes, variation selectors and skin tones, old and new forms of
// kanji, the dots of initials, "&" for "and", and whether words are separated by spaces,
// hyphens, middle dots or line breaks. Between Japanese characters there is no separator.
func (f style) fold(s string) string {
	folded, ok := f.quick(nil, s)
	if !ok {
		folded = f.slow(s)
	}
	return string(folded)
}

// quick appends the fold of s to b if s has only characters that fold the same whatever is
// beside them: most texts in Japanese and English. It is many times as fast as slow.
func (f style) quick(b []byte, s string) (folded []byte, ok bool) {
	w := folding{style: f, out: b, begin: len(b), forms: forms()}
	ok = w.add(s, true)
	return w.out, ok
}

// slow returns the fold of any text.
func (f style) slow(s string) []byte {
	s = cases.Fold().String(norm.NFKC.String(s))
	if strings.ContainsFunc(s, isEuropean) {
		s = plainLetters.Replace(norm.NFC.String(strings.Map(withoutMark, norm.NFD.String(s))))
	}
	w := folding{style: f, forms: forms()}
	w.add(s, false)
	return w.out
}

// isEuropean reports whether r is a letter that may have diacritics, or one of those.
func isEuropean(r rune) bool { return r >= 0xC0 && r < 0x530 || r >= 0x1E00 && r < 0x2000 }

// withoutMark drops the diacritics of letters; the marks of kana are others.
func withoutMark(r rune) rune {
	if r >= 0x300 && r <= 0x36F {
		return -1
	}
	return r
}

// plainLetters replaces letters that have no decomposition.
var plainLetters = strings.NewReplacer("ı", "i", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe")

// folding writes the fold of one text.
type folding struct {
	style

	out      []byte
	begin    int // where the text begins in out
	gap      bool
	japanese bool // whether the last character is
	initials int  // the end of out after a dropped dot of initials; 0: none
	forms    *newForms
}

// add folds s. With simple, it stops and reports false at a character that folds differently
// beside others.
func (w *folding) add(s string, simple bool) (ok bool) {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			i++
			if !w.ascii(c, s[i:], simple) {
				return false
			}
			continue
		}
		r, size := runeAt(s, i)
		i += size
		switch {
		case r >= 'ぁ' && r <= 'ゖ', r == 'ー', r == '々', r >= '、' && r <= '。', r >= '「' && r <= '』':
			w.write(r, true)
		case r >= 'ァ' && r <= 'ヶ':
			if !w.katakana {
				r -= 'ァ' - 'ぁ'
			}
			w.write(r, true)
		case r >= firstKanji && r <= lastKanji:
			w.write(w.forms.of(r), true)
		case r >= '！' && r <= '～':
			if !w.ascii(byte(r-'！'+'!'), s[i:], simple) {
				return false
			}
		case r == '　', r == '・', r >= '\u2010' && r <= '\u2015':
			w.gap = true
		case r == '’', r == '‘', isModifier(r):
		case r == '“', r == '”':
			w.write('"', false)
		case isEmoji(r) && w.emoji:
			w.write(r, true)
		case isEmoji(r):
			w.gap = true
		case simple:
			return false
		case unicode.IsSpace(r):
			w.gap = true
		default:
			w.write(w.forms.of(r), isJapanese(r))
		}
	}
	return true
}

// ascii folds a character that is followed by rest.
func (w *folding) ascii(c byte, rest string, simple bool) (ok bool) {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		w.letter(c)
	case c >= 'A' && c <= 'Z':
		w.letter(c + ('a' - 'A'))
	case c == ' ', c == '-', c >= '\t' && c <= '\r':
		w.gap = true
	case c == '\'', c == '`':
	case c == '&':
		w.gap = true
		w.write('a', false)
		w.out = append(w.out, "nd"...)
		w.gap = true
	case c == '.':
		return w.dot(rest, simple)
	default:
		w.letter(c)
	}
	return true
}

// letter appends an ASCII character.
func (w *folding) letter(c byte) {
	if w.gap {
		w.space(false)
	}
	w.out, w.japanese = append(w.out, c), false
}

// write appends a character.
func (w *folding) write(r rune, japanese bool) {
	if w.gap {
		w.space(japanese)
	}
	w.japanese = japanese
	if r >= 0x3000 && r <= lastKanji { // faster than utf8.AppendRune
		w.out = append(w.out, byte(0xE0|r>>12), byte(0x80|r>>6&0x3F), byte(0x80|r&0x3F)) //nolint:gosec // of 16 bits
		return
	}
	w.out = utf8.AppendRune(w.out, r)
}

// space ends a gap before a character.
func (w *folding) space(japanese bool) {
	w.gap = false
	if len(w.out) > w.begin && (w.spaces || !w.japanese && !japanese) {
		w.out = append(w.out, ' ')
	}
}

// dot appends a dot unless it is one of initials: after a single letter, and before another
// one or after such a dot. It reports false if that depends on a character of rest which is
// not folded yet.
func (w *folding) dot(rest string, simple bool) (ok bool) {
	last := len(w.out) - 1
	following := w.initials > 0 && w.initials == last
	single := !w.gap && last >= w.begin && isLetter(w.out[last]) && (following || last == w.begin || !isLetter(w.out[last-1]) && !isDigit(w.out[last-1]) && w.out[last-1] < utf8.RuneSelf)
	if !single {
		w.letter('.')
		return true
	}
	var next [2]byte
	copy(next[:], rest)
	if simple && (next[0] >= utf8.RuneSelf || isLetter(next[0]) && next[1] >= utf8.RuneSelf) {
		return false
	}
	switch before := isLetter(next[0]) && !isLetter(next[1]) && !isDigit(next[1]); {
	case before, following && !isLetter(next[0]):
		w.initials = len(w.out)
	default:
		w.letter('.')
	}
	return true
}

// runeAt is utf8.DecodeRuneInString(s[i:]), faster for the block of kana and kanji, whose
// characters have three bytes.
func runeAt(s string, i int) (r rune, size int) {
	c := s[i]
	if c >= 0xE3 && c <= 0xE9 && i+2 < len(s) && s[i+1]&0xC0 == 0x80 && s[i+2]&0xC0 == 0x80 {
		return rune(c&0x0F)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s[i:])
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isJapanese reports whether words of a script are written without spaces between them.
func isJapanese(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF || r >= 0xFF61 && r <= 0xFF9F || isEmoji(r)
}

// isEmoji reports whether r is one of the characters of an emoji.
func isEmoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1F0FF || r >= 0x1F1E6 && r <= 0x1F1FF || r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF
}

// isModifier reports whether r changes only how the character before it looks: it joins emoji,
// or selects a variation, a skin tone or a frame.
func isModifier(r rune) bool {
	return r == 0x200D || r == 0x20E3 || r >= 0xFE00 && r <= 0xFE0F || r >= 0x1F3FB && r <= 0x1F3FF ||
		r >= 0xE0020 && r <= 0xE007F || r >= 0xE0100 && r <= 0xE01EF
}
