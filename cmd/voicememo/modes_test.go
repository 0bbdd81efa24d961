package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestServeWarnsOfModes: the log of a start names a file that others can read and the
// command to run, and has no such line after that command.
func TestServeWarnsOfModes(t *testing.T) {
	data := t.TempDir()
	mode(t, data, 0o700)
	h := home{flags: []string{"--data", data}}
	if warned := warnings(t, h); len(warned) > 0 {
		t.Errorf("a new directory: got %q, want nothing", warned)
	}
	for name, mode := range map[string]os.FileMode{".": 0o711, "session-keys.json": 0o640, "voicememo.db": 0o604} {
		path := filepath.Join(data, name)
		must.OK(t, os.Chmod(path, mode))
		warned := warnings(t, h)
		if len(warned) != 1 || !strings.Contains(warned[0], fmt.Sprintf("%s has mode %04o and can be read by others", path, mode)) {
			t.Fatalf("%s: got %q", name, warned)
		}
		_, command, _ := strings.Cut(strings.TrimRight(warned[0], "\"\n"), "run: ")
		if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
			t.Errorf("%q: %v, %s", command, err, out)
		}
		if warned := warnings(t, h); len(warned) > 0 {
			t.Errorf("%s, after the command: got %q, want nothing", name, warned)
		}
	}
}

// warnings starts and ends a server and returns its warnings about modes.
func warnings(t *testing.T, h home) (lines []string) {
	t.Helper()
	s := h.serveHere(t)
	s.stop()
	for line := range strings.Lines(s.log.String()) {
		if strings.Contains(line, "level=WARN") && strings.Contains(line, " mode ") {
			lines = append(lines, line)
		}
	}
	return lines
}
