package dynamo

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
)

// wanderingsVar is the variable with the number of walks of TestWanderings, with the
// seeds from 0 on, in place of one; each has wanderingRounds rounds.
const (
	wanderingsVar   = "MEMOTEST_WANDERINGS"
	wanderingRounds = 25
	wanderingSteps  = 11 // kinds of steps, some of them the same
)

// TestWanderings: people join, leave, write, mark as done, delete, become former members,
// return and are moved by movers that die, all at random, and every family's list matches
// a model.
func TestWanderings(t *testing.T) {
	walks := 1
	if n, err := strconv.Atoi(os.Getenv(wanderingsVar)); err == nil && n > 0 {
		walks = n
	}
	made := 0
	for seed := range uint64(walks) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w, db := world(t, plain)
			m := &wandering{
				World: w, db: db, memos: map[models.MemoRef]bool{},
				rnd: rand.New(rand.NewPCG(seed, 1)), kinds: rand.New(rand.NewPCG(seed, 2)),
			}
			for i := range 4 {
				m.people = append(m.people, w.Person(fmt.Sprint("P", i)))
			}
			for range wanderingRounds {
				m.step()
				m.step()
				m.check()
			}
			for _, u := range m.people {
				settled(w, w.MemoStore, u, 99)
				m.check()
			}
			made |= m.made
		})
	}
	if want := 1<<wanderingSteps - 1; made != want {
		t.Errorf("got steps %b, want each of %b", made, want)
	}
}

// wandering is a world and the model of its contents.
type wandering struct {
	*familytest.World
	db     *DB
	rnd    *rand.Rand
	kinds  *rand.Rand // draws only the kinds of steps, so that a seed always has the same steps
	people []models.User
	memos  map[models.MemoRef]bool // the live ones, and whether they are done
	made   int                     // the kinds of steps that were made, as bits
}

func (m *wandering) someone() models.User { return m.people[m.rnd.IntN(len(m.people))] }

func (m *wandering) step() {
	u, other := m.someone(), m.someone()
	if m.Again(u).Membership.Gone { // in use again
		_, err := m.Families.Ensure(m.Ctx(), models.Profile{ID: u.ID, Name: u.Name, Source: u.Source})
		m.OK(err)
	}
	kind := m.kinds.IntN(wanderingSteps)
	m.made |= 1 << kind
	switch kind {
	case 0, 1, 2:
		m.memos[m.Add(u, "memo").Ref()] = false
	case 10:
		m.OK(m.Families.Disable(m.Ctx(), u.ID))
	case 3, 4:
		if f := m.FamilyOf(other); f.OwnerID == other.ID {
			_, err := m.Redeem(m.Again(u), m.Invite(other))
			m.allowed(err, models.CodeConflict)
		}
	case 5:
		_, err := m.Families.Leave(m.Ctx(), m.Again(u))
		m.allowed(err, models.CodeConflict, models.CodeForbidden)
	case 6:
		m.allowed(m.Families.Transfer(m.Ctx(), m.Again(u), other.ID), models.CodeForbidden, models.CodeNotFound, models.CodeInvalid)
	case 7:
		m.change()
	default:
		doomed, _ := dying(m.db, death{after: m.rnd.IntN(6), arrives: m.rnd.IntN(2) == 0})
		_, err := doomed.Memos().Settle(m.Ctx(), m.FamilyOf(u), 1+m.rnd.IntN(3))
		m.allowed(err, models.CodeUnavailable)
	}
}

// change marks one memo as done, reopens it, or puts it into the trash.
func (m *wandering) change() {
	for ref, done := range m.memos {
		actor := m.Again(m.FamilyOf(models.User{ID: ref.UserID}).Members[0])
		if m.rnd.IntN(2) == 0 {
			_, err := m.Memos.Done(m.Ctx(), actor, ref, !done, 0)
			m.OK(err)
			m.memos[ref] = !done
			return
		}
		_, err := m.Memos.Trash(m.Ctx(), actor, ref)
		m.OK(err)
		delete(m.memos, ref)
		return
	}
}

func (m *wandering) allowed(err error, codes ...models.Code) {
	m.T.Helper()
	for _, c := range codes {
		if models.IsCode(err, c) {
			return
		}
	}
	m.OK(err)
}

// check compares every family's list with the model: its members' live memos,
// each once, in order.
func (m *wandering) check() {
	m.T.Helper()
	seen := map[models.FamilyID]bool{}
	for _, u := range m.people {
		f := m.FamilyOf(u)
		if f.Has(u.ID) == m.Again(u).Membership.Gone || !f.Lists(u.ID) || !f.Has(f.OwnerID) {
			m.T.Fatalf("%s is in %+v", u.ID, f)
		}
		for _, member := range f.Members {
			if member.FamilyID != f.ID || member.IsOwner != (member.ID == f.OwnerID) {
				m.T.Fatalf("%+v does not agree with %+v", member, f)
			}
		}
		if seen[f.ID] {
			continue
		}
		seen[f.ID] = true
		want := 0
		for ref := range m.memos {
			if f.Lists(ref.UserID) {
				want++
			}
		}
		got := everything(m.World, f, u, 3+m.rnd.IntN(20))
		for _, x := range got {
			if done, live := m.memos[x.Ref()]; !live || x.Done() != done || !f.Lists(x.UserID) {
				m.T.Fatalf("%+v does not belong here", x)
			}
		}
		if len(got) != want {
			m.T.Fatalf("%d memos, want %d", len(got), want)
		}
	}
}
