package dynamo

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// storedForms returns a memo in each form in which an item may be stored at a time,
// oldest first. The content is the name of the form.
func storedForms(u models.User, now time.Time) []models.Memo {
	day := func(n int) time.Time { return now.AddDate(0, 0, n) }
	due, later := now.Truncate(time.Second), day(5).Truncate(time.Second)
	memos := []models.Memo{
		{Content: "open"},
		{Content: "done just now", DoneAt: now, DoneBy: "other", PurgeAt: day(13).Truncate(time.Second)},
		{Content: "done for almost three days", DoneAt: day(-3).Add(time.Millisecond), DoneBy: "other", PurgeAt: later},
		{Content: "done without a purge time", DoneAt: day(-1), DoneBy: "other"},
		{Content: "done and due", DoneAt: day(-1), DoneBy: "other", PurgeAt: due},
		{Content: "expired", DoneAt: day(-3), DoneBy: "other", PurgeAt: later},
		{Content: "expired without a purge time", DoneAt: day(-20), DoneBy: "other"},
		{Content: "expired and due", DoneAt: day(-13), DoneBy: "other", PurgeAt: due},
		{Content: "deleted", Deleted: true, DeletedAt: day(-1), PurgeAt: later},
		{Content: "deleted without a purge time", Deleted: true, DeletedAt: day(-20)},
		{Content: "deleted and due", Deleted: true, DeletedAt: day(-10), PurgeAt: due},
		{Content: "deleted while done", Deleted: true, DeletedAt: day(-1), DoneAt: day(-2), DoneBy: "other", PurgeAt: later},
		{Content: "deleted after it expired", Deleted: true, DeletedAt: day(-1), DoneAt: day(-9), DoneBy: "other", PurgeAt: later},
	}
	for i := range memos {
		m := &memos[i]
		m.UserID, m.FamilyID, m.Version = u.ID, u.FamilyID, int64(1+i%2)
		m.Timestamp = day(-30).Add(time.Duration(i) * time.Second)
		m.ID = models.MemoID(fmt.Sprintf("%s%012x", millis13(m.Timestamp), i))
	}
	return memos
}

// TestStates: the conditions of changes and lists accept the same memos as memo.StateOf
// and models.Memo.Purged, and an update has the result of memo.Change.Apply.
func TestStates(t *testing.T) {
	t.Parallel()
	w, db := world(t, plain)
	u, now := w.Person("Taro"), w.Now()
	for _, m := range storedForms(u, now) {
		for from := memo.Open; from <= memo.Open|memo.Done|memo.Trashed; from++ {
			for _, to := range []memo.State{0, memo.Open, memo.Done, memo.Trashed} {
				put(t, db, []models.Memo{m})
				c := memo.Change{From: from, To: to, By: u.ID, At: now, PurgeAt: now.AddDate(0, 0, 10).Truncate(time.Second)}
				if to == 0 {
					c.Content = "new"
				}
				got, err := w.MemoStore.Update(w.Ctx(), m.Ref(), c)
				if from&memo.StateOf(m, now) != 0 && !m.Purged(now) {
					if want := c.Apply(m); err != nil || got != want {
						t.Errorf("%s, from %b to %b: got %+v, %v, want %+v", m.Content, from, to, got, err, want)
					}
				} else if !models.IsCode(err, models.CodePreconditionFailed) || *models.AsError(err).Current != m {
					t.Errorf("%s, from %b to %b: got %v, want %s with the memo", m.Content, from, to, err, models.CodePreconditionFailed)
				}
			}
		}
	}
}

// someLists returns the lists of a family, each with the forms that it has.
func someLists() map[string]struct {
	query memo.Query
	want  []string
} {
	yes, no := true, false
	return map[string]struct {
		query memo.Query
		want  []string
	}{
		"list":          {memo.Query{}, []string{"open", "done just now", "done for almost three days", "done without a purge time"}},
		"done":          {memo.Query{Done: &yes}, []string{"done just now", "done for almost three days", "done without a purge time"}},
		"not done":      {memo.Query{Done: &no}, []string{"open"}},
		"trash":         {memo.Query{Deleted: true}, []string{"expired", "expired without a purge time", "deleted", "deleted without a purge time", "deleted while done", "deleted after it expired"}},
		"done trash":    {memo.Query{Deleted: true, Done: &yes}, []string{"expired", "expired without a purge time", "deleted while done", "deleted after it expired"}},
		"trash undone":  {memo.Query{Deleted: true, Done: &no}, []string{"deleted", "deleted without a purge time"}},
		"search, trash": {memo.Query{Deleted: true, Text: "expired"}, []string{"expired", "expired without a purge time", "deleted after it expired"}},
	}
}

