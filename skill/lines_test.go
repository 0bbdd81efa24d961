package skill_test

import (
	"strings"
	"testing"
)

// TestMemoOfSeveralLines: a line break is said as the end of a sentence, is a space on the
// card and a break on the screen, and search words match on both sides of it.
func TestMemoOfSeveralLines(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.fill([]string{w.word("買い物:\n\n牛乳と <卵>\nパン。\n塩", "Shopping:\n\nmilk and <eggs>\nbread.\nsalt")})
		want := w.word("買い物:牛乳と <卵>。パン。塩。", "Shopping: milk and <eggs>. bread. salt.")
		a := w.says(w.show(locale), w.word("一覧", "read the memos"))
		if !strings.Contains(a.Speech, want) {
			t.Errorf("got speech %q, want %q", a.Speech, want)
		}
		onCard := w.word("買い物: 牛乳と <卵> パン。 塩", "Shopping: milk and <eggs> bread. salt")
		if !strings.Contains(a.Card, onCard) {
			t.Errorf("got card %q, want %q", a.Card, onCard)
		}
		onScreen := w.word("買い物:<br><br>牛乳と &lt;卵&gt;<br>パン。<br>塩", "Shopping:<br><br>milk and &lt;eggs&gt;<br>bread.<br>salt")
		if rows := rowsOf(t, a.Response); len(rows) != 1 || rows[0].Content != onScreen {
			t.Errorf("got rows %+v, want %q", rows, onScreen)
		}
		found := w.says(w.talk(locale), w.word("パン。 塩を探して", "find bread. salt"))
		if !strings.Contains(found.Speech, want) {
			t.Errorf("got speech %q, want %q", found.Speech, want)
		}
		deleted := w.says(w.talk(locale), w.word("一覧", "read the memos"), w.word("1番を削除", "delete number 1"))
		if !strings.Contains(deleted.Speech, strings.TrimRight(want, "。.")) {
			t.Errorf("got speech %q, want %q", deleted.Speech, want)
		}
	})
}
