package dynamo

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// sheet returns the digits and the link of a new invitation of the owner's family.
func sheet(w *familytest.World, owner models.User) []models.InviteCode {
	w.T.Helper()
	c := w.Invitation(owner)
	return []models.InviteCode{c, linkOf(c, string(c.InviteID))}
}

// namesAll checks that the family names no invitation, or one that has all its codes.
func namesAll(w *familytest.World, owner models.User, codes []models.InviteCode) {
	w.T.Helper()
	f := w.FamilyOf(owner)
	if codes == nil {
		w.Same([]string{string(f.InviteID), f.InviteKey}, []string{"", ""})
		return
	}
	w.Same([]string{string(f.InviteID), f.InviteKey}, []string{string(codes[0].InviteID), codes[0].Code})
	for _, c := range codes {
		got, err := w.InviteStore.Get(w.Ctx(), c.Code)
		w.OK(err)
		w.Same(got, c)
	}
}

// TestDeathWhileIssuing: whichever call is a process's last, the family names the earlier
// invitation or the new one with all its codes, and the next process can make another
// one.
func TestDeathWhileIssuing(t *testing.T) {
	t.Parallel()
	w, db := world(t, plain)
	everyDeath(t, db, func(doomed *DB, at death) {
		owner := w.Person("Owner")
		before := sheet(w, owner)
		w.OK(w.InviteStore.Issue(w.Ctx(), before, ""))
		codes := sheet(w, owner)
		if err := doomed.Invites().Issue(w.Ctx(), codes, before[0].InviteID); err != nil && !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("%+v: %v", at, err)
		}
		named := before
		if w.FamilyOf(owner).InviteID == codes[0].InviteID {
			named = codes
		}
		namesAll(w, owner, named)
		next := sheet(w, owner)
		w.OK(w.InviteStore.Issue(w.Ctx(), next, named[0].InviteID))
		namesAll(w, owner, next)
	})
}

// TestLostAnswersOfInvitations: a write that is retried because its answer was lost
// counts once, and is never taken for another request's.
func TestLostAnswersOfInvitations(t *testing.T) {
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	lose := func(nth int) {
		s.after = times(1, func(in any) error {
			switch in.(type) {
			case *dynamodb.PutItemInput, *dynamodb.UpdateItemInput:
				if nth--; nth == 0 {
					return errDead
				}
			}
			return nil
		})
	}
	for nth := 1; nth <= 3; nth++ {
		owner := w.Person("Owner")
		codes := sheet(w, owner)
		lose(nth)
		check.Equal(t, w.InviteStore.Issue(w.Ctx(), codes, ""), nil, "Issue with answer %d lost", nth)
		namesAll(w, owner, codes)
	}
	owner, guest := w.Person("Owner"), w.Person("Guest")
	code := w.Invite(owner)
	lose(1)
	w.OK(w.InviteStore.AddLink(w.Ctx(), linkOf(code, "another")))
	lose(1)
	w.OK(w.InviteStore.Bind(w.Ctx(), owner.FamilyID, code.InviteID, guest.ID))
	w.Same(w.FamilyOf(owner).InviteFor, guest.ID)
	lose(1)
	w.OK(w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, code.InviteID))
	w.Refused(w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, code.InviteID), models.CodeNotFound, models.ReasonInviteNotValid)
	namesAll(w, owner, nil)
}

// TestWithdrawn: an invitation that did not become the family's leaves no code that
// blocks its digits, and removes no code of another invitation.
func TestWithdrawn(t *testing.T) {
	w, _ := world(t, plain)
	owner, other := w.Person("Owner"), w.Person("Other")
	live := sheet(w, owner)
	w.OK(w.InviteStore.Issue(w.Ctx(), live, ""))
	gone := func(codes ...models.InviteCode) {
		t.Helper()
		for _, c := range codes {
			w.Refused(must.Err(w.InviteStore.Get(w.Ctx(), c.Code)), models.CodeNotFound, models.ReasonInviteNotValid)
		}
	}
	late := sheet(w, owner)
	w.Refused(w.InviteStore.Issue(w.Ctx(), late, ""), models.CodeConflict, models.ReasonMoved)
	gone(late...)
	taken := sheet(w, other)
	taken[0].Code, taken[1].Code = taken[1].Code, live[0].Code // the link is put first, then refused digits
	w.Refused(w.InviteStore.Issue(w.Ctx(), taken, ""), models.CodeConflict, models.ReasonCodesExhausted)
	gone(taken[0])
	namesAll(w, owner, live)
	nowhere := sheet(w, owner)
	for i := range nowhere {
		nowhere[i].FamilyID = "nowhere"
	}
	w.Refused(w.InviteStore.Issue(w.Ctx(), nowhere, ""), models.CodeConflict, models.ReasonMoved)
	gone(nowhere...)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), "nowhere")), models.CodeNotFound, models.ReasonFamily)
	if err := w.InviteStore.Issue(w.Ctx(), nil, ""); !models.IsCode(err, models.CodeInvalid) {
		t.Errorf("Issue without codes: got %v", err)
	}
}

// TestTokenIdentifiesNothing: using a link never reads the item of four digits.
func TestTokenIdentifiesNothing(t *testing.T) {
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	owner, guest := w.Person("Owner"), w.Person("Guest")
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	s.before = func(in any) error {
		if get, ok := in.(*dynamodb.GetItemInput); ok {
			if textOf(get.Key["code"]) == inv.Code {
				t.Error("GetItem of the digits, want none")
			}
		}
		return nil
	}
	w.OK(must.Err(w.Invites.PreviewLink(w.Ctx(), guest, inv.Token)))
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), guest, inv.Token)))
	s.before = nil
	w.Same(w.FamilyOf(guest).ID, owner.FamilyID)
}
