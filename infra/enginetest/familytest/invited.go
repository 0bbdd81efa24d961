package familytest

import (
	"sync/atomic"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runInvited checks the contract for accounts that may sign up only because a family
// invited them.
func runInvited(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"an invited account":                 invitedAccount,
		"admitted, it may invite":            invitedAdmitted,
		"refused, it is closed":              invitedRefused,
		"expired, it is erased":              invitedErased,
		"twelve strangers with one link":     twelveStrangers,
		"a second sign-in keeps the account": invitedAgain,
		"another family cannot decide":       invitedElsewhere,
	})
}

// token issues an invitation of the owner's family and returns its link's token.
func (w *World) token(owner models.User) string {
	w.T.Helper()
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	return inv.Token
}

// signUp creates an account that may sign up only with a token.
func (w *World) signUp(name, token string) models.User {
	w.T.Helper()
	p := w.profile(name, models.SourceOIDC)
	to, err := w.Invites.Bind(w.Ctx(), token, p.ID)
	w.OK(err)
	u, err := w.Families.EnsureInvited(w.Ctx(), p, to)
	w.OK(err)
	return u
}

func invitedAccount(w *World) {
	owner := w.AskingOwner("Taro")
	u := w.signUp("Hanako", w.token(owner))
	if u.Membership.InvitedTo != owner.FamilyID || u.EraseAt.Sub(w.Now()) > models.RequestLifetime+models.InviteLifetime || u.EraseAt.Before(w.Now()) {
		w.T.Errorf("got the account %+v, want InvitedTo and EraseAt", u)
	}
	w.Same(w.Again(u), u)
	w.Refused(must.Err(w.Invites.Issue(w.Ctx(), u)), models.CodeForbidden, models.ReasonNotAdmitted)
	echo := w.Echo("Echo")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	w.Refused(must.Err(w.Families.Connect(w.Ctx(), u, c.Number)), models.CodeForbidden, models.ReasonNotAdmitted)
}

func invitedAdmitted(w *World) {
	owner := w.AskingOwner("Taro")
	token := w.token(owner)
	u := w.signUp("Hanako", token)
	entry, err := w.Invites.RedeemLink(w.Ctx(), u, token)
	w.OK(err)
	w.Same(entry.Asked(), true)
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, u.ID)))
	now := w.Again(u)
	if now.Membership.InvitedTo != "" || !now.EraseAt.IsZero() || now.FamilyID != owner.FamilyID {
		w.T.Errorf("Allow: got %+v, want a member without InvitedTo and EraseAt", now)
	}
	w.OK(w.Families.Transfer(w.Ctx(), owner, u.ID))
	w.OK(must.Err(w.Invites.Issue(w.Ctx(), now)))
	w.Advance(2 * models.RequestLifetime)
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Same(w.Again(u).FamilyID, owner.FamilyID)

	open := w.Person("Jiro") // a family that does not ask
	token = w.token(open)
	u = w.signUp("Ichiro", token)
	entry, err = w.Invites.RedeemLink(w.Ctx(), u, token)
	w.OK(err)
	w.Same(entry.Asked(), false)
	if now = w.Again(u); now.Membership.InvitedTo != "" || !now.EraseAt.IsZero() {
		w.T.Errorf("Redeem: got %+v, want no InvitedTo and EraseAt", now)
	}
}

func invitedRefused(w *World) {
	owner, signedUp := w.AskingOwner("Taro"), w.Person("Jiro")
	token := w.token(owner)
	u := w.signUp("Hanako", token)
	w.Add(u, "hers")
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), u, token)))
	w.OK(w.Families.Refuse(w.Ctx(), owner, u.ID))
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), u.ID)), notFound, models.ReasonPerson)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), u.FamilyID)), notFound, models.ReasonFamily)
	w.Ask(signedUp, owner) // an account that signed up before stays
	w.OK(w.Families.Refuse(w.Ctx(), owner, signedUp.ID))
	w.Same(w.Again(signedUp).FamilyID, signedUp.FamilyID)
}

