package dynamo

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// everything reads a family's live memos page by page from the store, which does not
// resume a move, newest first and oldest first, and fails the test if one comes twice or out of
// order, or only in one of them.
func everything(w *familytest.World, f models.Family, viewer models.User, limit int) []models.Memo {
	w.T.Helper()
	l := memo.Listing{Family: f, Viewer: w.Again(viewer), Limit: limit, Now: w.Now()}
	all, ended := pagesOf(w, l, 10_000)
	l.Oldest = true
	back, endedToo := pagesOf(w, l, 10_000)
	if !ended || !endedToo {
		w.T.Fatal("got a list that does not end")
	}
	slices.Reverse(back)
	if !slices.EqualFunc(all, back, func(a, b models.Memo) bool { return a.Ref() == b.Ref() }) {
		w.T.Fatalf("got %d memos, and oldest first %d, want the same", len(all), len(back))
	}
	return all
}

// pages is everything for the first n pages, newest first.
func pages(w *familytest.World, f models.Family, viewer models.User, limit, n int) (all []models.Memo, ended bool) {
	w.T.Helper()
	return pagesOf(w, memo.Listing{Family: f, Viewer: w.Again(viewer), Limit: limit, Now: w.Now()}, n)
}

// pagesOf returns the memos of the first n pages of a listing.
func pagesOf(w *familytest.World, l memo.Listing, n int) (all []models.Memo, ended bool) {
	w.T.Helper()
	for range n {
		page, err := w.MemoStore.List(w.Ctx(), l)
		w.OK(err)
		for _, m := range page.Memos {
			if n := len(all); n > 0 && !l.Precedes(all[n-1].Position(), m.Position()) {
				w.T.Fatalf("got %+v after %+v", m.Position(), all[n-1].Position())
			}
			all = append(all, m)
		}
		if page.Next == nil {
			return all, true
		}
		if l.After != nil && !l.Precedes(*l.After, *page.Next) {
			w.T.Fatalf("got a page after %+v whose next page is after %+v", *l.After, *page.Next)
		}
		l.After = page.Next
	}
	return all, false
}

// fill stores n memos of u without the service, the newest a day old, a second apart.
func fill(t *testing.T, db *DB, u models.User, n int, now time.Time) {
	t.Helper()
	memos := make([]models.Memo, n)
	for i := range memos {
		at := now.Add(-24*time.Hour - time.Duration(i)*time.Second)
		memos[i] = models.Memo{
			UserID: u.ID, ID: models.MemoID(fmt.Sprintf("%s%012x", millis13(at), i)), FamilyID: u.FamilyID,
			Content: fmt.Sprint(u.ID, " ", i, " 牛乳とパンを買って帰る"), Timestamp: at, CreatedByName: u.Name, Version: 1,
		}
	}
	put(t, db, memos)
}

// put stores memos without the service and the store.
func put(t *testing.T, db *DB, memos []models.Memo) {
	t.Helper()
	for some := range slices.Chunk(memos, bulkBatch) {
		var batch []types.WriteRequest
		for _, m := range some {
			batch = append(batch, types.WriteRequest{PutRequest: &types.PutRequest{Item: memoItem(m)}})
		}
		_, err := db.client.(*dynamodb.Client).BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{db.tables.Memos: batch},
		})
		must.OK(t, err)
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
		must.OK(w.T, must.Err(s.Settle(w.Ctx(), f, limit)))
	}
	w.T.Fatal("Settle: got a move that does not end")
}

// TestDeathDuringMove: wherever the process dies in joining and moving, no memo is
// hidden, and another process finishes the move.
func TestDeathDuringMove(t *testing.T) {
	const memos, batch = 15, 9
	w, db := world(t, plain)
	everyDeath(t, db, func(doomed *DB, at death) {
		owner, joiner := w.Person("Owner"), w.Person("Joiner")
		fill(t, db, joiner, memos, w.Now())
		fill(t, db, owner, 5, w.Now())
		if _, err := doomed.Families().Redeem(w.Ctx(), redeeming(w, joiner, owner)); err == nil {
			for range 10 {
				f, err := doomed.Families().Family(w.Ctx(), owner.FamilyID)
				if err != nil {
					break
				}
				if done, err := doomed.Memos().Settle(w.Ctx(), f, batch); done || err != nil {
					break
				}
			}
		}
		joiner = w.Again(joiner)
		want := memos
		if joiner.FamilyID == owner.FamilyID {
			want += 5
		}
		if got := len(everything(w, w.FamilyOf(joiner), joiner, 4)); got != want {
			t.Fatalf("%+v: got %d memos, want %d", at, got, want)
		}
		settled(w, db.Memos(), joiner, batch)
		if got := len(everything(w, w.FamilyOf(joiner), joiner, 4)); got != want {
			t.Fatalf("%+v, finished: got %d memos, want %d", at, got, want)
		}
	})
}

