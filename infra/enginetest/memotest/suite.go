// Package memotest tests that an engine's memo.Store fulfils the contract. Run is the
// conformance suite, and RunContention the suite about concurrent calls.
package memotest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// Run checks the contract of memo.Store. Each case gets a fresh engine.
func Run(t *testing.T, mk familytest.Maker) {
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(familytest.NewWorld(t, mk))
		})
	}
}

// cases are those of Run.
var cases = map[string]func(*familytest.World){
	"add and list":                          addAndList,
	"the same key adds once":                sameKey,
	"add by a person who moved is refused":  addMoved,
	"list and trash are separate":           trashList,
	"update":                                update,
	"update of a missing memo creates none": updateMissing,
	"update checks its conditions":          updateConditions,
	"restore only until the purge":          restorePurged,
	"remove only from the trash":            remove,
	"a removed memo stays removed":          removedStays,
	"a text kept from newcomers":            keptFromNewcomers,
	"a kept text follows the author":        keptMoves,
	"pages cover every memo once":           pages,
	"pages among equal times":               pagesEqualTimes,
	"short pages reach the end":             shortPages,
	"purged memos are not listed":           purged,
	"trash all":                             trashAll,
	"search and author":                     search,
	"search of an author":                   searchOfAnAuthor,
	"search in passes":                      searchPasses,
	"pages in both orders, between times":   timedListings,
	"queries in both orders, between times": orders,
	"queries by author":                     authors,
	"counts of queries":                     counts,
	"search folds":                          searchFolds,
	"search in pages":                       searchPages,
	"search after changes":                  searchFollows,
	"get by keys":                           getSeveral,
	"get more than a hundred":               getMany,
	"get immediately after a write":         getLatest,
	"get only memos of the family":          getStrangers,
	"trash each":                            trashEach,
	"restore each":                          restoreEach,
	"trash and restore each, interrupted":   eachInterrupted,
	"names of authors":                      spokenNames,
	"voices follow their memos":             voicesFollow,
	"names of rooms":                        roomNames,
	"count":                                 count,
	"update of done":                        updateDone,
	"update only in the states it names":    updateStates,
	"done and reopened":                     doneAndReopened,
	"done checks its conditions":            doneConditions,
	"done for three days":                   doneExpires,
	"restored memos are not done":           doneRestored,
	"delete a memo done for three days":     deleteExpired,
	"empty the trash of done memos":         emptyExpired,
	"done each":                             doneEach,
	"done each, interrupted":                doneEachInterrupted,
	"done memos follow their author":        doneMoves,
	"count done memos":                      doneCounted,
	"pages of done memos":                   doneListings,
	"queries for done memos":                doneQueries,
	"who emptied the trash":                 noteEmptied,
	"the text before a row of edits":        beforeKept,
	"the text before the author's edit":     beforeOfOwn,
	"an edit with the same content":         beforeSame,
	"the text before brought back":          beforeSwapped,
	"an edit after an edit taken back":      beforeUndone,
	"a swap checks its conditions":          swapRefused,
	"the text before kept by other changes": beforeUntouched,
	"the text before an unknown editor":     beforeUnknown,
	"the text before follows the author":    beforeMoves,
	"lines":                                 lineBreaks,
	"read one memo":                         readOne,
	"seen by":                               seenBy,
	"undo":                                  undo,
	"an undo checks its conditions":         undoRefused,
	"trash one version":                     trashVersion,
	"update and remove many":                changeMany,
	"work is kept with its account":         workKept,
	"a long change goes on":                 workGoesOn,
	"a change killed at any write":          workKilled,
	"work leaves alone what has changed":    workLeavesAlone,
	"work of a newcomer":                    workOfNewcomer,
	"a listing reads its family":            readsFamily,
	"work on memos ahead of the clock":      workAhead,
	"several changes at once":               workAtOnce,
	"work ends with the membership":         workEnds,
}

func listing(w *familytest.World, u models.User) memo.Listing {
	return memo.Listing{Family: w.FamilyOf(u), Viewer: w.Again(u), Limit: 50, Now: w.Now()}
}

// readsFamily: a listing that brings a way to read the family lists the same as one with the
// family, also if the viewer was read with another one, and returns its error.
func readsFamily(w *familytest.World) {
	u := w.Person("Taro")
	w.Add(u, "milk")
	for _, seen := range []models.FamilyID{w.Again(u).FamilyID, "another"} {
		l := listing(w, u)
		l.Viewer.FamilyID = seen
		l.Roster, l.Family = func() (models.Family, error) { return w.FamilyOf(u), nil }, models.Family{}
		page, err := w.MemoStore.List(w.Ctx(), l)
		if err != nil || len(page.Memos) != 1 || page.Memos[0].Content != "milk" {
			w.T.Errorf("seen in %s: got %v, %v, want one memo", seen, page.Memos, err)
		}
		l.Roster = func() (models.Family, error) { return models.Family{}, models.NotFound(models.ReasonFamily) }
		if _, err := w.MemoStore.List(w.Ctx(), l); !models.IsReason(err, models.ReasonFamily) {
			w.T.Errorf("seen in %s: got %v, want the error", seen, err)
		}
	}
}

