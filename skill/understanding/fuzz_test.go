package understanding_test

import (
	"testing"
	"unicode/utf8"

	"voicememo/skill/understanding"
)

// FuzzMatcher checks that any text has a meaning, that a filled slot has a value, and
// that nothing is lost of a memo that is not a carrier.
func FuzzMatcher(f *testing.F) {
	for _, words := range []string{
		"牛乳を買う、を追加", "にじゅういちばんめを消して", "招待コード〇一二三で参加", "違うよ豆乳だよ", "今のなしで", "delete number ninety-nine", "I’m O'Neil",
		"no wait scratch that", "no, the second one", "ちょっと待って、2番", "one hundred and two", "二百三", "add to the list", "", "　", "\xff", "か\u3099", "㍿を追加", "ﬁ away", "add ﬁ", "e\u0301", ". . .", "that's", "、ばん、め", "could you delete number two for me", "牛乳を追加してくれませんかね", "ﾒﾓ読んどいて",
	} {
		f.Add(words)
	}
	all := []*understanding.Matcher{matcher(f, "en-US"), matcher(f, "ja-JP")}
	f.Fuzz(func(t *testing.T, words string) {
		for _, m := range all {
			for _, got := range m.Best(words, understanding.Asked{Intent: "AddMemoIntent", Slot: "memoText"}) {
				if (got.Slot == "") != (got.Value == "") || got.Intent == "" {
					t.Errorf("%q: got meaning %+v", words, got)
				}
			}
			if got, ok := m.Command(words); ok != (got.Intent != "") || (got.Slot == "") != (got.Value == "") {
				t.Errorf("%q: got command %+v, %v", words, got, ok)
			}
			carried := m.Carried(words)
			if (carried == "") != (words == "") || utf8.ValidString(words) && !utf8.ValidString(carried) {
				t.Errorf("%q: got text %q", words, carried)
			}
			if rest, ok := m.Correction(words); rest != "" && !ok || ok && m.Closing(words) {
				t.Errorf("%q: got correction %q, %v, closing %v", words, rest, ok, m.Closing(words))
			}
			if rest, _ := m.Correction(words); rest != "" && m.Withdrawal(words) {
				t.Errorf("%q: got a withdrawal and the right text %q, want one of them", words, rest)
			}
			if request := m.Request(words); (request == "") != (words == "") {
				t.Errorf("%q: got request %q", words, request)
			}
			m.Number(words)
			m.KnownName(words)
		}
	})
}
