package dynamo

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// decision is one operation on a request to join, with a check of its result.
type decision struct {
	act  func(families *family.Service, owner, asker models.User, code models.InviteCode) error
	file bool // it files the request itself
	done func(f models.Family, asker models.User) bool
}

func decisions(w *familytest.World) map[string]decision {
	waits := func(f models.Family, u models.User) bool {
		return !f.Has(u.ID) && u.Membership.Request.FamilyID == f.ID
	}
	gone := func(f models.Family, u models.User) bool {
		return !f.Has(u.ID) && u.Membership.Request == models.Request{}
	}
	return map[string]decision{
		"file": {func(s *family.Service, _, asker models.User, code models.InviteCode) error {
			return must.Err(s.Redeem(w.Ctx(), asker, code, models.WayDigits, true))
		}, true, waits},
		"admit": {func(s *family.Service, owner, asker models.User, _ models.InviteCode) error {
			return must.Err(s.Allow(w.Ctx(), owner, asker.ID))
		}, false, func(f models.Family, u models.User) bool { return f.Has(u.ID) && u.FamilyID == f.ID }},
		"refuse": {func(s *family.Service, owner, asker models.User, _ models.InviteCode) error {
			return s.Refuse(w.Ctx(), owner, asker.ID)
		}, false, gone},
		"withdraw": {func(s *family.Service, _, asker models.User, _ models.InviteCode) error {
			return s.Withdraw(w.Ctx(), asker)
		}, false, gone},
	}
}

// TestDeathInARequest: whichever call is a process's last, a request is filed, admitted
// or dropped completely or not at all, and the next process finishes.
func TestDeathInARequest(t *testing.T) {
	w, db := world(t, plain)
	for name, d := range decisions(w) {
		everyDeath(t, db, func(doomed *DB, at death) {
			owner, asker := w.AskingOwner("Owner"), w.Person("Asker")
			code := w.Invite(owner)
			if !d.file {
				w.Ask(asker, owner)
			}
			families := family.NewService(doomed.Families(), doomed.Memos())
			families.Now = w.Now
			if err := d.act(families, owner, asker, code); err != nil && !models.IsCode(err, models.CodeUnavailable) {
				t.Errorf("%s, %+v: %v", name, at, err)
			}
			whole(w, owner, asker)
			err := d.act(w.Families, owner, asker, code)
			if err != nil && !models.IsCode(err, models.CodeNotFound) { // it was done before
				t.Errorf("%s, %+v, finished: %v", name, at, err)
			}
			whole(w, owner, asker)
			if f, u := w.FamilyOf(owner), w.Again(asker); !d.done(f, u) {
				t.Errorf("%s, %+v: got %+v, %+v", name, at, f, u)
			}
		})
	}
}

// whole checks that the family and the person agree on the request, and that the person
// is not both a member and waiting.
func whole(w *familytest.World, owner, asker models.User) {
	w.T.Helper()
	f, u := w.FamilyOf(owner), w.Again(asker)
	filed := len(f.Requests) == 1 && f.Requests[0].Is(u.Membership.Request)
	none := len(f.Requests) == 0 && u.Membership.Request == models.Request{}
	if !filed && !none || filed && f.Has(u.ID) || f.Has(u.ID) != (u.FamilyID == f.ID) {
		w.T.Errorf("got family %+v, person %+v", f, u)
	}
}

// TestFamilyWithoutRequests: the item of a family from before requests has no map of
// them.
func TestFamilyWithoutRequests(t *testing.T) {
	w, db := world(t, plain)
	older := func() models.User {
		owner := w.Person("Owner")
		_, err := db.update(w.Ctx(), write{
			table: db.tables.Users, key: familyKey(owner.FamilyID), update: "REMOVE #" + requestsOf, only: userExists,
		})
		w.OK(err)
		w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
		return owner
	}
	owner, asker := older(), w.Person("Asker")
	w.Refused(w.Families.Refuse(w.Ctx(), owner, asker.ID), models.CodeNotFound, models.ReasonPerson)
	r := w.Ask(asker, owner)
	w.Same(w.FamilyOf(owner).Requests, []models.Request{r})
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)))

	owner = older()
	people, code := make([]models.User, models.MaxRequests), w.Invite(owner)
	for i := range people {
		people[i] = w.Person("Asker")
	}
	familytest.Together(len(people), func(i int) {
		if _, err := w.Redeem(people[i], code); err != nil {
			t.Error(err)
		}
	})
	check.Equal(t, len(w.FamilyOf(owner).Requests), len(people), "requests")
}

