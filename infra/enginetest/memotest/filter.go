package memotest

import (
	"fmt"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// shelf is the memos of one author in every state.
type shelf struct {
	user models.User
	refs map[string][]models.MemoRef // by listKey, newest first
}

// listKey names a list of memos: the list or the trash, with or without a filter.
func listKey(deleted bool, done *bool) string {
	if done == nil {
		return fmt.Sprint(deleted)
	}
	return fmt.Sprint(deleted, *done)
}

// newShelf stores n memos, in turn open, done, expired, trashed, and trashed while done.
func newShelf(w *familytest.World, n, group int) shelf {
	s := shelf{w.Person("Taro"), map[string][]models.MemoRef{}}
	all := fill(w, s.user, n, group)
	var late, fresh, bin []models.MemoRef
	for i, ref := range all {
		deleted, done := i%5 >= 2, i%5 == 1 || i%5 == 2 || i%5 == 4
		switch i % 5 {
		case 1:
			fresh = append(fresh, ref)
		case 2:
			late = append(late, ref)
		case 3:
			bin = append(bin, ref)
		case 4:
			late, bin = append(late, ref), append(bin, ref)
		}
		for _, key := range []string{listKey(deleted, nil), listKey(deleted, &done)} {
			s.refs[key] = append(s.refs[key], ref)
		}
	}
	now := w.Now()
	mark := memo.Change{From: memo.Open, To: memo.Done, By: s.user.ID, At: now.Add(-listed), PurgeAt: now.Add(binned).Truncate(time.Second)}
	change(w, late, mark)
	mark.At = now.Add(-listed + time.Hour)
	change(w, fresh, mark)
	change(w, bin, memo.Change{From: memo.Live, To: memo.Trashed, By: s.user.ID, At: now.Add(-listed), PurgeAt: now.Add(binned).Truncate(time.Second)})
	return s
}

func change(w *familytest.World, refs []models.MemoRef, c memo.Change) {
	w.T.Helper()
	for _, ref := range refs {
		w.OK(must.Err(w.MemoStore.Update(w.Ctx(), ref, c)))
	}
}

// filters lists the values of Listing.Done.
func filters() []*bool {
	no, yes := false, true
	return []*bool{nil, &no, &yes}
}

// doneListings: pages of each filter of the list and of the trash cover its memos once, in
// order.
func doneListings(w *familytest.World) {
	s := newShelf(w, 60, 7)
	for _, limit := range []int{1, 5, 12, 50} {
		for _, deleted := range []bool{false, true} {
			for _, done := range filters() {
				l := listing(w, s.user)
				l.Limit, l.Deleted, l.Done = limit, deleted, done
				if got, want := walk(w, l), s.refs[listKey(deleted, done)]; fmt.Sprint(got) != fmt.Sprint(want) {
					w.T.Errorf("limit %d of the list %s: got %v, want %v", limit, listKey(deleted, done), got, want)
				}
			}
		}
	}
}

// doneQueries: Query.Done filters the pages of the service, also within a search.
func doneQueries(w *familytest.World) {
	s := newShelf(w, 40, 1)
	for _, deleted := range []bool{false, true} {
		for _, done := range filters() {
			for _, q := range []memo.Query{{Limit: 3}, {Limit: 3, Text: "MEMO"}, {Limit: 3, By: []string{string(s.user.ID)}}} {
				q.Deleted, q.Done = deleted, done
				var got []models.MemoRef
				for pages := 0; ; pages++ {
					list, err := w.Memos.List(w.Ctx(), s.user, q)
					w.OK(err)
					for _, m := range list.Memos {
						if m.Deleted != deleted || done != nil && m.Done() != *done {
							w.T.Errorf("%+v: got %+v, want none such", q, m)
						}
					}
					got = append(got, refsOf(list.Memos...)...)
					if q.Cursor = list.Next; q.Cursor == "" {
						break
					}
				}
				w.Same(got, s.refs[listKey(deleted, done)])
			}
		}
	}
}
