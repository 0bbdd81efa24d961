package skill_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/skill/words"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// snacks says a memo to a device and returns its text.
func (w *world) snacks(locale, device, voice string) string {
	w.t.Helper()
	w.says(w.on(w.talk(locale), device, voice), w.word("おやつは冷蔵庫って伝えて", "add snacks are in the fridge"))
	return w.word("おやつは冷蔵庫", "snacks are in the fridge")
}

// asksWhatIsNew returns the answer to a voice that asks what is new on a device, in a session of
// its own.
func (w *world) asksWhatIsNew(locale, device, voice string) string {
	w.t.Helper()
	return w.says(w.on(w.talk(locale), device, voice), w.word("新しいメモはある", "anything new")).Speech
}

// launchesOn returns the answer when a voice opens the skill on a device.
func (w *world) launchesOn(locale, device, voice string) string {
	w.t.Helper()
	return w.launch(w.on(w.talk(locale), device, voice)).Speech
}

// oldMemos returns the answer that nothing is new, with the number of memos that are there.
func (w *world) oldMemos(n int) string {
	w.t.Helper()
	all := w.sentence(words.OldMemos.Key(n, n, false), "count", fmt.Sprint(n))
	return strings.Join([]string{w.sentence(words.NoNewMemos), all, w.sentence(words.Ask("news"))}, w.sentence(words.Gap))
}

// TestChildAsksForMothersMemo checks that a memo is new to a voice that is not recognised until
// the list is read aloud on the device, although the account itself has added it.
func TestChildAsksForMothersMemo(t *testing.T) {
	for name, tc := range map[string]struct {
		device string
		after  time.Duration
	}{
		"same Echo at once":              {kitchenDevice, 0},
		"same Echo after eleven minutes": {kitchenDevice, 11 * time.Minute},
		"another Echo at once":           {hallDevice, 0},
		"a device that is not named":     {"", 0},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				snacks := w.snacks(locale, kitchenDevice, "")
				w.pass(tc.after)
				if got := w.asksWhatIsNew(locale, tc.device, ""); !strings.Contains(got, snacks) {
					t.Errorf("got %q, want %q", got, snacks)
				}
				if got := w.asksWhatIsNew(locale, tc.device, ""); got != w.oldMemos(1) {
					t.Errorf("asked again: got %q, want %q", got, w.oldMemos(1))
				}
			})
		})
	}
}

// TestNothingNewOffersTheList checks that an answer that nothing is new says how many memos there
// are, that yes reads them, and that there is no question without any.
func TestNothingNewOffersTheList(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		if got := w.asksWhatIsNew(locale, kitchenDevice, ""); got != w.sentence(words.NoNewMemos) {
			t.Errorf("got %q, want no question", got)
		}
		snacks := w.snacks(locale, kitchenDevice, "")
		w.says(w.on(w.talk(locale), kitchenDevice, ""), w.word("牛乳を追加", "add milk"), w.word("一覧", "read the memos"))
		tk := w.on(w.talk(locale), kitchenDevice, "")
		a := w.says(tk, w.word("新しいメモはある", "anything new"))
		if a.Speech != w.oldMemos(2) || !a.Open {
			t.Errorf("got %q, open %v, want %q", a.Speech, a.Open, w.oldMemos(2))
		}
		if a = w.says(tk, w.word("はい", "yes")); !strings.Contains(a.Speech, w.word("牛乳", "milk")) || !strings.Contains(a.Speech, snacks) {
			t.Errorf("yes: got %q, want the list", a.Speech)
		}
	})
}

// TestLaunchLeavesOutWhatWasJustSaid checks that a launch does not announce for ten minutes what
// may have been said on the device. What a reading leaves out for that stays new.
func TestLaunchLeavesOutWhatWasJustSaid(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.household(w.word("太郎", "Taro"))
		snacks := w.snacks(locale, kitchenDevice, "")
		if got := w.launchesOn(locale, kitchenDevice, ""); !strings.HasSuffix(got, w.menu()) {
			t.Errorf("at once: got %q, want the menu", got)
		}
		w.write(w.owner(), w.word("牛乳", "milk"), 0)
		tk := w.on(w.talk(locale), kitchenDevice, "")
		if got := w.launch(tk).Speech; !strings.Contains(got, w.sentence(words.NewMemos.One)) {
			t.Errorf("another memo: got %q, want one new memo", got)
		}
		if got := w.says(tk, w.word("はい", "yes")).Speech; strings.Contains(got, snacks) || !strings.Contains(got, w.word("牛乳", "milk")) {
			t.Errorf("another memo: got %q, want only that one", got)
		}
		w.pass(11 * time.Minute)
		if got := w.launchesOn(locale, kitchenDevice, ""); !strings.HasSuffix(got, w.sentence(words.Ask("news"))) {
			t.Errorf("after eleven minutes: got %q, want news", got)
		}
		if got := w.asksWhatIsNew(locale, kitchenDevice, ""); !strings.Contains(got, snacks) {
			t.Errorf("after eleven minutes: got %q, want %q", got, snacks)
		}
	})
}

