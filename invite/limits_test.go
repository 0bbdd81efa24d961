package invite_test

import (
	"fmt"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

func newWorld(t *testing.T) *familytest.World { return familytest.NewWorld(t, sqlitetest.Fresh) }

// wrong tries digits that are not a code and returns how long to wait, or 0 if they were
// compared.
func wrong(w *familytest.World, u models.User, surface invite.Surface) time.Duration {
	w.T.Helper()
	_, err := w.Invites.RedeemCode(w.Ctx(), u, unused(w, 0), surface)
	if models.IsReason(err, models.ReasonInviteNotValid) {
		return 0
	}
	w.Refused(err, models.CodeTooMany, models.ReasonWait)
	wait := models.AsError(err).RetryAfter
	if wait <= 0 {
		w.T.Fatalf("got a wait of %s, want a positive one", wait)
	}
	return wait
}

// unused returns digits that have never been a code.
func unused(w *familytest.World, from int) string {
	for n := from * 100; ; n++ {
		key := fmt.Sprintf("%04d", n%10_000)
		if _, err := w.InviteStore.Get(w.Ctx(), key); models.IsCode(err, models.CodeNotFound) {
			return key
		}
	}
}

func issue(w *familytest.World, owner models.User) invite.Invitation {
	w.T.Helper()
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	return inv
}

// exposed returns the spent guess budget of a surface in the last hour.
func exposed(w *familytest.World, surface invite.Surface) (sum int64) {
	w.T.Helper()
	l, err := w.InviteStore.Ledger(w.Ctx(), "exposure#"+string(surface))
	w.OK(err)
	for _, e := range l.Entries {
		sum += e.Amount
	}
	return sum
}

// TestPersonsWaits checks the waits during a day of one person's wrong attempts.
func TestPersonsWaits(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Guesser")
	compared := func(after time.Duration) {
		t.Helper()
		w.Advance(after)
		if wait := wrong(w, u, invite.Web); wait != 0 {
			t.Fatalf("got a wait of %s, want none", wait)
		}
	}
	refusedFor := func(atMost time.Duration) {
		t.Helper()
		if wait := wrong(w, u, invite.Web); wait == 0 || wait > atMost || wait < atMost-5*time.Second {
			t.Fatalf("got a wait of %s, want %s", wait, atMost)
		}
	}
	compared(0)
	compared(0)
	compared(0)
	refusedFor(30 * time.Second)
	compared(31 * time.Second)
	refusedFor(time.Minute)
	compared(61 * time.Second)
	if wait := wrong(w, u, invite.Web); wait < 50*time.Minute {
		t.Fatalf("after five wrong attempts in an hour: got a wait of %s, want at least 50 minutes", wait)
	}
	for range 5 {
		compared(61 * time.Minute)
	}
	if wait := wrong(w, u, invite.Alexa); wait < 18*time.Hour {
		t.Fatalf("after ten wrong attempts in a day: got a wait of %s, want at least 18 hours", wait)
	}
	owner := w.Person("Owner")
	inv := issue(w, owner)
	w.Refused(must.Err(w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Web)), models.CodeTooMany, models.ReasonWait)
	_, err := w.Invites.RedeemLink(w.Ctx(), u, inv.Token) // the link still works
	w.OK(err)
}

// TestGuessBudget: whatever is guessed, the spent guess budget of each surface in an hour is at most
// ten. When it is used up, correct digits ask, and wrong digits are still compared and add
// nothing.
func TestGuessBudget(t *testing.T) {
	for live := range 11 {
		t.Run(fmt.Sprintf("%d live", live), func(t *testing.T) {
			w := newWorld(t)
			var invitations []invite.Invitation
			for range live {
				invitations = append(invitations, issue(w, w.Person("Owner")))
			}
			for _, surface := range []invite.Surface{invite.Web, invite.Alexa} {
				for i := range 15 {
					w.Refused(must.Err(w.Invites.RedeemCode(w.Ctx(), w.Person("Guesser"), unused(w, i), surface)), models.CodeNotFound, models.ReasonInviteNotValid)
				}
				want := int64(0)
				if live > 0 {
					want = int64(10 / live * live)
				}
				if sum := exposed(w, surface); sum != want {
					t.Errorf("%s: got a spent guess budget of %d, want %d", surface, sum, want)
				}
			}
			if live == 0 {
				return
			}
			entry, err := w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), invitations[0].Code, invite.Web)
			w.OK(err)
			if !entry.Asked() {
				t.Error("got a member with the guess budget used up, want a request")
			}
			w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), invitations[0].Token)))
		})
	}
}

