package understanding

import (
	"slices"
	"strings"
)

// Fix is what a speaker says is right about a text that was just written or read: Text instead
// of Old, or instead of what in that text is of the same kind as Text.
type Fix struct {
	Language string
	Text     string // what is right
	Old      string // what is wrong; "": not said
	Swap     string // what is wrong followed by what is right; "": Text and Old say it
	Part     string // what Text is about, such as 場所; "": not said
	Misheard bool   // what was understood is not what was said, so that Text may be all of it
}

// Correct returns a memo's text as it should be. It is certain if Old stands in it, if Text has
// values (times, days, quantities, numbers) of which the text has one each of the same kind, or if
// the memo was misheard and Text can be all of it. Otherwise it is a proposal.
func (f Fix) Correct(content string) (text string, certain bool) {
	g := grammarOf(f.Language)
	if f.Old != "" && g.onlyValues(g.hear(f.Text)) && len(g.values(g.hear(f.Old))) == 0 {
		f.Part, f.Old = f.Old, "" // "make the milk two"
	}
	if fixed, ok := f.replaced(g, content); ok {
		return fixed, true
	}
	right := g.hear(f.Text)
	if f.Text == "" {
		right = g.hear(f.Swap)
	}
	if fixed, ok := g.revalued(g.hear(content), right); ok {
		return fixed, true
	}
	switch pure := g.onlyValues(right); {
	case f.Part != "" && pure && strings.Contains(content, f.Part):
		return g.withValue(content, right), len(g.sameKind(g.hear(content), right)) == 0
	case f.Part != "":
		return content + g.gap() + f.Part + "は" + f.Text, false
	case pure:
		return g.withValue(content, right), len(g.sameKind(g.hear(content), right)) == 0
	}
	if fixed, ok := g.respelt(g.hear(content), right); ok && f.Misheard {
		return fixed, true
	}
	return right.text(), f.Misheard && g.alike(g.hear(content), right)
}

// respelt returns a text with what is right instead of the only part of it that sounds like that:
// as many characters, more than half of which are the same.
func (g *grammar) respelt(s, right said) (string, bool) {
	n, found := len(right.units), -1
	for at := 0; !g.spaced && n >= shortWords && n < len(s.units) && at+n <= len(s.units); at++ {
		same := 0
		for i, u := range right.units {
			if s.units[at+i] == u {
				same++
			}
		}
		switch {
		case 2*same <= n:
		case found >= 0:
			return "", false
		default:
			found = at
		}
	}
	if found < 0 {
		return "", false
	}
	return s.with(found, found+n, right.text()), true
}

// About reports whether a text has what is said to be wrong in it, as far as that is said.
func (f Fix) About(content string) bool {
	g := grammarOf(f.Language)
	old := f.Old + f.Part
	return old == "" || strings.Contains(content, old) || len(g.sameKind(g.hear(content), g.hear(old))) > 0
}

// sameKind returns the values of a text that are of the kind of one of right.
func (g *grammar) sameKind(s, right said) (all []value) {
	for _, v := range g.values(right) {
		for _, w := range g.values(s) {
			if w.kind == v.kind {
				all = append(all, w)
			}
		}
	}
	return all
}

// withValue returns a text with a time, a day, a quantity or a number that it did not have.
func (g *grammar) withValue(content string, right said) string {
	kind := g.values(right)[0].kind
	switch {
	case g.spaced && kind == "Number":
		return right.text() + " " + content
	case g.spaced && kind == "Quantity":
		return right.text() + " of " + content
	case !g.spaced && (kind == "Number" || kind == "Quantity"):
		return content + right.text()
	}
	return content + g.gap() + right.text()
}

// gap is what stands between a memo's text and words added to it.
func (g *grammar) gap() string {
	if g.spaced {
		return " "
	}
	return "、"
}

