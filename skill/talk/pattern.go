package talk

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"
)

// pattern is a compiled sample.
type pattern struct {
	of      Elicited // the intent; for a slot's own sample, also the slot
	slot    string   // the slot in the sample; "": none
	typed   bool     // the slot takes only values of a specific form
	literal int      // how many characters of the sample are outside the slot
	re      *regexp.Regexp
	value   func(heard string) string // the slot's value as Alexa would write it
}

var slotMark = regexp.MustCompile(`\{(\w+)\}`)

// compile returns the pattern of a sample. A sample has at most one slot, as the lint
// of the models checks.
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

// fit reports whether the text fits the pattern, and returns the slot's value.
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

// compare orders patterns by how specific they are: first a sample without a slot, then
// the one with more words of its own, then the one whose slot takes only values of a
// specific form.
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
