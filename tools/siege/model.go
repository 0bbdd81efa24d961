package siege

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// model is what a pod's people should see. People and families are numbered. A memo is
// named by the label at the beginning of its text, and it is always in its author's
// family.
type model struct {
	people   []player
	families map[int]family
	memos    map[string]memo // by label
	made     int             // number of families so far, and the number of the next one
}

// player is one of a pod's people.
type player struct {
	echo  bool
	name  string
	in    int // the family
	asked int // the family that the person has asked to join; 0: none
}

type family struct {
	owner int
	asks  bool // the owner is asked before a person joins
}

type memo struct {
	id      string // "" until the server has returned it
	author  int
	content string
	version int64
	trashed bool
}

// newModel returns a model of people with a family each; the last person is an Echo.
func newModel(names []string) model {
	m := model{families: map[int]family{}, memos: map[string]memo{}}
	for i, name := range names {
		m.people = append(m.people, player{name: name, echo: i == len(names)-1})
		m.alone(i)
	}
	return m
}

func (m model) clone() model {
	m.people, m.families, m.memos = slices.Clone(m.people), maps.Clone(m.families), maps.Clone(m.memos)
	return m
}

// alone moves a person to a new family.
func (m *model) alone(who int) {
	m.made++
	m.people[who].in = m.made
	m.families[m.made] = family{owner: who}
}

// enter moves a person to a family. The old one ends with its last member.
func (m *model) enter(who, to int) {
	old := m.people[who].in
	m.people[who].in, m.people[who].asked = to, 0
	if len(m.members(old)) == 0 {
		delete(m.families, old)
	}
}

// members lists the people in a family.
func (m model) members(id int) (all []int) {
	for i, p := range m.people {
		if p.in == id {
			all = append(all, i)
		}
	}
	return all
}

// owns reports whether a person is an owner.
func (m model) owns(who int) bool { return m.families[m.people[who].in].owner == who }

// bound reports whether a person has to hand the family over before leaving it.
func (m model) bound(who int) bool { return m.owns(who) && len(m.members(m.people[who].in)) > 1 }

// lists reports whether a person sees a memo.
func (m model) lists(who int, one memo) bool { return m.people[one.author].in == m.people[who].in }

// labels lists the memos that a person sees, in the trash or not, in a fixed order.
func (m model) labels(who int, trashed bool) (all []string) {
	for label, one := range m.memos {
		if one.trashed == trashed && m.lists(who, one) {
			all = append(all, label)
		}
	}
	slices.Sort(all)
	return all
}

// asking returns the person who waits for the owner's decision; false: there is none.
func (m model) asking() (who int, ok bool) {
	who = slices.IndexFunc(m.people, func(p player) bool { return p.asked != 0 })
	return who, who >= 0
}

// change increments the version of a memo and applies do to it.
func (m *model) change(label string, do func(*memo)) {
	one := m.memos[label]
	one.version++
	do(&one)
	m.memos[label] = one
}

// sights lists what each person with a session sees, one line each.
func (m model) sights() (all []string) {
	for i, p := range m.people {
		if p.echo {
			continue
		}
		f, waiting := m.families[p.in], 0
		var names []string
		for _, one := range m.members(p.in) {
			names = append(names, m.people[one].shown(one))
		}
		for _, other := range m.people {
			if other.asked == p.in && f.owner == i {
				waiting++
			}
		}
		all = append(all, familySight(i, f.owner, names, f.asks, waiting, p.asked != 0))
		for label, one := range m.memos {
			if m.lists(i, one) {
				all = append(all, one.sight(i, label))
			}
		}
	}
	slices.Sort(all)
	return all
}

// shown returns how a member is shown; the names of Echos are the program's own.
func (p player) shown(who int) string {
	if p.echo {
		return fmt.Sprint(who, "=Echo")
	}
	return fmt.Sprint(who, "=", p.name)
}

func familySight(viewer, owner int, members []string, asks bool, waiting int, asked bool) string {
	slices.Sort(members)
	return fmt.Sprintf("%d is in the family of %d with %s, asks first %t, open requests %d, has asked %t",
		viewer, owner, strings.Join(members, " "), asks, waiting, asked)
}

func (one memo) sight(viewer int, label string) string {
	place := "list"
	if one.trashed {
		place = "trash"
	}
	return fmt.Sprintf("%d sees in the %s %s, version %d of %d: %s", viewer, place, label, one.version, one.author, one.content)
}
