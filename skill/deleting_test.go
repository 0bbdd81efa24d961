package skill_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// TestUndoLeavesWhatAnotherSessionDeleted checks that a later session can still undo
// that deletion.
func TestUndoLeavesWhatAnotherSessionDeleted(t *testing.T) {
	w := newWorld(t)
	lived(w)
	tk, other := w.talk("ja-JP"), w.talk("ja-JP")
	w.says(tk, "一覧", "1番を削除")
	w.says(other, "一覧", "1番を削除", "ストップ")
	w.converse(tk, []exchange{{"元に戻して", []string{"「傘を忘れない」を元に戻しました。"}}})
	w.converse(w.talk("ja-JP"), []exchange{{"元に戻して", []string{"「牛乳を買う」を元に戻しました。"}}})
}

// TestUndoSaysWhatBecameOfIt checks the sentences about memos that were purged or
// already restored.
func TestUndoSaysWhatBecameOfIt(t *testing.T) {
	one, all := []string{"一覧", "1番を削除"}, []string{"家族ボイスメモを開いて", "全部消して", "はい"}
	for name, tc := range map[string]struct {
		lines         []string
		purge, revive int // how many of those deleted
		want          string
		left          int
	}{
		"one":             {one, 0, 0, "「傘を忘れない」を元に戻しました。", 7},
		"one is back":     {one, 0, 1, "「傘を忘れない」は、もう元に戻っています。", 7},
		"one is purged":   {one, 1, 0, "1件はもうゴミ箱にないので、元に戻せません。", 6},
		"all":             {all, 0, 0, "メモを7件、元に戻しました。", 7},
		"some are back":   {all, 0, 3, "メモを4件、元に戻しました。", 7},
		"all are back":    {all, 0, 7, "メモは7件とも、もう元に戻っています。", 7},
		"some are purged": {all, 2, 0, "メモを5件、元に戻しました。2件はもうゴミ箱にないので、元に戻せません。", 5},
		"all are purged":  {all, 7, 0, "7件はもうゴミ箱にないので、元に戻せません。", 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			lived(w)
			tk := w.talk("ja-JP")
			w.says(tk, tc.lines...)
			list, err := w.memos.List(t.Context(), w.device(), memo.Query{Deleted: true})
			w.must(err)
			for i, m := range list.Memos {
				switch {
				case i < tc.purge:
					_, err = w.memos.Delete(t.Context(), w.owner(), m.Ref(), 0)
				case i < tc.purge+tc.revive:
					_, err = w.memos.Restore(t.Context(), w.device(), m.Ref())
				}
				w.must(err)
			}
			if a := w.says(tk, "元に戻して"); !strings.HasPrefix(a.Speech, tc.want) || len(w.contents()) != tc.left {
				t.Errorf("got speech %q, memos %q", a.Speech, w.contents())
			}
		})
	}
}

// TestDeletingADeletedMemo checks that the account can still undo its own last
// deletion.
func TestDeletingADeletedMemo(t *testing.T) {
	w := newWorld(t)
	lived(w)
	tk := w.talk("ja-JP")
	w.says(tk, "一覧", "1番を削除")
	list, err := w.memos.List(t.Context(), w.device(), memoQuery)
	w.must(err)
	_, err = w.memos.Trash(t.Context(), w.device(), list.Memos[0].Ref())
	w.must(err)
	w.converse(tk, []exchange{
		{"2番を削除", []string{"2番はもう消してあります。"}},
		{"ストップ", nil},
	})
	w.converse(w.talk("ja-JP"), []exchange{{"元に戻して", []string{"「傘を忘れない」を元に戻しました。"}}})
}

// TestDeletingARestoredMemo checks that a number works again once its memo is
// back in the list, even if another session restored it.
func TestDeletingARestoredMemo(t *testing.T) {
	w := newWorld(t)
	lived(w)
	tk := w.talk("ja-JP")
	list, err := w.memos.List(t.Context(), w.device(), memoQuery)
	w.must(err)
	w.converse(tk, []exchange{{"一覧", nil}, {"1番を削除", nil}, {"1番を削除", []string{"1番はもう消してあります。"}}})
	_, err = w.memos.Restore(t.Context(), w.device(), list.Memos[0].Ref())
	w.must(err)
	w.converse(tk, []exchange{{"1番を削除", []string{"1番、「傘を忘れない」を消しました。"}}})
	if got := len(w.contents()); got != 6 {
		t.Errorf("%d memos are left", got)
	}
}