func addAndList(w *familytest.World) {
	u := w.Person("Taro")
	want := models.Memo{
		UserID: u.ID, ID: "1720789912345a1b2c3d4e5f6", FamilyID: u.FamilyID, Content: "牛乳を買う <b>&\"'",
		Timestamp: w.Now(), CreatedByName: "太郎", SpokenBy: "0123456789abcdef", Version: 1,
		Via: "fedcba9876543210",
	}
	stored, created, err := w.MemoStore.Add(w.Ctx(), want, 0)
	w.OK(err)
	if !created {
		w.T.Error("Add: got created false, want true")
	}
	w.Same(stored, want)
	page, err := w.MemoStore.List(w.Ctx(), listing(w, u))
	w.OK(err)
	w.Same(page, memo.Page{Memos: []models.Memo{want}})
	empty, err := w.MemoStore.List(w.Ctx(), listing(w, w.Person("Hanako")))
	w.OK(err)
	if len(empty.Memos) != 0 || empty.Next != nil {
		w.T.Errorf("List of another family: got %+v, want no memos", empty)
	}
}

func sameKey(w *familytest.World) {
	u := w.Person("Taro")
	first := w.Add(u, "first")
	again := first
	again.Content, again.Timestamp = "second", w.Now().Add(time.Second)
	stored, created, err := w.MemoStore.Add(w.Ctx(), again, 0)
	w.OK(err)
	if created {
		w.T.Error("Add with the same key: got created true, want false")
	}
	w.Same(stored, first)
	w.Same(w.Contents(u, false), []string{"first"})
}

func addMoved(w *familytest.World) {
	u := w.Person("Taro")
	before := u.FamilyID
	u = w.Join(u, w.Person("Hanako"))
	m := models.Memo{UserID: u.ID, ID: "1", FamilyID: before, Content: "late", Timestamp: w.Now(), Version: 1}
	_, _, err := w.MemoStore.Add(w.Ctx(), m, 0)
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	m.UserID = "nobody"
	_, _, err = w.MemoStore.Add(w.Ctx(), m, 0)
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	former := w.Connect(w.Echo("Echo"), u)
	w.OK(w.Families.Disable(w.Ctx(), former.ID))
	m.UserID, m.FamilyID = former.ID, former.FamilyID
	_, _, err = w.MemoStore.Add(w.Ctx(), m, 0)
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	_, _, err = w.Memos.Add(w.Ctx(), former, memo.Draft{Content: "late", Key: "key"}) // with the account as read before
	if err == nil {
		w.T.Error("Add by a former member: got nil, want an error")
	}
	w.Same(w.Contents(u, false), []string{})
}

func trashList(w *familytest.World) {
	u := w.Person("Taro")
	w.Add(u, "kept")
	gone := w.Add(u, "gone")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, gone.Ref())))
	w.Same(w.Contents(u, false), []string{"kept"})
	w.Same(w.Contents(u, true), []string{"gone"})
	w.OK(must.Err(w.Memos.Restore(w.Ctx(), u, gone.Ref())))
	w.Same(w.Contents(u, false), []string{"gone", "kept"})
	w.Same(w.Contents(u, true), []string{})
}

func update(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "before")
	at := w.Now().Add(time.Second)
	edited, err := w.MemoStore.Update(w.Ctx(), m.Ref(), memo.Change{From: memo.Live, Content: "after", By: "editor", At: at, Version: 1})
	w.OK(err)
	want := m
	want.Content, want.UpdatedAt, want.UpdatedBy, want.Version = "after", at, "editor", 2
	want.EditedAt, want.EditedBy, want.Before = at, "editor", models.Earlier{Content: "before", At: m.Timestamp, By: u.ID}
	w.Same(edited, want)
	purgeAt := at.AddDate(0, 0, 10).Truncate(time.Second)
	trashed, err := w.MemoStore.Update(w.Ctx(), m.Ref(), memo.Change{From: memo.Live, To: memo.Trashed, By: u.ID, At: at, PurgeAt: purgeAt})
	w.OK(err)
	want.Deleted, want.DeletedAt, want.PurgeAt, want.UpdatedBy, want.Version = true, at, purgeAt, u.ID, 3
	w.Same(trashed, want)
	restored, err := w.MemoStore.Update(w.Ctx(), m.Ref(), memo.Change{From: memo.Trashed, To: memo.Open, By: u.ID, At: at})
	w.OK(err)
	want.Deleted, want.DeletedAt, want.PurgeAt, want.Version = false, time.Time{}, time.Time{}, 4
	w.Same(restored, want)
	w.Same(w.Contents(u, false), []string{"after"})
}

