package invitetest

import (
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/models"
)

// runRequests checks invitations to families that ask first, and codes that ask.
func runRequests(t *testing.T, mk familytest.Maker) {
	for name, test := range map[string]func(*familytest.World){
		"a code asks and stays":                    codeAsks,
		"a link asks and stays":                    linkAsks,
		"a repeated code returns the same request": askedAgain,
		"a replay after the decision":              askedAndDecided,
		"asking counts until admitted":             askingCounts,
		"several ask with one code":                severalAsk,
		"one code typed twice concurrently":        askedTwiceAtOnce,
		"a number asks":                            numberAsks,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(familytest.NewWorld(t, mk))
		})
	}
}

// asks redeems a code and checks that the owner was asked.
func asks(w *familytest.World, u, owner models.User, code string) models.Request {
	w.T.Helper()
	entry, err := w.Invites.RedeemCode(w.Ctx(), u, code, invite.Web)
	w.OK(err)
	if !entry.Asked() || entry.Family.ID != w.Again(owner).FamilyID || entry.Brought != 0 || entry.Request.UserID != u.ID {
		w.T.Fatalf("RedeemCode: got %+v, want a request", entry)
	}
	return entry.Request
}

func issue(w *familytest.World, owner models.User) invite.Invitation {
	w.T.Helper()
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	return inv
}