func invitedErased(w *World) {
	owner := w.AskingOwner("Taro")
	token := w.token(owner)
	u := w.signUp("Hanako", token)
	w.Advance(models.InviteLifetime - time.Minute)
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), u, token)))
	w.Advance(models.RequestLifetime - time.Minute)
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Same(w.waiting(owner), []models.UserID{u.ID}) // its request is open
	w.Advance(3 * time.Minute)
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), u.ID)), notFound, models.ReasonPerson)
	w.Same(w.waiting(owner), []models.UserID{})
}

// twelveStrangers: one link allows only one account to sign up, the first.
func twelveStrangers(w *World) {
	owner := w.Person("Taro")
	token := w.token(owner)
	profiles := make([]models.Profile, 12)
	for i := range profiles {
		profiles[i] = w.profile("Stranger", models.SourceOIDC)
	}
	var bound atomic.Int64
	var winner atomic.Value
	Together(len(profiles), func(i int) {
		to, err := w.Invites.Bind(w.Ctx(), token, profiles[i].ID)
		switch {
		case err == nil && to == owner.FamilyID:
			bound.Add(1)
			winner.Store(profiles[i])
		case !models.IsCode(err, notFound) || !models.IsReason(err, notValid):
			w.T.Errorf("Bind: got %v, %v, want invite_not_valid", to, err)
		}
	})
	if bound.Load() != 1 {
		w.T.Fatalf("got %d accounts that bound one invitation, want 1", bound.Load())
	}
	p := winner.Load().(models.Profile)
	w.OK(must.Err(w.Invites.Bind(w.Ctx(), token, p.ID))) // a repeat by the same account
	u, err := w.Families.EnsureInvited(w.Ctx(), p, owner.FamilyID)
	w.OK(err)
	for _, other := range []models.User{w.Person("Guest"), w.Person("Guest")} {
		w.Refused(must.Err(w.Invites.RedeemLink(w.Ctx(), other, token)), notFound, notValid)
		w.Refused(must.Err(w.Invites.PreviewLink(w.Ctx(), other, token)), notFound, notValid)
	}
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), u, token)))
	w.Same(members(w.FamilyOf(owner)), []models.UserID{owner.ID, u.ID})
}

// invitedAgain: neither another sign-in nor an earlier account changes the rights.
func invitedAgain(w *World) {
	owner := w.Person("Taro")
	u := w.signUp("Hanako", w.token(owner))
	p := models.Profile{ID: u.ID, Name: u.Name, Email: u.Email, Source: u.Source}
	for range 2 {
		again, err := w.Families.Ensure(w.Ctx(), p)
		w.OK(err)
		w.Same(again, u)
	}
	before := w.Person("Jiro")
	p = models.Profile{ID: before.ID, Name: before.Name, Email: before.Email, Source: before.Source}
	again, err := w.Families.EnsureInvited(w.Ctx(), p, owner.FamilyID)
	w.OK(err)
	w.Same(again, before)
}

func invitedElsewhere(w *World) {
	owner, other := w.AskingOwner("Taro"), w.AskingOwner("Goro")
	token := w.token(owner)
	u := w.signUp("Hanako", token)
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), u, token)))
	w.Refused(w.Families.Refuse(w.Ctx(), other, u.ID), notFound, models.ReasonPerson)
	w.Refused(must.Err(w.Families.Allow(w.Ctx(), other, u.ID)), notFound, models.ReasonPerson)
	w.waits(u, owner.FamilyID)
	w.Same(w.Again(u).Membership.InvitedTo, owner.FamilyID)
	w.OK(w.Families.Withdraw(w.Ctx(), u))
	w.Refused(must.Err(w.Redeem(u, w.Invite(other))), models.CodeForbidden, models.ReasonNotAdmitted)
	w.Same(w.Again(u).Membership.InvitedTo, owner.FamilyID)
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), u, token)))
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, u.ID)))
}
