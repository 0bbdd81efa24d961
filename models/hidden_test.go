package models_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"voicememo/models"
)

type hiddenCase struct{ Name, Given, Want string }

// hiddenCases returns the cases for this function and the page's.
func hiddenCases(t testing.TB) (cases []hiddenCase) {
	t.Helper()
	raw, err := os.ReadFile("testdata/hidden.json")
	if err == nil {
		err = json.Unmarshal(raw, &cases)
	}
	if err != nil || len(cases) == 0 {
		t.Fatalf("got %d cases, %v", len(cases), err)
	}
	return cases
}

// TestDropHidden: what people cannot see goes, and what they write stays.
func TestDropHidden(t *testing.T) {
	for _, c := range hiddenCases(t) {
		if got := models.DropHidden(c.Given); got != c.Want {
			t.Errorf("%s: got %+q, want %+q", c.Name, got, c.Want)
		}
	}
	if got := models.DropHidden("a\xff\u200b"); got != "a\xff\u200b" {
		t.Errorf("not UTF-8: got %+q, want it unchanged", got)
	}
}

// TestDropHiddenOfAny: of any text, only invisible characters go, each of those that stay is
// allowed where it is, and a second time changes nothing.
func TestDropHiddenOfAny(t *testing.T) {
	t.Parallel()
	parts := rapid.OneOf(rapid.StringN(0, 3, -1), rapid.SampledFrom([]string{
		"a", "は", "葛", "م", "क", "ᠠ", "☕", "🏴", "1", "、", " ", "\u094d", "\u180b", "\u180e", "\u200b", "\u200c", "\u200d", "\u2800", "\ufe0f",
		"\U000e0100", "\U000e0067", "\U000e0062", "\U000e0065", "\U000e007f",
	}))
	rapid.Check(t, func(t *rapid.T) {
		given := strings.Join(rapid.SliceOfN(parts, 0, 12).Draw(t, "text"), "")
		got := models.DropHidden(given)
		if again := models.DropHidden(got); again != got {
			t.Fatalf("%+q: got %+q, then %+q", given, got, again)
		}
		rest := []rune(got)
		for _, r := range given {
			switch {
			case len(rest) > 0 && rest[0] == r:
				rest = rest[1:]
			case unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S, unicode.Zs) && !strings.ContainsRune("\u115f\u1160\u3164\uffa0\u2800\U0001d159", r):
				t.Fatalf("%+q: got %+q without %U", given, got, r)
			}
		}
		if len(rest) > 0 {
			t.Fatalf("%+q: got %+q, which has more", given, got)
		}
	})
}
