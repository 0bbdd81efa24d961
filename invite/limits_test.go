package invite_test

import (
	"fmt"
	"testing"
	"time"

	"voicememo/family/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/models"
)

func newWorld(t *testing.T) *familytest.World { return familytest.NewWorld(t, sqlitetest.Fresh) }

// wrong tries digits that are nobody's code and gives how long to wait; 0 means
// that they were compared.
func wrong(w *familytest.World, u models.User, surface invite.Surface) time.Duration {
	w.T.Helper()
	_, _, err := w.Invites.RedeemCode(w.Ctx(), u, "0000", surface)
	if models.IsReason(err, models.ReasonInviteNotValid) {
		return 0
	}
	w.Refused(err, models.CodeTooMany, models.ReasonWait)
	wait := models.AsError(err).RetryAfter
	if wait <= 0 {
		w.T.Fatalf("the refusal says to wait %s", wait)
	}
	return wait
}

// TestPersonsWaits walks through a day of one person's wrong tries.
func TestPersonsWaits(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Guesser")
	compared := func(after time.Duration) {
		t.Helper()
		w.Advance(after)
		if wait := wrong(w, u, invite.Web); wait != 0 {
			t.Fatalf("refused for %s", wait)
		}
	}
	refusedFor := func(atMost time.Duration) {
		t.Helper()
		if wait := wrong(w, u, invite.Web); wait == 0 || wait > atMost || wait < atMost-5*time.Second {
			t.Fatalf("told to wait %s, want %s", wait, atMost)
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
		t.Fatalf("after five in an hour told to wait %s", wait)
	}
	for range 5 {
		compared(61 * time.Minute)
	}
	if wait := wrong(w, u, invite.Alexa); wait < 18*time.Hour {
		t.Fatalf("after ten in a day told to wait %s", wait)
	}
	owner := w.Person("Owner")
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	_, _, err = w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Web)
	w.Refused(err, models.CodeTooMany, models.ReasonWait)
	_, _, err = w.Invites.RedeemLink(w.Ctx(), u, inv.Token) // the link still works
	w.OK(err)
}

// TestSuccessResetsNothing: a right code does not give new tries.
func TestSuccessResetsNothing(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Guest")
	for range 2 {
		wrong(w, u, invite.Web)
	}
	inv, err := w.Invites.Issue(w.Ctx(), w.Person("Owner"))
	w.OK(err)
	_, _, err = w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Web)
	w.OK(err)
	wrong(w, w.Again(u), invite.Web)
	if wrong(w, w.Again(u), invite.Web) == 0 {
		t.Error("a fourth wrong try was compared at once")
	}
}

// TestDeploymentsExposure: whoever guesses, the sum over an hour of live codes at
// wrong tries stays within 20, half for each surface.
func TestDeploymentsExposure(t *testing.T) {
	for _, live := range []int{1, 2, 5, 10, 15, 20} {
		t.Run(fmt.Sprintf("%d live", live), func(t *testing.T) {
			w := newWorld(t)
			for range live {
				_, err := w.Invites.Issue(w.Ctx(), w.Person("Owner"))
				w.OK(err)
			}
			sum := map[invite.Surface]int{}
			w.Hurry()
			for _, surface := range []invite.Surface{invite.Web, invite.Alexa} {
				for i := range 30 { // refused once is refused for the hour
					_, _, err := w.Invites.RedeemCode(w.Ctx(), w.Person("Guesser"), unused(w, i), surface)
					if models.IsCode(err, models.CodeTooMany) {
						break
					}
					w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
					sum[surface] += live
				}
			}
			total := sum[invite.Web] + sum[invite.Alexa]
			if total > 20 || total == 0 {
				t.Errorf("%v live-code chances were given", sum)
			}
			if live <= 10 && (sum[invite.Web] > 10 || sum[invite.Alexa] > 10 || sum[invite.Web] == 0 || sum[invite.Alexa] == 0) {
				t.Errorf("the halves are %v", sum)
			}
		})
	}
}

// unused gives digits that are no live code.
func unused(w *familytest.World, from int) string {
	for n := from * 100; ; n++ {
		key := fmt.Sprintf("%04d", n%10_000)
		if _, err := w.InviteStore.Get(w.Ctx(), key); models.IsCode(err, models.CodeNotFound) {
			return key
		}
	}
}

