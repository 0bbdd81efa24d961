package function

import (
	"strings"
	"testing"

	"voicememo/cmd/internal/limits"
)

func TestLimits(t *testing.T) {
	for name, c := range map[string]struct {
		variable, value string
		want            func(*limits.Limits) // nil: an error that names the variable
	}{
		"none":               {"VOICEMEMO_OTHER", "x", func(*limits.Limits) {}},
		"writes":             {"VOICEMEMO_RATE_WRITES", "5", func(l *limits.Limits) { l.RateWrites = 5 }},
		"searches off":       {"VOICEMEMO_RATE_SEARCHES", "0", func(l *limits.Limits) { l.RateSearches = 0 }},
		"memos":              {"VOICEMEMO_MAX_MEMOS", "100", func(l *limits.Limits) { l.MaxMemos = 100 }},
		"members":            {"VOICEMEMO_MAX_MEMBERS", "90", func(l *limits.Limits) { l.MaxMembers = 90 }},
		"a family of one":    {"VOICEMEMO_MAX_MEMBERS", "1", nil},
		"a word":             {"VOICEMEMO_RATE_WRITES", "many", nil},
		"half":               {"VOICEMEMO_RATE_SEARCHES", "0.5", nil},
		"below none":         {"VOICEMEMO_MAX_MEMOS", "-1", nil},
		"longer than an int": {"VOICEMEMO_RATE_WRITES", "99999999999999999999", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Limits(func(name string) string {
				if name == c.variable {
					return c.value
				}
				return ""
			})
			want := limits.Limits{}
			if c.want != nil {
				want = limits.Default()
				c.want(&want)
			}
			if got != want || (err != nil) != (c.want == nil) {
				t.Errorf("got %+v and %v, want %+v", got, err, want)
			}
			if err != nil && !strings.HasPrefix(err.Error(), c.variable+" must be ") {
				t.Errorf("got %q, want a sentence about %s", err, c.variable)
			}
		})
	}
}
