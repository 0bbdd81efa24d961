package memo

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// How much one search examines. A memo whose characters foldSimple does not know costs
// about as much as unusual others.
const (
	maxExamined = 10_000
	unusual     = 5
)

// Search finds the memos that contain a text. Case, width and the difference between
// hiragana and katakana do not matter, and a line break is a space. It belongs to one call of
// Service.List, and it is not safe for concurrent use.
type Search struct {
	text   []byte // folded
	folded []byte // the last content
	left   int    // how many more contents it examines
}

// NewSearch returns a search for text; nil if every memo contains it.
func NewSearch(text string) *Search {
	folded := fold(text)
	if folded == "" {
		return nil
	}
	return &Search{text: []byte(folded), left: maxExamined}
}

// Examine reports whether a content contains the text. The content is not kept.
func (s *Search) Examine(content string) bool {
	s.left--
	if found, simple := s.simple(content); simple {
		return found
	}
	s.left -= unusual - 1
	return s.finds(content)
}

// Spent reports whether the search has examined more than one request may.
func (s *Search) Spent() bool { return s.left < 0 }

// finds is Examine for a content that does not count.
func (s *Search) finds(content string) bool {
	if found, simple := s.simple(content); simple {
		return found
	}
	return strings.Contains(fold(content), string(s.text))
}

// simple reports whether a content contains the text, if foldSimple can fold it.
func (s *Search) simple(content string) (found, ok bool) {
	s.folded, ok = foldSimple(s.folded[:0], content)
	return ok && bytes.Contains(s.folded, s.text), ok
}

// fold returns a form of s for comparison in which width, case and the difference
// between hiragana and katakana are removed and a line break is a space.
func fold(s string) string {
	s = cases.Fold().String(norm.NFKC.String(models.OneLine(strings.TrimSpace(s))))
	return strings.Map(func(r rune) rune {
		if r >= 'ァ' && r <= 'ヶ' {
			return r - ('ァ' - 'ぁ')
		}
		return r
	}, s)
}

// foldSimple appends fold(s) to b if s has only characters that fold maps one by one,
// whatever is beside them: most texts in Japanese and English. It is many times as fast.
func foldSimple(b []byte, s string) (folded []byte, ok bool) {
	kept := 0 // s from here to i stays as it is
	for i := 0; i < len(s); {
		r, size := runeAt(s, i)
		to := folded1(r)
		switch {
		case to < 0 || to == ' ' && (i == 0 || i+size == len(s)):
			return b, false
		case to != r:
			b = utf8.AppendRune(append(b, s[kept:i]...), to)
			kept = i + size
		}
		i += size
	}
	return append(b, s[kept:]...), true
}

// runeAt is utf8.DecodeRuneInString(s[i:]), faster for ASCII and for the block of kana and
// kanji, whose characters have three bytes.
func runeAt(s string, i int) (r rune, size int) {
	c := s[i]
	if c < utf8.RuneSelf {
		return rune(c), 1
	}
	if c >= 0xE3 && c <= 0xE9 && i+2 < len(s) && s[i+1]&0xC0 == 0x80 && s[i+2]&0xC0 == 0x80 {
		return rune(c&0x0F)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s[i:])
}

// folded1 returns what fold makes of a character, whatever is beside it; -1 if that is not
// one character or not known.
func folded1(r rune) rune {
	switch {
	case r < 0x7f:
		return foldedASCII(r)
	case r >= 'ぁ' && r <= 'ゖ', r >= '一' && r <= '鿿', r == 'ー':
		return r
	case r >= 'ァ' && r <= 'ヶ':
		return r - ('ァ' - 'ぁ')
	case r >= '！' && r <= '～':
		return foldedASCII(r - ('！' - '!'))
	case r == '　':
		return ' '
	case r >= '、' && r <= '。', r >= '「' && r <= '』', r == '・', isEmoji(r):
		return r
	}
	return -1
}

func foldedASCII(r rune) rune {
	switch {
	case r < ' ':
		return -1
	case r >= 'A' && r <= 'Z':
		return r + ('a' - 'A')
	}
	return r
}

// isEmoji reports whether r is one of the characters of an emoji, which fold keeps. There
// are others.
func isEmoji(r rune) bool {
	const joiner, variation = 0x200D, 0xFE0F
	return r >= 0x1F300 && r <= 0x1F64F || r >= 0x1F680 && r <= 0x1F6FF || r >= 0x1F900 && r <= 0x1FAFF || r == joiner || r == variation
}
