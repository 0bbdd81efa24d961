package skill_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
)

// TestUndoingAJoin checks that undo leaves the family that was joined, with the memos that
// came along, in the session and in a later one within ten minutes.
func TestUndoingAJoin(t *testing.T) {
	for when, later := range map[string]time.Duration{"at once": 0, "in a later session": 9 * time.Minute, "too late": 11 * time.Minute} {
		t.Run(when, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				inviting(w)
				own := w.contents()
				tk := w.talk(locale)
				w.says(tk, w.withCode(w.word("招待コード %s で参加", "join with code %s")), w.word("はい", "yes"))
				taro := w.owner()
				w.write(taro, w.word("太郎のメモ", "Taro's memo"), 0)
				if later > 0 {
					w.pass(later)
					tk = w.talk(locale)
				}
				a := w.says(tk, w.word("元に戻して", "undo"))
				if undone := later < models.UndoFor; !undone {
					if len(w.people(w.device())) != 2 {
						t.Errorf("got speech %q and members %q, want the Echo still in the family", a.Speech, w.people(w.device()))
					}
					return
				}
				if want := w.word("家族から抜けました。", "You've left the family."); !strings.HasPrefix(a.Speech, want) {
					t.Errorf("got speech %q, want %q", a.Speech, want)
				}
				if got := w.contents(); !slices.Equal(got, own) || len(w.people(w.device())) != 1 {
					t.Errorf("got memos %q and members %q, want %q alone", got, w.people(w.device()), own)
				}
				again, err := w.send(t.Context(), a.Request)
				w.must(err)
				if got := speechOf(t, again); got != a.Speech || len(w.people(w.device())) != 1 {
					t.Errorf("the same request again: got speech %q, want %q", got, a.Speech)
				}
			})
		})
	}
}