// readLists compares all lists of u's family with someLists.
func readLists(w *familytest.World, u models.User) {
	w.T.Helper()
	for name, c := range someLists() {
		for _, limit := range []int{1, 3, 50} {
			c.query.Limit, c.query.Cursor = limit, ""
			var got []string
			for range 50 {
				list, err := w.Memos.List(w.Ctx(), u, c.query)
				w.OK(err)
				for _, m := range list.Memos {
					got = append(got, m.Content)
					if m.Deleted != c.query.Deleted || m.Deleted == m.DeletedAt.IsZero() {
						w.T.Errorf("%s: got %+v", name, m)
					}
				}
				if c.query.Cursor = list.Next; list.Next == "" {
					break
				}
			}
			slices.Reverse(got)
			check.Slices(w.T, got, c.want, "%s, %d on a page", name, limit)
		}
	}
}

// TestDoneLists: a memo is in the list or in the trash according to its form, and in the
// same one before, during and after its move to another family.
func TestDoneLists(t *testing.T) {
	t.Parallel()
	w, db := world(t, plain)
	u, owner, now := w.Person("Taro"), w.Person("Owner"), w.Now()
	w.Memos.Now = func() time.Time { return now }
	put(t, db, storedForms(u, now))
	readLists(w, u)
	before := dumped(w, db, u)
	u = w.Join(u, owner)
	if len(w.FamilyOf(owner).Moving) == 0 {
		t.Fatal("got no pending move")
	}
	pending := w.FamilyOf(owner)
	for name, c := range someLists() {
		l := memo.Listing{Family: pending, Viewer: owner, Deleted: c.query.Deleted, Done: c.query.Done, Limit: 50, Now: now}
		page, err := w.MemoStore.List(w.Ctx(), l)
		w.OK(err)
		var got []string
		for _, m := range slices.Backward(page.Memos) {
			if !m.Purged(now) && strings.Contains(m.Content, c.query.Text) {
				got = append(got, m.Content)
			}
		}
		check.Slices(t, got, c.want, "%s during the move", name)
	}
	settled(w, w.MemoStore, u, 4)
	readLists(w, owner)
	after := dumped(w, db, u)
	for i := range after {
		after[i].FamilyID = before[i].FamilyID
	}
	w.Same(after, before)
}

// dumped returns all memos of u as stored.
func dumped(w *familytest.World, db *DB, u models.User) []models.Memo {
	w.T.Helper()
	memos, err := db.authored(w.Ctx(), u.ID, firstID, lastID, 0, false)
	w.OK(err)
	return memos
}

// TestDoneItem: a done memo has its attributes in the documented form, with a TTL that
// removes it 13 days later, and none of them once it is reopened.
func TestDoneItem(t *testing.T) {
	t.Parallel()
	w, db := world(t, plain)
	u := w.Person("Taro")
	m, at := w.Add(u, "牛乳を買う"), w.Now()
	w.Memos.Now = func() time.Time { return at }
	attributes := func() item {
		it, err := db.get(w.Ctx(), db.tables.Memos, memoKey(m.Ref()))
		w.OK(err)
		return it
	}
	before := attributes()
	done, err := w.Memos.Done(w.Ctx(), u, m.Ref(), true, m.Version)
	w.OK(err)
	it := attributes()
	w.Same([]string{textOf(it["doneAt"]), textOf(it["updatedAt"])}, []string{models.FormatTime(at), models.FormatTime(at)})
	w.Same(textOf(it["doneBy"]), string(u.ID))
	w.Same(expiry(w, it, "purgeAt"), at.AddDate(0, 0, 13).Truncate(time.Second))
	w.Same(flagOf(it["deleted"]), false)
	w.OK(must.Err(w.Memos.Done(w.Ctx(), u, m.Ref(), false, done.Version)))
	after := attributes()
	for _, changed := range []string{"updatedAt", "updatedBy", "version"} {
		delete(after, changed)
		delete(before, changed)
	}
	if !same(before, after) {
		t.Errorf("reopened: got %v, want %v", after, before)
	}
}

// TestMemoItems: memos are read as they were written, in every form. Of a memo that is
// neither deleted nor done a purge time has no meaning.
func TestMemoItems(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)
	for _, m := range storedForms(models.User{ID: "u", FamilyID: "f"}, at) {
		m.CreatedByName, m.SpokenBy, m.UpdatedAt, m.UpdatedBy = "太郎", "0123456789abcdef", at, "v"
		if got, err := readMemo(memoItem(m)); err != nil || got != m {
			t.Errorf("%s: got %+v, %v, want %+v", m.Content, got, err, m)
		}
		if it := memoItem(m); (it["doneAt"] == nil) != m.DoneAt.IsZero() || (it["doneBy"] == nil) != (m.DoneBy == "") {
			t.Errorf("%s: got item %v", m.Content, it)
		}
	}
	it := memoItem(models.Memo{UserID: "u", ID: "m", FamilyID: "f", Timestamp: at, PurgeAt: at, Version: 1})
	if m, err := readMemo(it); err != nil || !m.PurgeAt.IsZero() || m.Purged(at) {
		t.Errorf("open memo with a purge time: got %+v, %v", m, err)
	}
}
