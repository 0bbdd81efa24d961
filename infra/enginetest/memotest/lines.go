package memotest

import (
	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
)

// lineBreaks: a memo keeps its lines, and a search finds words on both sides of a break.
func lineBreaks(w *familytest.World) {
	u := w.Person("Taro")
	m, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "買い物\r\n\r\n\r\n牛乳 \n卵\u2028パン\n", Key: "lines"})
	w.OK(err)
	const want = "買い物\n\n牛乳\n卵\nパン"
	w.Same(m.Content, want)
	w.Same(stored(w, m).Content, want)
	again, created, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "買い物\n\n牛乳\n卵\nパン", Key: "lines"})
	w.OK(err)
	w.Same(created, false)
	w.Same(again, m)
	for _, text := range []string{"牛乳 卵", "買い物 牛乳", "牛乳\n卵", "パン"} {
		list, err := w.Memos.List(w.Ctx(), u, memo.Query{Text: text})
		w.OK(err)
		w.Same(len(list.Memos), 1)
	}
	m = edited(w, u, m, "一\r二")
	w.Same(m.Content, "一\n二")
	w.Same(stored(w, m).Before.Content, want)
}
