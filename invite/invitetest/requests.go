package invitetest

import (
	"testing"
	"time"

	"voicememo/family/familytest"
	"voicememo/invite"
	"voicememo/models"
)

// runRequests checks invitations to families that ask first.
func runRequests(t *testing.T, mk familytest.Maker) {
	for name, test := range map[string]func(*familytest.World){
		"a code asks and is used up":           codeAsks,
		"a link asks and is used up":           linkAsks,
		"the same code again answers the same": askedAgain,
		"a replay after the decision":          askedAndDecided,
		"tries are counted as for a join":      askingCounts,
		"one code typed twice at once":         askedTwiceAtOnce,
	} {
		t.Run(name, func(t *testing.T) { test(familytest.NewWorld(t, mk)) })
	}
}

// asks redeems by code and wants the answer to be that the owner was asked.
func asks(w *familytest.World, u, owner models.User, code string) {
	w.T.Helper()
	f, moving, err := w.Invites.RedeemCode(w.Ctx(), u, code, invite.Web)
	w.OK(err)
	if r, ok := f.RequestOf(u.ID); !ok || f.ID != owner.FamilyID || moving != 0 || r.At.IsZero() {
		w.T.Fatalf("answered with %+v, %d memos", f, moving)
	}
}

func issue(w *familytest.World, owner models.User) invite.Invitation {
	w.T.Helper()
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	return inv
}

func notValid(w *familytest.World, u models.User, code string) {
	w.T.Helper()
	_, _, err := w.Invites.RedeemCode(w.Ctx(), u, code, invite.Web)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

func codeAsks(w *familytest.World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	inv := issue(w, owner)
	asks(w, asker, owner, inv.Code)
	notValid(w, w.Person("Jiro"), inv.Code)
	if next := issue(w, owner); next.Token == inv.Token || !next.ExpiresAt.After(w.Now()) {
		w.T.Errorf("the next invitation is %+v", next)
	}
}

func linkAsks(w *familytest.World) {
	owner, asker, other := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Jiro")
	inv := issue(w, owner)
	for range 2 {
		f, _, err := w.Invites.RedeemLink(w.Ctx(), asker, inv.Token)
		w.OK(err)
		if _, ok := f.RequestOf(asker.ID); !ok || f.Has(asker.ID) {
			w.T.Errorf("answered with %+v", f)
		}
	}
	_, _, err := w.Invites.RedeemLink(w.Ctx(), other, inv.Token)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

func askedAgain(w *familytest.World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	inv := issue(w, owner)
	for range 8 { // asker is as first read: a repeat may come from another process
		asks(w, asker, owner, inv.Code)
	}
	next := issue(w, owner)
	asks(w, asker, owner, next.Code)
	notValid(w, asker, inv.Code) // that request was replaced
}

func askedAndDecided(w *familytest.World) {
	owner, allowed, refused, withdrawn := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Jiro"), w.Person("Ichiro")
	codes := map[models.UserID]string{}
	for _, u := range []models.User{allowed, refused, withdrawn} {
		inv := issue(w, owner)
		codes[u.ID] = inv.Code
		asks(w, u, owner, inv.Code)
	}
	_, err := w.Families.Allow(w.Ctx(), owner, allowed.ID)
	w.OK(err)
	w.OK(w.Families.Refuse(w.Ctx(), owner, refused.ID))
	w.OK(w.Families.Withdraw(w.Ctx(), withdrawn))
	f, _, err := w.Invites.RedeemCode(w.Ctx(), allowed, codes[allowed.ID], invite.Web)
	w.OK(err)
	if !f.Has(allowed.ID) || f.ID != owner.FamilyID {
		w.T.Errorf("who was let in is answered with %+v", f)
	}
	notValid(w, refused, codes[refused.ID])
	notValid(w, withdrawn, codes[withdrawn.ID])
}

// askingCounts: three wrong tries cost a wait, whatever the family does with the
// right one, and asking itself costs nothing.
func askingCounts(w *familytest.World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	for range 4 {
		asks(w, asker, owner, issue(w, owner).Code)
	}
	w.Advance(24 * time.Hour)
	inv := issue(w, owner)
	wrong := "0000"
	if inv.Code == wrong {
		wrong = "0001"
	}
	for range 3 {
		notValid(w, asker, wrong)
	}
	_, _, err := w.Invites.RedeemCode(w.Ctx(), asker, inv.Code, invite.Web)
	w.Refused(err, models.CodeTooMany, models.ReasonWait)
	w.Advance(time.Minute)
	asks(w, asker, owner, inv.Code)
	l, err := w.InviteStore.Ledger(w.Ctx(), "live")
	w.OK(err)
	w.Same(len(l.Entries), 0) // the code is not live any more
}

func askedTwiceAtOnce(w *familytest.World) {
	for range 5 {
		owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
		inv := issue(w, owner)
		familytest.Together(2, func(int) {
			f, _, err := w.Invites.RedeemCode(w.Ctx(), asker, inv.Code, invite.Alexa)
			if _, ok := f.RequestOf(asker.ID); err != nil || !ok {
				w.T.Errorf("answered with %+v, %v", f, err)
			}
		})
	}
}
