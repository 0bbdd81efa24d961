package memo_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// shelf is a store with the memos 1, 2, 3... of the author u, newest first. It lists at
// most short memos at a time and counts the calls.
type shelf struct {
	memo.Store
	memos, short   int
	asked          []memo.Listing
	settled, moves int // the calls of Settle, and after how many no move is pending
	batch          int // the limit of the last call of Settle
	err            error
	done           map[int]bool // which memos are done now
}

var epoch = time.UnixMilli(0)

func (s *shelf) List(_ context.Context, l memo.Listing) (memo.Page, error) {
	s.asked = append(s.asked, l)
	page, n := memo.Page{}, 0
	if l.After != nil {
		_, _ = fmt.Sscan(string(l.After.ID), &n)
	}
	for n < s.memos && len(page.Memos) < min(l.Limit, s.short) {
		n++
		m := models.Memo{UserID: "u", ID: models.MemoID(fmt.Sprint(n)), Timestamp: epoch, Content: fmt.Sprint("memo ", n, ".")}
		if s.done[n] {
			m.DoneAt = l.Now
		}
		page.Memos = append(page.Memos, m)
	}
	if n < s.memos {
		page.Next = &models.Position{UserID: "u", ID: models.MemoID(fmt.Sprint(n)), Timestamp: epoch}
	}
	return page, s.err
}

func (s *shelf) Settle(_ context.Context, _ models.Family, limit int) (bool, error) {
	s.settled++
	s.batch = limit
	return true, nil
}

// Roster implements memo.Families. It returns u's family, with moves pending until they are
// settled.
func (s *shelf) Roster(context.Context, models.User) (models.Family, error) {
	f := models.Family{ID: "f", MemberIDs: []models.UserID{"u"}}
	if s.settled < s.moves {
		f.Moving = map[models.UserID][]models.FamilyID{"u": {"g"}}
	}
	return f, nil
}

// WithMembers implements memo.Families.
func (s *shelf) WithMembers(_ context.Context, _ models.User, f models.Family) (models.Family, error) {
	return f, nil
}

func (s *shelf) service() *memo.Service { return memo.NewService(s, s) }

// TestListEnds: a list has a next page if and only if it has more memos, whatever the size
// of the store's pages.
func TestListEnds(t *testing.T) {
	for _, short := range []int{1, 2, 100} {
		for _, q := range []memo.Query{{Limit: 3}, {Limit: 3, By: []string{"u"}}, {Limit: 3, Text: "MEMO"}} {
			for _, memos := range []int{0, 2, 3, 4, 6, 7} {
				s := &shelf{memos: memos, short: short}
				service, pages, got := s.service(), 0, []string{}
				for q.Cursor = ""; ; {
					list, err := service.List(t.Context(), models.User{ID: "u"}, q)
					must.OK(t, err)
					pages++
					for _, m := range list.Memos {
						got = append(got, string(m.ID))
						if m.FamilyID != "f" {
							t.Errorf("got a memo of the family %q, want f, which lists it", m.FamilyID)
						}
					}
					if q.Cursor = list.Next; q.Cursor == "" {
						break
					}
				}
				if want := max(1, (memos+2)/3); len(got) != memos || pages != want {
					t.Errorf("%+v of %d memos, %d at a time: got %v in %d pages, want all in %d", q, memos, short, got, pages, want)
				}
			}
		}
	}
}

// TestSearchPauses: one call of a search reads at most maxScanned memos and leaves the rest
// to the next call.
func TestSearchPauses(t *testing.T) {
	s := &shelf{memos: 6, short: 1}
	list, err := s.service().List(t.Context(), models.User{ID: "u"}, memo.Query{Text: "memo 6"})
	if err != nil || len(list.Memos) != 0 || list.Next == "" || len(s.asked) != 4 {
		t.Fatalf("got %+v, %v after %d pages, want a cursor after 4", list, err, len(s.asked))
	}
	list, err = s.service().List(t.Context(), models.User{ID: "u"}, memo.Query{Text: "memo 6", Cursor: list.Next})
	if err != nil || len(list.Memos) != 1 || list.Next != "" {
		t.Errorf("got %+v, %v, want the last memo", list, err)
	}
}

// examiner is a shelf that examines its memos where they are stored.
type examiner struct{ *shelf }

func (s examiner) List(_ context.Context, l memo.Listing) (memo.Page, error) {
	s.asked = append(s.asked, l)
	page, n := memo.Page{}, 0
	if l.After != nil {
		_, _ = fmt.Sscan(string(l.After.ID), &n)
	}
	for n++; n <= s.memos && page.Next == nil; n++ {
		m := models.Memo{UserID: "u", ID: models.MemoID(fmt.Sprint(n)), Timestamp: epoch, Content: fmt.Sprint("memo ", n, ".")}
		wanted, at := l.Search.Examine(&m), m.Position()
		if l.Search.Spent() {
			page.Next = &at
		}
		if wanted || page.Next != nil {
			page.Memos = append(page.Memos, m)
		}
	}
	return page, nil
}

