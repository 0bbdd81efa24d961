package jointest

import (
	"slices"
	"time"

	"voicememo/models"
)

// The outcomes that are not refusals, and refusals that several steps share.
const (
	ok            = "ok"
	joined        = "joined"
	asked         = "asked"
	notValid      = "not_found/invite_not_valid"
	noPerson      = "not_found/person"
	ownerOnly     = "forbidden/owner_only"
	notAdmitted   = "forbidden/not_admitted"
	handOverFirst = "conflict/hand_over_first"
	alreadyMember = "conflict/already_member"
	alreadyAsked  = "conflict/already_asked"
	familyFull    = "conflict/family_full"
	manyRequests  = "conflict/many_requests"
)

// model is the expected state of the deployment.
type model struct {
	accounts map[models.UserID]*account // all accounts of the walk, including closed ones
	alive    []*account                 // the existing accounts, in the order they signed up
	notes    map[models.MemoRef]*note   // memos that exist
	byDigits map[string]*sheet          // the last invitation stored under digits
	byToken  map[string]*sheet
	tokens   []string
	ended    []models.FamilyID
	limits
}

func newModel() *model {
	return &model{
		accounts: map[models.UserID]*account{}, notes: map[models.MemoRef]*note{},
		byDigits: map[string]*sheet{}, byToken: map[string]*sheet{}, limits: newLimits(),
	}
}

// account is a person or an Echo.
type account struct {
	id         models.UserID
	echo       bool
	home       *home
	joinedAt   time.Time
	joinedWith models.InviteID
	addedBy    models.UserID
	gone       bool
	eraseAt    time.Time
	invitedTo  models.FamilyID
	request    models.Request
	connection models.Connection
	recovery   string // the number that it received
}

// user returns the account as an actor. The services read the rest themselves.
func (a *account) user() models.User { return models.User{ID: a.id} }

// active reports whether the account can make requests: it is signed in, or its skill is
// enabled.
func (a *account) active() bool { return !a.gone && (a.eraseAt.IsZero() || a.invitedTo != "") }

// home is a family.
type home struct {
	id      models.FamilyID
	owner   *account
	members []*account // in the order they joined
	formers []*account
	interim bool
	asks    bool
	sheet   *sheet // its present invitation, which may have expired
	over    bool
}

func (h *home) has(a *account) bool { return slices.Contains(h.members, a) }

func (h *home) alone(a *account) bool { return len(h.members) == 1 && h.members[0] == a }

func (h *home) full() bool { return len(h.members) >= models.MaxMembers }

// sheet is one invitation with its digits and links.
type sheet struct {
	id      models.InviteID
	home    *home
	maker   *account
	digits  string // "": it has only links
	token   string // the token of the last link
	admits  bool
	expires time.Time
	bound   models.UserID
}

// usable reports whether an account may use the invitation now.
func (s *sheet) usable(a *account, now time.Time) bool {
	return s.live(now) && (s.bound == "" || s.bound == a.id)
}

// live reports whether the invitation can be used now.
func (s *sheet) live(now time.Time) bool {
	return s.expires.After(now) && !s.home.over && s.home.sheet == s && s.home.has(s.maker)
}

// note is a memo.
type note struct {
	ref       models.MemoRef
	author    *account
	content   string
	deleted   bool
	deletedAt time.Time
	purgeAt   time.Time
}

func (n *note) purged(now time.Time) bool { return n.deleted && !n.purgeAt.After(now) }

// homes lists the families in the order of their first account.
func (m *model) homes() (homes []*home) {
	for _, a := range m.alive {
		if !slices.Contains(homes, a.home) {
			homes = append(homes, a.home)
		}
	}
	return homes
}

// of lists an author's memos that are live, or in the trash and not purged.
func (m *model) of(a *account, deleted bool, now time.Time) (notes []*note) {
	for _, n := range m.notes {
		if n.author == a && n.deleted == deleted && !n.purged(now) {
			notes = append(notes, n)
		}
	}
	return notes
}

// listed lists what a family's members must see.
func (m *model) listed(h *home, deleted bool, now time.Time) (notes []*note) {
	for _, n := range m.notes {
		if n.author.home == h && n.deleted == deleted && !n.purged(now) {
			notes = append(notes, n)
		}
	}
	return notes
}

