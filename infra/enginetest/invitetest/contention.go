package invitetest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// RunContention checks the contract under concurrent calls. Each case gets a fresh
// engine.
func RunContention(t *testing.T, mk familytest.Maker) {
	for name, test := range map[string]func(*familytest.World){
		"one code for many families":             oneCode,
		"an owner issues ten times concurrently": askTogether,
		"no entry of a ledger is lost":           ledgerTogether,
		"a hundred people type and open one":     hundredUse,
		"an invited person joins among guessers": guessers,
		"twelve accounts bind one invitation":    bindTogether,
		"revoked while it is redeemed":           revokeAndRedeem,
		"issued while it is redeemed":            askAndRedeem,
		"twenty codes issued concurrently":       admittingTogether,
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
	check.Equal(w.T, won.Load(), 1, "families with the same code")
}

// askTogether: concurrent calls of Issue return one invitation. A call that others overtook
// three times returns an error and is repeated, as a person would.
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
			w.T.Errorf("got the invitations %+v and %+v, want one", inv, found[0])
		}
	}
	w.Same(len(tokens), len(found))
	for token := range tokens {
		w.OK(must.Err(w.Invites.PreviewLink(w.Ctx(), w.Person("Guest"), token)))
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
		w.T.Errorf("got %d entries in version %d, want 40 in 40", len(l.Entries), l.Version)
	}
}

// hundredUse: of a hundred people, half type the digits and half open the link, all
// concurrently. One of them joins; for the others a request is filed or the invitation is
// not valid.
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
			w.T.Errorf("got %v, want nil, invite_not_valid or many_requests", err)
		}
	})
	if f := w.FamilyOf(owner); joined.Load() != 1 || len(f.Members) != 2 || len(f.Requests) > models.MaxRequests {
		w.T.Errorf("got %d joins, want 1: %+v", joined.Load(), f)
	}
}

// guessers: while many people guess, each guess is compared, and the person who was
// invited joins or asks.
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
				w.T.Errorf("the guest: got %v, want nil", err)
			}
			return
		}
		guess := fmt.Sprintf("%04d", i)
		if guess == inv.Code {
			guess = "9999"
		}
		if _, err := w.Invites.RedeemCode(w.Ctx(), people[i], guess, invite.Web); !models.IsReason(err, models.ReasonInviteNotValid) {
			w.T.Errorf("RedeemCode(%s): got %v, want invite_not_valid", guess, err)
		}
	})
	l, err := w.InviteStore.Ledger(w.Ctx(), "exposure#web")
	w.OK(err)
	sum := int64(0)
	for _, e := range l.Entries {
		sum += e.Amount
	}
	if sum > 10 {
		w.T.Errorf("got a spent guess budget of %d, want at most 10", sum)
	}
	f := w.FamilyOf(owner)
	if _, asked := f.RequestOf(guest.ID); !f.Has(guest.ID) && !asked {
		w.T.Errorf("got the family %+v, want the guest as a member or asker", f)
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
				w.T.Errorf("got %v, want nil or invite_not_valid", err)
			}
		})
		check.Equal(w.T, done.Load(), 1, "successes of a revocation and a join")
	}
}

// askAndRedeem: Issue returns an invitation even if the live one is used during the call.
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
			check.Equal(w.T, err, nil, "request %d", i)
		})
	}
}

// admittingTogether: at most ten codes of the deployment admit; the others ask.
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
		w.T.Errorf("got %d codes that admit and %d that ask, want 1 to 10 of 20 to admit", admits.Load(), asks.Load())
	}
}