// TestNewsOfTwoRooms checks that what is said in one room is new in the other one at once, and
// that reading it in one does not make it old in the other.
func TestNewsOfTwoRooms(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.says(w.on(w.talk(locale), kitchenDevice, ""), w.word("このエコーは台所", "this echo is in the kitchen"), w.word("はい", "yes"))
		w.says(w.on(w.talk(locale), hallDevice, ""), w.word("このエコーは居間", "this echo is in the hall"), w.word("はい", "yes"))
		snacks := w.snacks(locale, kitchenDevice, "")
		for device, want := range map[string]string{kitchenDevice: w.menu(), hallDevice: w.sentence(words.Ask("news"))} {
			if got := w.launchesOn(locale, device, ""); !strings.HasSuffix(got, want) {
				t.Errorf("%s: got %q, want %q", device, got, want)
			}
		}
		for _, device := range []string{kitchenDevice, hallDevice} {
			if got := w.asksWhatIsNew(locale, device, ""); !strings.Contains(got, snacks) {
				t.Errorf("%s: got %q, want %q", device, got, snacks)
			}
		}
	})
}

// TestNewsOfManyDevices checks that a device more than models.MaxDevices displaces the one that
// was behind the most, to which all memos are new again.
func TestNewsOfManyDevices(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		device := func(n int) string { return fmt.Sprint("amzn1.ask.device.", n) }
		snacks := w.snacks(locale, kitchenDevice, "")
		for n := range models.MaxDevices + 1 {
			m := w.write(w.device(), w.word("牛乳", "milk"), 0)
			if got := w.asksWhatIsNew(locale, device(n), ""); !strings.Contains(got, snacks) {
				t.Errorf("device %d: got %q, want %q", n, got, snacks)
			}
			w.must(must.Err(w.memos.Trash(t.Context(), w.device(), m.Ref())))
		}
		for n, want := range map[int]string{1: w.oldMemos(1), models.MaxDevices: w.oldMemos(1)} {
			if got := w.asksWhatIsNew(locale, device(n), ""); got != want {
				t.Errorf("device %d, which is kept: got %q, want %q", n, got, want)
			}
		}
		if got := w.asksWhatIsNew(locale, device(0), ""); !strings.Contains(got, snacks) {
			t.Errorf("the displaced device: got %q, want %q", got, snacks)
		}
	})
}

// TestRetriedNews checks that a repeated request neither adds a memo nor hides one: its answer
// still offers what the first answer has read.
func TestRetriedNews(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		snacks := w.snacks(locale, kitchenDevice, "")
		w.again()
		check.Equal(t, len(w.list()), 1, "memos")
		if got := w.asksWhatIsNew(locale, kitchenDevice, ""); !strings.Contains(got, snacks) {
			t.Errorf("got %q, want %q", got, snacks)
		}
		heard := w.device().Skill.Heard
		if said := w.again(); said != w.oldMemos(1) {
			t.Errorf("got %q, want %q", said, w.oldMemos(1))
		}
		check.Equal(t, fmt.Sprint(w.device().Skill.Heard), fmt.Sprint(heard), "marks")
	})
}

// TestNewsOfRecognisedVoices checks that a recognised voice is not told of its own memos but of
// those of voices that were not recognised. What it hears is not new to it on any device, and is
// read aloud on the device only if the reading includes its own memos.
func TestNewsOfRecognisedVoices(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.named(taroVoice)
		w.says(w.on(w.talk(locale), kitchenDevice, taroVoice), w.word("牛乳を追加", "add milk"))
		own := w.word("牛乳", "milk")
		if got := w.asksWhatIsNew(locale, kitchenDevice, taroVoice); got != w.oldMemos(1) {
			t.Errorf("own memo: got %q, want %q", got, w.oldMemos(1))
		}
		snacks := w.snacks(locale, kitchenDevice, "")
		if got := w.asksWhatIsNew(locale, hallDevice, taroVoice); !strings.Contains(got, snacks) || strings.Contains(got, own) {
			t.Errorf("in the hall: got %q, want only %q", got, snacks)
		}
		if got := w.asksWhatIsNew(locale, kitchenDevice, taroVoice); got != w.oldMemos(2) {
			t.Errorf("in the kitchen: got %q, want %q", got, w.oldMemos(2))
		}
		w.says(w.on(w.talk(locale), kitchenDevice, taroVoice), w.word("一覧", "read the memos"))
		for device, want := range map[string]string{kitchenDevice: w.oldMemos(2), hallDevice: own} {
			if got := w.asksWhatIsNew(locale, device, ""); !strings.Contains(got, want) {
				t.Errorf("another voice on %s: got %q, want %q", device, got, want)
			}
		}
	})
}

// TestNewsOnLinkedEcho checks that a memo said to a linked Echo is new to a voice that is not
// recognised until it is heard there or seen on its person's page.
func TestNewsOnLinkedEcho(t *testing.T) {
	w := newWorld(t)
	w.english = true
	tk := w.talk("en-US")
	w.linkedBy(tk, "Jiro")
	for _, seen := range []bool{false, true} {
		w.says(tk, "ask family voice memo to add snacks are in the fridge", "stop")
		want := "snacks are in the fridge"
		if seen {
			w.must(w.families.MarkListened(t.Context(), w.person("Jiro"), models.Speaker{}, w.now)) // as the page does
			want = w.oldMemos(1)
		}
		if got := w.says(tk, "ask family voice memo what's new").Speech; !strings.Contains(got, want) {
			t.Errorf("seen %v: got %q, want %q", seen, got, want)
		}
		w.says(tk, "stop", "ask family voice memo to delete the last one")
	}
}
