package dynamo

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family/familytest"
	"voicememo/memo"
	"voicememo/models"
)

// everything reads a family's live memos page by page at the store, which does
// not carry a move on, and fails the test if one comes twice or out of order.
func everything(w *familytest.World, f models.Family, viewer models.User, limit int) []models.Memo {
	w.T.Helper()
	all, ended := pages(w, f, viewer, limit, 10_000)
	if !ended {
		w.T.Fatal("the list does not end")
	}
	return all
}

// pages is everything on the first n pages.
func pages(w *familytest.World, f models.Family, viewer models.User, limit, n int) (all []models.Memo, ended bool) {
	w.T.Helper()
	l := memo.Listing{Family: f, Viewer: w.Again(viewer), Limit: limit, Now: w.Now()}
	for range n {
		page, err := w.MemoStore.List(w.Ctx(), l)
		w.OK(err)
		for _, m := range page.Memos {
			if n := len(all); n > 0 && !all[n-1].Position().Before(m.Position()) {
				w.T.Fatalf("%+v comes after %+v", m.Position(), all[n-1].Position())
			}
			all = append(all, m)
		}
		if page.Next == nil {
			return all, true
		}
		if l.After != nil && !l.After.Before(*page.Next) {
			w.T.Fatalf("the page after %+v is followed by the one after %+v", *l.After, *page.Next)
		}
		l.After = page.Next
	}
	return all, false
}

// fill stores n memos of u past the service, the newest a day old, a second apart.
func fill(t *testing.T, db *DB, u models.User, n int, now time.Time) {
	t.Helper()
	client := db.client.(*dynamodb.Client)
	var batch []types.WriteRequest
	for i := range n {
		at := now.Add(-24*time.Hour - time.Duration(i)*time.Second)
		batch = append(batch, types.WriteRequest{PutRequest: &types.PutRequest{Item: memoItem(models.Memo{
			UserID: u.ID, ID: models.MemoID(fmt.Sprintf("%s%012x", millis13(at), i)), FamilyID: u.FamilyID,
			Content: fmt.Sprint(u.ID, " ", i, " 牛乳とパンを買って帰る"), Timestamp: at, CreatedByName: u.Name, Version: 1,
		})}})
		if len(batch) == 25 || i == n-1 {
			_, err := client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{
				RequestItems: map[string][]types.WriteRequest{db.tables.Memos: batch},
			})
			if err != nil {
				t.Fatal(err)
			}
			batch = nil
		}
	}
}

// settled runs the mover until it is done.
func settled(w *familytest.World, s memo.Store, u models.User, limit int) {
	w.T.Helper()
	for range 1000 {
		f := w.FamilyOf(u)
		if len(f.Moving) == 0 {
			return
		}
		if _, err := s.Settle(w.Ctx(), f, limit); err != nil {
			w.T.Fatal(err)
		}
	}
	w.T.Fatal("the move does not end")
}

// TestDeathDuringMove: the process dies at every single call of joining and
// moving, before the call arrives or before its answer does. Nothing is hidden
// then, and another process finishes what has begun.
func TestDeathDuringMove(t *testing.T) {
	const memos = 150
	w, db := world(t, plain)
	for _, arrives := range []bool{false, true} {
		for n, alive := 0, true; alive; n++ {
			owner, joiner := w.Person("Owner"), w.Person("Joiner")
			fill(t, db, joiner, memos, w.Now())
			fill(t, db, owner, 5, w.Now())
			join := redeeming(w, joiner, owner)
			client, dead := dying(db.client, n, arrives)
			doomed := DB{client: client, tables: db.tables}
			if _, err := doomed.Families().Redeem(w.Ctx(), join); err == nil {
				for range 10 {
					f, err := doomed.Families().Family(w.Ctx(), owner.FamilyID)
					if err != nil {
						break
					}
					if done, err := doomed.Memos().Settle(w.Ctx(), f, 99); done || err != nil {
						break
					}
				}
			}
			alive = dead()
			joiner = w.Again(joiner)
			want := memos
			if joiner.FamilyID == owner.FamilyID {
				want += 5
			}
			if got := len(everything(w, w.FamilyOf(joiner), joiner, 40)); got != want {
				t.Fatalf("death at call %d (arrived: %v): %d memos, want %d", n, arrives, got, want)
			}
			settled(w, db.Memos(), joiner, 99)
			if got := len(everything(w, w.FamilyOf(joiner), joiner, 40)); got != want {
				t.Fatalf("death at call %d (arrived: %v), finished: %d memos, want %d", n, arrives, got, want)
			}
		}
	}
}

