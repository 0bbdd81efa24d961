package progress

import (
	"os"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestBarNeedsWidth: bars are for a terminal that has a width.
func TestBarNeedsWidth(t *testing.T) {
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0) // its width is 0
	must.OK(t, err)
	defer func() { _ = screen.Close() }()
	t.Setenv("TERM", "xterm")
	if drawable(&strings.Builder{}) || drawable(screen) {
		t.Error("got a bar where it cannot be drawn")
	}
}
