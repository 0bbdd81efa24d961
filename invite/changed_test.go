package invite_test

import (
	"slices"
	"testing"

	"voicememo/invite"
	"voicememo/models"
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
	_, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	w.Refused(w.Invites.Revoke(w.Ctx(), guest), models.CodeNotFound, models.ReasonInviteNotValid)
	heard("refused")
	w.OK(w.Invites.Revoke(w.Ctx(), owner))
	heard("revoked", owner.FamilyID)

	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	_, err = w.Invites.RedeemCode(w.Ctx(), guest, unused(w, 0), invite.Web)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	heard("a wrong code")
	_, err = w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web)
	w.OK(err)
	heard("joined", owner.FamilyID, guest.FamilyID)
	_, err = w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web)
	w.OK(err)
	heard("the same again")

	asking, asker := w.AskingOwner("Asking"), w.Person("Asker")
	inv, err = w.Invites.Issue(w.Ctx(), asking)
	w.OK(err)
	ear.Heard()
	for n, want := range [][]models.FamilyID{{asking.FamilyID, asker.FamilyID}, nil} {
		_, err = w.Invites.RedeemLink(w.Ctx(), asker, inv.Token)
		w.OK(err)
		heard([]string{"asked", "asked again"}[n], want...)
	}
	echo := w.Echo("Echo")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	ear.Heard()
	_, err = w.Invites.PreviewEcho(w.Ctx(), owner, c.Number)
	w.OK(err)
	heard("looked at a number")
	_, err = w.Invites.AddEcho(w.Ctx(), owner, c.Number)
	w.OK(err)
	heard("added an Echo", owner.FamilyID, echo.FamilyID)
}
