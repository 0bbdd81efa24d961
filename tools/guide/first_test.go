//go:build linux

package guide

import (
	"strings"
	"testing"
	"time"
)

// TestFirstMemo: three commands lead from the archive of a release to a first memo,
// without an account, in both languages. It prints how long that takes.
func TestFirstMemo(t *testing.T) {
	t.Parallel()
	for page, c := range map[string]struct{ heading, say, answer string }{
		"../README.md":    {"Try it", "./voicememo talk add buy milk", "Added: buy milk"},
		"../README.ja.md": {"試す", "./voicememo talk 牛乳を買う を追加", "「牛乳を買う」を追加しました"},
	} {
		t.Run(c.heading, func(t *testing.T) {
			r := &reader{t: t, Machine: newMachine(t)}
			r.download(of(t, present), "1.0.0")
			commands := section(t, readPage(t, page), c.heading)[0]
			if n := strings.Count(commands.lines, "\n"); n != 3 {
				t.Errorf("got %d commands, want 3:\n%s", n, commands.lines)
			}
			began := time.Now()
			r.Must(strings.TrimSpace(commands.lines) + " >/root/serve.log 2>&1 &")
			r.Must("until grep -q 'Voice Memo is at' serve.log; do sleep 0.01; done")
			if got := r.Must("cd voicememo_1.0.0_linux_amd64 && " + c.say); !strings.Contains(got, c.answer) {
				t.Errorf("%s: got %q, want %q", c.say, got, c.answer)
			}
			t.Logf("from the archive to the first memo: %.1f s", time.Since(began).Seconds())
		})
	}
}