func updateMissing(w *familytest.World) {
	u := w.Person("Taro")
	ref := models.MemoRef{UserID: u.ID, ID: "1720789912345a1b2c3d4e5f6"}
	for _, c := range []memo.Change{
		{From: memo.Live, Content: "ghost", By: u.ID, At: w.Now()},
		{From: memo.Live, To: memo.Trashed, By: u.ID, At: w.Now(), PurgeAt: w.Now().Add(time.Hour)},
		{From: memo.Trashed, To: memo.Open, By: u.ID, At: w.Now()},
	} {
		w.Refused(must.Err(w.MemoStore.Update(w.Ctx(), ref, c)), models.CodeNotFound, models.ReasonMemo)
	}
	w.Same(w.Contents(u, false), []string{})
	w.Same(w.Contents(u, true), []string{})
}

func updateConditions(w *familytest.World) {
	u := w.Person("Taro")
	live, trashed := w.Add(u, "live"), w.Add(u, "trashed")
	trashed, err := w.Memos.Trash(w.Ctx(), u, trashed.Ref())
	w.OK(err)
	later := w.Now().AddDate(0, 0, 20)
	for name, c := range map[string]struct {
		memo   models.Memo
		change memo.Change
	}{
		"another version":   {live, memo.Change{From: memo.Live, Content: "x", Version: 7, At: w.Now()}},
		"live, not trashed": {live, memo.Change{From: memo.Trashed, To: memo.Open, At: w.Now()}},
		"trashed, not live": {trashed, memo.Change{From: memo.Live, Content: "x", At: w.Now()}},
		"trashed twice":     {trashed, memo.Change{From: memo.Live, To: memo.Trashed, At: w.Now(), PurgeAt: later}},
		"purged":            {trashed, memo.Change{From: memo.Trashed, To: memo.Open, At: later}},
	} {
		now, err := w.MemoStore.Update(w.Ctx(), c.memo.Ref(), c.change)
		if !models.IsCode(err, models.CodePreconditionFailed) {
			w.T.Errorf("%s: got %v, want precondition_failed", name, err)
		}
		w.Same(now, models.Memo{})
		w.Same(models.AsError(err).Current, &c.memo)
	}
	w.Same(w.Contents(u, false), []string{"live"})
}

func restorePurged(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "forgotten")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, m.Ref())))
	w.Advance((models.TrashDays*24 + 1) * time.Hour)
	w.Refused(must.Err(w.Memos.Restore(w.Ctx(), u, m.Ref())), models.CodeNotFound, models.ReasonMemo)
	w.Refused(must.Err(w.Memos.Edit(w.Ctx(), u, m.Ref(), "back", 0)), models.CodeNotFound, models.ReasonMemo)
}

func remove(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "content")
	refused := func(ref models.MemoRef, version int64) {
		w.T.Helper()
		w.Refused(w.MemoStore.Remove(w.Ctx(), ref, version, forgotten(w)), models.CodeNotFound, models.ReasonMemo)
	}
	refused(m.Ref(), m.Version) // it is not in the trash
	for _, want := range []memo.Outcome{memo.Logical, memo.Physical} {
		got, err := w.Memos.Delete(w.Ctx(), u, m.Ref(), 0)
		w.OK(err)
		w.Same(got, want)
	}
	w.Same(w.Contents(u, true), []string{})
	w.Refused(must.Err(w.Memos.Delete(w.Ctx(), u, m.Ref(), 0)), models.CodeNotFound, models.ReasonMemo)
	m = trashed(w, u, w.Add(u, "again"))
	refused(m.Ref(), m.Version-1)
	refused(m.Ref(), m.Version+1)
	refused(unknown(u), m.Version)
	w.Same(w.Contents(u, true), []string{"again"})
	w.OK(w.MemoStore.Remove(w.Ctx(), m.Ref(), m.Version, forgotten(w)))
	refused(m.Ref(), m.Version)
}

// forgotten is until when the key of a memo that is removed now is known.
func forgotten(w *familytest.World) time.Time {
	return w.Now().AddDate(0, 0, models.TrashDays).Truncate(time.Second)
}

