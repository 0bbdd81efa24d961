package invitetest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/family/familytest"
	"voicememo/invite"
	"voicememo/models"
)

// RunContention checks what must hold when many do things at once, each on a
// fresh engine.
func RunContention(t *testing.T, mk familytest.Maker) {
	for name, test := range map[string]func(*familytest.World){
		"one code for many families":                 oneCode,
		"an owner asking ten times at once":          askTogether,
		"no entry of a ledger is lost":               ledgerTogether,
		"a hundred people type and open one":         hundredUse,
		"guessers do not keep an invited person out": guessers,
		"twelve accounts bind one invitation":        bindTogether,
		"revoked while it is redeemed":               revokeAndRedeem,
		"an owner asking while it is redeemed":       askAndRedeem,
		"twenty codes are issued at once":            admittingTogether,
	} {
		t.Run(name, func(t *testing.T) { test(familytest.NewWorld(t, mk)) })
	}
}

func oneCode(w *familytest.World) {
	sheets := make([][]models.InviteCode, 20)
	for i := range sheets {
		sheets[i] = sheet(w, w.Person("Owner"), "7777")
	}
	var won atomic.Int64
	familytest.Together(len(sheets), func(i int) {
		err := w.InviteStore.Issue(w.Ctx(), sheets[i], "")
		switch {
		case err == nil:
			won.Add(1)
		case !models.IsReason(err, models.ReasonCodesExhausted):
			w.T.Error(err)
		}
	})
	if won.Load() != 1 {
		w.T.Errorf("%d families got the same code", won.Load())
	}
}

// askTogether: a request that meets others three times is refused and may ask again, as a
// person would; together they get one invitation.
func askTogether(w *familytest.World) {
	owner := w.Person("Owner")
	found := make([]invite.Invitation, 10)
	familytest.Together(len(found), func(i int) {
		err := models.Conflict(models.ReasonMoved)
		for try := 0; try < len(found) && models.IsReason(err, models.ReasonMoved); try++ {
			found[i], err = w.Invites.Issue(w.Ctx(), owner)
		}
		if err != nil {
			w.T.Error(err)
		}
	})
	tokens := map[string]bool{}
	for _, inv := range found {
		tokens[inv.Token] = true
		if inv.Code != found[0].Code || inv.Code == "" || inv.AsksFirst {
			w.T.Errorf("the family has %+v and %+v", inv, found[0])
		}
	}
	w.Same(len(tokens), len(found))
	for token := range tokens {
		_, err := w.Invites.PreviewLink(w.Ctx(), w.Person("Guest"), token)
		w.OK(err)
	}
}

func ledgerTogether(w *familytest.World) {
	familytest.Together(8, func(i int) {
		for n := 0; n < 5; {
			l, err := w.InviteStore.Ledger(w.Ctx(), "shared")
			if err != nil {
				w.T.Error(err)
				return
			}
			l.Entries = append(l.Entries, invite.Entry{ID: fmt.Sprint(i, n), At: w.Now(), Amount: 1})
			l.ExpiresAt = w.Now().Add(time.Hour).Truncate(time.Second)
			if err = w.InviteStore.SaveLedger(w.Ctx(), l); err == nil {
				n++
			} else if !models.IsReason(err, models.ReasonChanged) {
				w.T.Error(err)
				return
			}
		}
	})
	l, err := w.InviteStore.Ledger(w.Ctx(), "shared")
	w.OK(err)
	if len(l.Entries) != 40 || l.Version != 40 {
		w.T.Errorf("%d entries in version %d, want 40 in 40", len(l.Entries), l.Version)
	}
}

// hundredUse: half of a hundred people type the digits, half open the link, all at
// once. One of them joins; the others ask or learn that the invitation is used up.
func hundredUse(w *familytest.World) {
	owner := w.Person("Owner")
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	people := make([]models.User, 100)
	for i := range people {
		people[i] = w.Person("Guest")
	}
	var joined atomic.Int64
	familytest.Together(len(people), func(i int) {
		var entry models.Entry
		var err error
		if i%2 == 0 {
			entry, err = w.Invites.RedeemCode(w.Ctx(), people[i], inv.Code, invite.Web)
		} else {
			entry, err = w.Invites.RedeemLink(w.Ctx(), people[i], inv.Token)
		}
		switch {
		case err == nil && !entry.Asked():
			joined.Add(1)
		case err != nil && !models.IsReason(err, models.ReasonInviteNotValid) && !models.IsReason(err, models.ReasonManyRequests):
			w.T.Errorf("got %v", err)
		}
	})
	if f := w.FamilyOf(owner); joined.Load() != 1 || len(f.Members) != 2 || len(f.Requests) > models.MaxRequests {
		w.T.Errorf("%d joined: %+v", joined.Load(), f)
	}
}