// replaced returns a text in which what is right stands for what is wrong, if that stands there.
func (f Fix) replaced(g *grammar, content string) (string, bool) {
	s := g.hear(content)
	if f.Old != "" {
		return g.swap(s, g.hear(f.Old), f.Text)
	}
	swap := g.hear(f.Swap)
	for at := len(swap.units) - 1; at > 0; at-- {
		if fixed, ok := g.swap(s, swap.between(0, at), swap.part(at, len(swap.units))); ok {
			return fixed, true
		}
	}
	return "", false
}

// swap replaces the only place of some words in a text.
func (g *grammar) swap(s, old said, right string) (string, bool) {
	old = g.within(old, "article", "particle")
	found := -1
	for at := 0; at+len(old.units) <= len(s.units) && len(old.units) > 0; at++ {
		if slices.Equal(s.units[at:at+len(old.units)], old.units) {
			if found >= 0 {
				return "", false
			}
			found = at
		}
	}
	if found < 0 || right == "" {
		return "", false
	}
	to := found + len(old.units)
	if g.spaced {
		r := g.hear(right)
		if short := g.within(r, "", "particle"); len(short.units) < len(r.units) {
			right = g.nameOf(short) // "the big ones" instead of "small"
		} else if v := g.valueAt(r, 0); len(r.units) == v.to+1 && to < len(s.units) && strings.TrimSuffix(s.units[to], "s") == strings.TrimSuffix(r.units[v.to], "s") {
			to++ // "two pumpkins" instead of "one", which a pumpkin follows
		}
	}
	// "28, no, 30 days" is also said of "28 days"
	if last := g.hear(right).units; to < len(s.units) && len(last) > 0 && s.units[to] == last[len(last)-1] && s.units[to] != old.units[len(old.units)-1] {
		to++
	}
	return s.with(found, to, right), true
}

// with returns a text with other words in place of a range of units.
func (s said) with(from, to int, words string) string {
	return s.raw[:s.from[from]] + words + s.raw[s.to[to-1]:]
}

// value is a time, a day, a quantity or a number in a text.
type value struct {
	kind     string // the name of a rule of the section [value]
	from, to int
}

// values returns the values of a text from its beginning to its end.
func (g *grammar) values(s said) (all []value) {
	for at := 0; at < len(s.units); {
		v := g.valueAt(s, at)
		if v.to == 0 {
			at++
			continue
		}
		all, at = append(all, v), v.to
	}
	return all
}

// valueAt returns the longest value at a position; the zero value: there is none.
func (g *grammar) valueAt(s said, at int) value {
	for to := min(at+maxNumberUnits, len(s.units)); to > at; to-- {
		if kind, _ := g.find("value", s.between(at, to)); kind != "" {
			return value{kind, at, to}
		}
	}
	return value{}
}

// onlyValues reports whether a text has nothing but values and words such as "at" between them.
func (g *grammar) onlyValues(s said) bool {
	at := 0
	for _, v := range append(g.values(s), value{from: len(s.units), to: len(s.units)}) {
		if at < v.from && !g.is("joint", s.between(at, v.from)) {
			return false
		}
		at = v.to
	}
	return len(g.values(s)) > 0
}

// revalued returns a text in which each value of right stands for its only one of the same kind.
// A bare number also stands for that of its only quantity, time or day.
func (g *grammar) revalued(s, right said) (string, bool) {
	if !g.onlyValues(right) {
		return "", false
	}
	fixed := s
	for _, v := range g.values(right) {
		now := g.values(fixed)
		same := slices.DeleteFunc(slices.Clone(now), func(w value) bool { return w.kind != v.kind })
		if len(same) == 0 && v.kind == "Number" {
			same = g.numbersOf(fixed, now)
		}
		if len(same) != 1 {
			return "", false
		}
		old := same[0]
		if g.spaced && old.to-old.from > 1 && g.is("joint", fixed.between(old.from, old.from+1)) && !g.is("joint", right.between(v.from, v.from+1)) {
			old.from++ // "at three", and not "four"
		}
		fixed = g.hear(fixed.with(old.from, old.to, right.part(v.from, v.to)))
	}
	return fixed.raw, fixed.raw != s.raw
}

