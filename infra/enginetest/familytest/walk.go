package familytest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// The size of the random walk: walkers people in all, a few for each worker. Each worker
// makes defaultSteps, quickSteps with go test -short, or as many steps as the environment
// variable stepsVar says.
const (
	walkers      = 8
	peoplePerOne = 3
	defaultSteps = 60
	quickSteps   = 15
	stepsVar     = "MEMOTEST_WALK_STEPS"
)

func steps() int {
	if n, err := strconv.Atoi(os.Getenv(stepsVar)); err == nil && n > 0 {
		return n
	}
	if testing.Short() {
		return quickSteps
	}
	return defaultSteps
}

// randomWalk lets eight workers join, ask, admit, connect, leave, remove, hand over,
// disable, come back, add and delete at random. Each worker moves only its own people and
// records their memos; owners also act on other workers' people. Each add and the end of
// the walk check that every family has one owner, every person has a family, and no memo
// is lost, hidden, duplicated or visible to another family.
func randomWalk(w *World) {
	workers := make([]*walker, walkers)
	var everyone []models.User
	for i := range workers {
		workers[i] = &walker{World: w, rand: rand.New(rand.NewPCG(1, uint64(i)))} //nolint:gosec // repeatable on purpose
		for n := range peoplePerOne {
			u := w.Person("Walker")
			if n == 0 {
				u = w.Echo("Echo")
			}
			workers[i].own = append(workers[i].own, &walked{User: u, memos: map[models.MemoRef]bool{}})
			everyone = append(everyone, u)
		}
	}
	notes := &blackboard{}
	Together(walkers, func(i int) {
		for range steps() {
			workers[i].step(notes, everyone)
		}
	})
	for _, u := range everyone {
		w.OK(failure(w.Families.Ensure(w.Ctx(), models.Profile{ID: u.ID, Name: u.Name, Source: u.Source})))
	}
	w.checkFamilies(everyone)
	for _, worker := range workers {
		for _, p := range worker.own {
			w.OK(w.Memos.Settle(w.Ctx(), w.Again(p.User)))
			worker.checkMemos(p)
		}
	}
}

// blackboard holds the codes of all workers' owners, for other people to use.
type blackboard struct {
	mu    sync.Mutex
	codes []models.InviteCode
}

func (b *blackboard) leave(c models.InviteCode) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.codes = append(b.codes, c)
}

func (b *blackboard) take(r *rand.Rand) (models.InviteCode, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.codes) == 0 {
		return models.InviteCode{}, false
	}
	return b.codes[r.IntN(len(b.codes))], true // it stays, so that it is tried again
}

// walker is a worker and its own people.
type walker struct {
	*World
	rand *rand.Rand
	own  []*walked
}

// walked is a person and the memos that the service confirmed; the value says whether the
// memo is live (true) or in the trash.
type walked struct {
	models.User
	memos map[models.MemoRef]bool
}

func (w *walker) step(notes *blackboard, everyone []models.User) {
	p, other := w.own[w.rand.IntN(len(w.own))], everyone[w.rand.IntN(len(everyone))]
	u, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: p.ID, Name: p.Name, Source: p.Source})
	if err != nil {
		w.T.Errorf("Ensure(%s): got %v, want nil", p.ID, err)
		return
	}
	switch n := w.rand.IntN(24); {
	case n < 7:
		w.add(p, u)
	case n < 9:
		w.trash(p, u)
	case n < 12:
		w.invite(notes, u)
	case n < 16:
		if c, ok := notes.take(w.rand); ok {
			w.tolerate(failure(w.Families.Redeem(w.Ctx(), u, c, models.WayDigits, w.rand.IntN(3) > 0)))
		}
	case n < 18:
		w.tolerate(failure(w.Families.Leave(w.Ctx(), u)))
	case n < 19:
		w.tolerate(w.Families.Transfer(w.Ctx(), u, other.ID))
	case n < 20:
		w.tolerate(w.Families.Remove(w.Ctx(), u, other.ID))
	case n < 22:
		w.decide(u)
	case n < 23:
		w.connect(u, other)
	default:
		if u.Source == models.SourceAlexa {
			w.tolerate(w.Families.Disable(w.Ctx(), u.ID))
		}
	}
}

