package familytest

import (
	"sync/atomic"
	"testing"

	"voicememo/models"
)

// runRequestsContention checks what must hold of requests when many do things at once.
func runRequestsContention(t *testing.T, mk Maker) {
	for name, test := range map[string]func(*World){
		"allowed and withdrawn at once":       allowAndWithdraw,
		"allowed and refused at once":         allowAndRefuse,
		"allowed twice at once":               allowTwice,
		"allowed while joining elsewhere":     allowAndJoin,
		"allowed by two families at once":     allowedByTwo,
		"allowed while the owner changes":     allowAndTransfer,
		"more ask than may wait":              crowdAsks,
		"the last place is given once":        lastPlaceAllowed,
		"a hundred ask by one code":           hundredAsk,
		"the setting changes while they join": settingChanges,
	} {
		t.Run(name, func(t *testing.T) { test(NewWorld(t, mk)) })
	}
}

// rounds is how often two are set against each other.
const rounds = 8

// race lets two people act on one request, several times. Each may win, be told
// that there is no request any more, or lose to the other's move.
func race(w *World, act func(owner, asker models.User) [2]func() error) {
	for range rounds {
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
				w.T.Errorf("got %v", err)
			}
		})
		if won.Load() == 0 {
			w.T.Error("nobody won")
		}
		f, u := w.FamilyOf(owner), w.Again(asker)
		if f.Has(u.ID) != (u.FamilyID == f.ID) || len(w.waiting(owner)) > 0 || f.Has(u.ID) && u.Request != (models.Request{}) {
			w.T.Errorf("the family is %+v, the asker %+v", f, u)
		}
		w.Same(len(w.Contents(asker, false)), 1)
		w.checkFamilies([]models.User{owner, asker})
	}
}

func allowAndWithdraw(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		return [2]func() error{
			func() error { return failure(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
			func() error { return w.Families.Withdraw(w.Ctx(), asker) },
		}
	})
}

func allowAndRefuse(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		return [2]func() error{
			func() error { return failure(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
			func() error { return w.Families.Refuse(w.Ctx(), owner, asker.ID) },
		}
	})
}

func allowTwice(w *World) {
	for range rounds {
		owner, asker := w.AskingOwner("Owner"), w.Person("Asker")
		w.Ask(asker, owner)
		var won atomic.Int64
		Together(2, func(int) {
			if _, err := w.Families.Allow(w.Ctx(), owner, asker.ID); err == nil {
				won.Add(1)
			} else if !models.IsReason(err, models.ReasonPerson) {
				w.T.Errorf("got %v", err)
			}
		})
		if u := w.Again(asker); won.Load() != 1 || u.MoveEpoch != asker.MoveEpoch+1 {
			w.T.Errorf("%d allowed; the person is %+v", won.Load(), u)
		}
		w.checkFamilies([]models.User{owner, asker})
	}
}

func allowAndJoin(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		code := w.Invite(w.Person("Other"))
		return [2]func() error{
			func() error { return failure(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
			func() error { return second(w.Families.Join(w.Ctx(), asker, code)) },
		}
	})
}

// allowedByTwo: of two families that somebody asked only the later one counts.
func allowedByTwo(w *World) {
	for range rounds {
		first, later, asker := w.AskingOwner("First"), w.AskingOwner("Later"), w.Person("Asker")
		w.Ask(asker, first)
		code := w.Invite(later)
		Together(2, func(i int) {
			var err error
			if i == 0 {
				_, err = w.Families.Allow(w.Ctx(), first, asker.ID)
			} else {
				_, _, err = w.Families.Join(w.Ctx(), asker, code)
			}
			if err != nil && !models.IsReason(err, models.ReasonPerson) {
				w.T.Errorf("got %v", err)
			}
		})
		if ids := w.waiting(first); len(ids) > 0 {
			w.T.Errorf("%v wait for the first family", ids)
		}
		w.waits(asker, later.FamilyID)
		w.OK(failure(w.Families.Allow(w.Ctx(), later, asker.ID)))
		w.checkFamilies([]models.User{first, later, asker})
	}
}