// TestSearchSpent: a search ends where the store stopped because it is spent. The memo at
// which it stopped is listed only if it contains the text.
func TestSearchSpent(t *testing.T) {
	for text, want := range map[string]int{"memo 12000.": 0, "memo 10001.": 1} {
		s := examiner{&shelf{memos: 20_000}}
		list, err := memo.NewService(s, s).List(t.Context(), models.User{ID: "u"}, memo.Query{Text: text, Limit: 1})
		if err != nil || len(list.Memos) != want || list.Next == "" || len(s.asked) != 1 {
			t.Errorf("%s: got %+v, %v after %d calls, want %d memos and a cursor after one", text, list, err, len(s.asked), want)
		}
	}
}

// TestLaterPasses: a pass over a list that is longer than one call examines ends before the next
// one begins, whether the store examines its memos or not.
func TestLaterPasses(t *testing.T) {
	for text, want := range map[string]string{
		"24000 memo": "24000", "24000 and 30000": "24000", "24000 the 3": "", "9999 and 4444": "4444 9999", "emo 3.": "3",
	} {
		for name, c := range map[string]struct {
			store memo.Store
			memos int
		}{"examiner": {examiner{&shelf{memos: 25_000}}, 25_000}, "shelf": {&shelf{memos: 25_000, short: 500}, 25_000}} {
			var got []string
			q := memo.Query{Text: text, Limit: 1}
			for calls := 0; ; calls++ {
				list, err := memo.NewService(c.store, &shelf{}).List(t.Context(), models.User{ID: "u"}, q)
				if err != nil || calls > 100 {
					t.Fatalf("%s, %q: got %v in call %d", name, text, err, calls)
				}
				for _, m := range list.Memos {
					got = append(got, string(m.ID))
				}
				if q.Cursor = list.Next; q.Cursor == "" {
					break
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s, %q: got %q, want %q", name, text, got, want)
			}
		}
	}
}

// TestDonePages: a page of done memos begins with a read of the asked size. Each further
// read is twice as large, and nothing is read after the page is full.
func TestDonePages(t *testing.T) {
	yes := true
	for name, c := range map[string]struct {
		done map[int]bool
		want []int // the limits that the store gets
		next bool
	}{
		"the first":    {map[int]bool{1: true, 2: true, 3: true}, []int{2}, true},
		"some later":   {map[int]bool{1: true, 6: true, 7: true}, []int{2, 4}, true},
		"only one":     {map[int]bool{9: true}, []int{2, 4, 8, 16, 32, 64, 128, 256, 500, 500}, false},
		"further away": {map[int]bool{1200: true}, []int{2, 4, 8, 16, 32, 64, 128, 256, 500, 500}, false},
		"none so near": {map[int]bool{}, []int{2, 4, 8, 16, 32, 64, 128, 256, 500, 500}, false},
	} {
		s := &shelf{memos: 1300, short: 1000, done: c.done}
		list, err := s.service().List(t.Context(), models.User{ID: "u"}, memo.Query{Limit: 2, Done: &yes})
		var got []int
		for _, l := range s.asked {
			got = append(got, l.Limit)
		}
		if err != nil || !slices.Equal(got, c.want) || (list.Next != "") != c.next || len(list.Memos) != min(2, len(c.done)) {
			t.Errorf("%s: got %d memos by reads of %d, next %q, %v, want reads of %d", name, len(list.Memos), got, list.Next, err, c.want)
		}
	}
	s := &shelf{memos: 9000, short: 1000}
	list, err := s.service().List(t.Context(), models.User{ID: "u"}, memo.Query{Done: &yes, Limit: 1})
	if err != nil || len(list.Memos) != 0 || list.Next == "" || len(s.asked) > 14 {
		t.Errorf("none done: got %+v, %v after %d reads, want a cursor after few", list, err, len(s.asked))
	}
}

func TestListLimits(t *testing.T) {
	for name, c := range map[string]struct {
		q    memo.Query
		want int // the limit that the store gets; 0: List returns an error
	}{
		"none given": {memo.Query{}, 50}, "one": {memo.Query{Limit: 1}, 1}, "most": {memo.Query{Limit: 100}, 100},
		"of a filter": {memo.Query{Limit: 7, Done: new(bool)}, 7},
		"more":        {memo.Query{Limit: 101}, 0}, "fewer": {memo.Query{Limit: -1}, 0},
		"the longest text": {memo.Query{Text: strings.Repeat("字", 500)}, 500},
		"a longer text":    {memo.Query{Text: strings.Repeat("字", 501)}, 0},
	} {
		s := &shelf{}
		_, err := s.service().List(t.Context(), models.User{ID: "u"}, c.q)
		if c.want == 0 {
			if !models.IsCode(err, models.CodeInvalid) {
				t.Errorf("%s: got %v, want a refusal", name, err)
			}
		} else if err != nil || s.asked[0].Limit != c.want {
			t.Errorf("%s: got %+v, %v, want %d", name, s.asked, err, c.want)
		}
	}
}

func TestCursorTimes(t *testing.T) {
	for ms, want := range map[string]bool{"0": true, "-1": false, "253402300799999": true, "253402300800000": false, "x": false} {
		cursor := base64.RawURLEncoding.EncodeToString([]byte(ms + "\nu\n1"))
		s := &shelf{}
		_, err := s.service().List(t.Context(), models.User{ID: "u"}, memo.Query{Cursor: cursor})
		if (err == nil) != want {
			t.Errorf("%s ms: got %v, want it read: %v", ms, err, want)
		}
	}
}

// TestListSettles: a read that succeeds resumes a pending move, by at most as many memos as
// fit into a transaction of DynamoDB beside the person.
func TestListSettles(t *testing.T) {
	for name, c := range map[string]struct {
		s    shelf
		want int
	}{
		"a move": {shelf{moves: 1}, 1}, "none": {shelf{}, 0}, "a failure": {shelf{moves: 1, err: errAway}, 0},
	} {
		_, err := c.s.service().List(t.Context(), models.User{ID: "u"}, memo.Query{})
		if !errors.Is(err, c.s.err) || c.s.settled != c.want || c.s.batch > 99 {
			t.Errorf("%s: got %d calls for %d memos, %v, want %d", name, c.s.settled, c.s.batch, err, c.want)
		}
	}
}

// TestSettle: Settle returns when no move is pending or the caller's context ends.
func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{moves: 3}
		if err := s.service().Settle(t.Context(), models.User{ID: "u"}); err != nil || s.settled != 3 {
			t.Errorf("got %d calls, %v, want 3", s.settled, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s = &shelf{moves: 1e9}
		if err := s.service().Settle(ctx, models.User{ID: "u"}); !models.IsCode(err, models.CodeUnavailable) || s.settled > 1000 {
			t.Errorf("got %d calls, %v, want an end with pauses between", s.settled, err)
		}
	})
}

