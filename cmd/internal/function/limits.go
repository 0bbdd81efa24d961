package function

import (
	"fmt"
	"strconv"
	"strings"

	"voicememo/cmd/internal/limits"
)

// Limits reads the limits of people and families; an empty variable leaves the default.
// The error is one sentence that names the wrong variable.
func Limits(getenv func(string) string) (limits.Limits, error) {
	l := limits.Default()
	for name, value := range map[string]*int{
		"VOICEMEMO_RATE_WRITES": &l.RateWrites, "VOICEMEMO_RATE_SEARCHES": &l.RateSearches,
		"VOICEMEMO_MAX_MEMOS": &l.MaxMemos, "VOICEMEMO_MAX_MEMBERS": &l.MaxMembers,
	} {
		given := getenv(name)
		if given == "" {
			continue
		}
		var err error
		if *value, err = strconv.Atoi(given); err != nil {
			return limits.Limits{}, fmt.Errorf("%s must be a number", name)
		}
	}
	if flag, problem := l.Check(); flag != "" {
		name := "VOICEMEMO_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
		return limits.Limits{}, fmt.Errorf("%s %s", name, problem)
	}
	return l, nil
}
