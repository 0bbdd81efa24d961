package skill_test

import (
	"strings"
	"testing"
)

// TestSamplesThatPoint: the words of a sample that point at a memo reach the skill, because they are
// in its slot.
func TestSamplesThatPoint(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		phrases := []string{"delete the last one", "delete that", "that one is done", "take it off the list", "get rid of what I just added"}
		if locale == "ja-JP" {
			phrases = []string{"最後のメモを消して", "さっきのを消して", "それ消して", "さっき追加したメモを消して", "一番新しいのを消して", "それは終わった"}
		}
		for _, phrase := range phrases {
			tk := w.talk(locale)
			a := w.says(w.opened(tk), w.word("牛乳を追加", "add milk"), w.word("卵を追加", "add eggs"), phrase)
			if want := w.word("卵", "eggs"); !strings.Contains(a.Speech, want) {
				t.Errorf("%s: got %q, want the last memo, %s", phrase, a.Speech, want)
			}
			if a = w.says(tk, w.word("元に戻して", "undo")); !strings.Contains(a.Speech, w.word("卵", "eggs")) {
				t.Errorf("%s, undo: got %q, want that memo back", phrase, a.Speech)
			}
			w.says(tk, w.word("全部消して", "delete everything"), w.word("はい", "yes"))
		}
	})
}