// open reports whether a's request counts.
func (m *model) open(a *account, now time.Time) bool {
	_, there := m.homeOf(a.request.FamilyID)
	return there && a.request.Open(now)
}

func (m *model) homeOf(id models.FamilyID) (*home, bool) {
	for _, a := range m.alive {
		if a.home.id == id {
			return a.home, true
		}
	}
	return nil, false
}

// askers lists the accounts that have an open request with a family.
func (m *model) askers(h *home, now time.Time) (askers []*account) {
	for _, a := range m.alive {
		if a.request.FamilyID == h.id && a.request.Open(now) {
			askers = append(askers, a)
		}
	}
	return askers
}

// mayDepart reports whether a may leave: an owner with other members must hand over first.
func mayDepart(a *account) bool { return a.home.owner != a || a.home.alone(a) }

// signUp adds an account with a family of one.
func (m *model) signUp(id models.UserID, echo bool, f models.FamilyID, now time.Time) *account {
	a := &account{id: id, echo: echo, joinedAt: now}
	a.home = &home{id: f, owner: a, members: []*account{a}}
	m.accounts[id] = a
	m.alive = append(m.alive, a)
	return a
}

// depart takes a member or former member out of the family. The last member takes all
// former members along, another member those whom they brought. If to is nil, the former
// members of a family that ends are erased.
func (m *model) depart(a *account, to *home) {
	h := a.home
	h.formers = without(h.formers, a)
	h.members = without(h.members, a)
	last := len(h.members) == 0
	if last {
		h.over = true
		m.ended = append(m.ended, h.id)
	}
	for _, f := range slices.Clone(h.formers) {
		switch {
		case last && to == nil:
			m.erase(f)
		case to != nil && (last || f.addedBy == a.id):
			f.home, f.addedBy = to, a.id
			to.formers = append(to.formers, f)
		default:
			continue
		}
		h.formers = without(h.formers, f)
	}
}

// enter moves an account into a family as a member.
func (m *model) enter(a *account, to *home, now time.Time) {
	m.depart(a, to)
	a.home, a.joinedAt, a.joinedWith, a.addedBy = to, now, "", ""
	a.request, a.connection, a.invitedTo, a.eraseAt, a.gone = models.Request{}, models.Connection{}, "", time.Time{}, false
	to.members = append(to.members, a)
	if to.interim && !a.echo {
		to.owner, to.interim = a, false
	}
}

// leave moves an account into a new family of one.
func (m *model) leave(a *account, f models.FamilyID, now time.Time) {
	to := &home{id: f, owner: a}
	m.enter(a, to, now)
}

// shut closes an account.
func (m *model) shut(a *account) {
	m.depart(a, nil)
	m.erase(a)
}

// erase removes an account and its memos.
func (m *model) erase(a *account) {
	m.alive = without(m.alive, a)
	for ref, n := range m.notes {
		if n.author == a {
			delete(m.notes, ref)
		}
	}
}

// disable does what Service.Disable must do.
func (m *model) disable(a *account, now time.Time) {
	h := a.home
	if a.gone {
		return
	}
	a.request, a.connection = models.Request{}, models.Connection{}
	if h.alone(a) {
		a.eraseAt, h.sheet = now.Add(models.KeepFor), nil
		return
	}
	a.gone, a.addedBy = true, ""
	h.members = without(h.members, a)
	h.formers = append(h.formers, a)
	if h.owner == a {
		h.owner, h.interim = successor(h)
	}
}

// successor returns the person who has been a member longest, or the Echo if no member is
// a person.
func successor(h *home) (heir *account, interim bool) {
	for _, a := range h.members {
		if !a.echo {
			return a, false
		}
	}
	return h.members[0], true
}

// retrieve moves the memos of a suspended account and of its family's former members into
// another family.
func (m *model) retrieve(a, by *account) {
	to := by.home
	m.depart(a, to)
	for _, f := range to.formers {
		if f.addedBy == a.id {
			f.addedBy = by.id
		}
	}
	a.addedBy = by.id
	a.home, a.gone, a.eraseAt, a.recovery = to, true, time.Time{}, ""
	a.request, a.connection = models.Request{}, models.Connection{}
	to.formers = append(to.formers, a)
}

func without(from []*account, a *account) []*account {
	return slices.DeleteFunc(slices.Clone(from), func(b *account) bool { return b == a })
}
