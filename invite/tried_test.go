package invite_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// awayStore is a store whose codes cannot be read.
type awayStore struct{ invite.Store }

func (awayStore) Get(context.Context, string) (models.InviteCode, error) {
	return models.InviteCode{}, models.Unavailable(errors.New("away"))
}

// told is one call of Tried.
type told struct {
	surface invite.Surface
	outcome invite.Outcome
}

// counter records the calls of Tried.
type counter struct {
	*familytest.World
	all []told
}

func newCounter(t *testing.T) *counter {
	c := &counter{World: newWorld(t)}
	c.Invites.Tried = c.hear
	return c
}

func (c *counter) hear(s invite.Surface, o invite.Outcome) { c.all = append(c.all, told{s, o}) }

// try makes one attempt and checks the call of Tried.
func (c *counter) try(u models.User, what string, s invite.Surface, want invite.Outcome) {
	c.T.Helper()
	c.all = nil
	switch s {
	case "link":
		_, _ = c.Invites.RedeemLink(c.Ctx(), c.Again(u), what)
	case "number":
		_, _ = c.Invites.AddEcho(c.Ctx(), c.Again(u), what)
	default:
		_, _ = c.Invites.RedeemCode(c.Ctx(), c.Again(u), what, s)
	}
	if len(c.all) != 1 || c.all[0] != (told{s, want}) {
		c.T.Errorf("Tried: got %v, want %s by %s", c.all, want, s)
	}
}

// issue returns the owner's invitation a minute later.
func (c *counter) issue(owner models.User) invite.Invitation {
	c.T.Helper()
	c.Advance(time.Minute)
	return issue(c.World, owner)
}

// TestTried: Tried is called once for every attempt, with its surface and outcome.
func TestTried(t *testing.T) {
	w := newCounter(t)
	owner, guest, other, guesser := w.Person("Owner"), w.Person("Guest"), w.Person("Other"), w.Person("Guesser")

	inv := w.issue(owner)
	w.try(guest, "four", invite.Web, "invalid")
	w.try(guest, unused(w.World, 0), invite.Alexa, invite.Wrong)
	w.try(guest, "no token", "link", invite.Wrong)
	w.try(guest, inv.Code, invite.Alexa, invite.Joined)
	w.try(guest, inv.Code, invite.Web, invite.Joined) // a repeat
	w.try(other, inv.Code, invite.Web, invite.Wrong)  // used
	w.try(other, w.issue(owner).Token, "link", invite.Joined)
	w.try(owner, w.issue(guesser).Code, invite.Web, "conflict") // the owner has other members
	for range 3 {
		w.try(guesser, unused(w.World, 0), invite.Web, invite.Wrong)
	}
	w.try(guesser, unused(w.World, 0), invite.Web, invite.Refused)

	w.try(w.Person("Asker"), w.issue(w.AskingOwner("Asking")).Code, invite.Web, invite.Asked)

	w.Invites = w.InvitesOver(awayStore{w.InviteStore})
	w.Invites.Tried = w.hear
	w.try(w.Person("Late"), "1234", invite.Web, "unavailable")

	w.Invites.Tried = nil // attempts are not reported
	w.Refused(must.Err(w.Invites.RedeemCode(w.Ctx(), guesser, "1", invite.Web)), models.CodeInvalid, models.ReasonFormat)
}

// TestTriedNumbers: Tried is also called for numbers.
func TestTriedNumbers(t *testing.T) {
	w := newCounter(t)
	guest := w.Person("Guest")
	echo := w.Echo("Echo")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	w.try(guest, "12345678", "number", invite.Wrong)
	w.try(guest, c.Number, "number", invite.Joined)
	asking := w.AskingOwner("Asking")
	member := w.Admit(w.Person("Member"), asking)
	c, err = w.Families.ConnectionNumber(w.Ctx(), w.Echo("Other"))
	w.OK(err)
	w.try(member, c.Number, "number", invite.Asked)
	w.all = nil
	_, err = w.Invites.PreviewEcho(w.Ctx(), member, c.Number) // a preview is not an attempt to join
	w.OK(err)
	w.Same(len(w.all), 0)
}
