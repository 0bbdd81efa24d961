package understanding

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// form is a pattern over the units of a text: the words of a language with spaces, the
// characters of one without. It is written as
//
//	word          a unit, or several characters of a language without spaces
//	a b           one after the other
//	(a | b)       either
//	[a | b]       either or nothing
//	(a | b)*      any number of them, as many as fit
//	!(a | b)      nothing, where neither follows
//	{name}        the form of that name
//	<name>        one or more units, as few as fit, which are an argument
//	<name: a | b> an argument of a form
//	_             any one unit
//	~             any units, as few as fit
//
// A package of our own and not package regexp: compiling the same rules there takes several
// times longer than Alexa's whole turn may be delayed by a cold start, and its patterns have no
// named parts that rules can share.
type form interface {
	// match reports whether the form fits from a position on and the rest after it.
	match(m *match, at int, rest func(at int) bool) bool
}

// match is one attempt to fit a form to a text.
type match struct {
	units []string
	close bool              // the units are characters
	gaps  func(at int) bool // whether the speaker pauses before a unit
	args  []argument
	steps int
}

// argument is a part of a text that a form names.
type argument struct {
	name     string
	from, to int
}

// maxSteps bounds one attempt. No sentence comes near it.
const maxSteps = 50_000

type (
	unit   string
	chain  []form
	choice struct {
		forms []form
		begin sync.Once
		by    firsts
	}
	many   struct{ form }
	not    struct{ form }
	shared struct{ *definition }
	one    struct{}                          // any one unit
	rest   struct{}                          // any units, as few as fit
	pause  struct{}                          // no unit, where the speaker pauses
	number struct{ parse func(string) bool } // the units of a number, as many as fit
	hole   struct {
		name string
		of   form // nil: any units
	}
)

func (u unit) match(m *match, at int, rest func(int) bool) bool {
	m.steps++
	return m.steps < maxSteps && at < len(m.units) && m.units[at] == string(u) && rest(at+1)
}

func (c chain) match(m *match, at int, rest func(int) bool) bool {
	for len(c) > 0 {
		u, ok := c[0].(unit)
		if !ok {
			break
		}
		if m.steps++; at >= len(m.units) || m.units[at] != string(u) {
			return false
		}
		at, c = at+1, c[1:]
	}
	switch {
	case m.steps > maxSteps:
		return false
	case len(c) == 0:
		return rest(at)
	case len(c) == 1:
		return c[0].match(m, at, rest)
	}
	return c[0].match(m, at, func(at int) bool { return c[1:].match(m, at, rest) })
}

func (c *choice) match(m *match, at int, rest func(int) bool) bool {
	c.begin.Do(func() { c.by = firstsOf(c.forms) })
	unit := ""
	if at < len(m.units) {
		unit = m.units[at]
	}
	for _, f := range c.by.of(unit) {
		if f.match(m, at, rest) {
			return true
		}
	}
	return false
}

func (f many) match(m *match, at int, rest func(int) bool) bool {
	return f.form.match(m, at, func(next int) bool { return next > at && f.match(m, next, rest) }) || rest(at)
}

func (f not) match(m *match, at int, rest func(int) bool) bool {
	kept := len(m.args)
	found := f.form.match(m, at, func(int) bool { return true })
	m.args = m.args[:kept]
	return !found && rest(at)
}

func (f shared) match(m *match, at int, rest func(int) bool) bool {
	return f.form.match(m, at, rest)
}

func (h hole) match(m *match, at int, rest func(int) bool) bool {
	kept := len(m.args)
	take := func(to int) bool {
		m.steps++
		if to == at || m.steps > maxSteps {
			return false
		}
		m.args = append(m.args[:kept], argument{h.name, at, to})
		return rest(to)
	}
	if h.of != nil {
		if h.of.match(m, at, take) {
			return true
		}
		m.args = m.args[:kept]
		return false
	}
	for to := at + 1; to <= len(m.units); to++ {
		if take(to) {
			return true
		}
	}
	m.args = m.args[:kept]
	return false
}

