package understanding

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Characters that speech does not have.
const (
	spaces   = " 　\t\r\n"
	marks    = "。.!！?？" // end a sentence
	pauses   = "、,，;:"  // separate words
	unspoken = marks + pauses
)

// said is a text in the form that samples are compared in, with the way back to the
// text as it was written.
type said struct {
	raw   string
	words string // the form for comparison
	at    []int  // the position in raw of each byte of words and of its end; -1: inside a character of raw
}

// hear returns the form of a text for comparison.
func (l *language) hear(text string) said { return l.fold(tidy(text)) }

// tidy removes surrounding spaces and punctuation, and writes apostrophes and spaces
// alike.
func tidy(text string) string {
	text = strings.ReplaceAll(text, "’", "'")
	return strings.Join(strings.Fields(strings.Trim(text, spaces+marks)), " ")
}

// fold returns the form of a tidy text, or of a part of a sample, for comparison.
func (l *language) fold(raw string) said {
	f := folding{language: l, words: make([]byte, 0, len(raw)), at: make([]int, 0, len(raw)+1)}
	f.fold(raw)
	return said{raw: raw, words: string(f.words), at: append(f.at, len(raw))}
}

// folding is the state of fold.
type folding struct {
	language *language
	words    []byte
	at       []int
}

func (f *folding) fold(raw string) {
	if norm.NFKC.IsNormalString(raw) {
		for start, r := range raw {
			f.add(unicode.ToLower(r), start)
		}
		return
	}
	var segments norm.Iter
	segments.InitString(norm.NFKC, raw)
	for !segments.Done() {
		start := segments.Pos()
		for i, r := range string(segments.Next()) {
			if i > 0 {
				start = -1
			}
			f.add(unicode.ToLower(r), start)
		}
	}
}

// sample returns the form of a part of a sample for comparison. It reuses the buffers.
func (f *folding) sample(part string) string {
	f.words, f.at = f.words[:0], f.at[:0]
	f.fold(part)
	return string(f.words)
}

// add appends a character. In a language that is written without spaces, spaces and
// punctuation are left out; in the others, punctuation before a space is left out, and
// so are apostrophes, which some speech engines do not write.
func (f *folding) add(r rune, start int) {
	switch space := unicode.IsSpace(r); {
	case f.language.unspaced && (space || strings.ContainsRune(unspoken, r)):
		return
	case !f.language.unspaced && r == '\'':
		return
	case space:
		f.cut(len(strings.TrimRight(string(f.words), unspoken)))
		if n := len(f.words); n > 0 && f.words[n-1] == ' ' {
			return
		}
		r = ' '
	case f.language.unspaced && r >= 'ァ' && r <= 'ヶ':
		f.write(string(hiragana(r)), start)
		return // spellings are in hiragana: 「2番メモして」 has no 「番目」
	}
	f.write(string(r), start)
	for _, s := range f.language.spellings {
		if n := len(f.words) - len(s.heard); n >= 0 && string(f.words[n:]) == s.heard {
			start := f.at[n]
			f.cut(n)
			f.write(s.written, start)
		}
	}
}

func (f *folding) cut(n int) { f.words, f.at = f.words[:n], f.at[:n] }

// write appends words that are at start in the text.
func (f *folding) write(words string, start int) {
	f.words = append(f.words, words...)
	for range len(words) {
		f.at = append(f.at, start)
		start = -1
	}
}

// part returns the text as it was written between two positions of the words, without
// surrounding spaces and pauses. It returns "" if a position is inside a character.
func (s said) part(start, end int) string {
	if start >= end || s.at[start] < 0 || s.at[end] < 0 {
		return ""
	}
	return strings.Trim(s.raw[s.at[start]:s.at[end]], spaces+pauses)
}

// between returns the part of a text between two positions of its words.
func (s said) between(start, end int) said {
	return said{raw: s.raw, words: s.words[start:end], at: s.at[start : end+1]}
}

// spoken returns words that are already in the form for comparison.
func spoken(words string) said {
	at := make([]int, len(words)+1)
	for i := range at {
		at[i] = i
	}
	return said{raw: words, words: words, at: at}
}

// hiragana returns the hiragana for a katakana.
func hiragana(katakana rune) rune { return katakana - 'ァ' + 'ぁ' }
