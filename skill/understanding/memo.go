package understanding

import "strings"

// literal returns the text of a memo that came in the slot of a carrier. It is kept with these
// words, whatever they say. Only another carrier around it goes, such as "to the list" after what
// followed "add".
func (g *grammar) literal(text string) string {
	s := g.within(g.hear(text), "nofill", "")
	if _, a := g.find("carrier", s); len(a["text"]) > 0 {
		s = g.within(a["text"][0], "nofill", "")
	}
	return g.clean(s, text)
}

// mended returns what was said without what the speaker took back in the same breath.
func (g *grammar) mended(s said) said {
	_, a := g.find("mend", s)
	if len(a["text"]) == 0 {
		return s
	}
	kept := ""
	for _, part := range a["text"] {
		kept += part.text()
	}
	return g.hear(kept)
}

// memo returns the text of a memo in free speech without fillers, and without words of politeness
// around it.
func (g *grammar) memo(s said) string {
	s = g.mended(g.within(g.repaired(s), "lead", "trail"))
	if g.spaced {
		s = g.withoutFillers(s)
	} else {
		s = g.withoutSounds(s)
	}
	return g.clean(s, s.raw)
}

// withoutFillers returns what was said without words of thinking within it, and without a word that
// is said again after them.
func (g *grammar) withoutFillers(s said) said {
	for at := 1; at < len(s.units); at++ {
		for to := min(len(s.units)-1, at+maxFiller); to > at; to-- {
			if !g.is("midfill", s.between(at, to)) {
				continue
			}
			from := at
			if s.units[at-1] == s.units[to] {
				from--
			}
			s = g.hear(strings.TrimSpace(s.part(0, from) + " " + s.part(to, len(s.units))))
			at = max(from-1, 0)
			break
		}
	}
	return s
}

// maxFiller is how many units words of thinking within a text have at most.
const maxFiller = 5

// withoutSounds returns what was said without sounds of thinking between pauses.
func (g *grammar) withoutSounds(s said) said {
	var kept []string
	for _, part := range strings.Fields(s.text()) {
		if !g.is("nofill", g.hear(part)) {
			kept = append(kept, part)
		}
	}
	return g.hear(strings.Join(kept, " "))
}

// clean returns what was said as a memo's text, or the text that was heard if nothing of it is left.
func (g *grammar) clean(s said, text string) string {
	if words := s.text(); words != "" {
		return words
	}
	return text
}
