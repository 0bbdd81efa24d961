package alike

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Rank is how well a content matches a text; the lower, the better.
type Rank int

// The ranks.
const (
	None     Rank = iota // it does not match
	Contains             // it contains the whole text
	AllWords             // it contains all words of the text, in any order
	AnyWord              // it contains one of the items that the text joins
)

// Text is a text to be found in contents. It is not safe for concurrent use.
type Text struct {
	style

	whole  []byte // folded
	plain  bool   // the text is plain, because nothing of it is left by a fold
	tight  string // whole without spaces, if it is English
	words  []word
	last   Rank
	folded []byte // the last content
}

// word is a word of a text: one of its forms is enough, of which all parts must occur.
type word [][]part

// part is what a content must contain.
type part struct {
	text   string
	script script
	prefix bool // of a word in Latin script: more letters may follow
}

// NewText returns a text to be found; nil if it is blank.
func NewText(text string) *Text {
	t := &Text{style: style{emoji: strings.ContainsFunc(text, isEmoji)}, last: Contains}
	t.whole = []byte(t.fold(text))
	if len(t.whole) == 0 {
		t.whole, t.plain = []byte(plain(text)), true
		if len(t.whole) == 0 {
			return nil
		}
		return t
	}
	joined := false
	t.words, joined = wordsOf(style{emoji: t.emoji, katakana: true, spaces: true}.fold(text))
	if tight := strings.ReplaceAll(string(t.whole), " ", ""); len(tight) >= 5 && !strings.ContainsFunc(tight, isJapanese) {
		t.tight = tight
	}
	switch {
	case joined && len(t.words) > 1:
		t.last = AnyWord
	case t.tight != "", len(t.words) > 0 && !t.trivial():
		t.last = AllWords
	}
	return t
}

// trivial reports whether the only word is the whole text, in no other form.
func (t *Text) trivial() bool {
	return len(t.words) == 1 && len(t.words[0]) == 1 && len(t.words[0][0]) == 1 && t.words[0][0][0].text == string(t.whole)
}

// Last returns the last rank that a content may have.
func (t *Text) Last() Rank { return t.last }

// Rank returns the rank of a content, or None if it is after worst; quick reports whether the
// content was as easy to fold as most are. The content is not kept.
func (t *Text) Rank(content string, worst Rank) (rank Rank, quick bool) {
	if t.plain {
		if strings.Contains(plain(content), string(t.whole)) {
			return Contains, false
		}
		return None, false
	}
	t.folded, quick = t.quick(t.folded[:0], content)
	if !quick {
		t.folded = append(t.folded[:0], t.slow(content)...)
	}
	switch {
	case bytes.Contains(t.folded, t.whole):
		return Contains, quick
	case worst >= AllWords && t.last >= AllWords && (t.tight != "" && containsTight(t.folded, t.tight) || t.hasAll()):
		return AllWords, quick
	case worst >= AnyWord && t.last >= AnyWord && t.hasAny():
		return AnyWord, quick
	}
	return None, quick
}

func (t *Text) hasAll() bool {
	for _, w := range t.words {
		if !w.in(t.folded) {
			return false
		}
	}
	return len(t.words) > 0
}

func (t *Text) hasAny() bool {
	return slices.ContainsFunc(t.words, func(w word) bool { return w.in(t.folded) })
}

// in reports whether a folded content has the word.
func (w word) in(content []byte) bool {
	for _, form := range w {
		missing := false
		for _, p := range form {
			if missing = !p.in(content); missing {
				break
			}
		}
		if !missing {
			return true
		}
	}
	return false
}

// in reports whether a folded content has the part. A word in Latin script and a number are
// not part of longer ones.
func (p part) in(content []byte) bool {
	for from := 0; ; {
		i := bytes.Index(content[from:], []byte(p.text))
		if i < 0 {
			return false
		}
		begin := from + i
		end := begin + len(p.text)
		before, _ := utf8.DecodeLastRune(content[:begin])
		after, _ := utf8.DecodeRune(content[end:])
		switch p.script {
		case latin:
			if !(begin > 0 && scriptOf(before) == latin) && (p.prefix || end == len(content) || scriptOf(after) != latin) {
				return true
			}
		case digit:
			if !(begin > 0 && isNumeral(before)) && (end == len(content) || !isNumeral(after)) {
				return true
			}
		default:
			return true
		}
		_, size := utf8.DecodeRune(content[begin:])
		from = begin + size
	}
}

// isNumeral reports whether r is a digit of a number, in digits or kanji.
func isNumeral(r rune) bool {
	return r >= '0' && r <= '9' || r == '十' || strings.ContainsRune(digitsJA, r)
}

// containsTight reports whether a folded content contains text if its spaces are left out.
func containsTight(content []byte, text string) bool {
	for i := range content {
		if content[i] != text[0] {
			continue
		}
		n := 1
		for j := i + 1; n < len(text) && j < len(content) && (content[j] == text[n] || content[j] == ' '); j++ {
			if content[j] != ' ' {
				n++
			}
		}
		if n == len(text) {
			return true
		}
	}
	return false
}