// guessers: whatever a crowd tries, each guess is compared, and the person who was
// invited is in or has asked.
func guessers(w *familytest.World) {
	owner, guest := w.Person("Owner"), w.Person("Guest")
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	people := make([]models.User, 30)
	for i := range people {
		people[i] = w.Person("Guesser")
	}
	familytest.Together(len(people)+1, func(i int) {
		if i == len(people) {
			if _, err := w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web); err != nil {
				w.T.Errorf("the guest: %v", err)
			}
			return
		}
		guess := fmt.Sprintf("%04d", i)
		if guess == inv.Code {
			guess = "9999"
		}
		if _, err := w.Invites.RedeemCode(w.Ctx(), people[i], guess, invite.Web); !models.IsReason(err, models.ReasonInviteNotValid) {
			w.T.Errorf("got %v", err)
		}
	})
	l, err := w.InviteStore.Ledger(w.Ctx(), "exposure#web")
	w.OK(err)
	sum := int64(0)
	for _, e := range l.Entries {
		sum += e.Amount
	}
	if sum > 10 {
		w.T.Errorf("the guesses that may admit come to %d", sum)
	}
	f := w.FamilyOf(owner)
	if _, asked := f.RequestOf(guest.ID); !f.Has(guest.ID) && !asked {
		w.T.Errorf("the guest is neither in nor waits: %+v", f)
	}
}

func bindTogether(w *familytest.World) {
	owner := w.Person("Owner")
	codes := sheet(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
	var won atomic.Int64
	familytest.Together(12, func(i int) {
		err := w.InviteStore.Bind(w.Ctx(), owner.FamilyID, codes[0].InviteID, models.UserID(fmt.Sprint("account ", i)))
		if err == nil {
			won.Add(1)
		} else if !models.IsReason(err, models.ReasonInviteNotValid) {
			w.T.Error(err)
		}
	})
	w.Same(won.Load(), int64(1))
}

func revokeAndRedeem(w *familytest.World) {
	for range familytest.Rounds(8) {
		owner, guest := w.Person("Owner"), w.Person("Guest")
		inv, err := w.Invites.Issue(w.Ctx(), owner)
		w.OK(err)
		var done atomic.Int64
		familytest.Together(2, func(i int) {
			var err error
			if i == 0 {
				err = w.Invites.Revoke(w.Ctx(), owner)
			} else {
				_, err = w.Invites.RedeemLink(w.Ctx(), guest, inv.Token)
			}
			if err == nil {
				done.Add(1)
			} else if !models.IsReason(err, models.ReasonInviteNotValid) {
				w.T.Errorf("got %v", err)
			}
		})
		if done.Load() != 1 {
			w.T.Errorf("%d of a revocation and a join succeeded", done.Load())
		}
	}
}

// askAndRedeem: the owner gets an invitation whatever happens to the live one meanwhile.
func askAndRedeem(w *familytest.World) {
	for range familytest.Rounds(8) {
		owner, guest := w.Person("Owner"), w.Person("Guest")
		inv, err := w.Invites.Issue(w.Ctx(), owner)
		w.OK(err)
		familytest.Together(3, func(i int) {
			var err error
			if i == 0 {
				_, err = w.Invites.RedeemLink(w.Ctx(), guest, inv.Token)
			} else {
				_, err = w.Invites.Issue(w.Ctx(), owner)
			}
			if err != nil {
				w.T.Errorf("request %d: got %v, want nil", i, err)
			}
		})
	}
}

// admittingTogether: at most ten codes of the deployment admit, the others ask.
func admittingTogether(w *familytest.World) {
	owners := make([]models.User, 20)
	for i := range owners {
		owners[i] = w.Person("Owner")
	}
	var admits, asks atomic.Int64
	familytest.Together(len(owners), func(i int) {
		switch inv, err := w.Invites.Issue(w.Ctx(), owners[i]); {
		case err != nil:
			w.T.Error(err)
		case inv.AsksFirst:
			asks.Add(1)
		default:
			admits.Add(1)
		}
	})
	if admits.Load() > 10 || admits.Load() == 0 || admits.Load()+asks.Load() != 20 {
		w.T.Errorf("%d codes admit and %d ask", admits.Load(), asks.Load())
	}
}
