package skill_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
)

// walker says random changes in one session and can take them back.
type walker struct {
	*world
	rt     *rapid.T
	tk     *talk.Talk
	voices []string
	words  []string // of memos that were not added yet
	by     []string // the voice of each act, in order
	acts   int
	asks   bool // a question is open whose answer is not a memo
}

// listed describes the list, what is done, and the names of the account, its voices and
// its devices.
func (w *world) listed() string {
	w.t.Helper()
	list, err := w.memos.List(w.t.Context(), w.device(), memo.Query{Limit: memo.MaxLimit})
	w.must(err)
	var memos []string
	for _, m := range list.Memos {
		memos = append(memos, fmt.Sprintf("%s done %v", m.Content, m.Done()))
	}
	u := w.device()
	return fmt.Sprintf("memos %q\nname %q\nvoices %q\nrooms %q", memos, u.Name, u.Skill.Voices, u.Skill.Rooms)
}

// remembered is what a test reads of a session's attributes.
type remembered struct {
	Acts  []any  // what can be undone
	Asked string // the open question
}

// remembers returns what the session remembers after an answer.
func remembers(t testing.TB, a talk.Answer) (r remembered) {
	t.Helper()
	if a.State != nil {
		if err := json.Unmarshal(a.State, &r); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// decides reports whether the open question is about something that is not done yet.
func (r remembered) decides() bool {
	return !slices.Contains([]string{"menu", "else", "text", "another", "more", "rest", "news"}, r.Asked)
}

// speak says one line as one of the voices, and notes whether it was an act.
func (x *walker) speak(voice string, say func(*talk.Talk) talk.Answer) talk.Answer {
	x.tk.PersonID = voice
	a := say(x.tk)
	if !a.Open {
		x.rt.Fatalf("the session ended: %q", a.Speech)
	}
	session := remembers(x.t, a)
	x.asks = session.decides()
	now := len(session.Acts)
	if now > x.acts {
		x.by = append(x.by, voice)
	}
	x.acts = now
	return a
}

// line says one line.
func line(w *world, words string) func(*talk.Talk) talk.Answer {
	return func(tk *talk.Talk) talk.Answer { return w.says(tk, words) }
}

// any draws one of some values.
func (x *walker) any(label string, values ...string) string {
	return rapid.SampledFrom(values).Draw(x.rt, label)
}

// step draws a change and says it.
func (x *walker) step() {
	voice := x.any("voice", x.voices...)
	switch x.any("step", "add", "done", "done", "delete", "delete", "words", "words", "last", "two", "all", "name", "room", "read") {
	case "add":
		content := x.words[0]
		x.words = x.words[1:]
		x.speak(voice, func(tk *talk.Talk) talk.Answer { return x.meant(tk, "AddMemoIntent", "memoText", content) })
	case "done":
		x.speak(voice, line(x.world, x.numbered("%d番済み", "number %d is done")))
	case "delete":
		x.speak(voice, line(x.world, x.numbered("%d番を削除", "delete number %d")))
	case "words":
		words, intent := x.content(), x.any("intent", "DoneByTextIntent", "DeleteByTextIntent")
		x.speak(voice, func(tk *talk.Talk) talk.Answer { return x.meant(tk, intent, "memoText", words) })
	case "last":
		x.speak(voice, line(x.world, x.any("last", x.word("最後のメモを消して", "delete the last one"), x.word("最後のメモを済みにして", "mark the last one done"))))
	case "two":
		numbers, intent := x.numbered("%d番と2番", "%d and 2"), x.any("intent", "DoneByTextIntent", "DeleteByTextIntent")
		x.speak(voice, func(tk *talk.Talk) talk.Answer { return x.meant(tk, intent, "memoText", numbers) })
	case "all":
		if x.speak(voice, line(x.world, x.word("全部消して", "delete everything"))); x.asks {
			x.speak(voice, line(x.world, x.any("answer", x.word("はい", "yes"), x.word("いいえ", "no"))))
		}
	case "name":
		x.speak(voice, line(x.world, x.any("name", x.word("私はママ", "my name is mom"), x.word("私はパパ", "my name is dad"))))
	case "room":
		x.speak(voice, line(x.world, x.any("room", x.word("このエコーは台所", "this echo is in the kitchen"), x.word("このエコーは寝室", "this echo is in the bedroom"))))
		x.speak(voice, line(x.world, x.any("answer", x.word("はい", "yes"), x.word("いいえ", "no"))))
	case "read":
		x.speak(voice, line(x.world, x.word("一覧", "read the memos")))
	}
}

// content draws the text of a memo of the list, or words that no memo has.
func (x *walker) content() string {
	return x.any("content", append(x.contents(), x.word("冷蔵庫", "refrigerator"))...)
}

// numbered fills a drawn number into a line.
func (x *walker) numbered(ja, en string) string {
	return fmt.Sprintf(x.word(ja, en), rapid.IntRange(1, 5).Draw(x.rt, "number"))
}

// TestUndoTakesBackAWholeSession checks that up to ten random changes of a session, by one
// voice or by two in turns, are taken back by as many undos of these voices, in reverse:
// the list, what is done, and all names are as they were.
func TestUndoTakesBackAWholeSession(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		words := strings.Fields(w.word("牛乳 卵 味噌 豆腐 傘 電池 切手 糊 鉛筆 石鹸 椅子 時計 靴下 手袋", "milk eggs miso tofu umbrella batteries stamps glue pencils soap chairs clock socks gloves"))
		rapid.Check(t, func(rt *rapid.T) {
			w.own = models.UserID(echo + w.id()) // an Echo and a family of its own
			x := &walker{world: w, rt: rt, words: words[4:]}
			x.voices = rapid.SampledFrom([][]string{{""}, {taroVoice}, {taroVoice, hanakoVoice}}).Draw(rt, "voices")
			x.fill(words[:rapid.IntRange(0, 4).Draw(rt, "memos")])
			x.start(locale)
			before := x.listed()
			for len(x.by) < 10 && len(x.words) > 0 && rapid.IntRange(0, 9).Draw(rt, "on") > 0 {
				x.step()
			}
			after := x.listed()
			for _, voice := range slices.Backward(x.by) {
				if x.asks { // an undo would withdraw what is asked
					x.speak(voice, line(x.world, x.word("いいえ", "no")))
				}
				was := x.acts
				if a := x.speak(voice, line(x.world, x.word("元に戻して", "undo"))); x.acts != was-1 {
					rt.Fatalf("got %d acts after an undo of %d: %q", x.acts, was, a.Speech)
				}
			}
			if got := x.listed(); got != before {
				rt.Fatalf("after %d undos of\n%s\ngot\n%s\nwant\n%s", len(x.by), after, got, before)
			}
		})
	})
}

// start opens the session, as every voice in turn, so that each has been asked its name: nothing
// is new to it.
func (x *walker) start(locale string) {
	x.tk = x.talk(locale)
	for _, voice := range x.voices {
		x.tk.PersonID = voice
		x.says(x.tk, x.word("一覧", "read the memos"))
		x.launch(x.tk)
		x.says(x.tk, x.word("一覧", "read the memos"))
	}
}
