package version

import (
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
)

func TestOf(t *testing.T) {
	t.Parallel()
	commit := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "abcdef1234567890"}, {Key: "vcs.modified", Value: "false"}}
	for want, info := range map[string]*debug.BuildInfo{
		"1.2.3-dev":               {},
		"1.2.3-dev+abcdef1":       {Settings: commit},
		"1.2.3-dev+abcdef1-dirty": {Settings: append(commit[:2:2], debug.BuildSetting{Key: "vcs.modified", Value: "true"})},
		"1.2.3-dev+abc":           {Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}}},
		"1.2.3":                   {Main: debug.Module{Version: "v1.2.3"}, Settings: commit},
	} {
		check.Equal(t, of("1.2.3", info), want)
	}
}

// TestNumber: what releases, packages and the changelog are called has three numbers.
func TestNumber(t *testing.T) {
	t.Parallel()
	if !regexp.MustCompile(`^\d+\.\d+\.\d+\n$`).MatchString(number) {
		t.Errorf("VERSION holds %q", number)
	}
	if got := String(); !strings.HasPrefix(got, strings.TrimSpace(number)) {
		t.Errorf("got %q", got)
	}
}
