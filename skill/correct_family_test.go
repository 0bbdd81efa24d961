package skill_test

import (
	"strings"
	"testing"
)

// TestRightCodeInsteadOfNo checks that the correct code, said instead of "no" after a
// wrong one was read back, is read back.
func TestRightCodeInsteadOfNo(t *testing.T) {
	for name, tc := range map[string]struct{ ja, en string }{
		"no before it":    {"いいえ、%s", "no, %s"},
		"no, it is":       {"いいえ、%s です", "no it's %s"},
		"wrong before it": {"違う、%s", "no, it is %s"},
		"it is":           {"%s です", "it is %s"},
		"the code is":     {"招待コードは %s", "the invite code is %s"},
		"only the digits": {"%s", "%s"},
		"a carrier":       {"招待コード %s で参加", "join with code %s"},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				taro := w.person(w.word("太郎", "Taro"))
				code := w.code(taro)
				tk := w.talk(locale)
				w.says(tk, w.word("招待コード "+wrongOf(code)+" で参加", "join with code "+wrongOf(code)))
				a := w.says(tk, strings.ReplaceAll(w.word(tc.ja, tc.en), "%s", code))
				if want := w.word("招待コードは、"+w.spelledOut(code)+"、ですね？", "I heard "+w.spelledOut(code)+". Is that right?"); a.Speech != want {
					t.Errorf("got %q, want %q", a.Speech, want)
				}
				if a.Elicited.Slot != "" {
					t.Errorf("yes/no question elicits %+v", a.Elicited)
				}
				w.says(tk, w.word("はい", "yes"))
				if got := w.people(taro); len(got) != 2 {
					t.Errorf("got members %q", got)
				}
			})
		})
	}
}

// wrongOf returns a different code.
func wrongOf(code string) string {
	if code[3] == '9' {
		return code[:3] + "0"
	}
	return code[:3] + string(code[3]+1)
}

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
		"another memo":        {"AddMemoIntent", "memoText", "牛乳", "「牛乳」を追加しました。"},
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

// TestRightRecoveryNumberInsteadOfNo checks the same for recovery numbers.
func TestRightRecoveryNumberInsteadOfNo(t *testing.T) {
	for name, tc := range map[string]struct{ ja, en string }{
		"no before it":      {"いいえ、%r", "no, %r"},
		"no, the number is": {"いいえ、番号は %r です", "no, the number is %r"},
		"it is":             {"%r です", "it is %r"},
		"only the digits":   {"%r", "%r"},
		"a carrier":         {"復元番号は %r", "my recovery number is %r"},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				tk := w.lost(locale, w.word("牛乳", "milk"))
				w.says(tk, w.word("1234567890 でメモを取り戻す", "recover my memos with 1234567890"))
				a := w.says(tk, w.withCode(w.word(tc.ja, tc.en)))
				if last := w.spelledOut(w.recovery[len(w.recovery)-4:]); !strings.HasPrefix(a.Speech, w.word("復元番号は、", "I heard ")) || !strings.Contains(a.Speech, last) {
					t.Errorf("got speech %q for %s", a.Speech, w.recovery)
				}
				if a := w.says(tk, w.word("はい", "yes")); !strings.HasPrefix(a.Speech, w.word("メモが1件戻りました。", "One memo is back.")) {
					t.Errorf("yes: got speech %q", a.Speech)
				}
			})
		})
	}
}

// TestWrongLengthInsteadOfNo checks that a recovery number with a missing digit is
// asked for again.
func TestWrongLengthInsteadOfNo(t *testing.T) {
	w := newWorld(t)
	tk := w.talk("ja-JP")
	w.says(tk, "1234567890 でメモを取り戻す")
	if a := w.says(tk, "いいえ、123456789"); a.Speech != "復元番号は10桁の数字です。10桁の復元番号を教えてもらえますか？" {
		t.Errorf("got speech %q", a.Speech)
	}
}