// TestIssueLimits: five invitations an hour, twenty a day, and the live one again
// for free.
func TestIssueLimits(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	var last invite.Invitation
	made := 0
	for range 24 {
		for range 6 {
			inv, err := w.Invites.Issue(w.Ctx(), owner)
			if err != nil {
				w.Refused(err, models.CodeTooMany, models.ReasonWait)
				break
			}
			again, err := w.Invites.Issue(w.Ctx(), owner)
			w.OK(err)
			if again.Code != inv.Code || again.Token == inv.Token || !again.ExpiresAt.Equal(inv.ExpiresAt) {
				t.Fatalf("asked again: %+v, before %+v", again, inv)
			}
			last = inv
			made++
			w.OK(w.Invites.Revoke(w.Ctx(), owner))
		}
		if made > 5 && made < 10 {
			t.Fatalf("%d in the first hour", made)
		}
		w.Advance(time.Hour + time.Second)
	}
	if made != 20 {
		t.Errorf("%d in a day, want 20", made)
	}
	_, _, err := w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), last.Token)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

// TestOnlyLinksAboveTwenty: the 21st live invitation has no digits, and its link works.
func TestOnlyLinksAboveTwenty(t *testing.T) {
	w := newWorld(t)
	for i := range 21 {
		inv, err := w.Invites.Issue(w.Ctx(), w.Person("Owner"))
		w.OK(err)
		if (inv.Code == "") != (i == 20) {
			t.Fatalf("invitation %d has digits %q", i+1, inv.Code)
		}
		if i == 20 {
			_, _, err = w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), inv.Token)
			w.OK(err)
		}
	}
}

// TestEveryDeadCodeIsRefusedAlike: unknown, expired, used and revoked.
func TestEveryDeadCodeIsRefusedAlike(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	used, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	_, _, err = w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), used.Code, invite.Web)
	w.OK(err)
	revoked, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	w.OK(w.Invites.Revoke(w.Ctx(), owner))
	expired, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	w.Advance(models.InviteLifetime)
	for name, inv := range map[string]invite.Invitation{"used": used, "revoked": revoked, "expired": expired, "unknown": {Code: unused(w, 3), Token: "MTIzNA.AAAAAAAAAAAAAAAAAAAAAA"}} {
		t.Run(name, func(t *testing.T) {
			u := w.Person("Guest")
			_, _, byCode := w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Web)
			w.Refused(byCode, models.CodeNotFound, models.ReasonInviteNotValid)
			_, _, byLink := w.Invites.RedeemLink(w.Ctx(), u, inv.Token)
			w.Refused(byLink, models.CodeNotFound, models.ReasonInviteNotValid)
			if byCode.Error() != byLink.Error() {
				t.Errorf("%v and %v", byCode, byLink)
			}
		})
	}
}

func TestWinnerMayAskAgain(t *testing.T) {
	w := newWorld(t)
	inv, err := w.Invites.Issue(w.Ctx(), w.Person("Owner"))
	w.OK(err)
	guest := w.Person("Guest")
	for range 3 {
		f, _, err := w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web)
		w.OK(err)
		if !f.Has(guest.ID) {
			t.Errorf("the answer is family %+v", f)
		}
	}
}

func TestParseDigits(t *testing.T) {
	for in, want := range map[string]string{
		"0042": "0042", "１２３４": "1234", " 12 34 ": "1234", "12-34": "1234", "一二三四": "1234", "〇〇四二": "0042", "零一二三": "0123",
		"": "", "123": "", "12345": "", "12a4": "", "-1234": "1234", "１２３": "", "12.4": "", "٣٣٣٣": "", "\x00123": "",
	} {
		got, err := invite.ParseDigits(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("ParseDigits(%q) = %q, %v; want %q", in, got, err, want)
		}
		if err != nil && !models.IsCode(err, models.CodeInvalid) {
			t.Errorf("ParseDigits(%q): %v", in, err)
		}
	}
}

func FuzzRedeemLink(f *testing.F) {
	f.Add("MTIzNA.AAAAAAAAAAAAAAAAAAAAAA")
	f.Add(".")
	f.Add("bGluayM.x")
	f.Fuzz(func(t *testing.T, token string) {
		w := newWorld(t)
		_, _, err := w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), token)
		w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	})
}
