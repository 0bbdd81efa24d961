package familytest

import (
	"sync/atomic"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runRequestsContention checks the contract for requests under concurrent calls.
func runRequestsContention(t *testing.T, mk Maker) {
	runInTurn(t, mk, map[string]func(*World){
		"allowed and withdrawn concurrently":      allowAndWithdraw,
		"allowed and refused concurrently":        allowAndRefuse,
		"allowed twice concurrently":              allowTwice,
		"allowed while joining elsewhere":         allowAndJoin,
		"two allowed concurrently":                allowTwo,
		"a person asks two families concurrently": askTwoFamilies,
		"allowed while the owner changes":         allowAndTransfer,
		"more people ask than may wait":           crowdAsks,
		"one person asks twice concurrently":      askTwice,
		"the setting changes while they join":     settingChanges,
	})
}

// race lets two people act on one request concurrently, several times. Each call may
// succeed, find no request any more, or lose to the other person's move.
func race(w *World, act func(owner, asker models.User) [2]func() error) {
	for range Rounds(8) {
		owner, asker := w.AskingOwner("Owner"), w.Person("Asker")
		w.Add(asker, "asker's")
		w.Ask(asker, owner)
		acts := act(owner, asker)
		var won atomic.Int64
		Together(2, func(i int) {
			err := acts[i]()
			if err == nil {
				won.Add(1)
			} else if !models.IsCode(err, models.CodeNotFound) && !models.IsReason(err, models.ReasonOwnerOnly) {
				w.T.Errorf("got %v, want nil, not_found or owner_only", err)
			}
		})
		if won.Load() == 0 {
			w.T.Error("got no successful call, want one")
		}
		f, u := w.FamilyOf(owner), w.Again(asker)
		if f.Has(u.ID) != (u.FamilyID == f.ID) || len(w.waiting(owner)) > 0 || f.Has(u.ID) && u.Membership.Request != (models.Request{}) {
			w.T.Errorf("got the family %+v and the asker %+v, want them to agree", f, u)
		}
		w.Same(len(w.Contents(asker, false)), 1)
		w.checkFamilies([]models.User{owner, asker})
	}
}

func allowAndWithdraw(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		return [2]func() error{
			func() error { return must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
			func() error { return w.Families.Withdraw(w.Ctx(), asker) },
		}
	})
}

func allowAndRefuse(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		return [2]func() error{
			func() error { return must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
			func() error { return w.Families.Refuse(w.Ctx(), owner, asker.ID) },
		}
	})
}

func allowTwice(w *World) {
	for range Rounds(8) {
		owner, asker := w.AskingOwner("Owner"), w.Person("Asker")
		w.Ask(asker, owner)
		var won atomic.Int64
		Together(2, func(int) {
			if _, err := w.Families.Allow(w.Ctx(), owner, asker.ID); err == nil {
				won.Add(1)
			} else if !models.IsReason(err, models.ReasonPerson) {
				w.T.Errorf("Allow: got %v, want nil or not_found/person", err)
			}
		})
		if u := w.Again(asker); won.Load() != 1 || u.Membership.MoveEpoch != asker.Membership.MoveEpoch+1 {
			w.T.Errorf("got %d admissions of %+v, want 1", won.Load(), u)
		}
		w.checkFamilies([]models.User{owner, asker})
	}
}

func allowAndJoin(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		code := w.Invite(w.Person("Other"))
		return [2]func() error{
			func() error { return must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
			func() error { return must.Err(w.Redeem(asker, code)) },
		}
	})
}

// allowTwo: two people who asked with the same code can both be admitted.
func allowTwo(w *World) {
	for range Rounds(8) {
		owner := w.AskingOwner("Owner")
		code := w.Invite(owner)
		askers := []models.User{w.Person("Asker"), w.Person("Asker")}
		for _, u := range askers {
			w.OK(must.Err(w.Redeem(u, code)))
		}
		Together(2, func(i int) {
			if _, err := w.Families.Allow(w.Ctx(), owner, askers[i].ID); err != nil {
				w.T.Errorf("Allow: got %v, want nil", err)
			}
		})
		w.Same(len(w.FamilyOf(owner).Members), 3)
		w.checkFamilies(append(askers, owner))
	}
}

