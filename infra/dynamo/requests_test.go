package dynamo

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
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
		"number": must.Err(readFamily(item{requestsOf: in(item{"47": in(item{"at": text("secret")})})})),
	} {
		if !models.IsCode(err, models.CodeInternal) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