func (one) match(m *match, at int, rest func(int) bool) bool {
	m.steps++
	return m.steps < maxSteps && at < len(m.units) && rest(at+1)
}

func (rest) match(m *match, at int, next func(int) bool) bool {
	for to := at; to <= len(m.units); to++ {
		m.steps++
		if m.steps > maxSteps {
			return false
		}
		if next(to) {
			return true
		}
	}
	return false
}

func (n number) match(m *match, at int, rest func(int) bool) bool {
	separator := " "
	if m.close {
		separator = ""
	}
	for to := min(at+maxNumberUnits, len(m.units)); to > at; to-- {
		m.steps++
		if n.parse(strings.Join(m.units[at:to], separator)) && rest(to) {
			return true
		}
	}
	return false
}

func (pause) match(m *match, at int, rest func(int) bool) bool {
	return m.gaps != nil && m.gaps(at) && rest(at)
}

// maxNumberUnits is how many units a number in words may have.
const maxNumberUnits = 8

// definition is a form with a name.
type definition struct {
	form  form
	begin sync.Once
	first first
}

// first is what a form can begin with.
type first struct {
	units map[string]bool
	any   bool // with any unit
	empty bool // it fits no units too
}

// firstOf returns what a form can begin with.
func firstOf(f form) first {
	switch f := f.(type) {
	case unit:
		return first{units: map[string]bool{string(f): true}}
	case chain:
		all := first{empty: true}
		for i := 0; i < len(f) && all.empty; i++ {
			all = all.with(firstOf(f[i]), false)
		}
		return all
	case *choice:
		all := firstOf(f.forms[0])
		for _, one := range f.forms[1:] {
			all = all.with(firstOf(one), true)
		}
		return all
	case many:
		all := firstOf(f.form)
		all.empty = true
		return all
	case shared:
		f.begin.Do(func() { f.first = firstOf(f.form) })
		return f.first
	case hole:
		if f.of == nil {
			return first{any: true}
		}
		all := firstOf(f.of)
		return first{units: all.units, any: all.any || all.empty}
	case rest:
		return first{any: true, empty: true}
	case not, pause:
		return first{empty: true}
	}
	return first{any: true} // a number
}

// with returns what either of two forms, or the second after an empty first, can begin with.
func (f first) with(g first, either bool) first {
	all := first{units: map[string]bool{}, any: f.any || g.any, empty: f.empty && g.empty}
	if either {
		all.empty = f.empty || g.empty
	}
	for _, units := range []map[string]bool{f.units, g.units} {
		for u := range units {
			all.units[u] = true
		}
	}
	return all
}

// firsts has the forms of a choice by the units they can begin with.
type firsts struct {
	by   map[string][]form
	rest []form // those that can begin with any unit, or are empty
}

// of returns the forms that can fit before a unit, in their order.
func (f firsts) of(unit string) []form {
	if forms, ok := f.by[unit]; ok {
		return forms
	}
	return f.rest
}

func firstsOf(forms []form) firsts {
	all := firsts{by: map[string][]form{}}
	begins := make([]first, len(forms))
	for i, f := range forms {
		begins[i] = firstOf(f)
		for u := range begins[i].units {
			all.by[u] = nil
		}
	}
	for i, f := range forms {
		anyUnit := begins[i].any || begins[i].empty
		if anyUnit {
			all.rest = append(all.rest, f)
		}
		for u := range all.by {
			if anyUnit || begins[i].units[u] {
				all.by[u] = append(all.by[u], f)
			}
		}
	}
	return all
}

// forms has the named forms of a language.
type forms struct {
	spaced bool
	named  map[string]*definition
	reader
}

// reader reads the text of a form.
type reader struct {
	text string
	at   int
}

// parse returns the form of a text. A name that is not known yet is an error.
func (f *forms) parse(text string) (form, error) {
	f.reader = reader{text: text}
	parsed, err := f.alternatives()
	if err == nil && f.at < len(f.text) {
		err = fmt.Errorf("%q does not belong here", f.text[f.at:])
	}
	if err != nil {
		return nil, fmt.Errorf("form %.60q: %w", text, err)
	}
	return parsed, nil
}

