package skill_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
)

// Devices of the Echo's account.
const (
	kitchenDevice = "amzn1.ask.device.KITCHENDEVICE"
	hallDevice    = "amzn1.ask.device.HALLDEVICE"
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

// authors returns the authors of the family's memos by content, as another member sees
// them.
func (w *world) authors(reader models.User) map[string]string {
	w.t.Helper()
	list, err := w.memos.List(w.t.Context(), w.account(string(reader.ID)), memo.Query{})
	w.must(err)
	out := map[string]string{}
	for _, m := range list.Memos {
		out[m.Content] = m.CreatedByName
	}
	return out
}

// TestRoomsNameTheAuthors checks that memos spoken by a voice without a name have the name
// of their device, which may change later, and that the name of a recognised voice comes
// first.
func TestRoomsNameTheAuthors(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		taro := w.household(w.word("太郎", "Taro"))
		say := func(device, voice, ja, en string) talk.Answer {
			return w.says(w.on(w.talk(locale), device, voice), w.word(ja, en))
		}
		say(kitchenDevice, "", "洗剤を追加", "add soap")
		if a := say(kitchenDevice, "", "このエコーは台所", "this echo is in the kitchen"); a.Open || !strings.Contains(a.Speech, w.word("「台所のエコー」ですね。覚えました。", "this is the kitchen Echo.")) {
			t.Errorf("got speech %q, open %v", a.Speech, a.Open)
		}
		say(hallDevice, "", "このエコーは居間", "this echo is in the hall")
		say(kitchenDevice, "", "牛乳を追加", "add milk")
		say(hallDevice, "", "卵を追加", "add eggs")
		say("amzn1.ask.device.ATTIC", "", "傘を追加", "add umbrella")
		say(hallDevice, taroVoice, "私はママ", "call me mom")
		say(hallDevice, taroVoice, "本を追加", "add book")
		device := w.word("エコー", "Echo")
		want := map[string]string{
			w.word("洗剤", "soap"):    device,
			w.word("牛乳", "milk"):    w.word("台所のエコー", "kitchen Echo"),
			w.word("卵", "eggs"):     w.word("居間のエコー", "hall Echo"),
			w.word("傘", "umbrella"): device,
			w.word("本", "book"):     w.word("ママ", "mom"),
		}
		if got := w.authors(taro); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got authors %v, want %v", got, want)
		}

		w.pass(time.Hour)
		say(kitchenDevice, "", "このエコーは食堂", "rename this echo to dining room")
		want[w.word("牛乳", "milk")] = w.word("食堂のエコー", "dining room Echo")
		if got := w.authors(taro); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("renamed: got authors %v, want %v", got, want)
		}
		said := w.says(w.talk(locale), w.word("一覧", "read the memos")).Speech
		for _, author := range []string{want[w.word("牛乳", "milk")], want[w.word("卵", "eggs")]} {
			if !strings.Contains(said, author) || strings.Contains(said, w.word("台所", "kitchen")) {
				t.Errorf("got speech %q, want the author %q", said, author)
			}
		}
	})
}

// TestDeviceIDsAreKeptNowhere checks that only the mark of a device is stored, and that no
// device id is in a reply or in the log.
func TestDeviceIDsAreKeptNowhere(t *testing.T) {
	w := newWorld(t)
	for _, line := range []string{"このエコーは台所", "牛乳を追加", "一覧", "元に戻して"} {
		if a := w.says(w.on(w.talk("ja-JP"), kitchenDevice, ""), line); strings.Contains(string(a.Response), "KITCHENDEVICE") {
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
	if got := len(w.device().Rooms); got != 1 {
		t.Errorf("got %d named devices, want 1", got)
	}
}

// TestWordsOfRooms checks which name the words for a room give the device, and that a name
// without words is asked for.
func TestWordsOfRooms(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		name := func() string {
			u := w.device()
			return u.Rooms[models.DeviceID(kitchenDevice).Mark(u.ID)]
		}
		for _, tc := range []struct{ ja, en, want string }{
			{"このエコーは台所のエコー", "call this echo kitchen echo", w.word("台所のエコー", "kitchen echo")},
			{"ここは寝室です", "this room is the bedroom", w.word("寝室のエコー", "bedroom Echo")},
			{"このエコーの名前はポチのアレクサ", "name this echo our alexa", w.word("ポチのアレクサ", "alexa")},
		} {
			w.says(w.on(w.talk(locale), kitchenDevice, ""), w.word(tc.ja, tc.en))
			if got := name(); got != tc.want {
				t.Errorf("%s: got name %q, want %q", w.word(tc.ja, tc.en), got, tc.want)
			}
		}
		tk := w.on(w.talk(locale), kitchenDevice, "")
		a := w.says(tk, w.word("エコーに名前をつけて", "name this echo"))
		if want := w.word("このエコーはどの部屋にありますか？", "Which room is this Echo in?"); a.Speech != want || a.Elicited.Slot != "roomName" {
			t.Errorf("got speech %q and slot %q, want %q", a.Speech, a.Elicited.Slot, want)
		}
		before := name()
		a = w.says(tk, strings.Repeat(w.word("長い", "long "), 30))
		if want := w.word("その名前は覚えられません。", "I can't remember that name."); !strings.HasPrefix(a.Speech, want) || name() != before {
			t.Errorf("too long: got speech %q and name %q, want %q", a.Speech, name(), want)
		}
		w.says(tk, w.word("玄関", "the porch"))
		if got, want := name(), w.word("玄関のエコー", "porch Echo"); got != want {
			t.Errorf("got name %q, want %q", got, want)
		}
	})
}

