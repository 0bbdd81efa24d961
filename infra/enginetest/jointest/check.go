package jointest

import (
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/models"
)

// check compares families with the model. A family that has ended must not exist.
func (r *run) check(homes ...*home) {
	for i, h := range homes {
		if slices.Contains(homes[:i], h) {
			continue
		}
		if h.over {
			r.checkOver(h.id)
		} else {
			r.checkHome(h)
		}
	}
}

// checkAll compares everything.
func (r *run) checkAll() {
	r.doing = "compare everything"
	for _, h := range r.homes() {
		r.checkHome(h)
		if len(h.members) == 0 || !h.has(h.owner) || h.interim && !h.owner.echo {
			r.fail("the model is wrong: %+v", h)
		}
	}
	for _, a := range r.alive {
		r.checkCount(a)
	}
	for _, id := range r.ended[max(0, len(r.ended)-50):] {
		r.checkOver(id)
	}
	for id, a := range r.accounts {
		if !slices.Contains(r.alive, a) {
			_, err := r.FamilyStore.Person(r.Ctx(), id)
			r.wantQuietly(err, noPerson)
			delete(r.accounts, id)
		}
	}
	for ref, n := range r.notes {
		if n.purged(r.Now()) {
			delete(r.notes, ref)
		}
	}
}

// wantQuietly is want without counting the outcome.
func (r *run) wantQuietly(err error, want string) {
	if got := outcome(err); got != want {
		r.fail("got %v, want %s", err, want)
	}
}

func (r *run) checkOver(id models.FamilyID) {
	_, err := r.FamilyStore.Family(r.Ctx(), id)
	r.wantQuietly(err, "not_found/family")
}

// seen holds those attributes of a family that the model has.
type seen struct {
	Owner     models.UserID
	Members   []person
	Formers   []models.UserID
	Interim   bool
	Asks      bool
	Invite    models.InviteID
	InviteFor models.UserID
	Askers    []models.UserID
}

// person holds those attributes of a member that the model has.
type person struct {
	ID         models.UserID
	Owner      bool
	Joined     time.Time
	With       models.InviteID
	AddedBy    models.UserID
	EraseAt    time.Time
	InvitedTo  models.FamilyID
	Request    models.Request
	Connection models.Connection
}

// checkHome compares a family, its people and its memos.
func (r *run) checkHome(h *home) {
	f, err := r.FamilyStore.Family(r.Ctx(), h.id)
	if err != nil {
		r.fail("reading the family %s: %v", h.id, err)
	}
	got := seen{Owner: f.OwnerID, Formers: sorted(f.FormerIDs), Interim: f.Interim, Asks: f.AskBeforeJoin, Invite: f.InviteID, InviteFor: f.InviteFor}
	for _, u := range f.Members {
		got.Members = append(got.Members, person{
			u.ID, u.IsOwner, u.Membership.JoinedAt, u.Membership.JoinedWith, u.Membership.AddedBy, u.EraseAt, u.Membership.InvitedTo, r.counting(u.Membership.Request), u.Echo.Connection,
		})
		if u.FamilyID != f.ID || u.Membership.Gone || u.Closing || !f.Has(u.ID) {
			r.fail("a member of %s is %+v", f.ID, u)
		}
	}
	askers, err := r.Families.Askers(r.Ctx(), f)
	if err != nil {
		r.fail("reading the requests of %s: %v", h.id, err)
	}
	for _, a := range askers {
		got.Askers = append(got.Askers, a.User.ID)
	}
	got.Askers = sorted(got.Askers)
	if diff := cmp.Diff(r.expected(h), got); diff != "" || len(f.MemberIDs) != len(f.Members) {
		r.fail("the family %s (-want +got):\n%s", h.id, diff)
	}
	for _, a := range h.formers {
		if u := r.Again(a.user()); !u.Membership.Gone || u.IsOwner || u.FamilyID != h.id || !u.EraseAt.IsZero() || r.counting(u.Membership.Request) != (models.Request{}) {
			r.fail("a former member of %s is %+v", h.id, u)
		}
	}
	r.checkLists(h)
}

// expected returns a family as the model has it.
func (r *run) expected(h *home) seen {
	want := seen{Owner: h.owner.id, Interim: h.interim, Asks: h.asks, Formers: ids(h.formers), Askers: ids(r.askers(h, r.Now()))}
	if h.sheet != nil {
		want.Invite, want.InviteFor = h.sheet.id, h.sheet.bound
	}
	for _, a := range h.members {
		p := person{a.id, h.owner == a, a.joinedAt, a.joinedWith, a.addedBy, a.eraseAt, a.invitedTo, r.counting(a.request), a.connection}
		want.Members = append(want.Members, p)
	}
	return want
}

// counting returns a request that counts, or none: a store may remove one that does not.
func (r *run) counting(q models.Request) models.Request {
	if _, there := r.homeOf(q.FamilyID); !there || !q.Open(r.Now()) {
		return models.Request{}
	}
	return q
}

// checkLists compares the lists that the family's members see with the model.
func (r *run) checkLists(h *home) {
	for _, deleted := range []bool{false, true} {
		got := map[models.MemoRef]string{}
		for _, m := range r.All(h.members[0].user(), deleted) {
			if _, twice := got[m.Ref()]; twice {
				r.fail("a memo of %s is listed twice", m.UserID)
			}
			got[m.Ref()] = m.Content
		}
		want := map[models.MemoRef]string{}
		for _, n := range r.listed(h, deleted, r.Now()) {
			want[n.ref] = n.content
		}
		if diff := cmp.Diff(want, got); diff != "" {
			r.fail("the memos of %s, deleted %v (-want +got):\n%s", h.id, deleted, diff)
		}
	}
}

func (r *run) checkCount(a *account) {
	n, err := r.MemoStore.Count(r.Ctx(), a.id)
	if want := len(r.of(a, false, r.Now())); err != nil || n != want {
		r.fail("%s has %d live memos, want %d: %v", a.id, n, want, err)
	}
}

func ids(accounts []*account) (ids []models.UserID) {
	for _, a := range accounts {
		ids = append(ids, a.id)
	}
	return sorted(ids)
}

func sorted(ids []models.UserID) []models.UserID { return slices.Sorted(slices.Values(ids)) }
