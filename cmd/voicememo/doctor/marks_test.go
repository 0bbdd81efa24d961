package doctor

import (
	"os"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestColors: colors are for a terminal that has them.
func TestColors(t *testing.T) {
	var piped strings.Builder
	if got := marksOf(&piped); got != (marks{"ok  ", "BAD "}) {
		t.Errorf("piped: got %q", got)
	}
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	must.OK(t, err)
	defer func() { _ = screen.Close() }()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if got := marksOf(screen); !strings.Contains(got.bad, "\x1b[31m") {
		t.Errorf("on a terminal: got %q", got)
	}
	for name, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, value)
			if got := marksOf(screen); got != (marks{"ok  ", "BAD "}) {
				t.Errorf("got %q", got)
			}
		})
	}
}