// numbersOf returns the numbers in values of other kinds.
func (g *grammar) numbersOf(s said, all []value) (numbers []value) {
	for _, v := range all {
		for from := v.from; from < v.to; from++ {
			if to := g.numberAt(s, from, v.to); to > 0 {
				numbers = append(numbers, value{"Number", from, to})
				break
			}
		}
	}
	return numbers
}

// numberAt returns the end of the longest number at a position before a limit; 0: there is none.
func (g *grammar) numberAt(s said, from, limit int) int {
	for to := limit; to > from; to-- {
		if name, _ := g.find("value", s.between(from, to)); name == "Number" {
			return to
		}
	}
	return 0
}

// Sizes up to which a memo may be misheard as a whole, in units.
const (
	shortWords      = 3
	shortCharacters = 8
)

// alike reports whether one text can be what was said instead of another that was heard: both are
// short, or they share a word (two characters).
func (g *grammar) alike(heard, right said) bool {
	short, common := shortCharacters, 2
	if g.spaced {
		short, common = shortWords, 1
	}
	if len(heard.units) <= short && len(right.units) <= short {
		return true
	}
	joined := " " + strings.Join(heard.units, " ") + " "
	for at := 0; at+common <= len(right.units); at++ {
		piece := strings.Join(right.units[at:at+common], " ")
		if len(piece) > 3 && strings.Contains(joined, " "+piece+" ") {
			return true
		}
	}
	return false
}

// repaired returns what was said without words that are taken back while it is said: "six eggs, no,
// ten eggs". What follows words of the form "repair" stands for a value of the same kind before
// them, otherwise for all of it if that is short; after those of "repair.value" it must be a value.
func (g *grammar) repaired(s said) said {
	strong, weak := g.named["repair"], g.named["repair.value"]
	if strong == nil || weak == nil {
		return s
	}
	for at := 1; at < len(s.units)-1; at++ {
		for to := min(at+maxNumberUnits, len(s.units)-1); to > at; to-- {
			_, certain := g.fits(strong.form, s.between(at, to))
			if _, ok := g.fits(weak.form, s.between(at, to)); !ok && !certain {
				continue
			}
			left, right := s.between(0, at), s.between(to, len(s.units))
			if text, ok := g.inPlace(left, right); ok {
				return g.repaired(g.hear(text))
			}
			if certain && at <= maxRepaired && !g.is("sorry", left) && !g.is("norepair", right.between(0, 1)) && !g.is("norepair", s.between(at-1, at)) {
				return g.repaired(g.hear(right.text()))
			}
		}
	}
	return s
}

// maxRepaired is how many units words may have that are taken back as a whole.
const maxRepaired = 6

// inPlace returns words whose last value of a kind is replaced by the value that others begin with.
func (g *grammar) inPlace(left, right said) (string, bool) {
	v := g.valueAt(right, 0)
	if v.to == 0 {
		return "", false
	}
	for _, w := range slices.Backward(g.values(left)) {
		if w.kind != v.kind && !(numeric(w) && numeric(v)) {
			continue
		}
		if len(right.units)-v.to < len(left.units)-w.to && v.kind == w.kind || v.to == len(right.units) {
			return strings.TrimSpace(left.part(0, w.from) + " " + right.part(0, v.to) + " " + left.part(w.to, len(left.units)) + " " + right.part(v.to, len(right.units))), true
		}
		return strings.TrimSpace(left.part(0, w.from) + " " + right.text()), true
	}
	return "", false
}

// numeric reports whether a value is a number or a number of something.
func numeric(v value) bool { return v.kind == "Number" || v.kind == "Quantity" }
