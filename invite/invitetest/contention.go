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
		"one code for many families":           oneCode,
		"an owner asking ten times at once":    askTogether,
		"no entry of a ledger is lost":         ledgerTogether,
		"a hundred people type one code":       hundredType,
		"a crowd of guessers meets the limits": guessers,
		"a link and its digits are one use":    linkAndDigits,
	} {
		t.Run(name, func(t *testing.T) { test(familytest.NewWorld(t, mk)) })
	}
}

func oneCode(w *familytest.World) {
	owners := make([]models.User, 20)
	for i := range owners {
		owners[i] = w.Person("Owner")
	}
	var won atomic.Int64
	familytest.Together(len(owners), func(i int) {
		err := w.InviteStore.Issue(w.Ctx(), code(w, owners[i], "7777"), "")
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

func askTogether(w *familytest.World) {
	owner := w.Person("Owner")
	codes := make([]string, 10)
	familytest.Together(len(codes), func(i int) {
		inv, err := w.Invites.Issue(w.Ctx(), owner)
		if err != nil {
			w.T.Error(err)
		}
		codes[i] = inv.Code
	})
	for _, c := range codes {
		if c != codes[0] {
			w.T.Errorf("the family has codes %v", codes)
		}
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

func hundredType(w *familytest.World) {
	inv, err := w.Invites.Issue(w.Ctx(), w.Person("Owner"))
	w.OK(err)
	people := make([]models.User, 100)
	for i := range people {
		people[i] = w.Person("Guest")
	}
	var joined atomic.Int64
	familytest.Together(len(people), func(i int) {
		switch _, _, err := w.Invites.RedeemCode(w.Ctx(), people[i], inv.Code, invite.Web); {
		case err == nil:
			joined.Add(1)
		case !models.IsReason(err, models.ReasonInviteNotValid):
			w.T.Errorf("got %v, want the one refusal", err)
		}
	})
	if joined.Load() != 1 {
		w.T.Errorf("%d joined", joined.Load())
	}
}

// guessers: whatever a crowd tries, few guesses are compared in an hour, and the
// family's own link still works.
func guessers(w *familytest.World) {
	owner := w.Person("Owner")
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	people := make([]models.User, 30)
	for i := range people {
		people[i] = w.Person("Guesser")
	}
	w.Hurry()
	var compared atomic.Int64
	familytest.Together(len(people), func(i int) {
		guess := fmt.Sprintf("%04d", i)
		if guess == inv.Code {
			guess = "9999"
		}
		_, _, err := w.Invites.RedeemCode(w.Ctx(), people[i], guess, invite.Web)
		switch {
		case models.IsReason(err, models.ReasonInviteNotValid):
			compared.Add(1)
		case !models.IsCode(err, models.CodeTooMany):
			w.T.Errorf("got %v", err)
		}
	})
	if n := compared.Load(); n == 0 || n > 10 {
		w.T.Errorf("%d guesses were compared, want at most half of 20", n)
	}
	inv, err = w.Invites.Issue(w.Ctx(), owner) // the clock hurried; the code may be over
	w.OK(err)
	_, _, err = w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), inv.Token)
	w.OK(err)
}

func linkAndDigits(w *familytest.World) {
	for range 5 {
		inv, err := w.Invites.Issue(w.Ctx(), w.Person("Owner"))
		w.OK(err)
		byCode, byLink := w.Person("Guest"), w.Person("Guest")
		var joined atomic.Int64
		familytest.Together(2, func(i int) {
			var err error
			if i == 0 {
				_, _, err = w.Invites.RedeemCode(w.Ctx(), byCode, inv.Code, invite.Alexa)
			} else {
				_, _, err = w.Invites.RedeemLink(w.Ctx(), byLink, inv.Token)
			}
			if err == nil {
				joined.Add(1)
			}
		})
		if joined.Load() != 1 {
			w.T.Errorf("%d joined by one invitation", joined.Load())
		}
	}
}
