package skill_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/messages"
	"voicememo/skill/talk"
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
func (w *world) sentence(k messages.Key, pairs ...string) string {
	c, args := messages.Japanese(), messages.Args{}
	if w.english {
		c = messages.English()
	}
	for pair := range slices.Chunk(pairs, 2) {
		args[pair[0]] = pair[1]
	}
	return c.Text(k, args)
}

// changeCase is a conversation whose last reply is the sentence want, about the memo
// with a number of the list before; 0: none.
type changeCase struct {
	ja, en        []string
	want          messages.Key
	memo          int
	number        string // that the sentence says
	done, deleted bool   // what has become of the memo
}

// TestDoneAndDeletedByVoice checks by number, by words and by "the last one" which memo
// is changed and what is said about it.
func TestDoneAndDeletedByVoice(t *testing.T) {
	for name, tc := range map[string]changeCase{
		"done by number":           {[]string{"一覧", "2番済み"}, []string{"read the memos", "number 2 is done"}, messages.Done, 2, "2", true, false},
		"done by words":            {[]string{"卵を買った"}, []string{"check off eggs"}, messages.DoneNamed, 2, "", true, false},
		"done by words among them": {[]string{"一覧", "傘は済み"}, []string{"read the memos", "check off the umbrella"}, messages.DoneNamed, 4, "", true, false},
		"deleted by words":         {[]string{"卵のメモを消して"}, []string{"delete eggs"}, messages.DeletedNamed, 2, "", false, true},
		"the newest":               {[]string{"最後のメモを消して"}, []string{"delete the last one"}, messages.DeletedNamed, 1, "", false, true},
		"the last one read":        {[]string{"一覧", "最後のメモを消して"}, []string{"read the memos", "delete the last one"}, messages.DeletedNamed, 4, "", false, true},
		"the last number read":     {[]string{"1番を読んで", "最後のを済みにして"}, []string{"read number 1", "mark the last one done"}, messages.DoneNamed, 1, "", true, false},
		"several have the words":   {[]string{"牛乳を消して"}, []string{"delete milk"}, messages.Ask("number"), 0, "", false, false},
		"several to be done":       {[]string{"牛乳を買った"}, []string{"check off milk"}, messages.Ask("done"), 0, "", false, false},
		"one of several":           {[]string{"牛乳を消して", "2番"}, []string{"delete milk", "number 2"}, messages.Deleted, 3, "2", false, true},
		"one of several is done":   {[]string{"牛乳を買った", "1番"}, []string{"check off milk", "number 1"}, messages.Done, 1, "1", true, false},
		"none of several":          {[]string{"牛乳を消して", "いいえ"}, []string{"delete milk", "no"}, messages.AllRight, 0, "", false, false},
		"no match":                 {[]string{"パンを消して"}, []string{"delete bread"}, messages.FindNone, 0, "", false, false},
		"no match to be done":      {[]string{"パンを買った"}, []string{"check off bread"}, messages.FindNone, 0, "", false, false},
		"without a list":           {[]string{"2番済み"}, []string{"number 2 is done"}, messages.Ask("done"), 0, "", false, false},
		"without a list, then":     {[]string{"2番済み", "3番"}, []string{"number 2 is done", "number 3"}, messages.Done, 3, "3", true, false},
		"a number too many":        {[]string{"一覧", "5番済み"}, []string{"read the memos", "number 5 is done"}, messages.DeleteRange, 0, "5", false, false},
		"done twice":               {[]string{"一覧", "2番済み", "2番済み"}, []string{"read the memos", "number 2 is done", "number 2 is done"}, messages.DoneAlready, 2, "2", true, false},
		"done, then deleted":       {[]string{"一覧", "2番済み", "2番を削除"}, []string{"read the memos", "number 2 is done", "delete number 2"}, messages.Deleted, 2, "2", false, true},
		"deleted, then done":       {[]string{"一覧", "2番を削除", "2番済み"}, []string{"read the memos", "delete number 2", "number 2 is done"}, messages.ReadGone, 2, "2", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				pantry(w)
				before := append([]string{w.word("パン", "bread")}, w.contents()...)
				tk := w.talk(locale)
				if len(tc.ja) > 1 {
					w.launch(tk)
				}
				a := w.says(tk, map[bool][]string{true: tc.en, false: tc.ja}[w.english]...)
				want := w.sentence(tc.want, "number", tc.number, "content", before[tc.memo], "last", "4", "text", before[0])
				if !strings.Contains(a.Speech, want) {
					t.Errorf("got %q, want %q", a.Speech, want)
				}
				for i, content := range before[1:] {
					done, deleted := slices.Contains(w.finished(), content), !slices.Contains(w.contents(), content)
					if at := i + 1; done != (at == tc.memo && tc.done) || deleted != (at == tc.memo && tc.deleted) {
						t.Errorf("%q: got done %v, deleted %v", content, done, deleted)
					}
				}
			})
		})
	}
}