// wordsOf returns the words of a folded text with katakana and spaces. joined reports whether
// it joins items, as in "milk and eggs".
func wordsOf(folded string) (words []word, joined bool) {
	list := runs(folded)
	for i, r := range list {
		between := i > 0 && i < len(list)-1
		switch {
		case r.script == other:
			joined = joined || between
		case between && data().joints[r.text]:
			joined = true
		case data().fillers[r.text]:
		case r.script == latin:
			words = append(words, latinWord(r.text))
		case r.script == digit:
			words = append(words, numberWord(r.text))
		case r.script == kanji:
			words = append(words, kanjiWords(r.text)...)
		case r.script == hiragana:
			more, joins := hiraganaWords(r, i > 0 && r.joined)
			words, joined = append(words, more...), joined || joins
		default:
			words = append(words, word{{part{hiraganaOf(r.text), r.script, false}}})
		}
	}
	return words, joined
}

func latinWord(text string) word {
	if n, ok := data().numbers[text]; ok {
		return numbered(n)
	}
	w := word{}
	for _, form := range plurals(text) {
		w = append(w, []part{{form, latin, form == text && len(form) >= 3}})
	}
	return w
}

func numberWord(text string) word {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return word{{part{text, digit, false}}}
	}
	return numbered(n)
}

// numbered returns the forms of a number.
func numbered(n int) (w word) {
	for _, form := range spellings(n) {
		kind := digit
		if isLetter(form[0]) {
			kind = latin
		}
		w = append(w, []part{{form, kind, false}})
	}
	return w
}

// kanjiWords returns the words of a run of kanji: numbers are words of their own.
func kanjiWords(text string) (words []word) {
	for rest := text; rest != ""; {
		numeral := strings.IndexFunc(rest, isNumeral) == 0
		end := strings.IndexFunc(rest, func(r rune) bool { return isNumeral(r) != numeral })
		if end < 0 {
			end = len(rest)
		}
		n, ok := kanjiNumber(rest[:end])
		if numeral && ok {
			words = append(words, numbered(n))
		} else {
			words = append(words, word{{part{rest[:end], kanji, false}}})
		}
		rest = rest[end:]
	}
	return words
}

// okurigana is how many kana after a kanji may be the end of its word.
const okurigana = 2

// hiraganaWords returns the words of a run of hiragana. After another script it may begin with
// particles, or be the end of a word that a content has in another form. joins reports whether
// a particle joins items.
func hiraganaWords(r run, after bool) (words []word, joins bool) {
	var w word
	text := r.text
	for p := particleAt(text); after && p != ""; p = particleAt(text) {
		text = text[len(p):]
		if text == "" || data().fillers[text] {
			return nil, joins
		}
		if joins = joins || data().joints[p]; utf8.RuneCountInString(text) >= 2 {
			w = append(w, []part{{text, hiragana, false}}) // what follows each particle may be the word
		}
	}
	switch n := utf8.RuneCountInString(text); {
	case len(w) > 0:
		return []word{w}, joins
	case n < 2, after && n <= okurigana:
		return nil, joins
	}
	whole := []part{{text, hiragana, false}}
	parts, joint := cutAtParticles(text)
	switch {
	case joint && len(parts) > 1:
		for _, p := range parts {
			words = append(words, word{{p}, whole})
		}
		return words, true
	case len(parts) > 0:
		return []word{{whole, parts}}, joins
	}
	return []word{{whole}}, joins
}

// cutAtParticles returns the parts of a run of hiragana between particles; nil if one of them
// is too short to be a word. joint reports whether one of the particles joins items.
func cutAtParticles(text string) (parts []part, joint bool) {
	begin := 0
	add := func(end int) bool {
		if end > begin {
			parts = append(parts, part{text[begin:end], hiragana, false})
		}
		return end == begin || utf8.RuneCountInString(text[begin:end]) >= 2
	}
	for i := 0; i < len(text); {
		p := particleAt(text[i:])
		if p == "" || i > 0 && i-begin < 2*len("あ") {
			i += len("あ")
			continue
		}
		if !add(i) {
			return nil, false
		}
		joint = joint || i > 0 && data().joints[p] && i+len(p) < len(text)
		i += len(p)
		begin = i
	}
	if !add(len(text)) || len(parts) == 0 || parts[0].text == text {
		return nil, false
	}
	return parts, joint
}

// particleAt returns the longest particle with which text begins; "" if it begins with none.
func particleAt(text string) string {
	i := slices.IndexFunc(data().particles, func(p string) bool { return strings.HasPrefix(text, p) })
	if i < 0 {
		return ""
	}
	return data().particles[i]
}

// hiraganaOf returns a text with hiragana in place of katakana.
func hiraganaOf(s string) string { return style{emoji: true, spaces: true}.fold(s) }
