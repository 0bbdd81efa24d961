package skill_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/skill/words"
)

// Devices of the Echo's account.
const (
	kitchenDevice = "amzn1.ask.device.KITCHENDEVICE"
	hallDevice    = "amzn1.ask.device.HALLDEVICE"
	talkDevice    = "amzn1.ask.device.TALK" // on which every conversation of package talk is
)

// on makes a voice say the next lines to a device of the account; "" is a voice or device
// that the request does not identify.
func (w *world) on(tk *talk.Talk, device, voice string) *talk.Talk {
	tk.Send = sendChanged(w, func(raw []byte) []byte {
		raw = changed(w.t, raw, "context.System.device.deviceId", device)
		if voice != "" {
			raw = changed(w.t, raw, "context.System.person.personId", voice)
		}
		return raw
	})
	return tk
}

// TestDeviceIDsAreKeptNowhere checks that only the mark of a device is stored, and that no
// device id is in a reply or in the log.
func TestDeviceIDsAreKeptNowhere(t *testing.T) {
	w := newWorld(t)
	tk := w.on(w.talk("ja-JP"), kitchenDevice, "")
	for _, line := range []string{"このエコーは台所", "はい", "牛乳を追加", "一覧", "元に戻して"} {
		if a := w.says(tk, line); strings.Contains(string(a.Response), "KITCHENDEVICE") {
			t.Errorf("%s: got the device id in %s", line, a.Response)
		}
	}
	list, err := w.memos.List(t.Context(), w.device(), memo.Query{})
	w.must(err)
	for place, text := range map[string]string{"the log": w.log.String(), "the account": fmt.Sprintf("%+v", w.device()), "the memos": fmt.Sprintf("%+v", list)} {
		if strings.Contains(text, "KITCHENDEVICE") {
			t.Errorf("got the device id in %s: %s", place, text)
		}
	}
	if got := len(w.device().Skill.Rooms); got != 1 {
		t.Errorf("got %d named devices, want 1", got)
	}
}

// TestRoomOfAnUnknownDevice checks that a device that the request does not identify has
// the account's name.
func TestRoomOfAnUnknownDevice(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.says(w.on(w.talk(locale), "", ""), w.word("このエコーは台所", "this echo is in the kitchen"), w.word("はい", "yes"))
		if u := w.device(); u.Name != w.word("台所のエコー", "kitchen Echo") || len(u.Skill.Rooms) > 0 {
			t.Errorf("got account %q with rooms %v", u.Name, u.Skill.Rooms)
		}
	})
}

// TestNewcomersEchoReplacesNoName checks that an Echo that has just joined a family names itself
// and its device once, takes that back, and replaces no name before it has been there for a day.
func TestNewcomersEchoReplacesNoName(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.connects(locale)
		w.enters(w.word("花子", "Hanako"))
		for device, name := range map[string]func() string{
			kitchenDevice: func() string { return strings.Join(slices.Collect(maps.Values(w.device().Skill.Rooms)), "") },
			"":            func() string { return w.device().Name },
		} {
			says := func(lines ...string) string { return w.says(w.on(w.talk(locale), device, ""), lines...).Speech }
			yes := w.word("はい", "yes")
			named := w.word("台所のエコー", "kitchen Echo")
			for _, step := range []struct {
				lines []string
				want  string
			}{
				{[]string{w.word("このエコーは台所", "this echo is in the kitchen"), yes}, named}, {[]string{w.word("元に戻して", "undo")}, ""},
				{[]string{w.word("このエコーは台所", "this echo is in the kitchen"), yes}, named},
			} {
				if said := says(step.lines...); (name() == named) != (step.want == named) {
					t.Errorf("%s: got %q and the name %q, want %q", step.lines, said, name(), step.want)
				}
			}
			said, sentence := says(w.word("このエコーは居間", "this echo is in the hall"), yes), w.sentence(words.Error(models.ReasonNotYet))
			if !strings.Contains(said, sentence) || name() != named {
				t.Errorf("got %q and the name %q, want %q and %q", said, name(), sentence, named)
			}
		}
		w.pass(models.NewcomerFor)
		w.says(w.on(w.talk(locale), kitchenDevice, ""), w.word("このエコーは居間", "this echo is in the hall"), w.word("はい", "yes"))
		if got := w.device().Skill.Rooms[models.DeviceID(kitchenDevice).Mark(w.device().ID)]; got != w.word("居間のエコー", "hall Echo") {
			t.Errorf("after a day: got %q, want the new name", got)
		}
	})
}

func TestTooManyRooms(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		u := w.device()
		for i := range models.MaxRooms {
			var err error
			u, err = w.families.NameRoom(t.Context(), u, models.DeviceID(fmt.Sprint("device", i)), fmt.Sprint("room ", i))
			w.must(err)
		}
		a := w.says(w.on(w.talk(locale), kitchenDevice, ""), w.word("このエコーは台所", "this echo is in the kitchen"), w.word("はい", "yes"))
		if want := w.word("すみません、これ以上はエコーの名前を覚えられません。", "Sorry, I can't remember the names of any more Echos."); a.Speech != want || a.Open {
			t.Errorf("got speech %q, open %v, want %q", a.Speech, a.Open, want)
		}
	})
}
