package skill_test

import (
	"maps"
	"strings"
	"testing"

	"voicememo/models"
)

// TestNewVoiceIsAskedOnce checks that a voice is asked once even if it does not answer.
func TestNewVoiceIsAskedOnce(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		tk := w.spokenBy(w.talk(locale), taroVoice)
		question := w.word("はじめまして。お名前を教えてもらえますか？", "I don't know your voice yet. What's your name?")
		if a := w.launch(tk); !strings.HasSuffix(a.Speech, question) || !strings.Contains(string(a.Response), `"slotToElicit":"userName"`) {
			t.Errorf("got speech %q", a.Speech)
		}
		w.must(tk.End(t.Context()))
		if a := w.launch(tk); strings.Contains(a.Speech, question) {
			t.Errorf("got the question again: %q", a.Speech)
		}
		if a := w.launch(w.spokenBy(w.talk(locale), hanakoVoice)); !strings.HasSuffix(a.Speech, question) {
			t.Errorf("another voice was not asked: %q", a.Speech)
		}
		if a := w.launch(w.talk(locale)); strings.Contains(a.Speech, question) {
			t.Errorf("a voice that was not recognised was asked: %q", a.Speech)
		}
	})
}

func TestNamingAVoice(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.introduced()
		tk := w.spokenBy(w.talk(locale), taroVoice)
		w.launch(tk)
		w.converse(tk, w.both(
			[]exchange{{"太郎です", []string{"太郎さん、ですね？"}}, {"はい", []string{"太郎さんですね。覚えました。"}}},
			[]exchange{{"it's Taro", []string{"Taro, right?"}}, {"yes", []string{"All right, Taro. I'll remember that."}}},
		))
		w.must(tk.End(t.Context()))
		want := w.word("太郎さん、こんにちは。", "Hi Taro. ") + w.menu()
		if a := w.launch(tk); a.Speech != want {
			t.Errorf("got speech %q", a.Speech)
		}
		echo := w.device()
		if !unnamedEcho(echo) || !maps.Equal(echo.Skill.Voices, map[models.VoiceID]string{taroVoice: w.word("太郎", "Taro")}) {
			t.Errorf("account %q with voices %v", echo.Name, echo.Skill.Voices)
		}
	})
}

func unnamedEcho(u models.User) bool { return u.Name == "エコー" || u.Name == "Echo" }

// TestNameOfAVoiceThatIsNotRecognisedAgain checks that a name is stored for the voice
// that was asked, if the answer is too short to recognise the voice.
func TestNameOfAVoiceThatIsNotRecognisedAgain(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for name, begin := range map[string]func(){
			"at the launch": func() { w.launch(w.spokenBy(w.talk(locale), taroVoice)) },
			"when asked to": func() {},
		} {
			t.Run(name, func(t *testing.T) {
				begin()
				tk := w.spokenBy(w.talk(locale), taroVoice)
				w.says(tk, w.word("名前を変えて", "change my name"))
				w.says(w.spokenBy(tk, ""), w.word("太郎", "it's Taro"), w.word("はい", "yes"))
				if echo := w.device(); !unnamedEcho(echo) || echo.Skill.Voices[taroVoice] != w.word("太郎", "Taro") {
					t.Errorf("account %q with voices %v", echo.Name, echo.Skill.Voices)
				}
			})
		}
	})
}

func TestNamingTheAccount(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.converse(w.talk(locale), w.both(
			[]exchange{{"私は太郎", []string{"太郎さん、ですね？"}}, {"はい", []string{"太郎さんですね。覚えました。"}}},
			[]exchange{{"my name is Taro", []string{"Taro, right?"}}, {"yes", []string{"All right, Taro. I'll remember that."}}},
		))
		if echo := w.device(); echo.Name != w.word("太郎", "Taro") || len(echo.Skill.Voices) > 0 {
			t.Errorf("account %q with voices %v", echo.Name, echo.Skill.Voices)
		}
		w.converse(w.talk(locale), w.both(
			[]exchange{{"名前を変えて", []string{"お名前を教えてもらえますか？"}}, {"花子", []string{"花子さん、ですね？"}}, {"はい", []string{"花子さんですね。"}}},
			[]exchange{{"change my name", []string{"What's your name?"}}, {"just Hanako", []string{"Hanako, right?"}}, {"yes", []string{"All right, Hanako."}}},
		))
		if echo := w.device(); echo.Name != w.word("花子", "Hanako") {
			t.Errorf("account %q", echo.Name)
		}
	})
}

