package skill_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/skill/words"
)

// finished returns the memos that are done, newest first.
func (w *world) finished() []string {
	w.t.Helper()
	done := true
	list, err := w.memos.List(w.t.Context(), w.device(), memo.Query{Done: &done})
	w.must(err)
	out := []string{}
	for _, m := range list.Memos {
		out = append(out, m.Content)
	}
	return out
}

// pantry is an Echo with four memos.
func pantry(w *world) {
	w.fill([]string{w.word("牛乳を買う", "buy milk"), w.word("卵を買う", "buy eggs"), w.word("牛乳石鹸を買う", "buy milk soap"), w.word("傘", "the umbrella")})
}

// sentence returns a sentence in the language of the test, filled with pairs of a
// placeholder and its value.
func (w *world) sentence(k words.Key, pairs ...string) string {
	c, args := words.Japanese(), words.Args{}
	if w.english {
		c = words.English()
	}
	for pair := range slices.Chunk(pairs, 2) {
		args[pair[0]] = pair[1]
	}
	return c.Text(k, args)
}

// TestManyNumbersAtOnce checks that a change of the largest number of memos at once, each
// as long as possible, is said within 30 seconds, and that more numbers change nothing.
func TestManyNumbersAtOnce(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for i := range 6 {
			w.write(w.device(), strings.Repeat(w.word("長い", "very long "), 40)+string(rune('a'+i)), time.Hour)
		}
		tk := w.opened(w.talk(locale))
		w.says(tk, w.word("一覧", "read the memos"), w.word("次", "next"), w.word("次", "next"), w.word("次", "next"))
		six := w.word("1番と2番と3番と4番と5番と6番", "1 and 2 and 3 and 4 and 5 and 6")
		if a := w.meant(tk, "DeleteByTextIntent", "memoText", six); len(w.contents()) != 6 {
			t.Errorf("got %d memos after %q, want 6", len(w.contents()), a.Speech)
		}
		w.says(tk, w.word("一覧", "read the memos"), w.word("次", "next"), w.word("次", "next"), w.word("次", "next"))
		five := w.word("1番と2番と3番と4番と5番", "1 and 2 and 3 and 4 and 5")
		if a := w.meant(tk, "DeleteByTextIntent", "memoText", five); len(w.contents()) != 1 {
			t.Errorf("got %d memos after %q, want 1", len(w.contents()), a.Speech)
		}
	})
}

// TestDeletingWordsInALongList checks that a search that has reached the limit of one turn
// without a match offers to go on, and asks for no number yet.
func TestDeletingWordsInALongList(t *testing.T) {
	found := models.Memo{UserID: echo, ID: "1", Content: "牛乳を買う", CreatedByName: "太郎", Timestamp: time.Unix(0, 0)}
	w := newWorld(t, inPages(5, map[int][]models.Memo{4: {found}}))
	w.converse(w.talk("ja-JP"), []exchange{
		{"牛乳を消して", []string{w.sentence(words.FindNoneYet, "text", "牛乳") + w.sentence(words.Ask("more"))}},
		{"はい", []string{"1番、", "牛乳を買う", w.sentence(words.ReadEnd)}},
	})
}

// recorded are the scripts whose last turn changes something.
var recorded = map[string]struct {
	before func(*world)
	ja, en []string
}{
	"add":                   {pantry, []string{"紙を買う を追加"}, []string{"add buy paper"}},
	"add, in a session":     {pantry, []string{"家族ボイスメモを開いて", "紙を買う を追加"}, []string{"open family voice memo", "add buy paper"}},
	"add again":             {pantry, []string{"紙を買う を追加", "紙を買う を追加", "はい"}, []string{"add buy paper", "add buy paper", "yes"}},
	"done by number":        {pantry, []string{"家族ボイスメモを開いて", "一覧", "2番済み"}, []string{"open family voice memo", "read the memos", "number 2 is done"}},
	"done by words":         {pantry, []string{"卵を買った"}, []string{"check off eggs"}},
	"done, the last":        {pantry, []string{"最後のメモを済みにして"}, []string{"mark the last one done"}},
	"deleted by number":     {pantry, []string{"家族ボイスメモを開いて", "一覧", "2番を削除"}, []string{"open family voice memo", "read the memos", "delete number 2"}},
	"deleted by words":      {pantry, []string{"卵を消して"}, []string{"delete eggs"}},
	"deleted, the last":     {pantry, []string{"最後のメモを消して"}, []string{"delete the last one"}},
	"deleted, one of two":   {pantry, []string{"牛乳を消して", "1番"}, []string{"delete milk", "number 1"}},
	"deleted all":           {pantry, []string{"全部消して", "はい"}, []string{"delete everything", "yes"}},
	"undo of an add":        {pantry, []string{"家族ボイスメモを開いて", "紙を買う を追加", "元に戻して"}, []string{"open family voice memo", "add buy paper", "undo"}},
	"undo of the last add":  {said("紙を買う を追加", "add buy paper", "糊を買う を追加", "add buy glue"), []string{"元に戻して"}, []string{"undo"}},
	"undo of a done memo":   {said("卵を買った", "check off eggs", "傘は済み", "check off the umbrella"), []string{"元に戻して"}, []string{"undo"}},
	"undo of a deletion":    {said("卵を消して", "delete eggs", "傘を消して", "delete the umbrella"), []string{"元に戻して"}, []string{"undo"}},
	"undo in the session":   {pantry, []string{"家族ボイスメモを開いて", "一覧", "2番を削除", "3番済み", "元に戻して"}, []string{"open family voice memo", "read the memos", "delete number 2", "number 3 is done", "undo"}},
	"undo, a second time":   {pantry, []string{"家族ボイスメモを開いて", "一覧", "2番を削除", "3番済み", "元に戻して", "元に戻して"}, []string{"open family voice memo", "read the memos", "delete number 2", "number 3 is done", "undo", "undo"}},
	"undo of all deletions": {pantry, []string{"全部消して", "はい", "元に戻して"}, []string{"delete everything", "yes", "undo"}},
}

