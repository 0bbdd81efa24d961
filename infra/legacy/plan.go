package legacy

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"voicememo/family"
	"voicememo/models"
)

// echoName is what an Echo is called of which nothing tells a name, as the skill
// calls newcomers in the language that the earlier system spoke.
const echoName = "エコー"

// alexaPrefix begins the user ids that Alexa gives (developer documentation,
// "Request Format": amzn1.ask.account.…).
const alexaPrefix = "amzn1."

// author is what the memos of one author tell about him.
type author struct {
	memos        int
	earliest     time.Time // zero: none has a time
	named, filed time.Time // of the newest memo with a name, with a family
	name, family string
}

func (a *author) take(m oldMemo) {
	a.memos++
	if !m.at.IsZero() && (a.earliest.IsZero() || m.at.Before(a.earliest)) {
		a.earliest = m.at
	}
	if m.name != "" && !m.made().Before(a.named) {
		a.named, a.name = m.made(), m.name
	}
	if m.family != "" && !m.made().Before(a.filed) {
		a.filed, a.family = m.made(), m.family
	}
}

// namespace makes the ids of imported families (UUID version 5, RFC 9562).
var namespace = uuid.MustParse("6f0c3f52-7a0e-5e0b-9d3f-2f6f6d1b7c11")

// familyID gives the id of a family that the earlier system knew by its owner's.
// The same family has the same id in every import.
func familyID(owner string) models.FamilyID {
	return models.FamilyID(uuid.NewSHA1(namespace, []byte(owner)).String())
}

// alone gives the id of a family of one for somebody whose own is there already
// without him.
func alone(id string) models.FamilyID { return familyID("alone\n" + id) }

// isPerson reports whether an id can be a person's here.
func isPerson(id string) bool { return id != "" && !strings.HasPrefix(id, "family#") }

// complete gives the users with those added whom only their memos or their
// families name, and everybody in a family. The family of somebody without an item
// is that of the newest memo, which its members have seen until now.
func complete(items map[string]user, authors map[string]*author) map[string]user {
	users := maps.Clone(items)
	known := map[string]bool{}
	for id, u := range items {
		known[id], known[u.family] = true, true
	}
	for id, a := range authors {
		if !isPerson(id) {
			continue
		}
		u, ok := users[id]
		if !ok {
			u.id = id
			if known[a.family] {
				u.family = a.family
			}
		}
		u.name = cmp.Or(u.name, a.name)
		if u.created.IsZero() {
			u.created = a.earliest
		}
		users[id] = u
	}
	for id, u := range users {
		u.family = cmp.Or(u.family, id)
		users[id] = u
	}
	for _, u := range maps.Clone(users) {
		// A family's id that is no UUID is the user id of its owner.
		if _, ok := users[u.family]; !ok && isPerson(u.family) && uuid.Validate(u.family) != nil {
			users[u.family] = user{id: u.family, family: u.family, owner: true}
		}
	}
	return users
}

// target is who is in the store already. What is there is never changed.
type target struct {
	people   map[models.UserID]models.User
	families map[models.FamilyID]models.Family
}

// plan is who is to be added, and where everybody is then.
type plan struct {
	target
	users    map[string]user               // of the source, complete
	people   map[models.UserID]models.User // to be added
	families map[models.FamilyID]models.Family
}

// newPlan decides. Somebody whom the target has is where he is there, whatever
// the source says.
func newPlan(users map[string]user, there target, now time.Time) plan {
	p := plan{
		target: there, users: users, people: map[models.UserID]models.User{},
		families: map[models.FamilyID]models.Family{},
	}
	owners := map[models.FamilyID]string{}
	for id, u := range users {
		owners[familyID(u.family)] = u.family
		owners[alone(id)] = id
		if _, ok := there.people[models.UserID(id)]; !ok && isPerson(id) {
			p.people[models.UserID(id)] = p.person(u, now)
		}
	}
	groups := map[models.FamilyID][]models.User{}
	for _, u := range slices.Concat(slices.Collect(maps.Values(there.people)), slices.Collect(maps.Values(p.people))) {
		if _, ok := there.families[u.FamilyID]; !ok && owners[u.FamilyID] != "" {
			groups[u.FamilyID] = append(groups[u.FamilyID], u)
		}
	}
	for id, members := range groups {
		p.addFamily(id, owners[id], members)
	}
	return p
}

// person makes somebody new. A family that is in the target without him has let
// him go there, or never had him.
func (p plan) person(u user, now time.Time) models.User {
	home := familyID(u.family)
	if f, ok := p.target.families[home]; ok && !f.Has(models.UserID(u.id)) {
		home = alone(u.id)
	}
	source := u.source
	if source != models.SourceAlexa && source != models.SourceGoogle {
		source = models.SourceGoogle
		if strings.HasPrefix(u.id, alexaPrefix) {
			source = models.SourceAlexa
		}
	}
	name := u.name
	if name == "" && source == models.SourceAlexa {
		name = echoName
	}
	created := firstTime(u.created, now)
	if created.After(now) {
		created = now
	}
	return models.User{
		ID: models.UserID(u.id), FamilyID: home, Name: family.CutName(name), Email: u.email, Picture: u.picture,
		CreatedAt: created, UpdatedAt: firstTime(u.updated, created), JoinedAt: created, Source: source, MoveEpoch: 1,
	}
}

// addFamily makes a family of its members, and one of them its owner.
func (p plan) addFamily(id models.FamilyID, seed string, members []models.User) {
	owner := slices.MinFunc(members, func(a, b models.User) int {
		return cmp.Or(
			cmp.Compare(p.rank(a, seed), p.rank(b, seed)), a.CreatedAt.Compare(b.CreatedAt), strings.Compare(string(a.ID), string(b.ID)))
	})
	f := models.Family{ID: id, OwnerID: owner.ID, CreatedAt: owner.CreatedAt}
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

// rank says how good a claim somebody has to own a family, 0 the best: owner in
// the target already, the one whose id the family had, said to be an owner, a
// person, an Echo.
func (p plan) rank(u models.User, seed string) int {
	_, added := p.people[u.ID]
	switch {
	case !added && u.IsOwner:
		return 0
	case string(u.ID) == seed:
		return 1
	case p.users[string(u.ID)].owner:
		return 2
	case u.Source != models.SourceAlexa:
		return 3
	}
	return 4
}

// author gives who wrote a memo as he will be, or is.
func (p plan) author(id string) (models.User, bool) {
	if u, ok := p.target.people[models.UserID(id)]; ok {
		return u, true
	}
	u, ok := p.people[models.UserID(id)]
	return u, ok
}

// family gives a family as it will be, or is.
func (p plan) family(id models.FamilyID) (models.Family, bool) {
	if f, ok := p.target.families[id]; ok {
		return f, true
	}
	f, ok := p.families[id]
	return f, ok
}
