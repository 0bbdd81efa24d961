package understanding

import (
	"embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
)

//go:embed en.rules ja.rules
var ruleFiles embed.FS

// grammar has the rules of a language: its named forms, and the rules of each section in their
// order.
type grammar struct {
	language string // "en" or "ja"
	spaced   bool
	named    map[string]*definition
	rules    map[string][]rule
	learnt   []byte // weights in place of those of kinds.go; nil: those
}

// rule says what sentences of a form are.
type rule struct {
	name string
	form form
}

// grammars has the grammar of each language, made when it is first needed.
var grammars = map[string]func() *grammar{
	"en": sync.OnceValue(func() *grammar { return read("en", true) }),
	"ja": sync.OnceValue(func() *grammar { return read("ja", false) }),
}

// grammarOf returns the grammar of a locale: Japanese, otherwise English.
func grammarOf(locale string) *grammar {
	language, _, _ := strings.Cut(locale, "-")
	if language != "ja" {
		language = "en"
	}
	return grammars[language]()
}

// read reads the rules of a language. They are part of the program, so an error is a bug.
func read(language string, spaced bool) *grammar {
	file := language + ".rules"
	raw, err := ruleFiles.ReadFile(file)
	if err != nil {
		panic(err)
	}
	g := &grammar{language: language, spaced: spaced, named: map[string]*definition{}, rules: map[string][]rule{}}
	g.named["number"] = &definition{form: number{func(words string) bool { _, ok := Number(language, words); return ok }}}
	g.named["clock"], g.named["pause"] = &definition{form: number{isClock}}, &definition{form: pause{}}
	lines := strings.Split(strings.ReplaceAll(string(raw), "\n  ", " "), "\n")
	for _, line := range lines { // a form may be used above its own line
		if name, _, ok := strings.Cut(line, " = "); ok && unicode.IsLower(rune(name[0])) {
			g.named[name] = new(definition)
		}
	}
	section, f := "", forms{spaced: spaced, named: g.named}
	for _, line := range lines {
		name, text, ok := strings.Cut(line, " = ")
		if !ok {
			if strings.HasPrefix(line, "[") {
				section = strings.Trim(line, "[]")
			}
			continue
		}
		parsed, err := f.parse(text)
		if err != nil {
			panic(fmt.Errorf("%s: %s: %w", file, name, err))
		}
		if unicode.IsLower(rune(name[0])) {
			g.named[name].form = parsed
		} else {
			g.rules[section] = append(g.rules[section], rule{name, parsed})
		}
	}
	return g
}

// isClock reports whether words are a time such as 7:30 or 3pm.
func isClock(words string) bool {
	hour, minutes, ok := strings.Cut(words, ":")
	if !ok {
		hour, minutes = strings.TrimRight(words, "amp."), "00"
		ok = hour != words
	}
	return ok && hour != "" && len(hour) <= 2 && isDigits(hour) && len(minutes) == 2 && isDigits(minutes)
}

// hear returns the units of a text.
func (g *grammar) hear(text string) said { return unitsOf(text, g.spaced) }

// args are the arguments of a sentence by their names.
type args map[string][]said

// all returns the arguments of a name as they were said, one after the other; "": there is none.
func (a args) all(name string) string {
	var parts []string
	for _, s := range a[name] {
		parts = append(parts, s.text())
	}
	return strings.Join(parts, " ")
}

// text returns the first argument of a name as it was said; "": there is none.
func (a args) text(name string) string {
	if len(a[name]) == 0 {
		return ""
	}
	return a[name][0].text()
}

// fits returns the arguments of a form that fits the whole of what was said.
func (g *grammar) fits(f form, s said) (a args, ok bool) {
	m := match{units: s.units, close: !g.spaced, gaps: s.pausesBefore}
	if len(s.units) == 0 || !f.match(&m, 0, func(at int) bool { return at == len(s.units) }) {
		return nil, false
	}
	a = args{}
	for _, arg := range m.args {
		a[arg.name] = append(a[arg.name], s.between(arg.from, arg.to))
	}
	return a, true
}

// begins reports whether a form fits what was said up to a position. What it says must not follow
// may stand after that.
func (g *grammar) begins(f form, s said, to int) bool {
	m := match{units: s.units, close: !g.spaced, gaps: s.pausesBefore}
	return f.match(&m, 0, func(at int) bool { return at == to })
}

// is reports whether what was said is of a named form.
func (g *grammar) is(name string, s said) bool {
	_, ok := g.fits(g.named[name].form, s)
	return ok
}

// find returns the first rule of a section that what was said is of. Each rule is tried with
// every part of it that parts returns, in their order.
func (g *grammar) find(section string, parts ...said) (name string, a args) {
	for name, a := range g.each(section, parts...) {
		return name, a
	}
	return "", nil
}

// each returns the rules of a section that what was said is of, in the order of find.
func (g *grammar) each(section string, parts ...said) iter.Seq2[string, args] {
	return func(yield func(string, args) bool) {
		for _, r := range g.rules[section] {
			for _, s := range parts {
				if a, ok := g.fits(r.form, s); ok && !yield(r.name, a) {
					return
				}
			}
		}
	}
}

// within returns what was said without the words of some forms before and after it, as long as
// something is left. A form called name+".apart" counts only before a pause.
func (g *grammar) within(s said, before, after string) said {
	for changed := true; changed; {
		changed = false
		for to := min(len(s.units)-1, maxAround); to > 0 && before != ""; to-- {
			apart := g.named[before+".apart"]
			changed = g.begins(g.named[before].form, s, to) || apart != nil && s.pausesBefore(to) && g.begins(apart.form, s, to)
			if changed {
				s = s.between(to, len(s.units))
				break
			}
		}
		for from := max(1, len(s.units)-maxAround); from < len(s.units) && after != ""; from++ {
			if _, ok := g.fits(g.named[after].form, s.between(from, len(s.units))); ok {
				s, changed = s.between(0, from), true
				break
			}
		}
	}
	return s
}

// parts returns what was said without words around a request, first without those on both sides,
// and then as it is.
func (g *grammar) parts(s said) (all []said) {
	for _, part := range []said{g.within(s, "before", "after"), g.within(s, "before", ""), g.within(s, "", "after"), s} {
		if !slices.ContainsFunc(all, part.same) {
			all = append(all, part)
		}
	}
	return all
}

// maxAround is how many units the words around a request have at most at a time.
const maxAround = 16