// TestGuessBudgetOfOneSurface: guesses on one surface do not affect the other, and have no
// effect after an hour.
func TestGuessBudgetOfOneSurface(t *testing.T) {
	w := newWorld(t)
	owners := []models.User{w.Person("Owner"), w.Person("Owner"), w.Person("Owner")}
	first := issue(w, owners[0])
	second := issue(w, owners[1])
	for i := range 10 {
		_, _ = w.Invites.RedeemCode(w.Ctx(), w.Person("Guesser"), unused(w, i), invite.Web)
	}
	joins := func(inv invite.Invitation, surface invite.Surface, want bool) {
		t.Helper()
		entry, err := w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), inv.Code, surface)
		w.OK(err)
		if entry.Asked() == want {
			t.Errorf("%s: got asked %v, want %v", surface, entry.Asked(), !want)
		}
	}
	joins(first, invite.Web, false)
	joins(second, invite.Alexa, true)
	if inv := issue(w, owners[2]); inv.Code == "" || !inv.AsksFirst {
		t.Errorf("Issue: got %+v, want digits that ask", inv)
	}
	w.Advance(time.Hour + time.Second)
	inv := issue(w, owners[2])
	if inv.AsksFirst {
		t.Errorf("Issue after an hour: got %+v, want digits that admit", inv)
	}
	joins(inv, invite.Web, true)
}

// TestAdmittingCodes: ten codes of the deployment admit. A further one asks until one of
// the ten is used, revoked or expired.
func TestAdmittingCodes(t *testing.T) {
	w := newWorld(t)
	var owners []models.User
	var invitations []invite.Invitation
	for i := range 11 {
		owners = append(owners, w.Person("Owner"))
		invitations = append(invitations, issue(w, owners[i]))
		if invitations[i].AsksFirst != (i == 10) {
			t.Fatalf("code %d: got %+v, want the first ten to admit", i+1, invitations[i])
		}
	}
	again := issue(w, owners[10])
	if again.Code != invitations[10].Code || !again.AsksFirst {
		t.Errorf("Issue again: got %+v, want the same digits, which ask", again)
	}
	next := func(name string, asks bool) {
		t.Helper()
		if inv := issue(w, w.Person("Owner")); inv.AsksFirst != asks {
			t.Errorf("%s: got AsksFirst %v, want %v", name, inv.AsksFirst, asks)
		}
	}
	next("ten live", true)
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), invitations[0].Token)))
	next("one used", false)
	next("ten live again", true)
	w.OK(w.Invites.Revoke(w.Ctx(), owners[1]))
	next("one revoked", false)
	w.Advance(models.InviteLifetime)
	next("all over", false)
}

// TestReplayFreesNothing: if a member uses their code a second time, the family's next code
// still counts.
func TestReplayFreesNothing(t *testing.T) {
	w := newWorld(t)
	owner, guest := w.Person("Owner"), w.Person("Guest")
	used := issue(w, owner)
	w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), guest, used.Code, invite.Web)))
	next := issue(w, owner)
	if next.AsksFirst || next.Code == used.Code {
		t.Fatalf("Issue: got %+v, want other digits, which admit", next)
	}
	for _, use := range []func() error{
		func() error { return must.Err(w.Invites.RedeemCode(w.Ctx(), w.Again(guest), used.Code, invite.Web)) },
		func() error { return must.Err(w.Invites.RedeemLink(w.Ctx(), w.Again(guest), used.Token)) },
	} {
		w.OK(use())
		before := exposed(w, invite.Alexa)
		w.Refused(must.Err(w.Invites.RedeemCode(w.Ctx(), w.Person("Guesser"), unused(w, 1), invite.Alexa)), models.CodeNotFound, models.ReasonInviteNotValid)
		check.Equal(t, exposed(w, invite.Alexa)-before, 1, "added by a wrong attempt")
	}
}

// TestHonestPeople: people with correct digits join or ask while many others guess on both
// surfaces.
func TestHonestPeople(t *testing.T) {
	w := newWorld(t)
	for n := range 12 {
		owner, guest := w.Person("Owner"), w.Person("Guest")
		inv := issue(w, owner)
		if inv.Code == "" {
			t.Fatalf("Issue: got %+v, want digits", inv)
		}
		for i := range 8 {
			surface := []invite.Surface{invite.Web, invite.Alexa}[i%2]
			w.Refused(must.Err(w.Invites.RedeemCode(w.Ctx(), w.Person("Guesser"), unused(w, n*8+i), surface)), models.CodeNotFound, models.ReasonInviteNotValid)
		}
		w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web)))
		f := w.FamilyOf(owner)
		if _, asked := f.RequestOf(guest.ID); !f.Has(guest.ID) && !asked {
			t.Errorf("got the family %+v, want the guest as a member or asker", f)
		}
		w.Advance(2 * time.Minute)
	}
}
