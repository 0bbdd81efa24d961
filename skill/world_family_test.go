package skill_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/models"
	"voicememo/skill/talk"
)

// Voices that the Echo recognises.
const (
	taroVoice   = "amzn1.ask.person.TARO"
	hanakoVoice = "amzn1.ask.person.HANAKO"
)

// kitchen is the account of another Echo.
const kitchen = "amzn1.ask.account.KITCHEN"

// exchange is one turn: the words, and the text that the answer must contain. Text
// after "!" must not be in the answer.
type exchange struct {
	say  string
	want []string
}

// converse runs a conversation and returns the last answer.
func (w *world) converse(tk *talk.Talk, turns []exchange) talk.Answer {
	w.t.Helper()
	var a talk.Answer
	for _, x := range turns {
		a = w.says(tk, w.withCode(x.say))
		for _, want := range x.want {
			text, unwanted := strings.CutPrefix(w.withCode(want), "!")
			if strings.Contains(a.Speech, text) == unwanted {
				w.t.Errorf("%s: want %q in %q", x.say, want, a.Speech)
			}
		}
	}
	return a
}

// spokenBy makes a voice say the next lines; "" is a voice that is not recognised.
func (w *world) spokenBy(tk *talk.Talk, voice string) *talk.Talk {
	tk.Send = sendChanged(w, func(raw []byte) []byte {
		if voice == "" {
			return raw
		}
		return changed(w.t, raw, "context.System.person.personId", voice)
	})
	return tk
}

// other starts a conversation with the kitchen Echo.
func (w *world) other(locale string) *talk.Talk {
	w.t.Helper()
	tk := w.talk(locale)
	tk.UserID = kitchen
	return tk
}

// account returns an account as it is now.
func (w *world) account(id string) models.User {
	w.t.Helper()
	u, err := w.families.Person(w.t.Context(), models.UserID(id))
	w.must(err)
	return u
}

// owner returns the owner of the Echo's family.
func (w *world) owner() models.User {
	w.t.Helper()
	f, err := w.families.FamilyOf(w.t.Context(), w.device())
	w.must(err)
	return f.Owner()
}

// people returns the names of a person's family.
func (w *world) people(u models.User) []string {
	w.t.Helper()
	f, err := w.families.FamilyOf(w.t.Context(), w.account(string(u.ID)))
	w.must(err)
	var names []string
	for _, m := range f.Members {
		names = append(names, m.Name)
	}
	return names
}

// bilingual runs a test in both languages in parallel.
func bilingual(t *testing.T, test func(t *testing.T, w *world, locale string)) {
	t.Helper()
	for _, locale := range []string{"ja-JP", "en-US"} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.english = locale == "en-US"
			test(t, w, locale)
		})
	}
}

// bilingualInBubble is bilingual in a bubble, where waiting takes no time. Its tests
// have no sub-tests.
func bilingualInBubble(t *testing.T, test func(t *testing.T, w *world, locale string)) {
	t.Helper()
	for _, locale := range []string{"ja-JP", "en-US"} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.english = locale == "en-US"
				test(t, w, locale)
			})
		})
	}
}

// run runs a test that shares the world with the tests before and after it.
func (w *world) run(name string, test func(t *testing.T)) {
	w.t.Helper()
	all := w.t.(*testing.T)
	defer func() { w.t = all }()
	all.Run(name, func(t *testing.T) {
		w.t = t
		test(t)
	})
}

// both returns the conversation in the language of the test.
func (w *world) both(ja, en []exchange) []exchange {
	if w.english {
		return en
	}
	return ja
}

// launch opens the skill.
func (w *world) launch(tk *talk.Talk) talk.Answer {
	w.t.Helper()
	return w.says(tk, w.word("家族ボイスメモを開いて", "open family voice memo"))
}

// introduced makes the Echo's account one that has heard the introduction often enough.
func (w *world) introduced() {
	w.t.Helper()
	for range models.Greetings {
		w.must(w.families.MarkGreeted(w.t.Context(), w.device()))
	}
}

// menu returns the question what to do.
func (w *world) menu() string {
	return w.word("何をメモしますか？", "What should I remember?")
}

// spelledOut returns digits as they are said one by one.
func (w *world) spelledOut(digits string) string {
	return strings.Join(strings.Split(digits, ""), w.word("、", ", "))
}

// pass advances the clock.
func (w *world) pass(d time.Duration) { w.now = w.now.Add(d) }