// TestDecliningAName checks that a no continues and a stop ends, whether Alexa takes it
// for an intent or for a name.
func TestDecliningAName(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en string
		slot   bool
		open   bool
	}{
		"no":                   {"いいえ", "no", false, true},
		"a no for a name":      {"いいえ。", "No.", true, true},
		"none for a name":      {"なし", "none", true, true},
		"stop":                 {"ストップ", "stop", false, false},
		"a closing":            {"もう大丈夫です", "no that's all", false, true},
		"a stop for a name":    {"ストップ", "Stop", true, false},
		"a yes asks once more": {"はい", "yes", false, true},
		"help asks once more":  {"ヘルプ", "help", false, true},
		"a yes for a name":     {"はい", "Yes", true, true},
		"help for a name":      {"ヘルプ", "help", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				tk := w.spokenBy(w.talk(locale), taroVoice)
				w.launch(tk)
				tk.Send = sendChanged(w, func(raw []byte) []byte {
					if !tc.slot {
						return raw
					}
					raw = changed(t, raw, "request.intent.name", "SetNameIntent")
					return changed(t, raw, "request.intent.slots", map[string]any{"userName": map[string]any{"name": "userName", "value": w.word(tc.ja, tc.en)}})
				})
				if a := w.says(tk, w.word(tc.ja, tc.en)); a.Open != tc.open {
					t.Errorf("got speech %q, open %v", a.Speech, a.Open)
				}
				if tc.slot || !tc.open {
					if echo := w.device(); !unnamedEcho(echo) || echo.Skill.Voices[taroVoice] != "" {
						t.Errorf("account %q with voices %v", echo.Name, echo.Skill.Voices)
					}
				}
			})
		})
	}
}

// named sends a name in the given form and returns the reply.
func named(w *world, locale, value string) string {
	w.t.Helper()
	tk := w.talk(locale)
	tk.Send = sendChanged(w, func(raw []byte) []byte {
		raw = changed(w.t, raw, "request.intent.name", "SetNameIntent")
		return changed(w.t, raw, "request.intent.slots", map[string]any{"userName": map[string]any{"name": "userName", "value": value}})
	})
	return w.says(tk, w.word("名前を変えて", "change my name")).Speech
}

func TestNamesThatCannotBe(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for name, value := range map[string]string{"too long": strings.Repeat("長", 51), "a break": "太\u0007郎"} {
			t.Run(name, func(t *testing.T) {
				got := named(w, locale, value)
				if !strings.HasPrefix(got, w.word("その名前は覚えられません。", "I can't remember that name.")) || !strings.HasSuffix(got, w.word("お名前を教えてもらえますか？", "What's your name?")) {
					t.Errorf("got speech %q", got)
				}
			})
		}
		if got := named(w, locale, "?"); got != w.word("お名前を教えてもらえますか？", "What's your name?") {
			t.Errorf("got speech %q", got)
		}
		if echo := w.device(); !unnamedEcho(echo) {
			t.Errorf("account %q", echo.Name)
		}
	})
}

// TestTwoVoicesOfOneEcho checks that memos are read with the name of their voice, and that no
// author is said where only the Echo is known.
func TestTwoVoicesOfOneEcho(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for voice, lines := range map[string][]string{
			taroVoice:   {w.word("私は太郎", "my name is Taro"), w.word("はい", "yes"), w.word("牛乳を買う を追加", "add buy milk")},
			hanakoVoice: {w.word("私は花子", "my name is Hanako"), w.word("はい", "yes"), w.word("卵を買う を追加", "add buy eggs")},
			"":          {w.word("パンを買う を追加", "add buy bread")},
		} {
			w.says(w.spokenBy(w.talk(locale), voice), lines...)
		}
		said := w.says(w.talk(locale), w.word("一覧", "read the memos")).Speech
		for _, words := range [][2]string{
			{w.word("太郎さん。", "Taro: "), w.word("牛乳を買う", "buy milk")},
			{w.word("花子さん。", "Hanako: "), w.word("卵を買う", "buy eggs")},
			{w.word("番、パンを", "Number "), w.word("パンを買う", "buy bread")},
		} {
			if !sameLine(said, words[0], words[1]) {
				t.Errorf("%q did not leave %q: %q", words[0], words[1], said)
			}
		}
	})
}

// sameLine reports whether both words are between the same two pauses.
func sameLine(said, a, b string) bool {
	for _, line := range strings.Split(said, "\n") {
		if strings.Contains(line, a) && strings.Contains(line, b) {
			return true
		}
	}
	return false
}

func TestTooManyVoices(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		echo := w.device()
		for i := range models.MaxVoices {
			var err error
			echo, err = w.families.NameVoice(t.Context(), echo, models.VoiceID(w.id()), w.word("子", "Kid ")+string(rune('A'+i)))
			w.must(err)
		}
		a := w.says(w.spokenBy(w.talk(locale), taroVoice), w.word("私は太郎", "my name is Taro"))
		if want := w.word("すみません、これ以上は声とお名前を覚えられません。", "Sorry, I can't remember the names of any more voices."); a.Speech != want || a.Open {
			t.Errorf("got speech %q, open %v", a.Speech, a.Open)
		}
	})
}