// earlierRequest files a request in the form of earlier versions: without a check
// number, on the family's item from person to time.
func earlierRequest(w *familytest.World, db *DB, u, owner models.User) {
	w.T.Helper()
	family := w.Again(owner).FamilyID
	person := db.editPerson(u.ID)
	person.when(userExists)
	person.set(requestOf, &types.AttributeValueMemberM{Value: item{"familyId": text(family), "at": instant(w.Now())}})
	f := db.editFamily(family)
	f.when(userExists)
	f.set(f.at(requestsOf, string(u.ID)), instant(w.Now()))
	for _, e := range []*edit{person, f} {
		w.OK(must.Err(db.update(w.Ctx(), e.write())))
	}
}

// TestEarlierRequests: requests of earlier versions are read, decided, and removed when
// they have lapsed.
func TestEarlierRequests(t *testing.T) {
	w, db := world(t, plain)
	w.Freeze()
	for name, d := range decisions(w) {
		if d.file {
			continue
		}
		owner, asker := w.AskingOwner("Owner"), w.Person("Asker")
		earlierRequest(w, db, asker, owner)
		want := models.Request{UserID: asker.ID, FamilyID: owner.FamilyID, At: w.Now()}
		w.Same(w.Again(asker).Membership.Request, want)
		w.Same(w.FamilyOf(owner).Requests, []models.Request{want})
		check.Equal(t, d.act(w.Families, owner, asker, models.InviteCode{}), nil, name)
		whole(w, owner, asker)
		if f, u := w.FamilyOf(owner), w.Again(asker); !d.done(f, u) {
			t.Errorf("%s: %+v, %+v", name, f, u)
		}
	}
	owner, asker, other := w.AskingOwner("Owner"), w.Person("Asker"), w.Person("Other")
	earlierRequest(w, db, asker, owner)
	w.Advance(models.RequestLifetime)
	r := w.Ask(other, owner)
	w.Same(w.FamilyOf(owner).Requests, []models.Request{r})
	w.Ask(asker, owner) // in place of the lapsed one
	whole(w, w.AskingOwner("Another"), w.Person("None"))
	w.Same(len(w.FamilyOf(owner).Requests), 2)
}

// TestCheckNumberReused: a request can have the check number of the request that it
// replaces.
func TestCheckNumberReused(t *testing.T) {
	w, _ := world(t, plain)
	owner, first, next := w.AskingOwner("Owner"), w.Person("First"), w.Person("Next")
	w.OK(w.FamilyStore.File(w.Ctx(), filing(w, first, owner, "47")))
	w.Refused(w.FamilyStore.File(w.Ctx(), filing(w, next, owner, "47")), models.CodeConflict, models.ReasonMoved)
	file := filing(w, next, owner, "47")
	file.Stale = []models.Request{w.Again(first).Membership.Request}
	w.OK(w.FamilyStore.File(w.Ctx(), file))
	w.Same(w.FamilyOf(owner).Requests, []models.Request{file.Request})
	w.Refused(w.FamilyStore.Drop(w.Ctx(), dropping(w, first, owner)), models.CodeConflict, models.ReasonMoved)
}

// TestBrokenRequests: a request that cannot be read is an error without its content.
func TestBrokenRequests(t *testing.T) {
	in := func(it item) types.AttributeValue { return &types.AttributeValueMemberM{Value: it} }
	for name, err := range map[string]error{
		"person": must.Err(readPerson(item{requestOf: in(item{"familyId": text("f"), "at": text("secret")})})),
		"family": must.Err(readFamily(item{requestsOf: in(item{"u": text("secret")})})),
		"number": must.Err(readFamily(item{requestsOf: in(item{"47": in(item{"at": text("secret")})})})),
	} {
		if !models.IsCode(err, models.CodeInternal) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
