package skill_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/skill/messages"
	"voicememo/skill/talk"
)

// text is a line that Alexa puts into the slot of a memo's text.
func text(words string) string { return "[AddMemoIntent memoText=" + words + "]" }

// hearsAll says the lines and returns the last answer.
func (w *world) hearsAll(tk *talk.Talk, lines []string) (a talk.Answer) {
	w.t.Helper()
	for _, line := range lines {
		a = w.hears(tk, line)
	}
	return a
}

// TestCorrectionIsAboutTheLastTurn checks that words of correction take back what the last
// turn did, and nothing before it.
func TestCorrectionIsAboutTheLastTurn(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en         []string
		listJa, listEn []string // afterwards, newest first
		open           bool
	}{
		"at once": {
			[]string{text("卵"), text("違う、豆乳")}, []string{text("eggs"), text("no wait i meant tofu")}, []string{"豆乳", "傘"}, []string{"tofu", "umbrella"}, true,
		},
		"after words that were not understood": {
			[]string{text("卵"), "[AMAZON.FallbackIntent]", text("違う")}, []string{text("eggs"), "[AMAZON.FallbackIntent]", text("scratch that")}, []string{"傘"}, []string{"umbrella"}, true,
		},
		"while the right text is asked for": {
			[]string{text("卵"), text("味噌"), text("違う"), text("違う、豆乳")},
			[]string{text("eggs"), text("miso"), text("scratch that"), text("no wait i meant tofu")}, []string{"豆乳", "卵", "傘"}, []string{"tofu", "eggs", "umbrella"}, true,
		},
		"again while the right text is asked for": {
			[]string{text("卵"), text("味噌"), text("違う"), text("違う")}, []string{text("eggs"), text("miso"), text("wrong"), text("not what i said")}, []string{"卵", "傘"}, []string{"eggs", "umbrella"}, true,
		},
		"an undo while the right text is asked for": {
			[]string{text("卵"), text("味噌"), text("違う"), text("元に戻して")}, []string{text("eggs"), text("miso"), text("wrong"), text("undo")}, []string{"傘"}, []string{"umbrella"}, true,
		},
		"while another text is asked for": {
			[]string{text("卵"), "メモを追加", text("やっぱりやめて")}, []string{text("eggs"), "add a memo", text("not that")}, []string{"卵", "傘"}, []string{"eggs", "umbrella"}, false,
		},
		"after a reading": {
			[]string{text("卵"), "一覧", text("牛乳じゃなくて豆乳")}, []string{text("eggs"), "read the memos", text("i meant to call grandma")},
			[]string{"牛乳じゃなくて豆乳", "卵", "傘"}, []string{"i meant to call grandma", "eggs", "umbrella"}, true,
		},
		"after an undo": {
			[]string{text("卵"), "1番を読んで", "一覧", "2番を削除", "元に戻して", text("違う")},
			[]string{text("eggs"), "read number 1", "read the memos", "delete number 2", "undo", text("nope")}, []string{"卵", "傘"}, []string{"eggs", "umbrella"}, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.fill([]string{w.word("傘", "umbrella")})
				a := w.hearsAll(w.opened(w.talk(locale)), map[bool][]string{true: tc.en, false: tc.ja}[w.english])
				want := tc.listJa
				if w.english {
					want = tc.listEn
				}
				if got := w.contents(); !slices.Equal(got, want) || a.Open != tc.open {
					t.Errorf("got %q, open %v after %q, want %q, open %v", got, a.Open, a.Speech, want, tc.open)
				}
			})
		})
	}
}

// TestCorrectedName checks that the right name, said instead of yes or after a name was
// understood, is read back.
func TestCorrectedName(t *testing.T) {
	for name, tc := range map[string]struct{ ja, en []string }{
		"instead of yes": {
			[]string{"[SetNameIntent userName=マンゴー]", text("違う、ぷりん")}, []string{"[SetNameIntent userName=mango]", text("no wait i said plum")},
		},
		"after yes": {
			[]string{"[SetNameIntent userName=マンゴー]", "はい", text("違う、ぷりん")}, []string{"[SetNameIntent userName=mango]", "yes", text("no wait i said plum")},
		},
	} {
		for _, voice := range []string{"", "taro: "} {
			t.Run(fmt.Sprintf("%s by %q", name, voice), func(t *testing.T) {
				bilingual(t, func(t *testing.T, w *world, locale string) {
					tk := w.opened(w.talk(locale))
					var lines []string
					for _, line := range map[bool][]string{true: tc.en, false: tc.ja}[w.english] {
						lines = append(lines, voice+line)
					}
					right := w.word("ぷりん", "plum")
					if a := w.hearsAll(tk, lines); !strings.HasSuffix(a.Speech, w.asksName(right)) || len(w.contents()) > 0 {
						t.Fatalf("got %q, memos %q, want the question about %q", a.Speech, w.contents(), right)
					}
					w.hears(tk, voice+w.word("はい", "yes"))
					u := w.device()
					if got := u.SpeaksAs(models.Speaker{Voice: models.VoiceID(tk.PersonID)}); got != right {
						t.Errorf("got name %q, want %q", got, right)
					}
					w.hears(tk, voice+w.word("元に戻して", "undo"))
					if got := w.device(); slices.Contains([]string{got.Name, got.Voices[models.VoiceID(tk.PersonID)]}, w.word("マンゴー", "mango")) {
						t.Errorf("got %q and %q after undo, want no name that was wrong", got.Name, got.Voices)
					}
				})
			})
		}
	}
}