// TestMoversTogether: several movers at once, while the memos are edited,
// deleted and removed: nothing is lost, undone or brought back.
func TestMoversTogether(t *testing.T) {
	const memos = 250
	w, db := world(t, plain)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, memos, w.Now())
	joiner = w.Join(joiner, owner)
	all := everything(w, w.FamilyOf(joiner), joiner, 100)
	familytest.Together(5, func(i int) {
		if i < 3 {
			settled(w, w.MemoStore, joiner, 99)
			return
		}
		for n := i - 3; n < memos; n += 10 {
			var err error
			if i == 3 {
				_, err = w.Memos.Edit(w.Ctx(), owner, all[n].Ref(), "edited", 0)
			} else if _, err = w.Memos.Delete(w.Ctx(), owner, all[n].Ref(), 0); err == nil {
				_, err = w.Memos.Delete(w.Ctx(), owner, all[n].Ref(), 0)
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
	edited, left := 0, everything(w, w.FamilyOf(owner), owner, 100)
	for _, m := range left {
		if m.FamilyID != owner.FamilyID {
			t.Errorf("%s is listed under %s", m.ID, m.FamilyID)
		}
		if m.Content == "edited" {
			edited++
		}
	}
	if len(left) != memos-25 || edited != 25 {
		t.Errorf("%d memos, %d of them edited; want %d and 25", len(left), edited, memos-25)
	}
}

// TestFence: a mover that holds an old family moves nothing and clears nothing.
func TestFence(t *testing.T) {
	w, db := world(t, plain)
	first, second, traveller := w.Person("First"), w.Person("Second"), w.Person("Traveller")
	fill(t, db, traveller, 10, w.Now())
	traveller = w.Join(traveller, first)
	old := w.FamilyOf(first)
	traveller = w.Join(traveller, second)
	for range 3 {
		if done, err := w.MemoStore.Settle(w.Ctx(), old, 99); err != nil || done {
			t.Errorf("done %v, %v", done, err)
		}
	}
	traveller = w.Join(traveller, first) // again: the mark is another one, the old family looks alike
	if _, err := w.MemoStore.Settle(w.Ctx(), old, 99); err != nil {
		t.Error(err)
	}
	w.Same(len(everything(w, w.FamilyOf(first), first, 4)), 10)
	settled(w, w.MemoStore, traveller, 3)
	w.Same(len(everything(w, w.FamilyOf(first), first, 4)), 10)
	w.Same(len(everything(w, w.FamilyOf(second), second, 4)), 0)
}

// onTransaction makes a world in which do runs once, right before the next
// transaction with an update that begins like this.
func onTransaction(t *testing.T, update string) (w *familytest.World, db *DB, do func(func())) {
	t.Helper()
	s, wrap := newSwitchable()
	w, db = world(t, wrap)
	return w, db, func(what func()) {
		s.before = func(in any) error {
			tx, ok := in.(*dynamodb.TransactWriteItemsInput)
			if ok && len(tx.TransactItems) > 1 && tx.TransactItems[1].Update != nil &&
				strings.HasPrefix(*tx.TransactItems[1].Update.UpdateExpression, update) {
				s.before = nil
				what()
			}
			return nil
		}
	}
}

// TestAwayAndBack: between a mover's last look and its clearing the mark, the
// person goes elsewhere, writes there, and comes back.
func TestAwayAndBack(t *testing.T) {
	w, _, do := onTransaction(t, "REMOVE #moving")
	owner, traveller := w.Person("Owner"), w.Person("Traveller")
	traveller = w.Join(traveller, owner)
	happened := false
	do(func() {
		happened = true
		_, err := w.Families.Leave(w.Ctx(), traveller)
		w.OK(err)
		w.Add(traveller, "written elsewhere")
		w.Join(traveller, owner)
	})
	if done, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), 99); err != nil || done || !happened {
		t.Errorf("done %v, %v; went away: %v", done, err, happened)
	}
	w.Advance(time.Hour)
	settled(w, w.MemoStore, traveller, 99)
	w.Same(w.Contents(owner, false), []string{"written elsewhere"})
}

// TestRemovedMeanwhile: a memo that goes between a mover's look and its batch
// holds the others up no longer than that, and does not come back as a ghost.
func TestRemovedMeanwhile(t *testing.T) {
	w, db, do := onTransaction(t, "SET #familyId")
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, 10, w.Now())
	joiner = w.Join(joiner, owner)
	all := everything(w, w.FamilyOf(joiner), joiner, 100)
	do(func() {
		for range 2 {
			_, err := w.Memos.Delete(w.Ctx(), owner, all[3].Ref(), 0)
			w.OK(err)
		}
	})
	if _, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), 99); err != nil {
		t.Fatal(err)
	}
	if it, err := db.get(w.Ctx(), db.tables.Memos, memoKey(all[3].Ref())); err != nil || it != nil {
		t.Errorf("the removed memo is %v, %v", it, err)
	}
	left := everything(w, w.FamilyOf(owner), owner, 100)
	for _, m := range left {
		if m.FamilyID != owner.FamilyID {
			t.Errorf("%s has not moved", m.ID)
		}
	}
	w.Same(len(left), 9)
}

