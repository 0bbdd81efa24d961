package understanding

import (
	"slices"
	"strings"
)

// Carried returns a memo's text without the words of the samples of AddMemoIntent that
// carry it, and without words such as "um" before it: "buy milk" for "add a memo to buy
// milk". Alexa may have removed the words of a less specific sample already, such as
// "add" or 「を追加」; Carried puts them back to find the better sample. Other text, and a
// carrier without text, are returned unchanged; the result is empty only if text is.
func (m *Matcher) Carried(text string) string {
	text = m.withoutFillers(text)
	if request := m.withoutObjections(text); request != m.Request(text) {
		if value := m.Carried(request); value != request {
			return value // "no add milk"
		}
	}
	bare := tidy(text)
	best := bare
	for _, c := range append([]carrier{{}}, m.language.carriers...) {
		s := m.language.hear(c.before + bare + c.after)
		if m.isCarrier(s.words) {
			return text
		}
		for i := range m.carriers {
			if c != (carrier{}) && slices.Contains(m.language.endings, m.carriers[i].suffix) {
				continue // "I love you too" has no carrier
			}
			value, ok := m.carriers[i].fit(s)
			if ok && value != "" && !m.language.saysOther(&m.carriers[i], value) && len(value) < len(best) && strings.Contains(bare, value) {
				best = value
			}
		}
	}
	if meaning, of := m.around(text, AddIntent); of != nil && len(meaning.Value) < len(best) && strings.Contains(bare, meaning.Value) {
		best = meaning.Value
	}
	if best == bare {
		return text
	}
	return best
}

// isCarrier reports whether words are a sample of AddMemoIntent without its text.
func (m *Matcher) isCarrier(words string) bool {
	for i := range m.carriers {
		p := &m.carriers[i]
		around := strings.TrimSpace(p.prefix) + p.suffix
		if strings.TrimSpace(around) == words {
			return true
		}
	}
	return false
}
