package legacy

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
)

// author is what the memos of one author reveal about them. Memos that are not
// imported reveal nothing about families.
type author struct {
	memos        int
	earliest     time.Time       // zero if none has a time
	named, filed time.Time       // the times of the memos that name and family are from
	name         string          // the name in the newest memo that has one
	family       string          // the family in the newest memo that is not in the trash
	lists        map[string]bool // the families that list their memos; "": no family
}

func (a *author) take(m oldMemo) {
	a.memos++
	if !m.at.IsZero() && (a.earliest.IsZero() || m.at.Before(a.earliest)) {
		a.earliest = m.at
	}
	if m.name != "" && !m.made().Before(a.named) {
		a.named, a.name = m.made(), m.name
	}
	if m.content == "" {
		return
	}
	if a.lists == nil {
		a.lists = map[string]bool{}
	}
	a.lists[m.family] = true
	if m.family != "" && !m.deleted && !m.made().Before(a.filed) {
		a.filed, a.family = m.made(), m.family
	}
}

// onlyList returns the one family that lists all of the author's memos.
func (a *author) onlyList() (family string, ok bool) {
	if len(a.lists) != 1 {
		return "", false
	}
	for family = range a.lists {
	}
	return family, true
}

// roster lists every person whom the earlier tables name, with their family.
type roster struct {
	users  map[string]user
	report *Report
}

// newRoster adds to the entries of the users table the people whom only memos or
// families name. With trust, an author without an entry is put into the family that
// their newest memo names.
func newRoster(items map[string]user, authors map[string]*author, trust bool, report *Report) map[string]user {
	r := roster{maps.Clone(items), report}
	for id, u := range items {
		r.users[id] = r.housed(u, items)
	}
	r.addAuthors(authors, trust)
	for id, a := range authors {
		if u, ok := r.users[id]; ok {
			u.name, u.created = cmp.Or(u.name, a.name), firstTime(u.created, a.earliest)
			r.users[id] = u
		}
	}
	r.addOwners()
	return r.users
}

// housed puts a person into the family that their entry names, if such a family is
// possible: its id is that of a person with an entry, that of an account that can
// sign in, or a UUID. An id such as "undefined" or "null" would join strangers.
func (r roster) housed(u user, items map[string]user) user {
	if _, ok := items[u.said]; u.said != "" && !ok && !canSignIn(u.said) && uuid.Validate(u.said) != nil {
		r.report.name(NoFamily, shown(u.id))
		u.family = aloneName(u.id) // not u.id, which others may name as their family
		return u
	}
	u.family = cmp.Or(u.said, u.id)
	return u
}

// addAuthors adds the authors of memos who have no entry. The earlier system did not
// show them the family that their memos name.
func (r roster) addAuthors(authors map[string]*author, trust bool) {
	missing := map[string]*author{}
	for id, a := range authors {
		if _, ok := r.users[id]; !ok && isPerson(id) && len(a.lists) > 0 {
			missing[id] = a
		}
	}
	inhabited := map[string]bool{}
	for _, u := range r.users {
		inhabited[u.family] = true
	}
	owners := maps.Clone(inhabited) // the owners of families with other members
	for id, a := range missing {
		inhabited[id] = inhabited[id] || a.lists[id] || a.lists[""]
	}
	for id, a := range missing {
		u := user{id: id, family: id, said: id}
		only, one := a.onlyList()
		switch {
		case owners[id]:
			r.report.name(MadeOwner, shown(id))
		case trust && a.family != id && inhabited[a.family]:
			u.family = a.family
			r.report.name(Trusted, shown(id))
		case one && only != id && inhabited[only]:
			u.family, u.former = only, true
			r.report.name(Former, shown(id))
		default:
			r.report.name(NoEntry, shown(id))
		}
		r.users[id] = u
	}
}

// addOwners adds the owners of families who have neither an entry nor memos.
func (r roster) addOwners() {
	for _, u := range slices.Collect(maps.Values(r.users)) {
		if _, ok := r.users[u.family]; !ok && canSignIn(u.family) {
			r.users[u.family] = user{id: u.family, family: u.family, said: u.family, owner: true}
			r.report.name(MadeOwner, shown(u.family))
		}
	}
}
