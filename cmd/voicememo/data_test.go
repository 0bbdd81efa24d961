package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/must"
)

// TestBusyPort: no data directory is created unless the address is free.
func TestBusyPort(t *testing.T) {
	t.Parallel()
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	defer s.stop()
	dir := filepath.Join(t.TempDir(), "new")
	out, code := home{}.run(t, "", "serve", "--dev", "--addr", strings.TrimPrefix(s.url, "http://"), "--data", dir)
	if code != cli.ExitFailed || !strings.Contains(out, "--addr") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the data directory was created: %v", err)
	}
}

// TestTalkEndsWhenTold: a signal at the prompt ends talk, and releases the store.
func TestTalkEndsWhenTold(t *testing.T) {
	h := home{flags: []string{"--data", t.TempDir()}}
	cmd, prompt := h.start(t, "talk", "--new")
	prompt("> ")
	must.OK(t, cmd.Process.Signal(syscall.SIGTERM))
	if err := cmd.Wait(); err != nil {
		t.Errorf("talk ended with %v", err)
	}
	h.serve(t, "--dev").stop()
}

// TestTalkTakesQuotationMarks: quotation marks around an example are ignored.
func TestTalkTakesQuotationMarks(t *testing.T) {
	h := home{flags: []string{"--data", t.TempDir()}}
	for typed, wanted := range map[string]string{"「牛乳を買う を追加」": "牛乳を買う、ですね。メモしました", "「卵を買う」を追加": "卵を買う、ですね。メモしました"} {
		if said := h.talk(t, typed); !strings.Contains(said, wanted) {
			t.Errorf("typed %s, heard:\n%s", typed, said)
		}
	}
	for given, wanted := range map[string]string{"「米を買う を追加」": "米を買う、ですね。メモしました", "「塩を買う」を追加": "塩を買う、ですね。メモしました"} {
		if said, code := h.runHere(t, "", append([]string{"talk", given}, h.flags...)...); code != 0 || !strings.Contains(said, wanted) {
			t.Errorf("given %s, heard:\n%s", given, said)
		}
	}
}