// removedStays: for ten days after a memo was permanently removed, a repeat of its addition
// does not bring it back, is in no list, and changes nothing; of the text nothing is kept.
func removedStays(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	draft := memo.Draft{Content: "secret", Key: "a key"}
	m, _, err := w.Memos.Add(w.Ctx(), u, draft)
	w.OK(err)
	for range 2 {
		w.OK(must.Err(w.Memos.Delete(w.Ctx(), u, m.Ref(), 0)))
	}
	removed := w.Now()
	for range 3 { // immediately, later, and in another family
		again, created, err := w.Memos.Add(w.Ctx(), u, draft)
		w.OK(err)
		if created || !again.Deleted || again.Ref() != m.Ref() || again.FamilyID != u.FamilyID {
			w.T.Errorf("Add: got %+v, created %v, want it as deleted", again, created)
		}
		w.Same(again.DeletedAt, removed.Truncate(time.Second))
		w.Same([][]string{w.Contents(u, false), w.Contents(u, true)}, [][]string{{}, {}})
		found, err := w.MemoStore.Get(w.Ctx(), []models.MemoRef{m.Ref()})
		w.OK(err)
		w.Same(found, []models.Memo{})
		n, err := w.MemoStore.Count(w.Ctx(), u.ID)
		w.OK(err)
		w.Same(n, 0)
		for _, to := range []memo.State{memo.Open, memo.Done, memo.Trashed} {
			c := memo.Change{From: memo.Live | memo.Trashed, To: to, By: u.ID, At: w.Now(), PurgeAt: w.Now().Add(time.Hour), Family: u.FamilyID}
			w.Refused(must.Err(w.MemoStore.Update(w.Ctx(), m.Ref(), c)), models.CodeNotFound, models.ReasonMemo)
			c.Content = "another text"
			w.Refused(must.Err(w.MemoStore.Update(w.Ctx(), m.Ref(), c)), models.CodeNotFound, models.ReasonMemo)
		}
		w.Refused(w.MemoStore.Remove(w.Ctx(), m.Ref(), m.Version+1, forgotten(w)), models.CodeNotFound, models.ReasonMemo)
		w.Advance(4 * 24 * time.Hour)
		u = w.Join(u, w.Person("Hanako"))
		w.OK(w.Memos.Settle(w.Ctx(), u))
	}
	w.OK(w.Families.Close(w.Ctx(), u)) // with the account its keys are forgotten
	u, err = w.Families.Ensure(w.Ctx(), models.Profile{ID: u.ID, Name: u.Name, Source: u.Source})
	w.OK(err)
	fresh, created, err := w.Memos.Add(w.Ctx(), u, draft)
	w.OK(err)
	if !created || fresh.Deleted {
		w.T.Errorf("Add by a new account: got %+v, created %v, want a new memo", fresh, created)
	}
}

func count(w *familytest.World) {
	u := w.Person("Taro")
	other := w.Join(w.Person("Hanako"), u)
	want := func(author models.UserID, n int) {
		w.T.Helper()
		got, err := w.MemoStore.Count(w.Ctx(), author)
		w.OK(err)
		w.Same(got, n)
	}
	want(u.ID, 0)
	want("nobody", 0)
	w.Add(other, "other's")
	fill(w, w.Again(u), 120, 3)
	m := trashed(w, u, w.Add(u, "in the trash"))
	want(u.ID, 120)
	want(other.ID, 1)
	w.OK(must.Err(w.Memos.Restore(w.Ctx(), u, m.Ref())))
	want(u.ID, 121)
}

func noteEmptied(w *familytest.World) {
	u := w.Person("Taro")
	w.Same(w.FamilyOf(u).Emptied, models.Emptied{})
	for n := range 2 {
		e := models.Emptied{By: models.UserID(fmt.Sprint("by ", n)), At: w.Now(), Count: 7 + n}
		w.OK(w.MemoStore.NoteEmptied(w.Ctx(), u.FamilyID, e))
		w.Same(w.FamilyOf(u).Emptied, e)
	}
	w.OK(w.MemoStore.NoteEmptied(w.Ctx(), "nowhere", models.Emptied{By: "a", At: w.Now(), Count: 1}))
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), "nowhere")), models.CodeNotFound, models.ReasonFamily)
}

