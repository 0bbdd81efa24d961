package skill_test

import (
	"strings"
	"testing"
)

// TestDigitsInWhateverSlot checks that while a number awaits confirmation, digits in
// any intent correct that number, unless they clearly mean something else.
func TestDigitsInWhateverSlot(t *testing.T) {
	const readBack = "招待コードは、4、0、7、2、ですね？"
	w := newWorld(t)
	for name, tc := range map[string]struct{ intent, slot, value, want string }{
		"the code's own":      {"JoinFamilyIntent", "inviteCode", "4072", readBack},
		"a recovery number":   {"RecoverIntent", "number", "4072", readBack},
		"one of the list":     {"DeleteMemoIntent", "memoNumber", "4072", readBack},
		"a memo":              {"AddMemoIntent", "memoText", "4072", readBack},
		"a memo with a no":    {"AddMemoIntent", "memoText", "いいえ、4072です", readBack},
		"a search":            {"FindMemosIntent", "searchText", "違う４０７２", readBack},
		"a name":              {"SetNameIntent", "userName", "四〇七二", readBack},
		"without its zeros":   {"RecoverIntent", "number", "72", "招待コードは、0、0、7、2、ですね？"},
		"another memo":        {"AddMemoIntent", "memoText", "牛乳", "牛乳、ですね。メモしました。"},
		"the ten digits":      {"RecoverIntent", "number", "1234567890", "復元番号は、1、2、3。4、5、6。7、8、9、0、ですね？"},
		"a number of a memo":  {"DeleteMemoIntent", "memoNumber", "3", ""},
		"too many for a code": {"JoinFamilyIntent", "inviteCode", "40721", "招待コードは4桁の数字です。4桁の招待コードを教えてもらえますか？"},
	} {
		w.run(name, func(t *testing.T) {
			tk := w.talk("ja-JP")
			w.says(tk, "招待コード 4071 で参加")
			tk.Send = sendChanged(w, func(raw []byte) []byte {
				raw = changed(t, raw, "request.intent.name", tc.intent)
				return changed(t, raw, "request.intent.slots", map[string]any{tc.slot: map[string]any{"name": tc.slot, "value": tc.value}})
			})
			a := w.says(tk, "4072 です")
			if !strings.HasPrefix(a.Speech, tc.want) || (tc.want == "" && strings.Contains(a.Speech, "招待コード")) {
				t.Errorf("got %q, want %q", a.Speech, tc.want)
			}
		})
	}
}
