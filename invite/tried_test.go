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

// TestTried: who counts hears of every try once, how it ended and on which surface.
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
		if s == "link" {
			_, _, _ = w.Invites.RedeemLink(w.Ctx(), w.Again(u), what)
		} else {
			_, _, _ = w.Invites.RedeemCode(w.Ctx(), w.Again(u), what, s)
		}
		if len(all) != 1 || all[0] != (told{s, want}) {
			t.Errorf("told %v, want %s by %s", all, want, s)
		}
	}
	issue := func(owner models.User) invite.Invitation {
		t.Helper()
		w.Advance(time.Minute)
		inv, err := w.Invites.Issue(w.Ctx(), owner)
		w.OK(err)
		return inv
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

	w.Invites = invite.NewService(awayStore{w.InviteStore}, w.Families)
	w.Invites.Now, w.Invites.Tried = w.Now, hear
	try(w.Person("Late"), "1234", invite.Web, "unavailable")

	w.Invites.Tried = nil // nobody counts
	_, _, err := w.Invites.RedeemCode(w.Ctx(), guesser, "1", invite.Web)
	w.Refused(err, models.CodeInvalid, models.ReasonFormat)
}
