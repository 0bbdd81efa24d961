package memotest

import (
	"fmt"
	"slices"
	"strings"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// searchFolds: a search ignores spelling, in any script.
func searchFolds(w *familytest.World) {
	u := w.Person("Taro")
	long := strings.Repeat("あ", models.MaxContent-1) + "ン"
	for _, content := range []string{
		"ﾐﾙｸとﾊﾟﾘ", "ﬁsh and ﬂour", "Işık'ı söndür", "か\u3099っこう", "Straße 5", "一行目\n二行目", "①番 ㍿さくら", "ＡＢＣ…", "🎂の予約", "ὈΔΥΣΣΕΎΣ", "100%_\\'\"",
		"Crème brûlée & flan", "U.S.A. trip", "誕生日🎂ケーキ", "渡邊様の櫻餅", "Dad’s ice-cream", long,
	} {
		w.Add(u, content)
	}
	for text, want := range map[string]string{
		"みるくとぱり": "ﾐﾙｸとﾊﾟﾘ", "ﾊﾟ": "ﾐﾙｸとﾊﾟﾘ", "ル": "ﾐﾙｸとﾊﾟﾘ",
		"FISH": "ﬁsh and ﬂour", "flo": "ﬁsh and ﬂour",
		"işık": "Işık'ı söndür", "ışık": "Işık'ı söndür", "SÖNDÜR": "Işık'ı söndür", "so\u0308n": "Işık'ı söndür",
		"がっこう": "がっこう", "ガ": "がっこう", "か\u3099": "がっこう", "STRASSE": "Straße 5",
		"行目 二行": "一行目\n二行目", "行目\n二": "一行目\n二行目", "目　二": "一行目\n二行目",
		"1番": "①番 ㍿さくら", "株式会社サクラ": "①番 ㍿さくら", "abc...": "ＡＢＣ…", "🎂の": "🎂の予約", "οδυ": "ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς": "ὈΔΥΣΣΕΎΣ",
		"%_\\'\"": "100%_\\'\"", "%牛": "", "_": "100%_\\'\"",
		long: long, strings.Repeat("ア", models.MaxContent): "", "ん": long,
		"creme brulee and": "Crème brûlée & flan", "usa": "U.S.A. trip", "誕生日ケーキ": "誕生日🎂ケーキ", "渡辺": "渡邊様の櫻餅", "桜": "渡邊様の櫻餅", "dads ice cream": "Dad’s ice-cream",
	} {
		list, err := w.Memos.List(w.Ctx(), u, memo.Query{Text: text})
		w.OK(err)
		var got []string
		for _, m := range list.Memos {
			got = append(got, m.Content)
		}
		if missing := want != "" && !slices.Equal(got, []string{want}); missing || want == "" && len(got) > 0 || list.Next != "" {
			w.T.Errorf("%q: got %q, next %q, want %q", text, got, list.Next, want)
		}
	}
}

// searchPages: the pages of a search have every memo that contains the text once, in order,
// in the list and in the trash.
func searchPages(w *familytest.World) {
	s := newShelf(w, 60, 7)
	for _, limit := range []int{1, 3, 50} {
		for _, deleted := range []bool{false, true} {
			for text, part := range map[string]string{"MEMO": "memo", "memo 1": "memo 1", "ｍｅｍｏ　３": "memo 3", "none": "none"} {
				var want []string
				for _, ref := range s.refs[listKey(deleted, nil)] {
					if m := stored(w, models.Memo{UserID: ref.UserID, ID: ref.ID}); strings.Contains(m.Content, part) {
						want = append(want, m.Content)
					}
				}
				got := found(w, s.user, memo.Query{Limit: limit, Deleted: deleted, Text: text})
				if fmt.Sprint(got) != fmt.Sprint(want) {
					w.T.Errorf("%q, limit %d, deleted %v: got %v, want %v", text, limit, deleted, got, want)
				}
			}
		}
	}
}

// searchPasses: only if no memo contains the whole text, a search finds those with all words in
// any order, and only if there is none, those with one of the joined items: on pages of any
// size, in both orders, and by author.
func searchPasses(w *familytest.World) {
	owner := w.Person("Hanako")
	u := w.Join(w.Person("Taro"), owner)
	for _, content := range []string{
		"Milk for the cat", "eggs, two", "call the plumber", "milk and eggs", "eggs for milk shakes", "buy batteries", "三時に歯医者の予約", "単三電池を買う", "2 eggs and milk", "電球",
	} {
		w.Add(u, content)
	}
	w.Add(owner, "eggs & milk")
	for text, want := range map[string][]string{
		"milk and eggs":   {"milk and eggs"},
		"eggs and milk":   {"eggs & milk", "2 eggs and milk"},
		"milk, eggs":      {"eggs & milk", "2 eggs and milk", "eggs for milk shakes", "milk and eggs"},
		"two eggs":        {"2 eggs and milk", "eggs, two"},
		"battery and cat": {"buy batteries", "Milk for the cat"},
		"plumbers":        {"call the plumber"},
		"the battery":     {"buy batteries"},
		"電池について":          {"単三電池を買う"},
		"歯医者さん":           {"三時に歯医者の予約"},
		"電池と電球":           {"電球", "単三電池を買う"},
		"3時 歯医者":          {"三時に歯医者の予約"},
		"cat plumber":     nil,
		"something":       nil,
	} {
		for _, limit := range []int{1, 2, 3, 50} {
			q := memo.Query{Text: text, Limit: limit}
			got := found(w, u, q)
			q.Oldest = true
			back := found(w, u, q)
			slices.Reverse(back)
			if !slices.Equal(got, want) || !slices.Equal(back, want) {
				w.T.Errorf("%q, limit %d: got %q, oldest first %q, want %q", text, limit, got, back, want)
			}
		}
		n, more, err := w.Memos.Count(w.Ctx(), u, memo.Query{Text: text})
		if err != nil || n != len(want) || more {
			w.T.Errorf("%q: got a count of %d, more %v, %v, want %d", text, n, more, err, len(want))
		}
	}
	w.Same(found(w, u, memo.Query{Text: "eggs & milk", By: []string{"Taro"}}), []string{"2 eggs and milk"})
	w.Same(found(w, u, memo.Query{Text: "milk with eggs", By: []string{"Hanako"}}), []string(nil))
	w.Same(found(w, u, memo.Query{Text: "milk the eggs", By: []string{"Hanako"}}), []string{"eggs & milk"})
	list, err := w.Memos.List(w.Ctx(), u, memo.Query{Text: "the battery and eggs", Limit: 1})
	w.OK(err)
	for _, text := range []string{"", "電池"} { // whose search has no such pass
		_, err = w.Memos.List(w.Ctx(), u, memo.Query{Text: text, Cursor: list.Next})
		w.Refused(err, models.CodeInvalid, models.ReasonFormat)
	}
}

// searchFollows: a search finds a memo by its present text, also after it moved with its author.
func searchFollows(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "牛乳を買う")
	m = edited(w, u, m, "ミルクを買う")
	owner := w.Person("Hanako")
	u = w.Join(u, owner)
	for _, reader := range []models.User{u, w.Again(owner)} {
		w.Same(found(w, reader, memo.Query{Text: "みるく"}), []string{m.Content})
		w.Same(len(found(w, reader, memo.Query{Text: "牛乳"})), 0)
	}
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, m.Ref())))
	w.Same(len(found(w, u, memo.Query{Text: "みるく"})), 0)
	w.Same(found(w, u, memo.Query{Text: "みるく", Deleted: true}), []string{m.Content})
}

// found returns the contents of all pages of a query.
func found(w *familytest.World, u models.User, q memo.Query) (contents []string) {
	w.T.Helper()
	for {
		list, err := w.Memos.List(w.Ctx(), u, q)
		w.OK(err)
		for _, m := range list.Memos {
			contents = append(contents, m.Content)
		}
		if q.Cursor = list.Next; q.Cursor == "" {
			return contents
		}
	}
}

// searchOfAnAuthor: matches of other authors do not hide an author's match behind empty pages.
func searchOfAnAuthor(w *familytest.World) {
	owner := w.Person("Hanako")
	author := w.Join(w.Person("Taro"), owner)
	w.Add(author, "the one milk")
	for i := range 60 {
		w.Add(owner, fmt.Sprint("milk ", i))
	}
	list, err := w.Memos.List(w.Ctx(), author, memo.Query{Text: "milk", By: []string{string(author.ID)}, Limit: 5})
	w.OK(err)
	if len(list.Memos) != 1 || list.Memos[0].Content != "the one milk" || list.Next != "" {
		w.T.Errorf("got %v and next %q, want one memo", list.Memos, list.Next)
	}
}
