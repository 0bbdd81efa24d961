package jointest

import (
	"slices"

	"voicememo/models"
)

// decide lets an owner, or sometimes another member, decide on a request. Most of the
// requests are open.
func (r *run) decide(do func(by, asker *account)) {
	now := r.Now()
	asker, some := pick(r, slices.DeleteFunc(slices.Clone(r.alive), func(a *account) bool { return a.request.At.IsZero() }))
	if !some {
		return
	}
	h, there := r.homeOf(asker.request.FamilyID)
	if !there || r.chance(5) {
		h = asker.home
	}
	by := h.owner
	if r.chance(8) {
		by, _ = pick(r, h.members)
	}
	if !by.active() || by == asker && !r.open(asker, now) {
		return
	}
	before := asker.home
	do(by, asker)
	r.check(h, before, asker.home)
}

// decided returns the refusal that Allow and Refuse must both return, or "" if the request
// is open.
func (r *run) decided(by, asker *account) string {
	switch h := by.home; {
	case h.owner != by:
		return ownerOnly
	case asker.request.FamilyID != h.id || !r.open(asker, r.Now()):
		return noPerson
	}
	return ""
}

func (r *run) admit(by, asker *account) {
	h := by.home
	brought, err := r.Families.Allow(r.Ctx(), by.user(), asker.id)
	refused := r.decided(by, asker)
	switch {
	case refused != "":
		r.want(err, refused)
		return
	case !mayDepart(asker):
		r.want(err, handOverFirst)
		return
	case h.full():
		r.want(err, familyFull)
		return
	}
	r.want(err, ok)
	q := asker.request
	r.moved(asker, h, brought)
	asker.joinedWith, asker.addedBy = q.InviteID, q.By
	if h.sheet != nil && h.sheet.id == q.InviteID {
		h.sheet = nil
	}
}

// refuse removes a request, and closes the account if it could sign up only because of
// this family.
func (r *run) refuse(by, asker *account) {
	err := r.Families.Refuse(r.Ctx(), by.user(), asker.id)
	if refused := r.decided(by, asker); refused != "" {
		r.want(err, refused)
		return
	}
	r.want(err, ok)
	asker.request = models.Request{}
	if s := by.home.sheet; s != nil && s.bound == asker.id {
		r.usedUp(s.id)
		by.home.sheet = nil
	}
	if asker.invitedTo == by.home.id {
		r.shut(asker)
	}
}

func (r *run) withdraw(a *account) {
	err := r.Families.Withdraw(r.Ctx(), a.user())
	if !r.open(a, r.Now()) {
		r.want(err, "not_found/family")
		return
	}
	r.want(err, ok)
	a.request = models.Request{}
}

func (r *run) leaveHome(a *account) {
	f, err := r.Families.Leave(r.Ctx(), a.user())
	switch {
	case a.home.alone(a):
		r.want(err, "conflict/alone")
	case a.home.owner == a:
		r.want(err, "forbidden/hand_over_first")
	default:
		r.want(err, ok)
		r.leave(a, f, r.Now())
	}
}

func (r *run) remove(a, b *account) {
	before := r.serial
	err := r.Families.Remove(r.Ctx(), a.user(), b.id)
	switch h := a.home; {
	case h.owner != a:
		r.want(err, ownerOnly)
	case a == b:
		r.want(err, "invalid/hand_over_first")
	case !h.has(b):
		r.want(err, noPerson)
	default:
		r.want(err, ok)
		u, err := r.FamilyStore.Person(r.Ctx(), b.id)
		r.OK(err)
		if r.serial == before || u.FamilyID == h.id {
			r.fail("%s is in %s", b.id, u.FamilyID)
		}
		r.leave(b, u.FamilyID, r.Now())
	}
}

func (r *run) handOver(a, b *account) {
	err := r.Families.Transfer(r.Ctx(), a.user(), b.id)
	switch h := a.home; {
	case h.owner != a:
		r.want(err, ownerOnly)
	case a == b:
		r.want(err, "invalid/format")
	case !h.has(b):
		r.want(err, noPerson)
	case b.echo:
		r.want(err, "conflict/owner_is_echo")
	default:
		r.want(err, ok)
		h.owner, h.interim = b, false
	}
}

// setOwner changes an owner as the operator.
func (r *run) setOwner(a, b *account) {
	err := r.Families.SetOwner(r.Ctx(), a.home.id, b.id)
	switch h := a.home; {
	case h.owner == b:
		r.want(err, ok)
	case !h.has(b):
		r.want(err, noPerson)
	case b.echo:
		r.want(err, "conflict/owner_is_echo")
	default:
		r.want(err, ok)
		h.owner, h.interim = b, false
	}
}

func (r *run) askFirst(a *account) {
	on := r.chance(40)
	err := r.Families.SetAskBeforeJoin(r.Ctx(), a.user(), on)
	if a.home.owner != a {
		r.want(err, ownerOnly)
		return
	}
	r.want(err, ok)
	a.home.asks = on
}
