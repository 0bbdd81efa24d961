package memotest

import (
	"fmt"
	"slices"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
)

// timedListings: pages in either order and between two times cover their memos once, in order.
func timedListings(w *familytest.World) {
	w.Freeze()
	s := newShelf(w, 60, 7)
	begin := w.Now().Add(-24 * time.Hour) // as fill does
	times := []time.Time{{}, begin, begin.Add(time.Second), begin.Add(3*time.Second + time.Millisecond), begin.Add(8 * time.Second), begin.Add(time.Minute)}
	for _, deleted := range []bool{false, true} {
		for _, done := range filters() {
			for i, since := range times {
				for _, before := range append(slices.Clone(times[i:]), times[0]) {
					for _, oldest := range []bool{false, true} {
						l := listing(w, s.user)
						l.Deleted, l.Done, l.Since, l.Before, l.Oldest, l.Limit = deleted, done, since, before, oldest, 5
						var want []models.MemoRef
						for _, ref := range s.refs[listKey(deleted, done)] {
							if l.Covers(stored(w, models.Memo{UserID: ref.UserID, ID: ref.ID}).Timestamp) {
								want = append(want, ref)
							}
						}
						if oldest {
							slices.Reverse(want)
						}
						if got := walk(w, l); fmt.Sprint(got) != fmt.Sprint(want) {
							w.T.Errorf("the list %s from %v to %v, oldest first %v: got %v, want %v", listKey(deleted, done), since, before, oldest, got, want)
						}
					}
				}
			}
		}
	}
}

// orders: a query's order and times hold for all pages, also within a search, and a cursor is
// for one order.
func orders(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	fill(w, u, 30, 4)
	begin := w.Now().Add(-24 * time.Hour)
	since, before := begin.Add(time.Second+time.Microsecond), begin.Add(6*time.Second)
	for _, q := range []memo.Query{{}, {Text: "MEMO"}, {By: []string{"taro"}}, {By: []string{"Taro"}, Text: "memo"}} {
		q.Limit, q.Since, q.Before = 3, since, before
		got := found(w, u, q)
		q.Oldest = true
		back := found(w, u, q)
		slices.Reverse(back)
		if w.Same(got, back); len(got) != 16 {
			w.T.Errorf("%+v: got %d memos, want 16", q, len(got))
		}
		list, err := w.Memos.List(w.Ctx(), u, q)
		w.OK(err)
		q.Oldest, q.Cursor = false, list.Next
		_, err = w.Memos.List(w.Ctx(), u, q)
		w.Refused(err, models.CodeInvalid, models.ReasonFormat)
	}
	w.Same(len(found(w, u, memo.Query{Since: before, Before: since})), 0)
	for _, q := range []memo.Query{{Since: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}, {By: make([]string, 21)}} {
		_, err := w.Memos.List(w.Ctx(), u, q)
		w.Refused(err, models.CodeInvalid, models.ReasonFormat)
	}
}

// authors: a query finds memos by accounts and voices, by their ids and by their names, the
// present ones and those at the time, without titles.
func authors(w *familytest.World) {
	echo := w.Echo("Echo")
	_, err := w.Families.NameVoice(w.Ctx(), echo, "voice", "花子")
	w.OK(err)
	other := w.Join(w.Person("ママ"), echo)
	say(w, echo, "voice", "by Hanako")
	say(w, echo, "", "by Echo")
	w.Add(other, "by mother")
	_, err = w.Families.NameVoice(w.Ctx(), w.Again(echo), "voice", "さくら")
	w.OK(err)
	for _, c := range []struct {
		by   []string
		want []string
	}{
		{[]string{"花子さん"}, []string{"by Hanako"}},
		{[]string{"サクラちゃん"}, []string{"by Hanako"}},
		{[]string{"まま"}, []string{"by mother"}},
		{[]string{string(other.ID)}, []string{"by mother"}},
		{[]string{string(echo.ID)}, []string{"by Echo", "by Hanako"}},
		{[]string{"ＭＯＭ", "mother"}, nil},
		{[]string{"花子", "ママ"}, []string{"by mother", "by Hanako"}},
		{[]string{""}, []string{"by mother", "by Echo", "by Hanako"}},
	} {
		for _, text := range []string{"", "by"} {
			if got := found(w, w.Again(echo), memo.Query{By: c.by, Text: text, Limit: 1}); !slices.Equal(got, c.want) {
				w.T.Errorf("by %q with %q: got %q, want %q", c.by, text, got, c.want)
			}
		}
	}
}

// counts: Count returns how many memos all pages of a query have.
func counts(w *familytest.World) {
	w.Freeze()
	s := newShelf(w, 60, 7)
	begin := w.Now().Add(-24 * time.Hour)
	for _, q := range []memo.Query{{}, {Text: "memo 1"}, {Text: "nothing"}, {By: []string{"taro"}}, {By: []string{"x"}}, {Since: begin.Add(2 * time.Second)}, {Oldest: true, Text: "memo", Limit: 1}} {
		for _, q.Deleted = range []bool{false, true} {
			for _, q.Done = range filters() {
				n, more, err := w.Memos.Count(w.Ctx(), s.user, q)
				w.OK(err)
				if want := len(found(w, s.user, q)); n != want || more {
					w.T.Errorf("%+v: got %d, more %v, want %d", q, n, more, want)
				}
			}
		}
	}
	_, _, err := w.Memos.Count(w.Ctx(), s.user, memo.Query{By: make([]string, 21)})
	w.Refused(err, models.CodeInvalid, models.ReasonFormat)
}
