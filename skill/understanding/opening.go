package understanding

import (
	"slices"
	"strings"
)

// Request returns a text without words around it that mean nothing in a request, such as
// "oh and" or 「えっと」 before it and "as well" after it. It keeps words that object, such
// as "no". A text that consists of such words is returned unchanged.
func (m *Matcher) Request(text string) string {
	l := m.language
	if l.request(text, &l.objections) == text {
		return text
	}
	return l.request(text, &l.openings)
}

// withoutObjections returns a text as Request does, also without words that object: "bring
// it back" for "no bring it back".
func (m *Matcher) withoutObjections(text string) string {
	return m.language.request(text, &m.language.objections)
}

// request returns a text without the openings before it and the endings after it.
func (l *language) request(text string, before *openings) string {
	s := l.hear(text)
	at, end := 0, len(s.words)
	for next := l.opening(s, 0, before); next > at; next = l.opening(s, at, before) {
		at = next
	}
	for _, ending := range l.endings {
		if strings.HasSuffix(s.words[at:], ending) {
			end = len(s.words) - len(ending)
			break
		}
	}
	if rest := s.part(at, end); end-at < len(s.words) && rest != "" {
		return rest
	}
	return text
}

// withoutFillers returns a text without words such as "um" before it, unless it consists
// of them.
func (m *Matcher) withoutFillers(text string) string {
	s := m.language.hear(text)
	at, found := m.language.skipAll(s, 0, m.language.fillers)
	if rest := s.part(at, len(s.words)); len(found) > 0 && rest != "" {
		return rest
	}
	return text
}

// opening returns the position after an opening at a position of words, or the position
// itself if there is none.
func (l *language) opening(s said, at int, before *openings) int {
	if next, phrase := l.skip(s, at, before.words); phrase != "" {
		return next
	}
	if next, phrase := l.skip(s, at, before.apart); phrase != "" && s.separated(next) {
		return next
	}
	return at
}

// isPlan reports whether a text is the next step of a plan, such as "then go home". The
// same words without "then" ask the skill to go back or on.
func (l *language) isPlan(text string) bool {
	s := l.hear(text)
	at, joined := l.skipAll(s, 0, l.joins)
	return len(joined) > 0 && slices.Contains(l.plans, s.words[at:])
}
