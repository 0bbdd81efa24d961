package dynamo

import (
	"sync"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// readAhead reads a page of the viewer's family ahead of the family, and returns the rest of
// List, which returns how many memos the page has once the family is read.
func readAhead(w *familytest.World, viewer models.User) (shown func() int) {
	w.T.Helper()
	store := w.MemoStore.(memoStore)
	l := memo.Listing{Viewer: viewer, Limit: 50, Now: w.Now()}
	early, err := store.readAhead(w.Ctx(), l)
	w.OK(err)
	return func() int {
		w.T.Helper()
		l.Family, err = w.Families.Roster(w.Ctx(), viewer)
		w.OK(err)
		page, err := store.listAfter(w.Ctx(), l, early)
		w.OK(err)
		return len(page.Memos)
	}
}

// TestAheadOfAMove: a page that was read before a person's memos arrived shows them,
// whether their move has begun, is pending or has ended when the family is read.
func TestAheadOfAMove(t *testing.T) {
	for name, move := range map[string]func(w *familytest.World, joiner, owner models.User){
		"pending": func(w *familytest.World, joiner, owner models.User) { w.Join(joiner, owner) },
		"ended": func(w *familytest.World, joiner, owner models.User) {
			w.OK(w.Memos.Settle(w.Ctx(), w.Join(joiner, owner)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, db := world(t, plain)
			owner, joiner := w.Person("Owner"), w.Person("Joiner")
			fill(t, db, owner, 2, w.Now())
			fill(t, db, joiner, 3, w.Now())
			shown := readAhead(w, owner)
			move(w, joiner, owner)
			check.Equal(t, shown(), 5, "memos")
		})
	}
}

// TestAheadOfLeaving: a page that was read of the family that the viewer has left since is
// not shown.
func TestAheadOfLeaving(t *testing.T) {
	w, db := world(t, plain)
	owner := w.Person("Owner")
	viewer := w.Join(w.Person("Viewer"), owner)
	w.OK(w.Memos.Settle(w.Ctx(), viewer))
	fill(t, db, owner, 3, w.Now())
	shown := readAhead(w, w.Again(viewer))
	w.OK(must.Err(w.Families.Leave(w.Ctx(), viewer)))
	check.Equal(t, shown(), 0, "memos of the family left")
}

// TestAheadIsUsed: a list of a family without moves reads its index once, also when a move
// has ended some time before.
func TestAheadIsUsed(t *testing.T) {
	m, w, db := meteredWorld(t)
	moment := time.Now()
	store := w.MemoStore.(memoStore)
	store.Now = func() time.Time { return moment }
	owner := w.Person("Owner")
	fill(t, db, owner, 3, w.Now())
	w.OK(w.Memos.Settle(w.Ctx(), w.Join(w.Person("Joiner"), owner)))
	for _, later := range []time.Duration{0, time.Hour} {
		moment = moment.Add(later)
		shown := readAhead(w, w.Again(owner))
		m.Reset()
		check.Equal(t, shown(), 3, "memos")
		if page := m.Cost().Read - 1; (page > 0) != (later == 0) { // the family's item takes 1 RCU
			t.Errorf("%v after a move: got %.1f RCU for the page, want it read again: %v", later, page, later == 0)
		}
	}
}

// TestAheadOfABehindClock: a page that was read before a person's memos arrived shows them
// even if the clock of the process that moved them is behind by almost settledFor.
func TestAheadOfABehindClock(t *testing.T) {
	w, db := world(t, plain)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, owner, 2, w.Now())
	fill(t, db, joiner, 3, w.Now())
	shown := readAhead(w, owner)
	w.MemoStore.(memoStore).Now = func() time.Time { return time.Now().Add(time.Second - settledFor) }
	w.OK(w.Memos.Settle(w.Ctx(), w.Join(joiner, owner)))
	check.Equal(t, shown(), 5, "memos")
}

// TestAheadWithoutAFamily: a person who was read without a family gets the list of their
// present one.
func TestAheadWithoutAFamily(t *testing.T) {
	w, _ := world(t, plain)
	u := w.Person("Owner")
	w.Add(u, "memo")
	u.FamilyID = ""
	w.Same(w.Contents(u, false), []string{"memo"})
}

// TestAheadThroughoutMoves: while people join and leave a family, its lists always have all
// memos of its present members.
func TestAheadThroughoutMoves(t *testing.T) {
	w, db := world(t, plain)
	owner, want := w.Person("Owner"), 2
	fill(t, db, owner, want, w.Now())
	for range 8 {
		joiner := w.Person("Joiner")
		fill(t, db, joiner, 3, w.Now())
		joiner = w.Join(joiner, owner)
		stop := make(chan struct{})
		var readers sync.WaitGroup
		for range 3 {
			readers.Go(func() { listsAll(w, owner, want+3, stop) })
		}
		w.OK(w.Memos.Settle(w.Ctx(), joiner))
		w.Same(len(w.All(joiner, false)), want+3)
		close(stop)
		readers.Wait()
		w.OK(must.Err(w.Families.Leave(w.Ctx(), joiner)))
		w.Same(len(w.All(joiner, false)), 3) // joiner was read before they left
	}
}

// listsAll lists the viewer's family until stop is closed and checks the number of memos.
func listsAll(w *familytest.World, viewer models.User, want int, stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		list, err := w.Memos.List(w.Ctx(), viewer, memo.Query{Limit: memo.MaxLimit, Unnamed: true})
		if err != nil || len(list.Memos) != want {
			w.T.Errorf("List: got %d memos and %v, want %d", len(list.Memos), err, want)
			return
		}
	}
}