// TestCorrectedNameOfARoom checks that a correction of a room's name takes it back, and is
// not taken for a person's name.
func TestCorrectedNameOfARoom(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		tk := w.on(w.opened(w.talk(locale)), kitchenDevice, "")
		a := w.hearsAll(tk, []string{w.word("このエコーは台所", "this echo is in the kitchen"), text(w.word("違う、寝室", "no wait i meant the bedroom"))})
		if got := w.device(); len(got.Rooms) > 0 || !strings.HasSuffix(a.Speech, w.sentence(messages.Ask("else"))) {
			t.Errorf("got rooms %q, %q", got.Rooms, a.Speech)
		}
	})
}

// TestRepeatedStatementIsKeptOnce checks that the repeat of a request whose words were kept
// as a memo does not change that memo, although it has the words now.
func TestRepeatedStatementIsKeptOnce(t *testing.T) {
	for name, tc := range map[string]struct{ ja, en string }{
		"done":    {"牛乳買った", "i bought milk"},
		"deleted": {"牛乳を消して", "delete milk"},
		"found":   {"大工さんを探して", "find a plumber"},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				a := w.hears(w.opened(w.talk(locale)), text(w.word(tc.ja, tc.en)))
				want := w.left()
				again, err := w.send(t.Context(), a.Request)
				w.must(err)
				if got := w.left(); got != want || !strings.Contains(got, w.word(tc.ja, tc.en)) {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
				if got := speechOf(t, again); got != a.Speech {
					t.Errorf("got %q, want %q", got, a.Speech)
				}
			})
		})
	}
}

// TestNumbersThatNoListHas checks that larger numbers than a list has are words of memos.
func TestNumbersThatNoListHas(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.fill([]string{w.word("牛乳", "milk"), w.word("傘", "umbrella")})
		tk, number := w.opened(w.talk(locale)), w.word("七五三", "4711")
		a := w.hearsAll(tk, []string{w.word("一覧", "read the memos"), text(number)})
		if got := w.contents(); got[0] != number {
			t.Errorf("got %q after %q, want %q", got, a.Speech, number)
		}
		a = w.hears(tk, "[DeleteByTextIntent memoText="+number+"]")
		if got := w.contents(); len(got) != 2 || slices.Contains(got, number) {
			t.Errorf("got %q after %q, want no %q", got, a.Speech, number)
		}
	})
}

// TestBareNumberAfterAChange checks that a number alone repeats the change of the turn
// before. After anything else it is the memo to read.
func TestBareNumberAfterAChange(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en []string
		want   messages.Key
	}{
		"after done":      {[]string{"一覧", "1番済み", text("2番")}, []string{"read the memos", "number 1 is done", text("number two")}, messages.Done},
		"after a delete":  {[]string{"一覧", "1番を削除", text("2番")}, []string{"read the memos", "delete number 1", text("number two")}, messages.Deleted},
		"after a reading": {[]string{"一覧", "3番済み", "一覧", text("2番")}, []string{"read the memos", "number 3 is done", "read the memos", text("number two")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.fill([]string{w.word("牛乳", "milk"), w.word("卵", "eggs"), w.word("傘", "umbrella")})
				a := w.hearsAll(w.opened(w.talk(locale)), map[bool][]string{true: tc.en, false: tc.ja}[w.english])
				want := w.word("卵", "eggs")
				if tc.want != "" {
					want = w.sentence(tc.want, "number", "2", "content", want)
				}
				if !strings.Contains(a.Speech, want) || tc.want == "" && slices.Contains(w.finished(), w.word("卵", "eggs")) {
					t.Errorf("got %q, done %q, want %q", a.Speech, w.finished(), want)
				}
			})
		})
	}
}

// TestMoreAfterTheHelp checks that "more" says the rest of the help, unless something was
// done since.
func TestMoreAfterTheHelp(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.fill([]string{w.word("牛乳", "milk"), w.word("卵", "eggs")})
		help, more, rest := w.word("ヘルプ", "help"), w.word("もっと", "more"), w.sentence(messages.HelpMore)
		tk := w.opened(w.talk(locale))
		if a := w.hearsAll(tk, []string{help, text(more)}); !strings.HasPrefix(a.Speech, rest) {
			t.Errorf("got %q, want %q", a.Speech, rest)
		}
		lines := []string{w.word("一覧", "read the memos"), help, w.word("2番済み", "number 2 is done"), text(more)}
		if a := w.hearsAll(tk, lines); strings.Contains(a.Speech, rest) {
			t.Errorf("got %q to %q after a change", a.Speech, more)
		}
	})
}

// TestDeletingAllOfNothingKeepsWhatCanBeUndone checks that a yes to deleting memos that are
// all gone is not the last act: an undo in a later session takes back what was done before.
func TestDeletingAllOfNothingKeepsWhatCanBeUndone(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.fill([]string{w.word("牛乳", "milk"), w.word("卵", "eggs")})
		w.says(w.talk(locale), w.word("牛乳を買った", "check off milk"))
		tk := w.talk(locale)
		w.says(tk, w.word("全部消して", "delete everything"))
		for _, ref := range w.refs(w.word("卵", "eggs")) {
			for range 2 { // into the trash, then permanently
				_, err := w.memos.Delete(t.Context(), w.device(), ref, 0)
				w.must(err)
			}
		}
		if a := w.says(tk, w.word("はい", "yes")); !strings.HasPrefix(a.Speech, w.sentence(messages.AllGone)) {
			t.Fatalf("got %q, want that all are gone", a.Speech)
		}
		if a := w.says(w.talk(locale), w.word("元に戻して", "undo")); a.Speech != w.sentence(messages.Undone, "content", w.word("牛乳", "milk")) {
			t.Errorf("got %q, want the memo that was done", a.Speech)
		}
	})
}
