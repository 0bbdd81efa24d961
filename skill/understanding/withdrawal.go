package understanding

import "strings"

// withdrawals has the phrases that Withdrawal accepts, apart from corrections.
type withdrawals struct {
	phrases phraseSet
	around  phraseSet // words before, between and after the phrases
	acts    []string  // words that ask for something instead: "delete that"
}

// Withdrawal reports whether the whole text takes back a question or an intention, such
// as "never mind" or 「ちょっと待って」, or is a correction without the right text. Words
// such as "delete that" ask for something, and are not a withdrawal.
func (m *Matcher) Withdrawal(text string) bool {
	s := m.language.hear(text)
	w := &m.language.withdrawals
	if containsAny(s.words, w.acts) {
		return false
	}
	if rest, ok := m.language.corrects(s); ok && rest == "" {
		return true
	}
	at, found := 0, false
	for at < len(s.words) {
		next, phrase := m.language.skip(s, at, w.phrases)
		found = found || phrase != ""
		if phrase == "" {
			next, phrase = m.language.skip(s, at, w.around)
		}
		if phrase == "" {
			return false
		}
		at = next
	}
	return found
}

// containsAny reports whether words contain one of the phrases.
func containsAny(words string, phrases []string) bool {
	for _, p := range phrases {
		if strings.Contains(words, p) {
			return true
		}
	}
	return false
}