// decide admits or refuses the first person who asked to join u's family.
func (w *walker) decide(u models.User) {
	f, err := w.Families.FamilyOf(w.Ctx(), u)
	if err != nil || len(f.Requests) == 0 {
		w.tolerate(err)
		return
	}
	if asker := f.Requests[0].UserID; w.rand.IntN(4) > 0 {
		w.tolerate(failure(w.Families.Allow(w.Ctx(), u, asker)))
	} else {
		w.tolerate(w.Families.Refuse(w.Ctx(), u, asker))
	}
}

// connect adds u, an Echo, to the family of another person.
func (w *walker) connect(u, by models.User) {
	c, err := w.Families.ConnectionNumber(w.Ctx(), u)
	if err == nil {
		_, err = w.Families.Connect(w.Ctx(), by, c.Number)
	}
	w.tolerate(err)
}

// tolerate fails the test for an error that is not an expected refusal.
func (w *walker) tolerate(err error) {
	switch code := models.AsError(err).Code; {
	case err == nil, code == models.CodeConflict, code == models.CodeForbidden, code == models.CodeNotFound, code == models.CodeInvalid:
	default:
		w.T.Errorf("got %v, want nil or a refusal", err)
	}
}

func (w *walker) invite(notes *blackboard, u models.User) {
	f, err := w.FamilyStore.Family(w.Ctx(), u.FamilyID)
	if err != nil || f.OwnerID != u.ID {
		return
	}
	n := w.serial.Add(1) + 10_000
	c := models.InviteCode{
		Code: strconv.FormatInt(n, 10), InviteID: models.InviteID(strconv.FormatInt(n, 36)), FamilyID: f.ID, CreatedBy: u.ID,
		CreatedAt: w.Now(), ExpiresAt: w.Now().Add(models.InviteLifetime).Truncate(time.Second), Admits: true,
	}
	if w.InviteStore.Issue(w.Ctx(), []models.InviteCode{c}, f.InviteID) == nil {
		notes.leave(c)
	}
}

func (w *walker) add(p *walked, u models.User) {
	m, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "walk", Key: memo.NewKey()})
	if err != nil {
		w.T.Errorf("Add: got %v, want nil", err)
		return
	}
	p.memos[m.Ref()] = true
	if u, err = w.FamilyStore.Person(w.Ctx(), u.ID); err != nil {
		w.T.Errorf("Person: got %v, want nil", err)
		return
	}
	page, err := w.Memos.List(w.Ctx(), u, memo.Query{Limit: memo.MaxLimit})
	if err != nil {
		w.T.Errorf("List: got %v, want nil", err)
		return
	}
	for _, seen := range page.Memos {
		if seen.Ref() == m.Ref() {
			return
		}
	}
	again, err := w.FamilyStore.Person(w.Ctx(), u.ID)
	w.tolerate(err)
	// Others may have moved the person, with the memo, between the two reads of List.
	if page.Next == "" && again.FamilyID == page.Family.ID {
		w.T.Error("List: got no memo just added, want it")
	}
}

func (w *walker) trash(p *walked, u models.User) {
	for ref, live := range p.memos {
		if live {
			if _, err := w.Memos.Trash(w.Ctx(), u, ref); err != nil {
				w.T.Errorf("Trash: got %v, want nil", err)
			}
			p.memos[ref] = false
			return
		}
	}
}

// checkMemos checks that the person's family lists exactly the person's confirmed memos,
// each once and in its state.
func (w *walker) checkMemos(p *walked) {
	got := map[models.MemoRef]bool{}
	for _, deleted := range []bool{false, true} {
		for _, m := range w.All(p.User, deleted) {
			if m.UserID != p.ID {
				continue
			}
			if _, twice := got[m.Ref()]; twice {
				w.T.Errorf("got a memo of %s twice in the list, want it once", p.ID)
			}
			got[m.Ref()] = !deleted
		}
	}
	w.Same(got, p.memos)
}