// TestUUIDForms: only the usual form of a UUID counts as a UUID, and an id always begins
// with 13 digits.
func TestUUIDForms(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	for key, prefix := range map[memo.Key]string{
		"019f2f3c-5d00-7000-8000-000000000001": "1783", "{019f2f3c-5d00-7000-8000-000000000001}": "0",
		"urn:uuid:019f2f3c-5d00-7000-8000-000000000001": "0", "019f2f3c5d0070008000000000000001": "0",
		"ffffffff-ffff-7000-8000-000000000001": "1474976710655",
	} {
		m, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: key})
		if err != nil || !strings.HasPrefix(string(m.ID), prefix) || !idForm.MatchString(string(m.ID)) {
			t.Errorf("%s: got %s, %v, want %s...", key, m.ID, err, prefix)
		}
	}
}

// lagging is a store that returns, for a repeated Add, a memo that has not followed its
// author yet.
type lagging struct{ memo.Store }

func (s lagging) Add(ctx context.Context, m models.Memo, most int) (models.Memo, bool, error) {
	stored, created, err := s.Store.Add(ctx, m, most)
	if !created {
		stored.FamilyID = "the family before"
	}
	return stored, created, err
}

// TestReplayAfterMove: a repeated Add returns and notifies the author's present family.
func TestReplayAfterMove(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	service := memo.NewService(lagging{w.MemoStore}, w.Families)
	ear := w.Listen()
	service.Happened = ear.Note
	for range 2 {
		m, _, err := service.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: "one"})
		w.OK(err)
		w.Same(m.FamilyID, u.FamilyID)
	}
	w.Same(ear.Heard(), []models.FamilyID{u.FamilyID})
}

// TestDeletedMeanwhile: a memo that another request deletes first is not counted and does
// not cause an error.
func TestDeletedMeanwhile(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	w.Add(u, "milk")
	first := w.Add(u, "bread")
	w.Add(u, "eggs")
	trash := func() { _, _ = w.Memos.Trash(w.Ctx(), u, first.Ref()) }
	service := memo.NewService(onUpdate{w.MemoStore, trash}, w.Families)
	service.Now = w.Now
	var events []models.Event
	service.Happened = func(e models.Event) { events = append(events, e) }
	n, _, err := service.TrashAll(w.Ctx(), u)
	w.OK(err)
	if n != 2 || !slices.Equal(w.Contents(u, false), []string{}) {
		t.Errorf("got %d, want 2 and an empty list", n)
	}
	w.Same(kinds(events), []models.EventKind{models.EventChanged})
	events = nil
	w.OK(must.Err(service.EmptyTrash(w.Ctx(), u)))
	w.Same(kinds(events), []models.EventKind{models.EventTrashEmptied})
	_, err = service.EmptyTrash(w.Ctx(), u) // the trash is empty
	w.OK(err)
	w.Same(len(events), 1)
}