func notValid(w *familytest.World, u models.User, code string) {
	w.T.Helper()
	_, err := w.Invites.RedeemCode(w.Ctx(), u, code, invite.Web)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

func codeAsks(w *familytest.World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	inv := issue(w, owner)
	if !inv.AsksFirst || inv.Code == "" {
		w.T.Errorf("Issue: got %+v, want digits that ask", inv)
	}
	asks(w, asker, owner, inv.Code)
	next := issue(w, owner)
	if next.Token == inv.Token || next.Code != inv.Code || !next.ExpiresAt.Equal(inv.ExpiresAt) {
		w.T.Errorf("Issue again: got %+v, want %+v with another token", next, inv)
	}
}

func linkAsks(w *familytest.World) {
	owner, asker, other := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Jiro")
	inv := issue(w, owner)
	preview, err := w.Invites.PreviewLink(w.Ctx(), asker, inv.Token)
	w.OK(err)
	w.Same(preview.AsksFirst, true)
	for range 2 {
		entry, err := w.Invites.RedeemLink(w.Ctx(), asker, inv.Token)
		w.OK(err)
		if !entry.Asked() || entry.Request.Way != models.WayLink || entry.Family.Has(asker.ID) {
			w.T.Errorf("RedeemLink: got %+v, want a request", entry)
		}
	}
	entry, err := w.Invites.RedeemLink(w.Ctx(), other, inv.Token)
	w.OK(err)
	w.Same(entry.Asked(), true)
	_, err = w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.OK(err)
	_, err = w.Invites.RedeemLink(w.Ctx(), w.Person("Late"), inv.Token)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

func askedAgain(w *familytest.World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	inv := issue(w, owner)
	first := asks(w, asker, owner, inv.Code)
	for range 8 { // asker is as read at first, because a repeat may come from another process
		w.Same(asks(w, asker, owner, inv.Code), first)
	}
	w.OK(w.Invites.Revoke(w.Ctx(), owner))
	next := issue(w, owner)
	_, err := w.Invites.RedeemCode(w.Ctx(), asker, next.Code, invite.Web)
	w.Refused(err, models.CodeConflict, models.ReasonAlreadyAsked)
	w.Same(asks(w, asker, owner, inv.Code), first)
}

func askedAndDecided(w *familytest.World) {
	owner, allowed, refused, withdrawn := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Jiro"), w.Person("Ichiro")
	inv := issue(w, owner)
	for _, u := range []models.User{allowed, refused, withdrawn} {
		asks(w, u, owner, inv.Code)
	}
	_, err := w.Families.Allow(w.Ctx(), owner, allowed.ID)
	w.OK(err)
	w.OK(w.Families.Refuse(w.Ctx(), owner, refused.ID))
	w.OK(w.Families.Withdraw(w.Ctx(), withdrawn))
	entry, err := w.Invites.RedeemCode(w.Ctx(), allowed, inv.Code, invite.Web)
	w.OK(err)
	if !entry.Family.Has(allowed.ID) || entry.Family.ID != owner.FamilyID || entry.Asked() {
		w.T.Errorf("RedeemCode by an admitted person: got %+v, want the family joined", entry)
	}
	notValid(w, refused, inv.Code)
	notValid(w, withdrawn, inv.Code)
}

// askingCounts: until the person is admitted, a request counts as one wrong attempt,
// however often it is repeated.
func askingCounts(w *familytest.World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	for n := range 3 {
		inv := issue(w, owner)
		asks(w, asker, owner, inv.Code)
		if n == 0 {
			asks(w, asker, owner, inv.Code)
		}
		w.OK(w.Families.Refuse(w.Ctx(), owner, asker.ID))
		w.OK(w.Invites.Revoke(w.Ctx(), owner))
	}
	inv := issue(w, owner)
	_, err := w.Invites.RedeemCode(w.Ctx(), asker, inv.Code, invite.Web)
	w.Refused(err, models.CodeTooMany, models.ReasonWait)
	w.Advance(time.Minute)
	asks(w, asker, owner, inv.Code)
	_, err = w.Invites.RedeemCode(w.Ctx(), asker, inv.Code, invite.Web)
	w.Refused(err, models.CodeTooMany, models.ReasonWait)
	_, err = w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.OK(err)
	_, err = w.Families.Leave(w.Ctx(), asker)
	w.OK(err)
	w.Advance(time.Minute)
	next := issue(w, owner)
	asks(w, w.Again(asker), owner, next.Code)
}

func severalAsk(w *familytest.World) {
	owner := w.AskingOwner("Taro")
	inv := issue(w, owner)
	checks := map[string]bool{}
	for range models.MaxRequests {
		checks[asks(w, w.Person("Asker"), owner, inv.Code).Check] = true
	}
	w.Same(len(checks), models.MaxRequests)
	sixth := w.Person("Sixth")
	_, err := w.Invites.RedeemCode(w.Ctx(), sixth, inv.Code, invite.Web)
	w.Refused(err, models.CodeConflict, models.ReasonManyRequests)
	_, err = w.Invites.RedeemLink(w.Ctx(), sixth, inv.Token)
	w.Refused(err, models.CodeConflict, models.ReasonManyRequests)
}

func askedTwiceAtOnce(w *familytest.World) {
	for range familytest.Rounds(5) {
		owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
		inv := issue(w, owner)
		familytest.Together(2, func(i int) {
			var entry models.Entry
			var err error
			if i == 0 {
				entry, err = w.Invites.RedeemCode(w.Ctx(), asker, inv.Code, invite.Alexa)
			} else {
				entry, err = w.Invites.RedeemLink(w.Ctx(), asker, inv.Token)
			}
			if err != nil || !entry.Asked() {
				w.T.Errorf("got %+v, %v, want a request", entry, err)
			}
		})
		w.Same(len(w.FamilyOf(owner).Requests), 1)
	}
}

// numberAsks: a connection number entered by a member asks the owner.
func numberAsks(w *familytest.World) {
	owner, echo := w.AskingOwner("Taro"), w.Echo("Echo")
	member := w.Admit(w.Person("Hanako"), owner)
	w.Add(echo, "spoken")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	found, err := w.Invites.PreviewEcho(w.Ctx(), member, c.Number)
	w.OK(err)
	w.Same(found, invite.Echo{User: w.Again(echo), Memos: 1})
	entry, err := w.Invites.AddEcho(w.Ctx(), member, c.Number)
	w.OK(err)
	if r := entry.Request; r.Way != models.WayNumber || r.By != member.ID || r.UserID != echo.ID {
		w.T.Errorf("AddEcho: got %+v, want a request by the member", entry)
	}
	again, err := w.Invites.AddEcho(w.Ctx(), member, c.Number)
	w.OK(err)
	w.Same(again.Request, entry.Request)
	entry, err = w.Invites.AddEcho(w.Ctx(), owner, c.Number) // the owner's own entry decides
	w.OK(err)
	if entry.Asked() || entry.Brought != 1 || len(w.FamilyOf(owner).Requests) > 0 {
		w.T.Errorf("AddEcho: got %+v, want a member with one memo", entry)
	}
}