// alternatives reads up to a closing bracket or the end.
func (f *forms) alternatives() (form, error) {
	all := &choice{}
	for {
		one, err := f.sequence()
		if err != nil {
			return nil, err
		}
		all.forms = append(all.forms, one)
		if f.at == len(f.text) || f.text[f.at] != '|' {
			break
		}
		f.at++
	}
	if len(all.forms) == 1 {
		return all.forms[0], nil
	}
	return all, nil
}

// sequence reads up to a bar, a closing bracket or the end.
func (f *forms) sequence() (form, error) {
	all := chain{}
	for f.at < len(f.text) {
		c := f.text[f.at]
		if strings.IndexByte("|)]>", c) >= 0 {
			break
		}
		if c == ' ' {
			f.at++
			continue
		}
		one, err := f.part()
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all, nil
}

// part reads one part of a sequence.
func (f *forms) part() (chain, error) {
	switch c := f.text[f.at]; c {
	case '(':
		inner, err := f.inside(')')
		if f.starred() {
			return chain{many{inner}}, err
		}
		return chain{inner}, err
	case '[':
		inner, err := f.inside(']')
		if f.starred() {
			return chain{many{inner}}, err
		}
		return chain{&choice{forms: []form{inner, chain{}}}}, err
	case '_':
		f.at++
		return chain{one{}}, nil
	case '~':
		f.at++
		return chain{rest{}}, nil
	case '!':
		f.at++
		inner, err := f.inside(')')
		return chain{not{inner}}, err
	case '{':
		name, _, ok := strings.Cut(f.text[f.at+1:], "}")
		found := f.named[name]
		if !ok || found == nil {
			return nil, fmt.Errorf("there is no {%s}", name)
		}
		f.at += len(name) + 2
		return chain{shared{found}}, nil
	case '<':
		return f.hole()
	}
	words := f.words()
	if len(words) == 0 {
		return nil, fmt.Errorf("no word before %.20q", f.text[f.at:])
	}
	return words, nil
}

// inside reads the alternatives between brackets.
func (f *forms) inside(end byte) (form, error) {
	f.at++
	inner, err := f.alternatives()
	if err == nil && (f.at == len(f.text) || f.text[f.at] != end) {
		err = fmt.Errorf("%q is missing", end)
	}
	f.at++
	return inner, err
}

// starred reads the star after a bracket.
func (f *forms) starred() bool {
	found := f.at < len(f.text) && f.text[f.at] == '*'
	if found {
		f.at++
	}
	return found
}

func (f *forms) hole() (chain, error) {
	name := f.text[f.at+1 : f.at+1+strings.IndexAny(f.text[f.at+1:]+">", ":>")]
	f.at += 1 + len(name)
	h := hole{name: name}
	if f.at < len(f.text) && f.text[f.at] == ':' {
		inner, err := f.inside('>')
		h.of = inner
		return chain{h}, err
	}
	f.at++
	return chain{h}, nil
}

// words reads literal words up to a space or a character with a meaning of its own.
func (f *forms) words() (all chain) {
	end := f.at + strings.IndexAny(f.text[f.at:]+" ", " |()[]{}<>!*~")
	word := f.text[f.at:end]
	f.at = max(end, f.at+1)
	if word == "'s" || f.spaced && isPlain(word) {
		return chain{unit(word)}
	}
	if !f.spaced && !strings.ContainsFunc(word, func(r rune) bool { return r < utf8.RuneSelf || r >= '！' || strings.ContainsRune(unspoken, r) }) {
		for at, r := range word {
			all = append(all, unit(word[at:at+utf8.RuneLen(r)]))
		}
		return all
	}
	for _, part := range unitsOf(word, f.spaced).units {
		all = append(all, unit(part))
	}
	return all
}

// isPlain reports whether a word is one unit as it is written.
func isPlain(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return contractions[word] == ""
}
