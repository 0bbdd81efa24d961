package sqlite_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestSystemsReleaseLocks: on every system that releases are made for, and on FreeBSD, the
// lock is one that the system releases after a crash.
func TestSystemsReleaseLocks(t *testing.T) {
	t.Parallel()
	for system, want := range map[string]string{"linux": "lock_unix.go", "darwin": "lock_unix.go", "freebsd": "lock_unix.go", "windows": "lock_windows.go"} {
		command := exec.Command("go", "list", "-f", "{{range .GoFiles}}{{.}} {{end}}", ".")
		command.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for name := range strings.FieldsSeq(string(out)) {
			if strings.HasPrefix(name, "lock_") {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: got %q, want %s", system, got, want)
		}
	}
}