// TestWordsThatPointAtAMemo checks "it" and "everything" where the words of a memo are
// expected.
func TestWordsThatPointAtAMemo(t *testing.T) {
	for name, tc := range map[string]struct {
		before, ja, en string
		want           messages.Key
		contentJa      string
		contentEn      string
	}{
		"it, just added":   {"add", "それ", "it", messages.DeletedNamed, "紙を買う", "buy paper"},
		"that, added now":  {"read and add", "今の", "that", messages.DeletedNamed, "紙を買う", "buy paper"},
		"it, just read":    {"read", "それ", "that one", messages.DeletedNamed, "傘", "the umbrella"},
		"the newest":       {"", "一番新しいの", "the newest one", messages.DeletedNamed, "牛乳を買う", "buy milk"},
		"a number":         {"read", "2番", "number two", messages.Deleted, "卵を買う", "buy eggs"},
		"a number in kana": {"read", "二番目", "the second one", messages.Deleted, "卵を買う", "buy eggs"},
		"everything":       {"", "全部", "everything", messages.Ask("all"), "", ""},
		"all of them":      {"read", "すべて", "all of them", messages.Ask("all"), "", ""},
		"with an article":  {"", "その傘", "my umbrella", messages.DeletedNamed, "傘", "the umbrella"},
		"in other letters": {"", "ｶｻヲ", "EGGS PLEASE", messages.DeletedNamed, "かさを干す", "buy eggs"},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				pantry(w)
				w.write(w.device(), w.word("かさを干す", "dry the towels"), 2*day)
				tk := w.opened(w.talk(locale))
				if strings.Contains(tc.before, "read") {
					w.says(tk, w.word("一覧", "read the memos"), w.word("4番を読んで", "read number 4"))
				}
				if strings.Contains(tc.before, "add") {
					w.says(tk, w.word("紙を買う を追加", "add buy paper"))
				}
				a := w.meant(tk, "DeleteByTextIntent", "memoText", w.word(tc.ja, tc.en))
				want := w.sentence(tc.want, "number", "2", "content", w.word(tc.contentJa, tc.contentEn), "memos", w.sentence(messages.ManyMemos, "count", "5"))
				if !strings.Contains(a.Speech, want) {
					t.Errorf("got %q, want %q", a.Speech, want)
				}
			})
		})
	}
}

// TestSeveralNumbersAtOnce checks a change of several memos by their numbers: each is
// said, undo takes all back at once, and a memo that was already changed by another member
// stays as it is.
func TestSeveralNumbersAtOnce(t *testing.T) {
	for name, tc := range map[string]struct {
		intent, ja, en string
		gone           bool  // the second memo is deleted before
		changed        []int // the numbers
	}{
		"two deleted":     {"DeleteByTextIntent", "1番と3番", "number one and number three", false, []int{1, 3}},
		"two done":        {"DoneByTextIntent", "1番と3番", "1 and 3", false, []int{1, 3}},
		"the same twice":  {"DeleteByTextIntent", "3番と3番", "three and three", false, []int{3}},
		"one is gone":     {"DeleteByTextIntent", "2番と4番", "two and four", true, []int{4}},
		"one is too many": {"DeleteByTextIntent", "2番と9番", "two and nine", false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				pantry(w)
				memos, tk := w.contents(), w.opened(w.talk(locale))
				w.says(tk, w.word("一覧", "read the memos"))
				if tc.gone {
					_, err := w.memos.Trash(t.Context(), w.device(), w.refs(memos[1])[0])
					w.must(err)
				}
				before := w.left()
				a := w.meant(tk, tc.intent, "memoText", w.word(tc.ja, tc.en))
				want := w.left()
				for i, content := range memos {
					changed := !slices.Contains(w.contents(), content) || slices.Contains(w.finished(), content)
					expected := slices.Contains(tc.changed, i+1)
					if changed != (expected || tc.gone && i == 1) || expected && !strings.Contains(a.Speech, content) {
						t.Errorf("%q: got changed %v in %q", content, changed, a.Speech)
					}
				}
				_, err := w.send(t.Context(), a.Request)
				w.must(err)
				if got := w.left(); got != want {
					t.Errorf("after the same request again: got\n%s\nwant\n%s", got, want)
				}
				if tc.changed == nil {
					return
				}
				if w.says(w.talk(locale), w.word("元に戻して", "undo")); w.left() != before {
					t.Errorf("after undo: got\n%s\nwant\n%s", w.left(), before)
				}
			})
		})
	}
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

