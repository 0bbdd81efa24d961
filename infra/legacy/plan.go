package legacy

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// echoName is the name of an Echo for which no name is stored: the skill's name for
// newcomers in the language of the earlier system.
const echoName = "エコー"

// target is the people and families already in the store. They are never changed.
type target struct {
	people   map[models.UserID]models.User
	families map[models.FamilyID]models.Family
}

// plan is the people to be added, and the family of each person afterwards.
type plan struct {
	target
	users    map[string]user               // all people of the source
	people   map[models.UserID]models.User // to be added
	families map[models.FamilyID]models.Family
	standIns map[models.UserID]bool // the ids in people that are of stand-ins
}

// newPlan decides where each person ends up. A person already in the target keeps the
// family they have there.
func newPlan(users map[string]user, authors map[string]*author, there target, now time.Time) plan {
	p := plan{
		target: there, users: users, people: map[models.UserID]models.User{},
		families: map[models.FamilyID]models.Family{}, standIns: map[models.UserID]bool{},
	}
	p.addPeople(now)
	p.addFamilies()
	for id, a := range authors {
		for listed := range a.lists {
			p.addStandIn(id, listed, now)
		}
	}
	return p
}

// addPeople adds the members first: a family without members has no former members.
func (p plan) addPeople(now time.Time) {
	inhabited := map[models.FamilyID]bool{}
	for _, u := range p.target.people {
		inhabited[u.FamilyID] = inhabited[u.FamilyID] || !u.Membership.Gone
	}
	for _, former := range []bool{false, true} {
		for id, u := range p.users {
			if _, ok := p.target.people[models.UserID(id)]; ok || u.former != former {
				continue
			}
			added := p.person(u, now)
			switch {
			case !former:
				inhabited[added.FamilyID] = true
			case inhabited[added.FamilyID] && added.FamilyID == familyID(u.family):
				added.Membership.Gone = true
			default:
				added.FamilyID = alone(id)
			}
			p.people[added.ID] = added
		}
	}
}

// person returns the account for a person. If their family is in the target without
// them, they have left or been removed there, or were never in it.
func (p plan) person(u user, now time.Time) models.User {
	home := familyID(u.family)
	if f, ok := p.target.families[home]; ok && !f.Lists(models.UserID(u.id)) {
		home = alone(u.id)
	}
	source := u.source
	if source != models.SourceAlexa && source != models.SourceOIDC {
		source = models.SourceOIDC
		if strings.HasPrefix(u.id, alexaPrefix) {
			source = models.SourceAlexa
		}
	}
	name := u.name
	if name == "" && source == models.SourceAlexa {
		name = echoName
	}
	created := earlier(firstTime(u.created, now), now)
	return models.User{
		ID: models.UserID(u.id), FamilyID: home, Name: family.CutName(name), Email: u.email, Picture: u.picture,
		CreatedAt: created, UpdatedAt: earlier(firstTime(u.updated, created), now), Source: source, Membership: models.Membership{JoinedAt: created, MoveEpoch: 1},
	}
}

// addFamilies adds the families that the target lacks.
func (p plan) addFamilies() {
	owners := map[models.FamilyID]string{}
	for id, u := range p.users {
		owners[familyID(u.family)] = u.family
		owners[alone(id)] = id
	}
	members, formers := map[models.FamilyID][]models.User{}, map[models.FamilyID][]models.UserID{}
	for _, u := range slices.Concat(slices.Collect(maps.Values(p.target.people)), slices.Collect(maps.Values(p.people))) {
		switch _, ok := p.target.families[u.FamilyID]; {
		case ok || owners[u.FamilyID] == "":
		case u.Membership.Gone:
			formers[u.FamilyID] = append(formers[u.FamilyID], u.ID)
		default:
			members[u.FamilyID] = append(members[u.FamilyID], u)
		}
	}
	for id := range members {
		p.addFamily(id, owners[id], members[id], formers[id])
	}
}

