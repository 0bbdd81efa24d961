package invite_test

import (
	"slices"
	"testing"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestChanged: an event is reported of a family whose invitation is used or revoked, and of
// the family that the person leaves, and none for a call that fails.
func TestChanged(t *testing.T) {
	w := newWorld(t)
	owner, guest := w.Person("Owner"), w.Person("Guest")
	ear := w.Listen()
	heard := func(name string, want ...models.FamilyID) {
		t.Helper()
		slices.Sort(want)
		t.Log(name)
		w.Same(ear.Heard(), want)
	}

	w.Refused(w.Invites.Revoke(w.Ctx(), owner), models.CodeNotFound, models.ReasonInviteNotValid)
	w.OK(must.Err(w.Invites.Issue(w.Ctx(), owner)))
	w.Refused(w.Invites.Revoke(w.Ctx(), guest), models.CodeNotFound, models.ReasonInviteNotValid)
	heard("refused")
	w.OK(w.Invites.Revoke(w.Ctx(), owner))
	heard("revoked", owner.FamilyID)

	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	w.Refused(must.Err(w.Invites.RedeemCode(w.Ctx(), guest, unused(w, 0), invite.Web)), models.CodeNotFound, models.ReasonInviteNotValid)
	heard("a wrong code")
	w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web)))
	heard("joined", owner.FamilyID, guest.FamilyID)
	w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web)))
	heard("the same again")

	asking, asker := w.AskingOwner("Asking"), w.Person("Asker")
	inv, err = w.Invites.Issue(w.Ctx(), asking)
	w.OK(err)
	ear.Heard()
	for n, want := range [][]models.FamilyID{{asking.FamilyID, asker.FamilyID}, nil} {
		w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), asker, inv.Token)))
		heard([]string{"asked", "asked again"}[n], want...)
	}
	echo := w.Echo("Echo")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	ear.Heard()
	w.OK(must.Err(w.Invites.PreviewEcho(w.Ctx(), owner, c.Number)))
	heard("looked at a number")
	w.OK(must.Err(w.Invites.AddEcho(w.Ctx(), owner, c.Number)))
	heard("added an Echo", owner.FamilyID, echo.FamilyID)
}
