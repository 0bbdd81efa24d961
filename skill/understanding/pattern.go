package understanding

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pattern is a sample in the form that texts are compared in.
type pattern struct {
	of             Asked  // the intent; for a slot's own sample, also the slot
	slot           string // the slot in the sample; "": none
	prefix, suffix string // the words around the slot; without a slot, prefix is the sample
	literal        int    // the number of characters outside the slot, without spaces
	builtIn        bool   // the words belong to a built-in intent
	answers        bool   // a slot's own sample has the same words
	particle       bool   // the words after the slot begin with hiragana in a language without spaces
	kind           slotKind
}

// slotKind returns the value of a slot as Alexa would write it, and reports whether the
// words fit the slot's type. A nil slotKind takes any words.
type slotKind func(heard string) (value string, ok bool)

// pattern returns the pattern of a sample. A sample has at most one slot, as the lint of
// the models checks.
func (f *folding) pattern(sample string, of Asked, types map[string]string) pattern {
	p := pattern{of: of}
	before, rest, _ := strings.Cut(sample, "{")
	slot, after, found := strings.Cut(rest, "}")
	if found {
		p.slot, p.kind = slot, f.language.kinds[types[slot]]
		p.suffix = f.sample(after)
		p.particle = f.language.unspaced && begins(after, unicode.Hiragana)
	}
	p.prefix = f.sample(before)
	p.literal = p.length()
	return p
}

// length returns the number of characters outside the slot, without spaces.
func (p *pattern) length() (n int) {
	for _, words := range []string{p.prefix, p.suffix} {
		n += utf8.RuneCountInString(words) - strings.Count(words, " ")
	}
	return n
}

// hasWordsOf reports whether two patterns have the same slot and the same words around it.
func (p *pattern) hasWordsOf(q pattern) bool {
	return p.slot == q.slot && p.prefix == q.prefix && p.suffix == q.suffix
}

// fit reports whether a text fits the pattern, and returns the slot's value.
func (p *pattern) fit(s said) (value string, ok bool) {
	if p.slot == "" {
		return "", s.words == p.prefix && s.words != ""
	}
	end := len(s.words) - len(p.suffix)
	if end <= len(p.prefix) || !strings.HasPrefix(s.words, p.prefix) || !strings.HasSuffix(s.words, p.suffix) {
		return "", false
	}
	value = s.part(len(p.prefix), end)
	if value != "" && p.particle && begins(s.raw[s.at[end]:], unicode.Katakana) {
		return "", false // 「トマトメモして」 is not トマ and 「とメモして」
	}
	if value != "" && p.kind != nil {
		return p.kind(value)
	}
	return value, value != ""
}

// begins reports whether words begin with a character of a script.
func begins(words string, script *unicode.RangeTable) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(words, spaces+pauses))
	return unicode.Is(script, r)
}

// compare orders patterns by how specific they are: first a sample without a slot, then
// the one with more words of its own, then the one whose slot takes only values of a
// specific form, then the sample of the model over the usual words of a built-in intent.
func (p *pattern) compare(q *pattern) int {
	return cmp.Or(
		compareBool(p.slot == "", q.slot == ""),
		cmp.Compare(p.literal, q.literal),
		compareBool(p.kind != nil, q.kind != nil),
		compareBool(!p.builtIn, !q.builtIn),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