// TestRepeatedDeletionSaysTheSame checks a repeated request, whose memo is already in
// the trash.
func TestRepeatedDeletionSaysTheSame(t *testing.T) {
	for name, lines := range map[string][]string{
		"one": {"一覧", "1番を削除"},
		"all": {"家族ボイスメモを開いて", "全部消して", "はい"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			lived(w)
			a := w.says(w.talk("ja-JP"), lines...)
			before := w.contents()
			again, err := w.send(t.Context(), a.Request)
			w.must(err)
			if string(again) != string(a.Response) || len(w.contents()) != len(before) {
				t.Errorf("repeat: got %s", again)
			}
			if a := w.says(w.talk("ja-JP"), "元に戻して"); !strings.Contains(a.Speech, "元に戻しました") || len(w.contents()) != 7 {
				t.Errorf("got speech %q", a.Speech)
			}
		})
	}
}

func TestDeletingAllOfALongList(t *testing.T) {
	for n, want := range map[int][2]string{
		0:   {"メモはありません。", "There are no memos."},
		1:   {"メモが1件あります。ゴミ箱に移しますか？", "There's one memo. Delete it?"},
		100: {"メモが100件あります。全部ゴミ箱に移しますか？", "There are 100 memos. Delete them all?"},
		101: {"メモが100件以上あります。新しいほうの100件をゴミ箱に移しますか？", "There are more than 100 memos. Delete the newest 100 memos?"},
	} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				u := w.device()
				for i := range n {
					w.write(u, fmt.Sprint(i), time.Duration(i)*time.Minute)
				}
				tk := w.talk(locale)
				a := w.says(tk, w.word("全部消して", "delete everything"))
				if a.Speech != w.word(want[0], want[1]) || a.Open != (n > 0) {
					t.Fatalf("got speech %q, open %v", a.Speech, a.Open)
				}
				if n == 0 {
					return
				}
				w.says(tk, w.word("はい", "yes"))
				if left := w.contents(); len(left) != max(n-100, 0) {
					t.Errorf("got memos %q", left)
				}
				w.says(tk, w.word("元に戻して", "undo"))
				list, err := w.memos.List(t.Context(), u, memo.Query{Limit: memo.MaxLimit})
				w.must(err)
				if len(list.Memos) != min(n, 100) {
					t.Errorf("%d came back", len(list.Memos))
				}
			})
		})
	}
}

// interrupted is a memo store whose updates fail from a given one on, until it is healed.
type interrupted struct {
	memo.Store
	updates *atomic.Int32 // that still go well
}

func (f interrupted) Update(ctx context.Context, ref models.MemoRef, c memo.Change) (models.Memo, error) {
	if f.updates.Add(-1) < 0 {
		return models.Memo{}, models.Unavailable(errors.New("secret endpoint"))
	}
	return f.Store.Update(ctx, ref, c)
}

// TestDeletingAllHalfway checks a deletion that fails at the third memo: the speaker
// hears one sentence, the same yes finishes the deletion, and undo restores all.
func TestDeletingAllHalfway(t *testing.T) {
	var updates atomic.Int32
	updates.Store(2)
	w := newWorld(t, withMemos(func(s memo.Store) memo.Store { return interrupted{s, &updates} }))
	lived(w)
	tk := w.talk("ja-JP")
	a := w.says(tk, "全部消して", "はい")
	if a.Speech != plainJa || a.Open || len(w.contents()) != 5 {
		t.Errorf("got speech %q, open %v, memos %q", a.Speech, a.Open, w.contents())
	}
	updates.Store(1000)
	out, err := w.send(t.Context(), a.Request)
	w.must(err)
	if got := speechOf(t, out); !strings.HasPrefix(got, "メモを7件、ゴミ箱に移しました。") || len(w.contents()) != 0 {
		t.Errorf("got speech %q, memos %q", got, w.contents())
	}
	w.converse(w.talk("ja-JP"), []exchange{{"元に戻して", []string{"メモを7件、元に戻しました。"}}})
}

// TestUndoOfADeletionThatFailed checks that undo restores nothing and that no memo is
// lost.
func TestUndoOfADeletionThatFailed(t *testing.T) {
	var updates atomic.Int32
	w := newWorld(t, withMemos(func(s memo.Store) memo.Store { return interrupted{s, &updates} }))
	lived(w)
	if a := w.says(w.talk("ja-JP"), "一覧", "1番を削除"); a.Speech != plainJa || len(w.contents()) != 7 {
		t.Errorf("got speech %q", a.Speech)
	}
	updates.Store(1)
	w.converse(w.talk("ja-JP"), []exchange{{"元に戻して", []string{"「傘を忘れない」は、もう元に戻っています。"}}})
}

// TestNothingIsDeletedUnnoted checks that a memo whose deletion cannot be recorded is
// not deleted.
func TestNothingIsDeletedUnnoted(t *testing.T) {
	for _, lines := range [][]string{{"一覧", "1番を削除"}, {"全部消して", "はい"}} {
		w := newWorld(t, unrecorded(errSecret, func(p family.Patch) bool { return p.Acts != nil }))
		lived(w)
		if a := w.says(w.talk("ja-JP"), lines...); a.Speech != plainJa || a.Open || len(w.contents()) != 7 {
			t.Errorf("got speech %q, memos %q", a.Speech, w.contents())
		}
	}
}