// TestDeletingAllLeavesWhatIsDone checks that the question counts the memos that the
// list has when it is read, so that undo restores exactly these.
func TestDeletingAllLeavesWhatIsDone(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		pantry(w)
		w.says(w.talk(locale), w.word("卵を買った", "check off eggs"))
		tk := w.talk(locale)
		if a := w.says(tk, w.word("全部消して", "delete everything")); !strings.Contains(a.Speech, w.word("3件", "3 memos")) {
			t.Errorf("got %q, want 3 memos", a.Speech)
		}
		w.says(tk, w.word("はい", "yes"))
		if got, want := w.contents(), w.finished(); len(want) != 1 || !slices.Equal(got, want) {
			t.Errorf("got list %q, want only what is done: %q", got, want)
		}
		w.says(tk, w.word("元に戻して", "undo"))
		if got := w.finished(); len(w.contents()) != 4 || len(got) != 1 {
			t.Errorf("after undo: got list %q, done %q", w.contents(), got)
		}
	})
}

// TestStatementsAreKeptIfNoMemoHasTheirWords checks statements that are said where a
// memo's text is awaited and that could also mark or delete a memo: they change the memo
// that has their words. If none has, they are kept as a memo, and one undo removes it.
func TestStatementsAreKeptIfNoMemoHasTheirWords(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en string
		want   messages.Key
		done   int
		listed int
	}{
		"a memo has them": {"卵買った", "check off eggs", messages.DoneNamed, 1, 4},
		"no memo is done": {"パン買った", "check off bread", messages.Added, 0, 5},
		"none is deleted": {"パンを消して", "delete bread", messages.Added, 0, 5},
		"it is done then": {"傘は済み", "check off the umbrella", messages.DoneNamed, 1, 4},
		"several have":    {"牛乳買った", "check off milk", messages.Ask("done"), 0, 4},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				pantry(w)
				tk, words := w.opened(w.talk(locale)), w.word(tc.ja, tc.en)
				a := w.meant(tk, "AddMemoIntent", "memoText", words)
				content := map[messages.Key]string{messages.Added: words, messages.DoneNamed: append(w.finished(), "")[0]}[tc.want]
				if want := w.sentence(tc.want, "content", content); !strings.Contains(a.Speech, want) {
					t.Errorf("got %q, want %q", a.Speech, want)
				}
				if len(w.finished()) != tc.done || len(w.contents()) != tc.listed {
					t.Errorf("got list %q, done %q, want %d and %d", w.contents(), w.finished(), tc.listed, tc.done)
				}
				if tc.want == messages.Ask("done") {
					return
				}
				w.says(tk, w.word("元に戻して", "undo"))
				if len(w.finished()) > 0 || len(w.contents()) != 4 {
					t.Errorf("after undo: got list %q, done %q, want the four memos", w.contents(), w.finished())
				}
			})
		})
	}
}

// TestDeletingWordsInALongList checks that a search that has reached the limit of one turn
// without a match offers to go on, and asks for no number yet.
func TestDeletingWordsInALongList(t *testing.T) {
	found := models.Memo{UserID: echo, ID: "1", Content: "牛乳を買う", CreatedByName: "太郎", Timestamp: time.Unix(0, 0)}
	w := newWorld(t, func(_ *world, o *skill.Options) {
		o.Memos = &patchy{o.Memos, []memo.List{{Next: "a"}, {Memos: []models.Memo{found}}}}
	})
	w.converse(w.talk("ja-JP"), []exchange{
		{"牛乳を消して", []string{w.sentence(messages.FindNoneYet, "text", "牛乳") + w.sentence(messages.Ask("more"))}},
		{"はい", []string{"1番、", "牛乳を買う", w.sentence(messages.ReadEnd)}},
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

// TestUndoOfTheLastAddTakesBackOne checks that the answer to a repeated undo, in a session
// of its own, is the same.
func TestUndoOfTheLastAddTakesBackOne(t *testing.T) {
	w := newWorld(t)
	said("紙を買う を追加", "", "糊を買う を追加", "")(w)
	a := w.says(w.talk("ja-JP"), "元に戻して")
	again, err := w.send(t.Context(), a.Request)
	w.must(err)
	if got := speechOf(t, again); got != "「糊を買う」を取り消しました。" || got != a.Speech || !slices.Contains(w.contents(), "紙を買う") {
		t.Errorf("got %q after %q, memos %q", got, a.Speech, w.contents())
	}
	if a := w.says(w.talk("ja-JP"), "元に戻して"); a.Speech != "元に戻すものはありません。" {
		t.Errorf("got %q to another undo", a.Speech)
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
		"another number": {[]string{"一覧", "1番を削除", "[AddMemoIntent memoText=違う、2番]"}, []string{"read the memos", "delete number 1", "[AddMemoIntent memoText=no wait, number two]"}, "卵", false},
		"other words":    {[]string{"一覧", "1番を削除", "[AddMemoIntent memoText=違う、傘]"}, []string{"read the memos", "delete number 1", "[AddMemoIntent memoText=no i meant the umbrella]"}, "傘", false},
		"a mark":         {[]string{"一覧", "1番済み", "[AddMemoIntent memoText=違う、2番]"}, []string{"read the memos", "number 1 is done", "[AddMemoIntent memoText=no wait, number two]"}, "卵", true},
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
