package talk

import "testing"

// FuzzBest checks that any text has a meaning, and that a filled slot has a value.
func FuzzBest(f *testing.F) {
	for _, words := range []string{"家族ボイスメモで牛乳を買う、を追加", "にじゅういちばんめを消して", "招待コード〇一二三で参加", "delete number ninety-nine", "I’m O'Neil", "", "　", "\xff"} {
		f.Add(words, true)
	}
	matchers := map[bool]*Matcher{}
	for japanese, locale := range map[bool]string{true: "ja-JP", false: "en-US"} {
		m, err := NewMatcher(locale)
		if err != nil {
			f.Fatal(err)
		}
		matchers[japanese] = m
	}
	f.Fuzz(func(t *testing.T, words string, japanese bool) {
		all := matchers[japanese].Best(words, Elicited{Intent: "AddMemoIntent", Slot: "memoText"})
		if len(all) == 0 {
			t.Fatalf("%q: got no meaning", words)
		}
		for _, m := range all {
			if (m.Slot == "") != (m.Value == "") || (m.Intent == "") != (m.Request == launchRequest) {
				t.Errorf("%q: got meanings %+v", words, m)
			}
		}
	})
}