// addFamily adds a family with these members and makes one of them its owner.
func (p plan) addFamily(id models.FamilyID, seed string, members []models.User, formers []models.UserID) {
	owner := slices.MinFunc(members, func(a, b models.User) int {
		return cmp.Or(
			cmp.Compare(p.rank(a, seed), p.rank(b, seed)), a.CreatedAt.Compare(b.CreatedAt), strings.Compare(string(a.ID), string(b.ID)))
	})
	f := models.Family{ID: id, OwnerID: owner.ID, CreatedAt: owner.CreatedAt, FormerIDs: formers}
	for _, u := range members {
		f.MemberIDs = append(f.MemberIDs, u.ID)
	}
	slices.Sort(f.MemberIDs)
	p.families[id] = f
	if u, ok := p.people[owner.ID]; ok {
		u.IsOwner = true
		p.people[owner.ID] = u
	}
}

// rank returns how good a member's claim to own a family is, 0 the best: already the
// owner in the target, the person whose id the family had, an owner by their entry, a
// person, an Echo. Accounts that cannot sign in come after all others.
func (p plan) rank(u models.User, seed string) int {
	_, added := p.people[u.ID]
	claim := 4
	switch {
	case !added && u.IsOwner:
		return 0
	case string(u.ID) == seed:
		claim = 1
	case p.users[string(u.ID)].owner:
		claim = 2
	case u.Source != models.SourceAlexa:
		claim = 3
	}
	if added && !canSignIn(string(u.ID)) {
		claim += 4
	}
	return claim
}

// addStandIn adds the former member under whom an author's memos stay with a family
// that is to be added and that the author is not in.
func (p plan) addStandIn(id, listed string, now time.Time) {
	u, known := p.users[id]
	f, added := p.families[familyID(listed)]
	stand := standIn(id, listed)
	if _, there := p.target.people[stand]; there || !known || !added || listed == "" || u.lists(listed) {
		return
	}
	u.email, u.picture = "", ""
	former := p.person(u, now)
	former.ID, former.FamilyID, former.Membership.Gone = stand, f.ID, true
	p.people[stand], p.standIns[stand] = former, true
	f.FormerIDs = append(slices.Clone(f.FormerIDs), stand)
	slices.Sort(f.FormerIDs)
	p.families[f.ID] = f
}

// lists reports whether the earlier system showed this family's list to the person.
func (u user) lists(family string) bool {
	return family != "" && (family == u.family || family == u.said)
}

// account returns a person as stored in, or planned for, the target.
func (p plan) account(id models.UserID) (models.User, bool) {
	if u, ok := p.target.people[id]; ok {
		return u, true
	}
	u, ok := p.people[id]
	return u, ok
}

// family returns a family as stored in, or planned for, the target.
func (p plan) family(id models.FamilyID) (models.Family, bool) {
	if f, ok := p.target.families[id]; ok {
		return f, true
	}
	f, ok := p.families[id]
	return f, ok
}

// place returns the author under whom a memo is imported and the note for the report
// ("" for none). If the memo stays behind, ok is false and the note is the reason.
func (p plan) place(m oldMemo) (author models.User, note Note, ok bool) {
	own, known := p.account(models.UserID(m.user))
	stand, stays := p.account(standIn(m.user, m.family))
	switch {
	case !m.readable:
		return models.User{}, Unreadable, false
	case m.content == "":
		return models.User{}, Empty, false
	case own.Closing:
		return models.User{}, Closing, false
	case stays && m.family != "":
		return stand, Stays, true
	case !known:
		return models.User{}, NoPerson, false
	}
	if note = p.seen(p.users[m.user], own, m.family); note == NoList {
		return models.User{}, NoList, false
	}
	return own, note, true
}

// seen compares the list in which the earlier system showed a memo with its author's
// present list. The memos of an author alone, and those from before they joined a
// family, go with them, as everywhere in this program.
func (p plan) seen(u user, author models.User, listed string) Note {
	f, _ := p.family(author.FamilyID)
	apart := f.Alone(author.ID)
	switch {
	case listed == "" && apart:
		return ""
	case u.lists(listed) && author.FamilyID != familyID(u.family) && author.FamilyID != alone(u.id):
		return Elsewhere
	case u.lists(listed):
		return ""
	case listed == "" || listed == u.id || apart:
		return Unlisted
	}
	return NoList
}
