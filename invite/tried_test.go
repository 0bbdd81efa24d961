package invite_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// awayStore is a store whose codes cannot be read.
type awayStore struct{ invite.Store }

func (awayStore) Get(context.Context, string) (models.InviteCode, error) {
	return models.InviteCode{}, models.Unavailable(errors.New("away"))
}

// TestTried: Tried is told of every attempt once, how it ended and on which surface.
func TestTried(t *testing.T) {
	w := newWorld(t)
	type told struct {
		surface invite.Surface
		outcome invite.Outcome
	}
	var all []told
	hear := func(s invite.Surface, o invite.Outcome) { all = append(all, told{s, o}) }
	w.Invites.Tried = hear
	try := func(u models.User, what string, s invite.Surface, want invite.Outcome) {
		t.Helper()
		all = nil
		switch s {
		case "link":
			_, _ = w.Invites.RedeemLink(w.Ctx(), w.Again(u), what)
		case "number":
			_, _ = w.Invites.AddEcho(w.Ctx(), w.Again(u), what)
		default:
			_, _ = w.Invites.RedeemCode(w.Ctx(), w.Again(u), what, s)
		}
		if len(all) != 1 || all[0] != (told{s, want}) {
			t.Errorf("told %v, want %s by %s", all, want, s)
		}
	}
	issue := func(owner models.User) invite.Invitation {
		t.Helper()
		w.Advance(time.Minute)
		return issue(w, owner)
	}
	owner, guest, other, guesser := w.Person("Owner"), w.Person("Guest"), w.Person("Other"), w.Person("Guesser")

	inv := issue(owner)
	try(guest, "four", invite.Web, "invalid")
	try(guest, unused(w, 0), invite.Alexa, invite.Wrong)
	try(guest, "no token", "link", invite.Wrong)
	try(guest, inv.Code, invite.Alexa, invite.Joined)
	try(guest, inv.Code, invite.Web, invite.Joined) // again
	try(other, inv.Code, invite.Web, invite.Wrong)  // used
	try(other, issue(owner).Token, "link", invite.Joined)
	try(owner, issue(guesser).Code, invite.Web, "conflict") // has members
	for range 3 {
		try(guesser, unused(w, 0), invite.Web, invite.Wrong)
	}
	try(guesser, unused(w, 0), invite.Web, invite.Refused)

	try(w.Person("Asker"), issue(w.AskingOwner("Asking")).Code, invite.Web, invite.Asked)

	echo := w.Echo("Echo")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	try(guest, "12345678", "number", invite.Wrong)
	try(guest, c.Number, "number", invite.Joined)
	asking := w.AskingOwner("Asking")
	member := w.Admit(w.Person("Member"), asking)
	c, err = w.Families.ConnectionNumber(w.Ctx(), w.Echo("Other"))
	w.OK(err)
	try(member, c.Number, "number", invite.Asked)
	all = nil
	_, err = w.Invites.PreviewEcho(w.Ctx(), member, c.Number) // looking is no attempt to join
	w.OK(err)
	w.Same(len(all), 0)

	w.Invites = w.InvitesOver(awayStore{w.InviteStore})
	w.Invites.Tried = hear
	try(w.Person("Late"), "1234", invite.Web, "unavailable")

	w.Invites.Tried = nil // nobody counts
	_, err = w.Invites.RedeemCode(w.Ctx(), guesser, "1", invite.Web)
	w.Refused(err, models.CodeInvalid, models.ReasonFormat)
}