func allowAndTransfer(w *World) {
	race(w, func(owner, asker models.User) [2]func() error {
		heir := w.Person("Heir")
		w.Ask(heir, owner)
		w.OK(failure(w.Families.Allow(w.Ctx(), owner, heir.ID)))
		return [2]func() error{
			func() error {
				if err := w.Families.Transfer(w.Ctx(), owner, heir.ID); err != nil {
					return err
				}
				return w.Families.Refuse(w.Ctx(), heir, asker.ID)
			},
			func() error { return failure(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
		}
	})
}

func crowdAsks(w *World) {
	owner := w.AskingOwner("Owner")
	people := make([]models.User, models.MaxRequests+5)
	codes := make([]models.InviteCode, len(people))
	for i := range people {
		people[i], codes[i] = w.Person("Asker"), w.Invite(owner)
	}
	var asked atomic.Int64
	Together(len(people), func(i int) {
		switch _, _, err := w.Families.Join(w.Ctx(), people[i], codes[i]); {
		case err == nil:
			asked.Add(1)
		case !models.IsReason(err, models.ReasonManyRequests):
			w.T.Errorf("got %v, want many_requests", err)
		}
	})
	if n := len(w.waiting(owner)); n != models.MaxRequests || asked.Load() != int64(n) {
		w.T.Errorf("%d wait, %d were told so", n, asked.Load())
	}
}

func lastPlaceAllowed(w *World) {
	owner := w.Person("Owner")
	for range models.MaxMembers - 2 {
		w.Join(w.Person("Member"), owner)
	}
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	people := make([]models.User, 6)
	for i := range people {
		people[i] = w.Person("Asker")
		w.Ask(people[i], owner)
	}
	Together(len(people), func(i int) {
		_, err := w.Families.Allow(w.Ctx(), owner, people[i].ID)
		if err != nil && !models.IsReason(err, models.ReasonFamilyFull) {
			w.T.Errorf("got %v, want family_full", err)
		}
	})
	if n := len(w.FamilyOf(owner).Members); n != models.MaxMembers {
		w.T.Errorf("%d members, want %d", n, models.MaxMembers)
	}
	w.Same(len(w.waiting(owner)), len(people)-1)
}

func hundredAsk(w *World) {
	owner := w.AskingOwner("Owner")
	code := w.Invite(owner)
	people := make([]models.User, 100)
	for i := range people {
		people[i] = w.Person("Asker")
	}
	var asked atomic.Int64
	Together(len(people), func(i int) {
		switch _, _, err := w.Families.Join(w.Ctx(), people[i], code); {
		case err == nil:
			asked.Add(1)
		case !models.IsReason(err, models.ReasonInviteNotValid):
			w.T.Errorf("got %v, want the one refusal", err)
		}
	})
	if asked.Load() != 1 || len(w.waiting(owner)) != 1 || len(w.FamilyOf(owner).Members) != 1 {
		w.T.Errorf("%d asked: %+v", asked.Load(), w.FamilyOf(owner))
	}
}

// settingChanges: everybody is either in or waits, never both and never neither.
func settingChanges(w *World) {
	owner := w.Person("Owner")
	people := make([]models.User, 8)
	codes := make([]models.InviteCode, len(people))
	for i := range people {
		people[i], codes[i] = w.Person("Guest"), w.Invite(owner)
	}
	Together(len(people)+1, func(i int) {
		if i == len(people) {
			for n := range 6 {
				if err := w.Families.SetAskBeforeJoin(w.Ctx(), owner, n%2 == 0); err != nil {
					w.T.Error(err)
				}
			}
			return
		}
		if _, _, err := w.Families.Join(w.Ctx(), people[i], codes[i]); err != nil {
			w.T.Error(err)
		}
	})
	f, waiting := w.FamilyOf(owner), w.waiting(owner)
	if len(f.MemberIDs)+len(waiting) != len(people)+1 {
		w.T.Errorf("members %v, %v wait", f.MemberIDs, waiting)
	}
	w.checkFamilies(append(people, owner))
}