// fill stores n memos of u and returns their keys, newest first. Each group of
// consecutive memos has the same time.
func fill(w *familytest.World, u models.User, n, group int) []models.MemoRef {
	at := w.Now().Add(-24 * time.Hour)
	var memos []models.Memo
	for i := range n {
		m := models.Memo{
			UserID: u.ID, ID: models.MemoID(fmt.Sprintf("%013d%012x", at.UnixMilli()+int64(i), i*7919%n)), FamilyID: u.FamilyID,
			Content: fmt.Sprint("memo ", i), Timestamp: at.Add(time.Duration(i/group) * time.Second), CreatedByName: "Taro", Version: 1,
		}
		_, _, err := w.MemoStore.Add(w.Ctx(), m, 0)
		w.OK(err)
		memos = append(memos, m)
	}
	slices.SortFunc(memos, func(a, b models.Memo) int {
		if a.Position().Before(b.Position()) {
			return -1
		}
		return 1
	})
	var refs []models.MemoRef
	for _, m := range memos {
		refs = append(refs, m.Ref())
	}
	return refs
}

// walk reads a list page by page and returns the keys of its memos.
func walk(w *familytest.World, l memo.Listing) (refs []models.MemoRef) {
	for range 1000 {
		page, err := w.MemoStore.List(w.Ctx(), l)
		w.OK(err)
		if len(page.Memos) > l.Limit {
			w.T.Fatalf("got a page of %d memos, want at most %d", len(page.Memos), l.Limit)
		}
		for _, m := range page.Memos {
			refs = append(refs, m.Ref())
		}
		if page.Next == nil {
			return refs
		}
		l.After = page.Next
	}
	w.T.Fatal("got no last page after 1000 pages")
	return nil
}

func pages(w *familytest.World) {
	u := w.Person("Taro")
	want := fill(w, u, 120, 1)
	for _, limit := range []int{7, 50, 120, 121} {
		l := listing(w, u)
		l.Limit = limit
		w.Same(walk(w, l), want)
	}
}

func pagesEqualTimes(w *familytest.World) {
	u := w.Person("Taro")
	second := w.Join(w.Person("Hanako"), u)
	both := append(fill(w, w.Again(u), 30, 10), fill(w, second, 30, 10)...)
	for _, limit := range []int{1, 4, 10, 59} {
		l := listing(w, u)
		l.Limit = limit
		got := walk(w, l)
		check.Equal(w.T, len(got), len(both), "limit %d: memos", limit)
		seen := map[models.MemoRef]bool{}
		for _, ref := range got {
			if seen[ref] {
				w.T.Errorf("limit %d: got a memo twice, want each once", limit)
			}
			seen[ref] = true
		}
	}
}

// shortPages: among many trashed memos pages may be short, but they reach the end.
func shortPages(w *familytest.World) {
	u := w.Person("Taro")
	refs := fill(w, u, 60, 1)
	for _, ref := range refs[:59] {
		w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, ref)))
	}
	l := listing(w, u)
	l.Limit = 5
	w.Same(walk(w, l), refs[59:])
	l.Deleted = true
	w.Same(walk(w, l), refs[:59])
}

func purged(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "old")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, m.Ref())))
	w.Same(w.Contents(u, true), []string{"old"})
	w.Advance((models.TrashDays*24 + 1) * time.Hour)
	w.Same(w.Contents(u, true), []string{})
}

func trashAll(w *familytest.World) {
	u := w.Person("Taro")
	other := w.Join(w.Person("Hanako"), u)
	fill(w, w.Again(u), 120, 5)
	w.Add(other, "Hanako's")
	n, _, err := w.Memos.TrashAll(w.Ctx(), u)
	w.OK(err)
	if n != 121 || len(w.All(u, true)) != 121 {
		w.T.Errorf("TrashAll: got %d, and %d in the trash, want 121", n, len(w.All(u, true)))
	}
	w.Same(w.Contents(u, false), []string{})
}

func search(w *familytest.World) {
	u := w.Person("Taro")
	other := w.Join(w.Person("Hanako"), u)
	w.Add(u, "ＭＩＬＫ and bread")
	w.Add(other, "ミルクを買う")
	w.Add(other, "Milk again")
	for _, c := range []struct {
		query memo.Query
		want  []string
	}{
		{memo.Query{Text: "milk"}, []string{"Milk again", "ＭＩＬＫ and bread"}},
		{memo.Query{Text: "みるく"}, []string{"ミルクを買う"}},
		{memo.Query{Text: "milk", By: []string{string(other.ID)}}, []string{"Milk again"}},
		{memo.Query{By: []string{string(u.ID)}}, []string{"ＭＩＬＫ and bread"}},
		{memo.Query{Text: "nothing of it"}, []string{}},
	} {
		list, err := w.Memos.List(w.Ctx(), u, c.query)
		w.OK(err)
		got := []string{}
		for _, m := range list.Memos {
			got = append(got, m.Content)
		}
		w.Same(got, c.want)
	}
}
