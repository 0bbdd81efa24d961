package dynamo

import (
	"fmt"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestEqualTimes: one millisecond may have more memos than all the index pages that one
// List may read.
func TestEqualTimes(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	at := w.Now().Add(-time.Hour)
	memos := make([]models.Memo, 400)
	for i := range memos {
		memos[i] = models.Memo{
			UserID: u.ID, ID: models.MemoID(fmt.Sprintf("%s%012x", millis13(at), i*7919)), FamilyID: u.FamilyID,
			Content: "same time", Timestamp: at, Version: 1,
		}
		if i < 20 { // a few before and after
			memos[i].Timestamp = at.Add(time.Duration(i-10) * time.Second)
		}
	}
	const added = 10 // as people add them
	put(t, db, memos[added:])
	for _, m := range memos[:added] {
		w.OK(third(w.MemoStore.Add(w.Ctx(), m, 0)))
	}
	var all []models.Memo
	for _, limit := range []int{30, 100} {
		t.Run(fmt.Sprint("limit ", limit), func(t *testing.T) {
			if all = everything(w, w.FamilyOf(u), u, limit); len(all) != 400 {
				t.Errorf("%d memos, want 400", len(all))
			}
		})
	}
	t.Run("one by one", func(t *testing.T) {
		for i := 200; i < 205; i++ {
			after := all[i].Position()
			page, err := w.MemoStore.List(w.Ctx(), memo.Listing{
				Family: w.FamilyOf(u), Viewer: w.Again(u), Limit: 1, After: &after, Now: w.Now(),
			})
			w.OK(err)
			w.Same(page.Memos, all[i+1:i+2])
		}
	})
}

// TestCursorAdvances: among very many memos of one millisecond even the smallest
// pages lead to the end.
func TestCursorAdvances(t *testing.T) {
	const memos = 270 // more than the four rounds of 3, 12, 48 and 192 that List reads for a page of 2
	w, db := world(t, plain)
	u := w.Person("Taro")
	fill(t, db, u, 5, w.Now())
	at := w.Now().Add(-time.Hour)
	same := make([]models.Memo, memos)
	for i := range same {
		same[i] = models.Memo{
			UserID: u.ID, ID: models.MemoID(fmt.Sprintf("%s%012x", millis13(at), i*7919)), FamilyID: u.FamilyID,
			Content: "same time", Timestamp: at, Version: 1,
		}
	}
	put(t, db, same)
	f := w.FamilyOf(u)
	t.Run("limit 1", func(t *testing.T) {
		if got, _ := pages(w, f, u, 1, 40); len(got) < 35 {
			t.Errorf("got %d memos on 40 pages, want 35 or more", len(got))
		}
	})
	for _, limit := range []int{2, 50} {
		t.Run(fmt.Sprint("limit ", limit), func(t *testing.T) {
			if n := len(everything(w, f, u, limit)); n != memos+5 {
				t.Errorf("%d memos, want %d", n, memos+5)
			}
		})
	}
}

// TestBoundedPages: a page that reads many memos which do not belong on it ends early,
// and the next page continues.
func TestBoundedPages(t *testing.T) {
	const memos = 1100 // more than the 12, 48, 192 and 768 that List reads for a page of 5
	w, db := world(t, plain)
	u := w.Person("Taro")
	fill(t, db, u, memos, w.Now())
	f := w.FamilyOf(u)
	all := everything(w, f, u, memos)
	w.Same(len(all), memos)
	oldest := all[memos-1]
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, oldest.Ref())))
	l := memo.Listing{Family: f, Viewer: w.Again(u), Deleted: true, Limit: 5, Now: w.Now()}
	page, err := w.MemoStore.List(w.Ctx(), l)
	w.OK(err)
	if len(page.Memos) != 0 || page.Next == nil {
		t.Fatalf("first page among %d memos: got %+v, want none and a next page", memos, page)
	}
	pages := 1
	for ; page.Next != nil && pages < 20; pages++ {
		l.After = page.Next
		page, err = w.MemoStore.List(w.Ctx(), l)
		w.OK(err)
	}
	if len(page.Memos) != 1 || page.Memos[0].ID != oldest.ID {
		t.Errorf("after %d pages: got %+v", pages, page)
	}
}

// TestStrangersInIndex: memos of people who have left fill no page, whatever their
// number, and do not hide older memos.
func TestStrangersInIndex(t *testing.T) {
	w, db := world(t, plain)
	owner, leaver := w.Person("Owner"), w.Person("Leaver")
	fill(t, db, owner, 10, w.Now().Add(-30*24*time.Hour))
	leaver = w.Join(leaver, owner)
	fill(t, db, leaver, 300, w.Now())
	w.OK(w.Memos.Settle(w.Ctx(), leaver))
	w.OK(must.Err(w.Families.Leave(w.Ctx(), leaver)))
	w.Same(len(everything(w, w.FamilyOf(owner), owner, 5)), 10)
	w.Same(len(everything(w, w.FamilyOf(leaver), leaver, 50)), 300)
}

// TestCutOffMidMove: a page goes no deeper than the read that was cut off first, here
// among the many memos of the family that a person has left.
func TestCutOffMidMove(t *testing.T) {
	w, db := world(t, plain)
	before, leaver, friend := w.Person("Before"), w.Person("Leaver"), w.Person("Friend")
	leaver = w.Join(leaver, before)
	w.OK(w.Memos.Settle(w.Ctx(), leaver))
	fill(t, db, w.Again(before), 1100, w.Now())
	fill(t, db, leaver, 4, w.Now().AddDate(0, 0, -30))
	w.OK(must.Err(w.Families.Leave(w.Ctx(), leaver)))
	friend = w.Join(friend, w.Again(leaver))
	fill(t, db, friend, 4, w.Now().AddDate(0, 0, -60))
	f := w.FamilyOf(friend)
	if len(f.Moving[leaver.ID]) == 0 {
		t.Fatal("got no pending move")
	}
	// The leaver's own memos that are read from the table would appear immediately;
	// without them only the index counts.
	l := memo.Listing{Family: f, Viewer: w.Again(friend), Limit: 3, Now: w.Now()}
	m := newMerge(l)
	store := memoStore{db}
	w.OK(store.walk(w.Ctx(), m, before.FamilyID, leaver.ID, nil))
	w.OK(store.walk(w.Ctx(), m, f.ID, "", nil))
	if page := m.page(); len(page.Memos) != 0 || page.Next == nil {
		t.Errorf("got page %+v, want none of the leaver's memos", page)
	}
	if n := len(everything(w, f, friend, 3)); n != 8 {
		t.Errorf("%d memos, want 8", n)
	}
}

// millis13 returns the digits with which an id begins that is made from a key with that
// time.
func millis13(t time.Time) string { return fmt.Sprintf("%013d", max(t.UnixMilli(), 0)) }
