package phrases

import "strings"

// Request returns a text without words around it that mean nothing in a request, such as
// "oh and" or 「えっと」 before it and "as well" after it. A text that consists of such
// words is returned unchanged.
func (m *Matcher) Request(text string) string {
	s := m.language.hear(text)
	at, end := 0, len(s.words)
	for next := m.language.opening(s, 0); next > at; next = m.language.opening(s, at) {
		at = next
	}
	for _, ending := range m.language.endings {
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
func (l *language) opening(s said, at int) int {
	if next, phrase := l.skip(s, at, l.openings); phrase != "" {
		return next
	}
	if next, phrase := l.skip(s, at, l.apart); phrase != "" && s.separated(next) {
		return next
	}
	return at
}
