package skill_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"voicememo/skill"
	"voicememo/skill/understanding"
	"voicememo/tools/testkit/must"
)

// TestShareOfPhrases checks that at least 85 of 100 phrases of the independent lists match
// literally in each locale, as if they were said to the open skill while no question is
// open, and that none matches another intent. Text that names a memo to delete or to mark
// as done by its position counts as its number, as in the skill. With -v it lists what does
// not match.
func TestShareOfPhrases(t *testing.T) {
	t.Parallel()
	byNumber := map[string]string{"DeleteByTextIntent": "DeleteMemoIntent", "DoneByTextIntent": "DoneMemoIntent"}
	for _, locale := range []string{"ja-JP", "en-US"} {
		m, err := understanding.New(skill.Package(), locale)
		must.OK(t, err)
		phrases, right := phrasesOf(t, locale), 0
		missed := map[string][]string{}
		for _, p := range phrases {
			meanings := m.Best(p.words, understanding.Asked{})
			got := meanings[0]
			if n, ok := m.Number(got.Value); ok && n > 0 && byNumber[got.Intent] != "" {
				got.Intent, got.Value = byNumber[got.Intent], strconv.Itoa(n)
			}
			switch {
			case got.Intent == understanding.FallbackIntent:
				missed[p.intent] = append(missed[p.intent], p.words)
			case got.Intent != p.intent || len(meanings) > 1:
				t.Errorf("%s: %q: got %v, want %s", locale, p.words, meanings, p.intent)
			default:
				if right++; !strings.EqualFold(got.Value, p.value) {
					t.Logf("%s: %q: got %q, want %q", locale, p.words, got.Value, p.value)
				}
			}
		}
		for _, intent := range slices.Sorted(maps.Keys(missed)) {
			t.Logf("%s: %s is missed by %q", locale, intent, missed[intent])
		}
		if share := 100 * float64(right) / float64(len(phrases)); share < 85 {
			t.Errorf("%s: got %.1f %% matched, want at least 85 %%", locale, share)
		}
	}
}
