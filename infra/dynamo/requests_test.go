package dynamo

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/models"
)

// decision is one act upon a request to join, with what holds once it is done.
type decision struct {
	act  func(families *family.Service, owner, asker models.User, code models.InviteCode) error
	file bool // it files the request itself
	done func(f models.Family, asker models.User) bool
}

func decisions(w *familytest.World) map[string]decision {
	waits := func(f models.Family, u models.User) bool { return !f.Has(u.ID) && u.Request.FamilyID == f.ID }
	gone := func(f models.Family, u models.User) bool { return !f.Has(u.ID) && u.Request == models.Request{} }
	return map[string]decision{
		"file": {func(s *family.Service, _, asker models.User, code models.InviteCode) error {
			_, _, err := s.Join(w.Ctx(), asker, code)
			return err
		}, true, waits},
		"allow": {func(s *family.Service, owner, asker models.User, _ models.InviteCode) error {
			return second(s.Allow(w.Ctx(), owner, asker.ID))
		}, false, func(f models.Family, u models.User) bool { return f.Has(u.ID) && u.FamilyID == f.ID }},
		"refuse": {func(s *family.Service, owner, asker models.User, _ models.InviteCode) error {
			return s.Refuse(w.Ctx(), owner, asker.ID)
		}, false, gone},
		"withdraw": {func(s *family.Service, _, asker models.User, _ models.InviteCode) error {
			return s.Withdraw(w.Ctx(), asker)
		}, false, gone},
	}
}

// TestDeathInARequest: whichever call is the last one of a process, a request is
// filed, allowed or dropped whole or not at all, and the next process finishes.
func TestDeathInARequest(t *testing.T) {
	w, db := world(t, plain)
	for name, d := range decisions(w) {
		for _, arrives := range []bool{true, false} {
			for n, alive := 0, true; alive; n++ {
				owner, asker := w.AskingOwner("Owner"), w.Person("Asker")
				code := w.Invite(owner)
				if !d.file {
					w.Ask(asker, owner)
				}
				client, dead := dying(db.client, n, arrives)
				doomed := DB{client: client, tables: db.tables}
				families := family.NewService(doomed.Families(), doomed.Memos())
				families.Now = w.Now
				if err := d.act(families, owner, asker, code); err != nil && !models.IsCode(err, models.CodeUnavailable) {
					t.Errorf("%s, death at call %d: %v", name, n, err)
				}
				alive = dead()
				whole(w, owner, asker)
				err := d.act(w.Families, owner, asker, code)
				if err != nil && !models.IsCode(err, models.CodeNotFound) { // it was done before
					t.Errorf("%s, finished after a death at call %d: %v", name, n, err)
				}
				whole(w, owner, asker)
				if f, u := w.FamilyOf(owner), w.Again(asker); !d.done(f, u) {
					t.Errorf("%s, death at call %d (arrived: %v): %+v, %+v", name, n, arrives, f, u)
				}
			}
		}
	}
}

// whole checks that the family and the person agree on the request, and that
// nobody both waits and is in.
func whole(w *familytest.World, owner, asker models.User) {
	w.T.Helper()
	f, u := w.FamilyOf(owner), w.Again(asker)
	filed := len(f.Requests) == 1 && f.Requests[0].Is(u.Request)
	none := len(f.Requests) == 0 && u.Request == models.Request{}
	if !filed && !none || filed && f.Has(u.ID) || f.Has(u.ID) != (u.FamilyID == f.ID) {
		w.T.Errorf("the family is %+v, the person %+v", f, u)
	}
}

// TestFamilyWithoutRequests: the item of a family made before there were requests
// has no map of them.
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
	w.OK(second(w.Families.Allow(w.Ctx(), owner, asker.ID)))

	owner = older()
	people, codes := make([]models.User, 8), make([]models.InviteCode, 8)
	for i := range people {
		people[i], codes[i] = w.Person("Asker"), w.Invite(owner)
	}
	familytest.Together(len(people), func(i int) {
		if _, _, err := w.Families.Join(w.Ctx(), people[i], codes[i]); err != nil {
			t.Error(err)
		}
	})
	if n := len(w.FamilyOf(owner).Requests); n != len(people) {
		t.Errorf("%d requests of %d", n, len(people))
	}
}

// TestBrokenRequests: what cannot be understood is an error without its content.
func TestBrokenRequests(t *testing.T) {
	in := func(it item) types.AttributeValue { return &types.AttributeValueMemberM{Value: it} }
	for name, err := range map[string]error{
		"person": second(readPerson(item{requestOf: in(item{"familyId": text("f"), "at": text("secret")})})),
		"family": second(readFamily(item{requestsOf: in(item{"u": text("secret")})})),
	} {
		if !models.IsCode(err, models.CodeInternal) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
