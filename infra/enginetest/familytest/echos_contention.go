package familytest

import (
	"sync/atomic"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runEchosContention checks the contract for Echos under concurrent calls.
func runEchosContention(t *testing.T, mk Maker) {
	runInTurn(t, mk, map[string]func(*World){
		"an Echo asks for its number ten times": numberTogether,
		"a recovery number is returned once":    recoveryTogether,
		"one number, two families":              connectTogether,
		"one recovery number, two families":     recoverTogether,
		"disabled while a person joins":         disableAndJoin,
		"disabled while it is handed over":      disableAndTransfer,
		"two Echos disabled concurrently":       disableTwo,
		"disabled while it is used again":       disableAndReturn,
		"erased while its memos are recovered":  eraseAndRecover,
	})
}

func numberTogether(w *World) {
	echo := w.Echo("Echo")
	numbers := make([]models.Connection, 10)
	Together(len(numbers), func(i int) {
		var err error
		if numbers[i], err = w.Families.ConnectionNumber(w.Ctx(), echo); err != nil {
			w.T.Error(err)
		}
	})
	for _, c := range numbers {
		w.Same(c, w.Again(echo).Echo.Connection)
	}
}

func recoveryTogether(w *World) {
	echo := w.Echo("Echo")
	var told atomic.Int64
	Together(10, func(int) {
		number, err := w.Families.RecoveryNumber(w.Ctx(), echo)
		if err != nil {
			w.T.Error(err)
		}
		if number != "" {
			told.Add(1)
		}
	})
	w.Same(told.Load(), int64(1))
}

// once makes two concurrent calls of which only one may succeed, and returns how many
// succeeded. The other one must return notValid.
func (w *World) once(first, second func() error) (won int64) {
	w.T.Helper()
	var n atomic.Int64
	Together(2, func(i int) {
		err := []func() error{first, second}[i]()
		if err == nil {
			n.Add(1)
		} else if !models.IsReason(err, notValid) {
			w.T.Errorf("got %v, want %s", err, notValid)
		}
	})
	return n.Load()
}

func connectTogether(w *World) {
	for range Rounds(8) {
		echo, first, second := w.Echo("Echo"), w.Person("First"), w.Person("Second")
		w.Add(echo, "spoken")
		c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
		w.OK(err)
		won := w.once(
			func() error { return must.Err(w.Families.Connect(w.Ctx(), first, c.Number)) },
			func() error { return must.Err(w.Families.Connect(w.Ctx(), second, c.Number)) },
		)
		if won != 1 || len(w.Contents(first, false))+len(w.Contents(second, false)) != 1 {
			w.T.Errorf("got %d families with the Echo, want 1", won)
		}
		w.checkFamilies([]models.User{echo, first, second})
	}
}

func recoverTogether(w *World) {
	for range Rounds(8) {
		_, number := w.suspended("spoken")
		first, second := w.Person("First"), w.Person("Second")
		won := w.once(
			func() error { return must.Err(w.Families.Recover(w.Ctx(), first, number)) },
			func() error { return must.Err(w.Families.Recover(w.Ctx(), second, number)) },
		)
		if won != 1 || len(w.Contents(first, false))+len(w.Contents(second, false)) != 1 {
			w.T.Errorf("got %d families with the memos, want 1", won)
		}
	}
}

// disableAndJoin: in either order the family ends up with one owner, and no memo is lost.
func disableAndJoin(w *World) {
	for range Rounds(8) {
		echo, person := w.Echo("Echo"), w.Person("Person")
		w.Add(echo, "spoken")
		code := w.Invite(echo)
		Together(2, func(i int) {
			if i == 0 {
				if err := w.Families.Disable(w.Ctx(), echo.ID); err != nil {
					w.T.Error(err)
				}
			} else if _, err := w.Redeem(person, code); err != nil && !models.IsReason(err, notValid) {
				w.T.Error(err)
			}
		})
		now := w.Again(echo)
		switch f := w.FamilyOf(person); {
		case f.Lists(echo.ID): // it was disabled after it joined
			if !now.Membership.Gone || f.OwnerID != person.ID || len(w.Contents(person, false)) != 1 {
				w.T.Errorf("got the family %+v and the Echo %+v, want a former member", f, now)
			}
		case now.Membership.Gone || now.EraseAt.IsZero() || w.FamilyOf(echo).InviteID != "":
			w.T.Errorf("got the Echo %+v, want it suspended", now)
		}
		w.checkFamilies([]models.User{person})
	}
}

func disableAndTransfer(w *World) {
	for range Rounds(8) {
		echo := w.Echo("Echo")
		people := []models.User{w.Join(w.Person("First"), echo), w.Join(w.Person("Second"), echo)}
		Together(2, func(i int) {
			if i == 0 {
				if err := w.Families.Disable(w.Ctx(), echo.ID); err != nil {
					w.T.Error(err)
				}
			} else if err := w.Families.Transfer(w.Ctx(), echo, people[1].ID); err != nil && !models.IsReason(err, models.ReasonOwnerOnly) {
				w.T.Error(err)
			}
		})
		f := w.FamilyOf(people[0])
		if f.Has(echo.ID) || f.OwnerID != people[0].ID && f.OwnerID != people[1].ID || f.Interim {
			w.T.Errorf("got the family %+v, want a person as its owner and not the Echo", f)
		}
		w.checkFamilies(people)
	}
}

func disableTwo(w *World) {
	for range Rounds(8) {
		first := w.Echo("First")
		second := w.Connect(w.Echo("Second"), first)
		w.Add(first, "first's")
		w.Add(second, "second's")
		Together(2, func(i int) {
			if err := w.Families.Disable(w.Ctx(), []models.User{first, second}[i].ID); err != nil {
				w.T.Error(err)
			}
		})
		f := w.FamilyOf(first)
		if len(f.Members) != 1 || len(f.FormerIDs) != 1 || f.OwnerID != f.Members[0].ID || f.Members[0].EraseAt.IsZero() {
			w.T.Errorf("got the family %+v, want one suspended member and one former member", f)
		}
		w.Same(len(w.Contents(f.Members[0], false)), 2)
	}
}

func disableAndReturn(w *World) {
	for range Rounds(8) {
		owner := w.Person("Owner")
		echo := w.Connect(w.Echo("Echo"), owner)
		w.Add(echo, "spoken")
		Together(4, func(i int) {
			var err error
			if i == 0 {
				err = w.Families.Disable(w.Ctx(), echo.ID)
			} else {
				p := models.Profile{ID: echo.ID, Name: echo.Name, Source: models.SourceAlexa}
				_, err = w.Families.Ensure(w.Ctx(), p)
			}
			if err != nil {
				w.T.Error(err)
			}
		})
		w.Same(w.FamilyOf(owner).Lists(echo.ID), w.Again(echo).FamilyID == owner.FamilyID)
		w.Same(w.Contents(echo, false), []string{"spoken"})
		w.checkFamilies([]models.User{owner})
	}
}

// eraseAndRecover: the memos are in the new family or erased.
func eraseAndRecover(w *World) {
	for range Rounds(8) {
		echo, number := w.suspended("spoken")
		owner := w.Person("Owner")
		w.Advance(models.KeepFor)
		Together(2, func(i int) {
			if i == 0 {
				if err := w.Families.EraseDue(w.Ctx()); err != nil {
					w.T.Error(err)
				}
			} else if _, err := w.Families.Recover(w.Ctx(), owner, number); err != nil && !models.IsReason(err, notValid) {
				w.T.Error(err)
			}
		})
		w.OK(w.Families.EraseDue(w.Ctx()))
		_, err := w.FamilyStore.Person(w.Ctx(), echo.ID)
		if here := len(w.Contents(owner, false)) == 1; here != (err == nil) {
			w.T.Errorf("got memos recovered %v, and the account %v, want either recovered or erased", here, err)
		}
		w.checkFamilies([]models.User{owner})
	}
}
