package talk

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"
)

// pattern is a sample that can be compared with what was said.
type pattern struct {
	of      Elicited // the intent, and for a slot's own sample the slot
	slot    string   // the slot in it, "" if none
	typed   bool     // the slot takes only values of a kind, not any words
	literal int      // how many characters of the sample are its own
	re      *regexp.Regexp
	value   func(heard string) string // the slot's value as Alexa would write it
}

var slotMark = regexp.MustCompile(`\{(\w+)\}`)

// compile makes a pattern of a sample. A sample has at most one slot: the
// model's lint says so.
func (l language) compile(sample string, of Elicited, types map[string]string) pattern {
	p := pattern{of: of}
	before, after := sample, ""
	expression := ""
	if at := slotMark.FindStringSubmatchIndex(sample); at != nil {
		p.slot = sample[at[2]:at[3]]
		before, after = sample[:at[0]], sample[at[1]:]
		kind := l.kinds[types[p.slot]]
		p.typed, p.value = kind.expression != "", kind.value
		expression = "(" + cmp.Or(kind.expression, ".+?") + ")"
	}
	p.literal = utf8.RuneCountInString(strings.ReplaceAll(before+after, " ", ""))
	p.re = regexp.MustCompile("(?is)^" + l.literal(before) + expression + l.literal(after) + "$")
	return p
}

// fit compares the pattern with what was said and gives the slot's value.
func (p pattern) fit(text string) (value string, ok bool) {
	found := p.re.FindStringSubmatch(text)
	if found == nil || p.slot == "" {
		return "", found != nil
	}
	value = strings.TrimSpace(found[1])
	if p.value != nil {
		value = p.value(value)
	}
	return value, value != ""
}

// compare orders patterns by how much they say about what was meant: a sample
// without a slot most, then the one with more words of its own, then the one
// whose slot does not take just anything.
func (p pattern) compare(q pattern) int {
	return cmp.Or(
		-compareBool(p.slot != "", q.slot != ""),
		cmp.Compare(p.literal, q.literal),
		compareBool(p.typed, q.typed),
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
