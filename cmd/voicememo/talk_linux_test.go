package main

import (
	"os"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/locationtest"
)

// TestTalkToMemosOfAnother: a directory that this user may not look into is not one without
// a database.
func TestTalkToMemosOfAnother(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("NOT VERIFIED: the data directory of another user, because this is not root")
	}
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	mode(t, dir, 0o700)
	for _, args := range [][]string{{"talk", "一覧"}, {"repair", "--dry-run"}} {
		cmd := unprivilegedCommand(t, append(args, "--data", dir)...)
		out, _ := cmd.CombinedOutput()
		want := ": permission denied; " + dir + " belongs to the user root, "
		if code := cmd.ProcessState.ExitCode(); code != cli.ExitConfiguration || !strings.Contains(string(out), want) {
			t.Errorf("%v: got exit %d and %q, want %d and %q", args, code, out, cli.ExitConfiguration, want)
		}
	}
}