// TestMoversTogether: several concurrent movers, while the memos are edited, deleted and
// removed, lose, undo or bring back nothing.
func TestMoversTogether(t *testing.T) {
	const memos, some = 100, 10 // some are edited, and some deleted
	w, db := world(t, plain)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, memos, w.Now())
	joiner = w.Join(joiner, owner)
	all := everything(w, w.FamilyOf(joiner), joiner, 100)
	familytest.Together(5, func(i int) {
		if i < 3 {
			settled(w, w.MemoStore, joiner, 25)
			return
		}
		for n := i - 3; n < memos; n += memos / some {
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
	if len(left) != memos-some || edited != some {
		t.Errorf("%d memos, %d of them edited; want %d and %d", len(left), edited, memos-some, some)
	}
}

// TestFence: a mover with an outdated family moves nothing and clears nothing.
func TestFence(t *testing.T) {
	w, db := world(t, plain)
	first, second, traveller := w.Person("First"), w.Person("Second"), w.Person("Traveller")
	fill(t, db, traveller, 10, w.Now())
	traveller = w.Join(traveller, first)
	old := w.FamilyOf(first)
	traveller = w.Join(traveller, second)
	for range 3 {
		if done, err := w.MemoStore.Settle(w.Ctx(), old, 99); err != nil || done {
			t.Errorf("got done %v, %v", done, err)
		}
	}
	traveller = w.Join(traveller, first) // once more: the mark is a new one, although the family looks the same
	if _, err := w.MemoStore.Settle(w.Ctx(), old, 99); err != nil {
		t.Error(err)
	}
	w.Same(len(everything(w, w.FamilyOf(first), first, 4)), 10)
	settled(w, w.MemoStore, traveller, 3)
	w.Same(len(everything(w, w.FamilyOf(first), first, 4)), 10)
	w.Same(len(everything(w, w.FamilyOf(second), second, 4)), 0)
}

// onTransaction makes a world. Its do runs a function once, right before the next
// transaction with an update that begins with update.
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

// TestAwayAndBack: between a mover's last read and its clearing the mark, the person
// joins another family, writes there, and comes back.
func TestAwayAndBack(t *testing.T) {
	w, _, do := onTransaction(t, "SET #settledAt")
	owner, traveller := w.Person("Owner"), w.Person("Traveller")
	traveller = w.Join(traveller, owner)
	happened := false
	do(func() {
		happened = true
		w.OK(must.Err(w.Families.Leave(w.Ctx(), traveller)))
		w.Add(traveller, "written elsewhere")
		w.Join(traveller, owner)
	})
	if done, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), 99); err != nil || done || !happened {
		t.Errorf("got done %v, %v; went away: %v", done, err, happened)
	}
	w.Advance(time.Hour)
	settled(w, w.MemoStore, traveller, 99)
	w.Same(w.Contents(owner, false), []string{"written elsewhere"})
}

// TestRemovedMeanwhile: a memo that is removed between a mover's read and its batch
// delays the others only for that batch, and is not restored.
func TestRemovedMeanwhile(t *testing.T) {
	w, db, do := onTransaction(t, "SET #familyId")
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, 10, w.Now())
	joiner = w.Join(joiner, owner)
	all := everything(w, w.FamilyOf(joiner), joiner, 100)
	do(func() {
		for range 2 {
			w.OK(must.Err(w.Memos.Delete(w.Ctx(), owner, all[3].Ref(), 0)))
		}
	})
	must.OK(t, must.Err(w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), 99)))
	if it, err := db.get(w.Ctx(), db.tables.Memos, memoKey(all[3].Ref())); err != nil || !isRemoved(it) || it["familyId"] != nil {
		t.Errorf("removed memo: got %v, %v", it, err)
	}
	left := everything(w, w.FamilyOf(owner), owner, 100)
	for _, m := range left {
		if m.FamilyID != owner.FamilyID {
			t.Errorf("%s has not moved", m.ID)
		}
	}
	w.Same(len(left), 9)
}

// TestMoversMeet: a mover that conflicts with another transaction stops.
func TestMoversMeet(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	const memos = memosPerMove + 11
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, memos, w.Now())
	joiner = w.Join(joiner, owner)
	transactions := 0
	s.before = func(in any) error {
		if _, ok := in.(*dynamodb.TransactWriteItemsInput); ok {
			transactions++
		}
		return conflict(in)
	}
	done, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), memos)
	s.before = nil
	if done || err != nil || transactions != 1 {
		t.Errorf("got done %v, %v, after %d transactions, want one", done, err, transactions)
	}
	settled(w, w.MemoStore, joiner, 99)
	w.Same(len(everything(w, w.FamilyOf(owner), owner, 100)), memos)
}

// TestMovedMeanwhile: memos that another mover has moved between the read and the batch
// are not rewritten, and the rest of the batch is moved.
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
				w.OK(must.Err(db.Memos().Settle(w.Ctx(), f, 4)))
			}
		}
		return nil
	}
	w.OK(must.Err(w.MemoStore.Settle(w.Ctx(), f, 10)))
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

// TestMoveForeignItems: a memo written by another program, with an id without a time and
// a time in another zone, moves like any other, and the move ends.
func TestMoveForeignItems(t *testing.T) {
	w, db := world(t, plain)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, 3, w.Now())
	key := item{"userId": text(joiner.ID), "id": text("note-1")}
	foreign := item{
		"userId": key["userId"], "id": key["id"], "familyId": text(joiner.FamilyID), "content": text("卵"),
		"timestamp": text("2025-07-14T18:30:15+09:00"), "deleted": flag(false),
	}
	w.OK(must.Err(db.client.PutItem(w.Ctx(), &dynamodb.PutItemInput{TableName: &db.tables.Memos, Item: foreign})))
	joiner = w.Join(joiner, owner)
	settled(w, w.MemoStore, joiner, 2)
	it, err := db.get(w.Ctx(), db.tables.Memos, key)
	w.OK(err)
	m, err := readMemo(it)
	w.OK(err)
	w.Same(m.FamilyID, owner.FamilyID)
}