// TestMoversMeet: a mover that meets another transaction leaves the field to it.
func TestMoversMeet(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, 200, w.Now())
	joiner = w.Join(joiner, owner)
	transactions := 0
	s.before = func(in any) error {
		if _, ok := in.(*dynamodb.TransactWriteItemsInput); ok {
			transactions++
		}
		return conflict(in)
	}
	done, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), 200)
	s.before = nil
	if done || err != nil || transactions != 1 {
		t.Errorf("done %v, %v, after %d transactions; want one", done, err, transactions)
	}
	settled(w, w.MemoStore, joiner, 99)
	w.Same(len(everything(w, w.FamilyOf(owner), owner, 100)), 200)
}

// TestMovedMeanwhile: what another mover has taken between the look and the
// batch is not written again, and the rest of the batch goes through.
func TestMovedMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, 10, w.Now())
	joiner = w.Join(joiner, owner)
	f := w.FamilyOf(owner)
	var steps []int
	s.before = func(in any) error {
		if tx, ok := in.(*dynamodb.TransactWriteItemsInput); ok {
			if steps = append(steps, len(tx.TransactItems)); len(steps) == 1 {
				_, err := db.Memos().Settle(w.Ctx(), f, 4)
				w.OK(err)
			}
		}
		return nil
	}
	_, err := w.MemoStore.Settle(w.Ctx(), f, 10)
	w.OK(err)
	s.before = nil
	w.Same(steps, []int{1 + 10, 1 + 6})
	for _, m := range everything(w, f, owner, 100) {
		if m.FamilyID != owner.FamilyID {
			t.Errorf("%s has not moved", m.ID)
		}
	}
	settled(w, w.MemoStore, joiner, 99)
	w.Same(len(everything(w, w.FamilyOf(owner), owner, 100)), 10)
}

// TestMoveForeignItems: a memo that another program wrote, with an id that is no
// time and a time in another zone, moves like any, and the move ends.
func TestMoveForeignItems(t *testing.T) {
	w, db := world(t, plain)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, 3, w.Now())
	key := item{"userId": text(joiner.ID), "id": text("note-1")}
	foreign := item{
		"userId": key["userId"], "id": key["id"], "familyId": text(joiner.FamilyID), "content": text("卵"),
		"timestamp": text("2025-07-14T18:30:15+09:00"), "deleted": flag(false),
	}
	_, err := db.client.PutItem(w.Ctx(), &dynamodb.PutItemInput{TableName: &db.tables.Memos, Item: foreign})
	w.OK(err)
	joiner = w.Join(joiner, owner)
	settled(w, w.MemoStore, joiner, 2)
	it, err := db.get(w.Ctx(), db.tables.Memos, key)
	w.OK(err)
	m, err := readMemo(it)
	w.OK(err)
	w.Same(m.FamilyID, owner.FamilyID)
}

// TestWanderings: people join, leave, write, delete, become former members, return and
// are moved by movers that die, all at random, and every family's list is what a model says.
func TestWanderings(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w, db := world(t, plain)
			m := &wandering{World: w, db: db, rnd: rand.New(rand.NewPCG(seed, 1)), memos: map[models.MemoRef]bool{}}
			for i := range 4 {
				m.people = append(m.people, w.Person(fmt.Sprint("P", i)))
			}
			for range 40 {
				m.step()
				m.step()
				m.check()
			}
			for _, u := range m.people {
				settled(w, w.MemoStore, u, 99)
				m.check()
			}
		})
	}
}

// wandering is the world and what ought to be in it.
type wandering struct {
	*familytest.World
	db     *DB
	rnd    *rand.Rand
	people []models.User
	memos  map[models.MemoRef]bool // the live ones
}

func (m *wandering) someone() models.User { return m.people[m.rnd.IntN(len(m.people))] }

func (m *wandering) step() {
	u, other := m.someone(), m.someone()
	if m.Again(u).Gone { // in use again
		_, err := m.Families.Ensure(m.Ctx(), models.Profile{ID: u.ID, Name: u.Name, Source: u.Source})
		m.OK(err)
	}
	switch m.rnd.IntN(11) {
	case 0, 1, 2:
		m.memos[m.Add(u, "memo").Ref()] = true
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
		for ref := range m.memos {
			f := m.FamilyOf(models.User{ID: ref.UserID})
			_, err := m.Memos.Trash(m.Ctx(), m.Again(f.Members[0]), ref)
			m.OK(err)
			delete(m.memos, ref)
			break
		}
	default:
		client, _ := dying(m.db.client, m.rnd.IntN(6), m.rnd.IntN(2) == 0)
		doomed := DB{client: client, tables: m.db.tables}
		_, err := doomed.Memos().Settle(m.Ctx(), m.FamilyOf(u), 1+m.rnd.IntN(3))
		m.allowed(err, models.CodeUnavailable)
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
		if f.Has(u.ID) == m.Again(u).Gone || !f.Lists(u.ID) || !f.Has(f.OwnerID) {
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
			if !m.memos[x.Ref()] || !f.Lists(x.UserID) {
				m.T.Fatalf("%+v does not belong here", x)
			}
		}
		if len(got) != want {
			m.T.Fatalf("%d memos, want %d", len(got), want)
		}
	}
}
