package understanding

import (
	"unicode/utf8"
)

// politeness has what a language needs to compare requests regardless of how politely
// they are made: "could you read our memos for me" asks for "read the memos".
type politeness interface {
	// bare returns words without those that do not change what is asked for. If wide, it
	// also leaves out words that a built-in intent needs, such as "again".
	bare(words string, wide bool) string
	// numbered returns words with numeralMark in place of a number, and the number.
	numbered(words string) (marked, number string, ok bool)
	// onlyNumber reports whether bare words are only a number, which answers a question.
	onlyNumber(bare string) bool
	// forms returns the forms of a text without polite words around its carrier.
	forms(s said) []form
	// around returns a sample with a slot in the form that forms are compared with.
	around(p pattern) pattern
	// allows reports whether a form may fit a sample with a slot. Text that asks a person
	// for something is a memo.
	allows(p *pattern, f form) bool
}

// numeralMark stands for the number in a request. Speech does not have it.
const numeralMark = "#"

// form is a text without some of its words.
type form struct {
	said
	before manner // the words left out before the carrier
	after  manner // the words left out or replaced after it
}

// manner says how much words that are left out could mean in a memo.
type manner uint8

const (
	none   manner = iota
	polite        // "could you"; 「てくれる」
	wide          // "i want to"; 「ておいてね」, which also asks people
)

// tolerance has the samples in the forms that polite requests are compared with.
type tolerance struct {
	whole  map[string]*pattern // samples without a slot or with a number; nil: of several intents
	wide   map[string]*pattern // the same, without those of built-in intents
	around []pattern           // samples with a slot for any words
}

// newTolerance returns the tolerance for the samples of a model.
func newTolerance(m *Matcher) *tolerance {
	t := &tolerance{whole: map[string]*pattern{}, wide: map[string]*pattern{}}
	for i := range m.patterns {
		p := &m.patterns[i]
		switch {
		case !isCommand(p), p.answers, p.of.Intent == YesIntent, p.of.Intent == NoIntent:
		case p.slot == "":
			t.addWhole(m.language.polite, p, p.prefix)
		case m.numeric[Asked{p.of.Intent, p.slot}]:
			t.addWhole(m.language.polite, p, p.prefix+numeralMark+p.suffix)
		case p.kind == nil:
			t.around = append(t.around, m.language.polite.around(*p))
		}
	}
	return t
}

// addWhole adds a sample with its words. A built-in intent has only the words that no
// intent of the model has.
func (t *tolerance) addWhole(l politeness, p *pattern, words string) {
	add := func(all map[string]*pattern, key string) {
		if utf8.RuneCountInString(key) < 2 && key != words || l.onlyNumber(key) {
			return
		}
		old, found := all[key]
		switch {
		case !found:
			all[key] = p
		case old != nil && old.of.Intent != p.of.Intent && !p.builtIn:
			all[key] = nil
		}
	}
	add(t.whole, l.bare(words, false))
	if !p.builtIn {
		add(t.wide, l.bare(words, true))
	}
}

// tolerantly returns the meaning of a request that fits a sample as a whole, apart from
// polite words.
func (m *Matcher) tolerantly(text string) (Meaning, bool) {
	t, l := m.tolerance(), m.language.polite
	words := m.language.hear(text).words
	marked, number, numbered := l.numbered(words)
	for i, samples := range []map[string]*pattern{t.whole, t.wide} {
		if p := samples[l.bare(words, i > 0)]; p != nil && p.slot == "" {
			return Meaning{Intent: p.of.Intent}, true
		}
		if !numbered {
			continue
		}
		if p := samples[l.bare(marked, i > 0)]; p != nil && p.slot != "" {
			if value, ok := p.kind(number); ok {
				return Meaning{p.of.Intent, p.slot, value}, true
			}
		}
	}
	return Meaning{}, false
}

// around returns the best meaning of a text whose carrier fits a sample apart from polite
// words, and the sample. If only is not empty, it considers only that intent.
func (m *Matcher) around(text, only string) (best Meaning, of *pattern) {
	t, l := m.tolerance(), m.language.polite
	for _, f := range l.forms(m.language.hear(text)) {
		for i := range t.around {
			p := &t.around[i]
			if only != "" && p.of.Intent != only || !l.allows(p, f) {
				continue
			}
			value, ok := p.fit(f.said)
			if !ok || m.language.saysOther(p, value) {
				continue
			}
			if of == nil || p.compare(of) > 0 || p.compare(of) == 0 && len(value) < len(best.Value) {
				best, of = Meaning{p.of.Intent, p.slot, value}, p
			}
		}
	}
	return best, of
}
