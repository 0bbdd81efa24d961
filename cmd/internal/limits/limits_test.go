package limits

import (
	"testing"

	"voicememo/family"
	"voicememo/memo"
)

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Limits)
		want   string
	}{
		"the default":          {func(*Limits) {}, ""},
		"no limits":            {func(l *Limits) { l.RateWrites, l.RateSearches, l.MaxMemos = 0, 0, 0 }, ""},
		"the smallest":         {func(l *Limits) { *l = Limits{1, 1, 1, 2} }, ""},
		"the largest":          {func(l *Limits) { *l = Limits{most, most, most, 90} }, ""},
		"writes below none":    {func(l *Limits) { l.RateWrites = -1 }, "rate-writes"},
		"too many writes":      {func(l *Limits) { l.RateWrites = most + 1 }, "rate-writes"},
		"searches below none":  {func(l *Limits) { l.RateSearches = -1 }, "rate-searches"},
		"too many searches":    {func(l *Limits) { l.RateSearches = most + 1 }, "rate-searches"},
		"memos below none":     {func(l *Limits) { l.MaxMemos = -1 }, "max-memos"},
		"too many memos":       {func(l *Limits) { l.MaxMemos = most + 1 }, "max-memos"},
		"a family of one":      {func(l *Limits) { l.MaxMembers = 1 }, "max-members"},
		"a family of too many": {func(l *Limits) { l.MaxMembers = 91 }, "max-members"},
		"nothing":              {func(l *Limits) { *l = Limits{} }, "max-members"},
	} {
		t.Run(name, func(t *testing.T) {
			l := Default()
			c.change(&l)
			if got, problem := l.Check(); got != c.want || (problem != "") != (got != "") {
				t.Errorf("got %q and %q, want %q", got, problem, c.want)
			}
		})
	}
}

func TestApply(t *testing.T) {
	memos, families := &memo.Service{}, &family.Service{}
	Limits{MaxMemos: 7, MaxMembers: 3}.Apply(memos, families)
	if memos.MaxMemos != 7 || families.MaxMembers != 3 {
		t.Errorf("got %d memos and %d members, want 7 and 3", memos.MaxMemos, families.MaxMembers)
	}
}