// askTwoFamilies: a person has at most one open request.
func askTwoFamilies(w *World) {
	for range Rounds(8) {
		owners := []models.User{w.AskingOwner("First"), w.AskingOwner("Second")}
		codes := []models.InviteCode{w.Invite(owners[0]), w.Invite(owners[1])}
		asker := w.Person("Asker")
		var asked atomic.Int64
		Together(2, func(i int) {
			if _, err := w.Redeem(asker, codes[i]); err == nil {
				asked.Add(1)
			} else if !models.IsReason(err, models.ReasonAlreadyAsked) {
				w.T.Errorf("Redeem: got %v, want nil or already_asked", err)
			}
		})
		if n := len(w.waiting(owners[0])) + len(w.waiting(owners[1])); n != 1 || asked.Load() != 1 {
			w.T.Errorf("got %d requests and %d calls that filed one, want equal numbers", n, asked.Load())
		}
	}
}

func allowAndTransfer(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		heir := w.Person("Heir")
		before := w.Again(asker).Membership.Request
		w.OK(w.Families.Withdraw(w.Ctx(), asker))
		w.Admit(heir, owner)
		if r := w.Ask(asker, owner); r == before {
			w.T.Error("Ask: got the previous request, want a new one")
		}
		return [2]func() error{
			func() error {
				if err := w.Families.Transfer(w.Ctx(), owner, heir.ID); err != nil {
					return err
				}
				return w.Families.Refuse(w.Ctx(), heir, asker.ID)
			},
			func() error { return must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
		}
	})
}

func crowdAsks(w *World) {
	owner := w.AskingOwner("Owner")
	code := w.Invite(owner)
	people := make([]models.User, models.MaxRequests+25)
	for i := range people {
		people[i] = w.Person("Asker")
	}
	var asked atomic.Int64
	Together(len(people), func(i int) {
		switch _, err := w.Redeem(people[i], code); {
		case err == nil:
			asked.Add(1)
		case models.IsReason(err, moved): // others were first in all its tries
		case !models.IsReason(err, models.ReasonManyRequests):
			w.T.Errorf("got %v, want many_requests", err)
		}
	})
	if n := len(w.waiting(owner)); n != models.MaxRequests || asked.Load() != int64(n) {
		w.T.Errorf("got %d requests and %d calls that filed one, want %d", n, asked.Load(), models.MaxRequests)
	}
	checks := map[string]bool{}
	for _, r := range w.FamilyOf(owner).Requests {
		checks[r.Check] = true
	}
	w.Same(len(checks), models.MaxRequests)
}

func askTwice(w *World) {
	for range Rounds(8) {
		owner, asker := w.AskingOwner("Owner"), w.Person("Asker")
		code := w.Invite(owner)
		entries := make([]models.Entry, 4)
		Together(len(entries), func(i int) {
			var err error
			if entries[i], err = w.Redeem(asker, code); err != nil {
				w.T.Errorf("Redeem: got %v, want nil", err)
			}
		})
		for _, e := range entries {
			w.Same(e.Request, w.Again(asker).Membership.Request)
		}
	}
}

// settingChanges: each person joined, waits or was refused, and at most one joined without
// a request.
func settingChanges(w *World) {
	for range Rounds(8) {
		owner := w.Person("Owner")
		code := w.Invite(owner)
		people := make([]models.User, 5)
		for i := range people {
			people[i] = w.Person("Guest")
		}
		var joined, asked atomic.Int64
		Together(len(people)+1, func(i int) {
			if i == len(people) {
				for n := range 4 {
					if err := w.Families.SetAskBeforeJoin(w.Ctx(), owner, n%2 == 0); err != nil {
						w.T.Error(err)
					}
				}
				return
			}
			switch entry, err := w.Redeem(people[i], code); {
			case err == nil && entry.Asked():
				asked.Add(1)
			case err == nil:
				joined.Add(1)
			case !models.IsReason(err, notValid) && !models.IsReason(err, moved):
				w.T.Error(err)
			}
		})
		f, waiting := w.FamilyOf(owner), w.waiting(owner)
		if joined.Load() > 1 || len(f.Members) != int(joined.Load())+1 || len(waiting) != int(asked.Load()) {
			w.T.Errorf("got the members %v and askers %v, but %d calls that joined and %d that asked", f.MemberIDs, waiting, joined.Load(), asked.Load())
		}
		w.checkFamilies(append(people, owner))
	}
}
