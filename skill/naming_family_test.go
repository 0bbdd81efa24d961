package skill_test

import (
	"maps"
	"strings"
	"testing"

	"voicememo/skill/talk"
	"voicememo/skill/words"
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
	c := words.Japanese()
	if w.english {
		c = words.English()
	}
	return c.Text(words.Ask("named"), words.Args{"who": name + w.word("さん", "")})
}

// TestSentencesThatAreNotNames checks that no sentence with a pronoun renames its speaker,
// whether Alexa takes it for a name or for free speech. Closing words end the
// session. Other words are confirmed, or written if they are a memo.
func TestSentencesThatAreNotNames(t *testing.T) {
	for _, tc := range []struct {
		locale, text, name string
		asName, asText     string // what the replies contain; "?" and a name: whether that is the name
	}{
		{"en-US", "i'm done", "done", "Goodbye.", "Goodbye."},
		{"en-US", "i'm good thanks", "good thanks", "Goodbye.", "Goodbye."},
		{"en-US", "this is important", "important", "?important", words.English().Text(words.Ask("write"), nil)},
		{"en-US", "call me later", "later", "?later", "?later"},
		{"ja-JP", "私は大丈夫", "大丈夫", "では、また。", "では、また。"},
		{"ja-JP", "僕は大丈夫です", "大丈夫です", "では、また。", "では、また。"},
		{"ja-JP", "私は牛乳を買いたいです", "牛乳を買いたいです", "?牛乳を買いたい", "私は牛乳を買いたいです、ですね。メモしました。"},
		{"ja-JP", "私は遅刻", "遅刻", "?遅刻", words.Japanese().Text(words.Ask("write"), nil)},
		{"ja-JP", "私は" + strings.Repeat("長", 60), strings.Repeat("長", 60), "その名前は覚えられません。", words.Japanese().Text(words.Ask("write"), nil)},
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
					{"SpeakIntent", "speech", tc.text, tc.asText},
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
					w.says(tk, w.word("いいえ", "no"))
					w.must(tk.End(t.Context()))
				}
				if now := w.device(); now.Name != before.Name || !maps.Equal(now.Skill.Voices, before.Skill.Voices) {
					t.Errorf("got the names %q %v, want %q %v", now.Name, now.Skill.Voices, before.Name, before.Skill.Voices)
				}
			})
		}
	}
}
