package understanding

import (
	"slices"
	"strconv"
	"strings"
)

// Correction reports whether text takes back what was just said, such as "scratch that"
// or 「今のなし」, and returns the text that replaces it: "oat milk" for "oh wait i meant
// oat milk", 豆乳 for 「牛乳じゃなくて豆乳」. The rest is empty if the text has none. Before
// a number a "no" is enough: the rest of "no the second one" is "the second one".
func (m *Matcher) Correction(text string) (rest string, ok bool) {
	if rest, ok = m.language.corrects(m.language.hear(text)); rest != "" {
		rest = m.Carried(rest)
	}
	return rest, ok
}

// corrects reports whether a text takes back what was just said, and returns the text
// that replaces it. "no wait that's all" takes nothing back.
func (l *language) corrects(s said) (rest string, ok bool) {
	rest, ok = l.correct(s)
	if !ok || rest != "" && l.closes(l.hear(rest).words) {
		return "", false
	}
	return rest, true
}

// isPosition reports whether text is only a number or a position in a list. The digits of a
// code are neither.
func (l *language) isPosition(text string) bool {
	n, ok := l.position(plain(tidy(text)))
	return ok && len(strconv.Itoa(n)) < codeDigits
}

// phraseSet has phrases in the form for comparison, longer ones first.
type phraseSet []string

// set returns the set of lists of phrases.
func (l *language) set(lists ...string) phraseSet {
	out := phraseSet(l.folded(list(strings.Join(lists, "|"))))
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// skip returns the position after the longest of the phrases at a position of words, and
// the phrase. If words have none there, it returns the position itself and "".
func (l *language) skip(s said, at int, phrases phraseSet) (next int, phrase string) {
	for _, p := range phrases {
		if !strings.HasPrefix(s.words[at:], p) {
			continue
		}
		next = at + len(p)
		switch {
		case next == len(s.words), l.unspaced && s.divides(next, p):
			return next, p
		case !l.unspaced && s.words[next] == ' ':
			return next + 1, p
		}
	}
	return at, ""
}

// skipAll returns the position after any number of the phrases, and the phrases.
func (l *language) skipAll(s said, at int, phrases phraseSet) (next int, found []string) {
	for {
		next, phrase := l.skip(s, at, phrases)
		if phrase == "" {
			return at, found
		}
		at, found = next, append(found, phrase)
	}
}
