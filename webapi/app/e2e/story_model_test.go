package e2e

import (
	"fmt"
	"slices"
)

// A story is a walk of two people over one list, beside a model with the exact result of
// it. Each text is written once, so a lost or doubled text is detected.

// fact is a memo in the model.
type fact struct {
	text          string
	done, trashed bool
	unsent        bool // it may have been deleted before it was sent; then the server has never had it
}

// deed is an unsent change.
type deed struct {
	kind       string // add, edit, done, delete
	memo       int
	base, text string // of an edit: the text that it replaces, and the new one
}

// teller is a person of the story.
type teller struct {
	name  string
	tabs  []*tab
	away  bool
	known []fact // the list as it was when the person lost the connection
	deeds []deed // later changes, in order
}

// tab is one window of a person, and the text being written there.
type tab struct {
	*device
	of    *teller
	draft string
	half  int    // the memo that is being edited, -1: none
	base  string // its text when the edit began
	text  string // the new text
}

// model is the expected list.
type model struct {
	facts []fact
	texts int
}

// newText returns a unique text.
func (m *model) newText() string {
	m.texts++
	return fmt.Sprintf("文%04d番", m.texts)
}

// number returns the number of a memo that is about to be added.
func (m *model) number() int {
	m.facts = append(m.facts, fact{trashed: true})
	return len(m.facts) - 1
}

// view returns the list as a person sees it: as the server has it, or had it when they lost the
// connection, with their own changes.
func (m *model) view(p *teller) []fact {
	if !p.away {
		return m.facts
	}
	seen := slices.Clone(p.known)
	for _, d := range p.deeds {
		for d.memo >= len(seen) {
			seen = append(seen, fact{trashed: true}) // a memo that the person does not have yet
		}
		switch d.kind {
		case "add":
			seen[d.memo] = fact{text: d.text}
		case "edit":
			seen[d.memo].text = d.text
		case "done":
			seen[d.memo].done = true
		case "delete":
			seen[d.memo].trashed = true
		}
	}
	return seen
}

// open returns the memos that a person can change: neither done nor in the trash.
func (m *model) open(p *teller) []int {
	var open []int
	for i, f := range m.view(p) {
		if !f.done && !f.trashed {
			open = append(open, i)
		}
	}
	return open
}

// texts returns the texts of the open memos, as a person sees them.
func (m *model) openTexts(p *teller) []string {
	view, texts := m.view(p), []string{}
	for _, i := range m.open(p) {
		texts = append(texts, view[i].text)
	}
	slices.Sort(texts)
	return texts
}

// does records a person's change: immediately, or for the next connection.
func (m *model) does(p *teller, d deed) {
	if p.away {
		last := slices.IndexFunc(p.deeds, func(e deed) bool { return e.memo == d.memo && (e.kind == "edit" || e.kind == "add") })
		if d.kind == "edit" && last >= 0 {
			p.deeds[last].text = d.text // the text of the first one was never sent
			return
		}
		p.deeds = append(p.deeds, d)
		return
	}
	m.arrives(d)
}

// arrives merges one change into the list, field by field, and reports whether a person must
// choose between two texts.
func (m *model) arrives(d deed) (disputed bool) {
	f := &m.facts[d.memo]
	switch d.kind {
	case "add":
		*f = fact{text: d.text}
	case "done":
		f.done = f.done || !f.trashed
	case "delete":
		f.trashed = true
	case "edit":
		if f.trashed || (f.text != d.base && f.text != d.text) {
			return true
		}
		f.text = d.text
	}
	return false
}

// returns sends a person's changes made offline. It returns the edits that wait for
// the person's choice, and the changes of the same memos behind them.
func (m *model) returns(p *teller) (disputed, behind []deed) {
	p.away = false
	for _, d := range p.deeds {
		held := slices.ContainsFunc(disputed, func(e deed) bool { return e.memo == d.memo })
		switch {
		case held:
			behind = append(behind, d)
		case m.arrives(d):
			disputed = append(disputed, d)
		}
		m.facts[d.memo].unsent = d.kind == "delete" && slices.ContainsFunc(p.deeds, func(e deed) bool { return e.kind == "add" && e.memo == d.memo })
	}
	p.deeds, p.known = nil, nil
	return disputed, behind
}

// settles records the choice between two texts: mine, theirs or both.
func (m *model) settles(d deed, choice string) {
	switch f := &m.facts[d.memo]; choice {
	case "mine":
		f.text, f.trashed = d.text, false
	case "both":
		m.facts[m.number()] = fact{text: d.text}
	}
}