// said returns a set-up in which lines are said, each in a session of its own, in pairs of
// Japanese and English.
func said(lines ...string) func(*world) {
	return func(w *world) {
		pantry(w)
		for pair := range slices.Chunk(lines, 2) {
			w.says(w.talk(w.word("ja-JP", "en-US")), w.word(pair[0], pair[1]))
			w.pass(time.Minute)
		}
	}
}

// TestRepeatedChangeChangesNothing checks that a repeat of a request that changed
// something, at once and after the same account said something else, changes nothing.
func TestRepeatedChangeChangesNothing(t *testing.T) {
	for name, tc := range recorded {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				tc.before(w)
				tk := w.talk(locale)
				a := w.says(tk, map[bool][]string{true: tc.en, false: tc.ja}[w.english]...)
				want := w.left()
				for range 2 {
					again, err := w.send(t.Context(), a.Request)
					w.must(err)
					if got := w.left(); got != want {
						t.Errorf("after the repeat: got\n%s\nwant\n%s", got, want)
					}
					if got := speechOf(t, again); got == w.word(plainJa, plainEn) || got == w.word(wrongJa, wrongEn) {
						t.Errorf("got %q to the repeat of %q", got, a.Speech)
					}
					w.pass(time.Second)
				}
			})
		})
	}
}

// TestNothingChangedKeepsWhatCanBeUndone checks that a change of a memo that is already so
// is not the last act: a later undo takes back what was done before it.
func TestNothingChangedKeepsWhatCanBeUndone(t *testing.T) {
	for name, line := range map[string]string{"deleted": "1番を削除", "done": "1番済み"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			pantry(w)
			other := w.talk("ja-JP")
			w.says(other, "一覧")
			w.says(w.talk("ja-JP"), "紙を買う を追加")
			for _, m := range w.refs("牛乳を買う") {
				_, err := w.memos.Trash(t.Context(), w.device(), m)
				w.must(err)
			}
			w.says(other, line, "ストップ")
			w.converse(w.talk("ja-JP"), []exchange{{"元に戻して", []string{"「紙を買う」を取り消しました。"}}})
		})
	}
}

// refs returns the memos with a text.
func (w *world) refs(content string) (refs []models.MemoRef) {
	w.t.Helper()
	list, err := w.memos.List(w.t.Context(), w.device(), memoQuery)
	w.must(err)
	for _, m := range list.Memos {
		if m.Content == content {
			refs = append(refs, m.Ref())
		}
	}
	return refs
}

// TestCorrectionOfAChange checks that words of correction take back a deletion or a mark,
// and change the memo that was meant instead, once even if the request is repeated.
func TestCorrectionOfAChange(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en  []string
		changed string // the Japanese text of the memo that is gone in the end
		done    bool
	}{
		"another number": {[]string{"一覧", "1番を削除", "[SpeakIntent speech=違う、2番]"}, []string{"read the memos", "delete number 1", "[SpeakIntent speech=no wait, number two]"}, "卵", false},
		"other words":    {[]string{"一覧", "1番を削除", "[SpeakIntent speech=違う、傘]"}, []string{"read the memos", "delete number 1", "[SpeakIntent speech=no i meant the umbrella]"}, "傘", false},
		"a mark":         {[]string{"一覧", "1番済み", "[SpeakIntent speech=違う、2番]"}, []string{"read the memos", "number 1 is done", "[SpeakIntent speech=no wait, number two]"}, "卵", true},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				pantry(w)
				before := w.contents()
				tk := w.opened(w.talk(locale))
				var a talk.Answer
				for _, line := range map[bool][]string{true: tc.en, false: tc.ja}[w.english] {
					a = w.hears(tk, line)
				}
				if _, err := w.send(t.Context(), a.Request); err != nil {
					t.Fatal(err)
				}
				changed := w.word(tc.changed, map[string]string{"卵": "eggs", "傘": "umbrella"}[tc.changed])
				for _, content := range before {
					is := strings.Contains(content, changed)
					if done, gone := slices.Contains(w.finished(), content), !slices.Contains(w.contents(), content); done != (is && tc.done) || gone != (is && !tc.done) {
						t.Errorf("%q: got done %v, deleted %v after %q", content, done, gone, a.Speech)
					}
				}
			})
		})
	}
}
