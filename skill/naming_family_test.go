package skill_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/skill/messages"
	"voicememo/skill/talk"
)

// meant sends an intent with one slot, whatever the matcher of talk would do with the
// words.
func (w *world) meant(tk *talk.Talk, intent, slot, value string) talk.Answer {
	w.t.Helper()
	a, err := tk.Mean(w.t.Context(), talk.Meaning{Request: "IntentRequest", Intent: intent, Slot: slot, Value: value})
	w.must(err)
	return a
}

// asksName returns the question whether a name was heard correctly.
func (w *world) asksName(name string) string {
	c := messages.Japanese()
	if w.english {
		c = messages.English()
	}
	return c.Text(messages.Ask("named"), messages.Args{"content": name})
}

// TestSentencesThatAreNotNames checks that no sentence with a pronoun renames its speaker,
// whether Alexa takes it for a name or for the text of a memo. Closing words end the
// session. Other words are confirmed; those said while a memo was awaited become a memo if
// they are no name.
func TestSentencesThatAreNotNames(t *testing.T) {
	for _, tc := range []struct {
		locale, text, name string
		asName, asText     string // what the replies contain; "?" and a name: whether that is the name
		kept               bool   // a no keeps the text as a memo
	}{
		{"en-US", "i'm done", "done", "Goodbye.", "Goodbye.", false},
		{"en-US", "i'm good thanks", "good thanks", "?good", "Goodbye.", false},
		{"en-US", "this is important", "important", "?important", "Added: this is important.", false},
		{"en-US", "call me later", "later", "?later", "?later", true},
		{"ja-JP", "私は大丈夫", "大丈夫", "では、また。", "では、また。", false},
		{"ja-JP", "僕は大丈夫です", "大丈夫です", "では、また。", "では、また。", false},
		{"ja-JP", "私は牛乳を買いたいです", "牛乳を買いたいです", "?牛乳を買いたい", "「私は牛乳を買いたいです」を追加しました。", false},
		{"ja-JP", "私は遅刻", "遅刻", "?遅刻", "?遅刻", true},
		{"ja-JP", "私は" + strings.Repeat("長", 60), strings.Repeat("長", 60), "その名前は覚えられません。", "を追加しました。", false},
	} {
		for _, voice := range []string{"", taroVoice} {
			t.Run(tc.text+" "+voice, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				w.english = tc.locale == "en-US"
				w.named(taroVoice)
				before := w.device()
				tk := w.talk(tc.locale)
				tk.PersonID = voice
				w.says(tk, w.word("卵を追加", "add eggs"))
				for _, said := range []struct{ intent, slot, value, want string }{
					{"SetNameIntent", "userName", tc.name, tc.asName},
					{"AddMemoIntent", "memoText", tc.text, tc.asText},
				} {
					w.launch(tk)
					want := said.want
					if name, asks := strings.CutPrefix(want, "?"); asks {
						want = w.asksName(name)
					}
					if a := w.meant(tk, said.intent, said.slot, said.value); !strings.Contains(a.Speech, want) {
						t.Errorf("%s: got speech %q, want it to contain %q", said.intent, a.Speech, want)
					}
					if !tk.Open() {
						continue
					}
					a := w.says(tk, w.word("いいえ", "no"))
					if kept := said.intent == "AddMemoIntent" && tc.kept; strings.Contains(a.Speech, tc.text) != kept || slices.Contains(w.contents(), tc.text) != kept && kept {
						t.Errorf("%s, no: got speech %q, want the text kept: %v", said.intent, a.Speech, kept)
					}
					w.must(tk.End(t.Context()))
				}
				if now := w.device(); now.Name != before.Name || !maps.Equal(now.Voices, before.Voices) {
					t.Errorf("got the names %q %v, want %q %v", now.Name, now.Voices, before.Name, before.Voices)
				}
			})
		}
	}
}

// TestNameSaidWhileAMemoIsAwaited checks that a name in the slot of a memo's text is
// understood, confirmed, and not added as a memo.
func TestNameSaidWhileAMemoIsAwaited(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		tk := w.talk(locale)
		w.launch(tk)
		w.meant(tk, "AddMemoIntent", "memoText", w.word("私の名前は太郎です", "my name is Taro"))
		w.says(tk, w.word("はい", "yes"))
		if got := w.device().Name; got != w.word("太郎", "Taro") || len(w.contents()) > 0 {
			t.Errorf("got name %q and memos %q, want the name only", got, w.contents())
		}
	})
}

// TestKnownNameIsNotConfirmed checks that a name in the model, and the name of another
// voice of the Echo, are used at once.
func TestKnownNameIsNotConfirmed(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		want := w.word("ママ", "mom")
		a := w.says(w.spokenBy(w.talk(locale), taroVoice), w.word("私はママ", "call me mom"))
		if got := w.device().Voices[taroVoice]; got != want || a.Open {
			t.Errorf("got the name %q and speech %q, want %q at once", got, a.Speech, want)
		}
		_, err := w.families.NameVoice(t.Context(), w.device(), hanakoVoice, w.word("花子", "Hanako"))
		w.must(err)
		w.says(w.talk(locale), w.word("私は花子", "my name is Hanako"))
		if got := w.device().Name; got != w.word("花子", "Hanako") {
			t.Errorf("got account %q, want the name of its voice", got)
		}
	})
}

