package understanding_test

import "testing"

// TestRoomsOfTheSkillPackage checks what names a room, and what only says something about
// an Echo or a room.
func TestRoomsOfTheSkillPackage(t *testing.T) {
	t.Parallel()
	for locale, cases := range map[string]map[string]string{
		"en-US": {
			"this echo is in the kitchen": "kitchen", "this echo is in the kids' room": "kids' room", "this echo is in the great room": "great room", "this echo is in the new kitchen": "new kitchen",
			"this echo is in the room of anna": "room of anna", "this echo is called broken arrow": "broken arrow", "you're in the kitchen now": "kitchen", "call this echo the way station": "the way station",
			"this echo is in the way": "", "this echo is in the way again": "", "you're in the way": "", "we're in the middle of dinner": "", "we're in the mood for pizza": "", "this echo is in the wrong room": "",
			"we're in the garden until five": "", "we're in the car and on our way": "", "this echo is called too often": "", "this echo is broken": "", "this echo is too loud": "", "this echo is in the trash": "",
		},
		"ja-JP": {
			"このエコーは台所": "台所", "このエコーはリビングです": "リビング", "ここはトイレ": "トイレ", "ここはゆうたの部屋": "ゆうたの部屋", "このエコーはゆうた": "ゆうた", "このエコーはそう": "そう", "ここは二かい": "二かい",
			"このエコーは寝室にある": "寝室", "このエコーはおばあちゃんの部屋": "おばあちゃんの部屋", "ここは2階": "2階",
			"このエコーは壊れてる": "", "このエコーは壊れた": "", "このエコーは壊れています": "", "このエコーはうるさい": "", "このエコーはうるさいです": "", "このエコーは遅い": "", "このエコーは新しい": "", "このエコーは新しいよ": "",
			"このエコーは使えない": "", "このエコーは動きません": "", "このエコーは邪魔": "", "このエコーは便利だよ": "", "ここは寒い": "", "ここは危ない": "", "ここは掃除した": "", "ここはもう大丈夫": "",
			"部屋は片付けて": "", "部屋はパパを待つところ": "", "このエコーはこわれちゃった": "", "エコーはどこです": "",
		},
	} {
		m := deployed(t, locale)
		for text, want := range cases {
			got, ok := m.Command(text)
			if named := ok && got.Intent == "NameRoomIntent"; named != (want != "") || named && got.Value != want {
				t.Errorf("%s: %q: got %q, want room %q", locale, text, said(got), want)
			}
		}
	}
}
