package talk

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// pattern is a sample that can be compared with what was said.
type pattern struct {
	intent   string
	elicits  string // for a slot's own sample: the slot that must be asked for
	slot     string // the slot in it, "" if none
	slotType string
	literal  int // how many characters of the sample are its own
	re       *regexp.Regexp
}

var slotMark = regexp.MustCompile(`\{(\w+)\}`)

// compile adds a sample. A sample has at most one slot: the model's lint says so.
func (t *Talk) compile(sample, intent, elicits string, types map[string]string) error {
	p := pattern{intent: intent, elicits: elicits}
	before, after := sample, ""
	if at := slotMark.FindStringSubmatchIndex(sample); at != nil {
		p.slot = sample[at[2]:at[3]]
		p.slotType = types[p.slot]
		before, after = sample[:at[0]], sample[at[1]:]
	}
	expression := t.language.literal(before)
	if p.slot != "" {
		expression += "(" + t.language.values(p.slotType) + ")" + t.language.literal(after)
	}
	p.literal = utf8.RuneCountInString(strings.ReplaceAll(before+after, " ", ""))
	re, err := regexp.Compile("(?is)^" + expression + "$")
	if err != nil {
		return fmt.Errorf("talk: sample %q: %w", sample, err)
	}
	p.re = re
	t.patterns = append(t.patterns, p)
	return nil
}

// better reports whether p says more about what was meant than q: a sample
// without a slot most, then the one with more words of its own.
func (p pattern) better(q pattern) bool {
	if (p.slot == "") != (q.slot == "") {
		return p.slot == ""
	}
	return p.literal > q.literal
}

// match finds the sample that fits best among those allowed.
func (t *Talk) match(text string, allowed func(pattern) bool) (utterance, bool) {
	var best *pattern
	var value string
	for i, p := range t.patterns {
		found := p.re.FindStringSubmatch(text)
		if !allowed(p) || found == nil || (best != nil && !p.better(*best)) {
			continue
		}
		best, value = &t.patterns[i], ""
		if p.slot != "" {
			value = t.language.value(p.slotType, found[1])
		}
	}
	if best == nil {
		return utterance{}, false
	}
	return utterance{request: intentRequest, intent: best.intent, slot: best.slot, value: value}, true
}
