package words

import (
	"strings"
	"testing"
)

// TestCut checks where a text is cut: at the end of a sentence, a clause or a word, and
// never inside a character.
func TestCut(t *testing.T) {
	t.Parallel()
	const flags = "🇯🇵🇺🇸🇬🇧🇫🇷🇩🇪🇮🇹🇪🇸🇨🇦"
	for name, tc := range map[string]struct {
		text string
		n    int
		want string
	}{
		"short":                 {"牛乳", 2, "牛乳"},
		"a sentence":            {"雨です。傘を持って行って。", 7, "雨です。"},
		"a clause":              {"first the milk, then the bread", 20, "first the milk,"},
		"a word":                {"one two three four", 10, "one two"},
		"a particle":            {"太郎のお弁当に卵焼きを入れる", 10, "太郎のお弁当に"},
		"nothing to cut at":     {"abcdefghijkl", 6, "abcdef"},
		"flags":                 {flags, 7, flags[:3*8]},
		"a family":              {"ab👨‍👩‍👧cd", 4, "ab"},
		"a mark":                {"abcde\u0301fgh", 5, "abcd"},
		"marks without end":     {"a" + strings.Repeat("\u0301", 20), 8, "a" + strings.Repeat("\u0301", 7)},
		"no room":               {"牛乳", 0, ""},
		"a sentence too early":  {"Hi. This is a long text without an end", 20, "Hi. This is a long"},
		"a quote that is ended": {"「はい。」と言う人がいる", 6, "「はい。」"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, more := CutText(tc.text, tc.n); got != tc.want || more != (got != tc.text) {
				t.Errorf("got %q, %v, want %q", got, more, tc.want)
			}
		})
	}
}
