package understanding

import (
	"slices"
	"strings"

	"voicememo/skill/words"
)

// Pointing says how words point at memos.
type Pointing int

// The ways to point.
const (
	Nothing  Pointing = iota
	Numbered          // Numbers of the list as it was read
	Newest            // the newest memos by their time, Count of them
	Oldest            // likewise, the oldest
	Added             // the memo that the speaker has just added
	LastRead          // the memo that was read last, with Count the last ones; if none was read, the newest
	That              // what was said or read last
	Both              // the two memos that were read or said last
	But               // all memos that were read but Numbers
	All               // all memos of the list
	Worded            // the memos that have Text, or are by By, or of Day
)

// Which says which memos are meant.
type Which struct {
	Pointing Pointing
	Numbers  []int
	Count    int
	Text     string
	By       string
	Day      Day
}

// maxNumbers is how many numbers one change may have: a reply says each memo.
const maxNumbers = 5

// which returns which memos words point at.
func (g *grammar) which(s said) Which {
	s = g.within(s, "before", "after")
	name, a := g.find("which", s)
	w := Which{Text: a.text("text"), By: a.text("by"), Day: g.day(a.text("day"))}
	switch name {
	case "Numbers":
		w.Pointing, w.Numbers = Numbered, g.numbers(a["n"])
	case "But":
		w.Pointing, w.Numbers = But, g.numbers(a["n"])
	case "Range":
		w.Pointing, w.Numbers = Numbered, upTo(g.count(a["from"]), g.count(a["to"]))
	case "First":
		w.Pointing, w.Numbers = Numbered, upTo(1, g.count(a["count"]))
	case "Last":
		w.Pointing, w.Count = LastRead, g.count(a["count"])
	case "Newest":
		w.Pointing, w.Count = Newest, g.count(a["count"])
	case "Oldest":
		w.Pointing, w.Count = Oldest, g.count(a["count"])
	case "Top":
		w.Pointing, w.Numbers = Numbered, []int{1}
	case "":
		w = Which{Pointing: Worded, Text: g.nameOf(s)}
	case "Reason", "Only": // "the milk, I have bought it"
		return g.which(a["which"][0])
	default:
		w.Pointing = map[string]Pointing{
			"Added": Added, "LastRead": LastRead, "That": That, "Both": Both, "All": All,
			"By": Worded, "ByWords": Worded, "Day": Worded, "Words": Worded,
		}[name]
		if name == "Words" {
			w.Text = g.nameOf(g.hear(w.Text))
		}
	}
	if w.Pointing == Numbered && len(w.Numbers) == 0 {
		return Which{Pointing: Worded, Text: g.nameOf(s)}
	}
	return w
}

// nameOf returns the words that name a memo without articles and particles around them.
func (g *grammar) nameOf(s said) string {
	return g.within(s, "article", "particle").text()
}

func (g *grammar) numbers(parts []said) (all []int) {
	for _, part := range parts {
		n, ok := g.numberOf(part)
		if !ok || n < 1 || n > MaxNumber {
			return nil
		}
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	if len(all) > maxNumbers {
		return nil
	}
	return all
}

// count returns the number of an argument; 0: there is none.
func (g *grammar) count(parts []said) int {
	if len(parts) == 0 {
		return 0
	}
	n, _ := g.numberOf(parts[0])
	return n
}

func (g *grammar) numberOf(s said) (int, bool) { return Number(g.language, s.text()) }

// upTo returns the numbers of a range; nil if one change may not have as many.
func upTo(from, to int) (all []int) {
	if from < 1 || to < from || to-from >= maxNumbers {
		return nil
	}
	for n := from; n <= to; n++ {
		all = append(all, n)
	}
	return all
}

// Day is a span of days that a speaker names: "Yesterday", "Week" and so on, the name of a rule
// of the section [day]; "": none.
type Day string

func (g *grammar) day(text string) Day {
	name, _ := g.find("day", g.hear(text))
	return Day(name)
}

// SaysLittle reports whether what is left of a memo's text without the words that name it says only
// what to do with them: verbs of getting and doing, articles, quantities and particles.
func SaysLittle(l words.Locale, rest string) bool {
	g := grammarOf(l.Model)
	s := g.hear(rest)
	return len(s.units) == 0 || g.is("little", s)
}

// Parts returns the names in words such as "milk and eggs" and 「牛乳と卵」.
func Parts(l words.Locale, text string) []string {
	for _, joint := range []string{" and the ", " and ", ", ", "、", "と", "や"} {
		text = strings.ReplaceAll(text, joint, "|")
	}
	return strings.FieldsFunc(text, func(r rune) bool { return r == '|' })
}

// Names returns what a person may be called in a family besides a name that is said: "mom" is also
// "mother".
func Names(l words.Locale, name string) []string {
	g := grammarOf(l.Model)
	s := g.hear(name)
	for _, r := range g.rules["kin"] {
		if _, ok := g.fits(r.form, s); ok {
			return append([]string{name}, literals(r.form)...)
		}
	}
	return []string{name}
}

// literals returns the words of a form that is a list of words.
func literals(f form) (all []string) {
	for _, one := range f.(*choice).forms {
		word := ""
		switch one := one.(type) {
		case unit:
			word = string(one)
		case chain:
			for _, u := range one {
				word += string(u.(unit))
			}
		}
		all = append(all, word)
	}
	return all
}