// TestConfirmingANameIsForTheVoiceAsked checks that another voice's yes names neither.
func TestConfirmingANameIsForTheVoiceAsked(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		tk := w.spokenBy(w.talk(locale), taroVoice)
		w.says(tk, w.word("私は太郎", "my name is Taro"))
		a := w.says(w.spokenBy(tk, hanakoVoice), w.word("はい", "yes"))
		if want := w.word("ほかの人の声だったので、何もしませんでした。", "Someone else answered, so I didn't do anything."); !strings.HasPrefix(a.Speech, want) {
			t.Errorf("got speech %q, want %q", a.Speech, want)
		}
		if echo := w.device(); !unnamedEcho(echo) || echo.Voices[taroVoice]+echo.Voices[hanakoVoice] != "" {
			t.Errorf("got account %q with voices %v, want no name", echo.Name, echo.Voices)
		}
	})
}

// TestUndoingAName checks that undo brings the former name back, in the session and in a
// later one within ten minutes.
func TestUndoingAName(t *testing.T) {
	type names struct{ account, taro, room string }
	of := func(w *world) names {
		u := w.device()
		return names{u.Name, u.Voices[taroVoice], u.Rooms[models.DeviceID(kitchenDevice).Mark(u.ID)]}
	}
	for name, tc := range map[string]struct {
		before         []string // the names before, in Japanese and English
		voice          string
		sayJa, sayEn   string
		saidJa, saidEn string
	}{
		"a voice with a former name": {[]string{"私はママ", "call me mom"}, taroVoice, "私はパパ", "call me dad", "名前を「ママ」に戻しました。", "The name is mom again."},
		"a voice without":            {nil, taroVoice, "私はパパ", "call me dad", "名前を取り消しました。", "I've forgotten that name."},
		"the account":                {[]string{"私はママ", "call me mom"}, "", "私はパパ", "call me dad", "名前を「ママ」に戻しました。", "The name is mom again."},
		"the account without":        {nil, "", "私はパパ", "call me dad", "名前を取り消しました。", "I've forgotten that name."},
		"a room":                     {[]string{"このエコーは台所", "this echo is in the kitchen"}, taroVoice, "このエコーは居間", "this echo is in the hall", "名前を「台所のエコー」に戻しました。", "The name is kitchen Echo again."},
		"a room without":             {nil, taroVoice, "このエコーは居間", "this echo is in the hall", "名前を取り消しました。", "I've forgotten that name."},
	} {
		for when, later := range map[string]time.Duration{"at once": 0, "in a later session": 9 * time.Minute, "too late": 11 * time.Minute} {
			t.Run(name+" "+when, func(t *testing.T) {
				bilingual(t, func(t *testing.T, w *world, locale string) {
					say := func(tk *talk.Talk, line string) talk.Answer { return w.says(w.on(tk, kitchenDevice, tc.voice), line) }
					w.launch(w.spokenBy(w.talk(locale), taroVoice)) // asks the voice for its name
					if tc.before != nil {
						say(w.talk(locale), w.word(tc.before[0], tc.before[1]))
						w.pass(time.Hour)
					}
					before := of(w)
					tk := w.talk(locale)
					w.launch(tk)
					say(tk, w.word(tc.sayJa, tc.sayEn))
					if of(w) == before {
						t.Fatalf("got the names %+v, want one changed", before)
					}
					if later > 0 {
						w.pass(later)
						tk = w.talk(locale)
					}
					a := say(tk, w.word("元に戻して", "undo"))
					undone := later < models.UndoFor
					if (of(w) == before) != undone || strings.HasPrefix(a.Speech, w.word(tc.saidJa, tc.saidEn)) != undone {
						t.Errorf("undone: want %v; got speech %q and names %+v, before %+v", undone, a.Speech, of(w), before)
					}
					again := say(w.talk(locale), w.word("元に戻して", "undo"))
					if want := w.word("元に戻すものはありません。", "There's nothing to undo."); again.Speech != want {
						t.Errorf("undo again: got speech %q, want %q", again.Speech, want)
					}
				})
			})
		}
	}
}

// TestMemoSaidWhereANameIsAsked checks that several words said where a name is asked for
// become a memo if they are not the name, and that a single word does not.
func TestMemoSaidWhereANameIsAsked(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en string
		kept   bool
	}{
		"a memo":        {"牛乳を買う", "buy milk", true},
		"another name":  {"ミッフィー", "Miffy", false},
		"a name so far": {"名前はミッフィー", "my name is Mary Ann", false},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				tk := w.talk(locale)
				tk.PersonID = taroVoice
				w.launch(tk)
				words := w.word(tc.ja, tc.en)
				w.meant(tk, "SetNameIntent", "userName", words)
				a := w.says(tk, w.word("いいえ", "no"))
				if kept := slices.Equal(w.contents(), []string{words}); kept != tc.kept || kept != strings.Contains(a.Speech, words) {
					t.Errorf("got %q, memos %q, want them kept: %v", a.Speech, w.contents(), tc.kept)
				}
			})
		})
	}
}