// TestRoomOfAnUnknownDevice checks that a device that the request does not identify has
// the account's name.
func TestRoomOfAnUnknownDevice(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.says(w.on(w.talk(locale), "", ""), w.word("このエコーは台所", "this echo is in the kitchen"))
		if u := w.device(); u.Name != w.word("台所のエコー", "kitchen Echo") || len(u.Rooms) > 0 {
			t.Errorf("got account %q with rooms %v", u.Name, u.Rooms)
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
		a := w.says(w.on(w.talk(locale), kitchenDevice, ""), w.word("このエコーは台所", "this echo is in the kitchen"))
		if want := w.word("すみません、これ以上はエコーの名前を覚えられません。", "Sorry, I can't remember the names of any more Echos."); a.Speech != want || a.Open {
			t.Errorf("got speech %q, open %v, want %q", a.Speech, a.Open, want)
		}
	})
}

// TestPlaceThatIsAMemo checks that words about a place, said while a memo is awaited, name
// the device only if they are about it.
func TestPlaceThatIsAMemo(t *testing.T) {
	for _, tc := range []struct {
		locale, text, room string
	}{
		{"en-US", "we are in the park until five", ""},
		{"en-US", "this echo is in the kitchen", "kitchen Echo"},
		{"ja-JP", "ここは五時まで満員", ""},
		{"ja-JP", "このエコーは台所", "台所のエコー"},
	} {
		t.Run(tc.text, func(t *testing.T) {
			w := newWorld(t)
			w.english = tc.locale == "en-US"
			tk := w.talk(tc.locale)
			w.launch(tk)
			w.meant(tk, "AddMemoIntent", "memoText", tc.text)
			u, got := w.device(), ""
			for _, name := range u.Rooms {
				got = name
			}
			if added := len(w.contents()) == 1; got != tc.room || added != (tc.room == "") {
				t.Errorf("got room %q and memos %q, want room %q", got, w.contents(), tc.room)
			}
		})
	}
}

// TestMembersAreCalledByTheirRooms checks that an Echo without a name of its own is called
// by its only room among the members.
func TestMembersAreCalledByTheirRooms(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.household(w.word("太郎", "Taro"))
		w.says(w.talk(locale), w.word("このエコーは台所", "this echo is in the kitchen"))
		a := w.says(w.talk(locale), w.word("家族は誰", "who is in my family"))
		if want := w.word("台所のエコー", "kitchen Echo"); !strings.Contains(a.Speech, want) {
			t.Errorf("got %q, want it to contain %q", a.Speech, want)
		}
	})
}

// TestRepeatedUndoOfARoom checks that a repeated undo of a first name of a device, which
// then has none, says the same again.
func TestRepeatedUndoOfARoom(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.says(w.talk(locale), w.word("このエコーは台所", "this echo is in the kitchen"))
		a := w.says(w.talk(locale), w.word("元に戻して", "undo"))
		again, err := w.send(t.Context(), a.Request)
		w.must(err)
		if got := speechOf(t, again); got != a.Speech || len(w.device().Rooms) != 0 {
			t.Errorf("got %q, want %q, and rooms %v", got, a.Speech, w.device().Rooms)
		}
	})
}
