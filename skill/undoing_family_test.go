package skill_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/skill/talk"
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

// TestUndoIsOfTheVoice checks that a later session undoes only what its voice did: not the
// act of another voice, and not that of a known voice for one that is not recognised.
func TestUndoIsOfTheVoice(t *testing.T) {
	for name, tc := range map[string]struct {
		does       []string
		taken      string // the content that is taken back
		has, after bool   // whether the list has that content before and after
	}{
		"a deletion": {[]string{"一覧", "read the memos", "2番を削除", "delete number two"}, "buy milk", false, true},
		"a memo":     {[]string{"バターを追加", "add butter"}, "butter", true, false},
		"by words":   {[]string{"傘を消して", "delete umbrella"}, "umbrella", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				lived(w)
				w.named(taroVoice, hanakoVoice)
				ja := map[string]string{"buy milk": "牛乳を買う", "butter": "バター", "umbrella": "傘を忘れない"}
				has := func() bool {
					return slices.ContainsFunc(w.contents(), func(c string) bool { return strings.Contains(c, w.word(ja[tc.taken], tc.taken)) })
				}
				say := func(tk *talk.Talk, voice, line string) string { return w.says(w.spokenBy(tk, voice), line).Speech }
				tk := w.talk(locale)
				for i := 0; i < len(tc.does); i += 2 {
					say(tk, taroVoice, w.word(tc.does[i], tc.does[i+1]))
				}
				if has() != tc.has {
					t.Fatalf("got memos %q after %q", w.contents(), tc.does)
				}
				w.pass(time.Minute)
				undo, none := w.word("元に戻して", "undo"), w.word("元に戻すものはありません。", "There's nothing to undo.")
				for _, voice := range []string{hanakoVoice, ""} {
					if said := say(w.talk(locale), voice, undo); said != none || has() != tc.has {
						t.Errorf("voice %q: got speech %q and memos %q, want %q", voice, said, w.contents(), none)
					}
				}
				if said := say(w.talk(locale), taroVoice, undo); said == none || has() != tc.after {
					t.Errorf("the same voice: got speech %q and memos %q", said, w.contents())
				}
				if said := say(w.talk(locale), taroVoice, undo); said != none {
					t.Errorf("undo again: got speech %q, want %q", said, none)
				}
			})
		})
	}
}

// TestUndoOfTwoVoicesInOneSession checks that a voice takes back its own acts in a session,
// and that undo asks first if another recognised voice did something after them.
func TestUndoOfTwoVoicesInOneSession(t *testing.T) {
	milkAndEggs := func(w *world) []string { return []string{w.word("卵", "eggs"), w.word("牛乳", "milk")} }
	for name, tc := range map[string]struct {
		answer [2]string
		left   func(w *world) []string // the memos after the answer
	}{
		"yes": {[2]string{"はい", "yes"}, func(w *world) []string { return milkAndEggs(w)[1:] }},
		"no":  {[2]string{"いいえ", "no"}, milkAndEggs},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.named(taroVoice, hanakoVoice)
				tk := w.talk(locale)
				say := func(voice, ja, en string, left []string) {
					t.Helper()
					said := w.says(w.spokenBy(tk, voice), w.word(ja, en)).Speech
					if got := w.contents(); !slices.Equal(got, left) {
						t.Errorf("%s: got speech %q and memos %q, want %q", w.word(ja, en), said, got, left)
					}
				}
				w.launch(tk)
				both := milkAndEggs(w)
				say(taroVoice, "牛乳を追加", "add milk", both[1:])
				say(hanakoVoice, "卵を追加", "add eggs", both)
				say(taroVoice, "元に戻して", "undo", both)
				left := tc.left(w)
				say(taroVoice, tc.answer[0], tc.answer[1], left)
				if len(left) == 2 {
					say(hanakoVoice, "元に戻して", "undo", both[1:])
				}
				say(taroVoice, "元に戻して", "undo", []string{})
			})
		})
	}
}
