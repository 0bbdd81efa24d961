// Package promised compares what the program offers with a list of what was promised:
// one line for each promise, in a file testdata/promised.txt beside the test.
// docs/decisions/0069-what-1.0.0-promises.md explains which promises there are.
package promised

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// file is the list of a package, and head its first line.
const (
	file = "testdata/promised.txt"
	head = "# What stays until 2.0.0. -update adds lines; remove none before.\n"
)

// Check fails the test if a promise is not among the offers, or an offer is not yet a
// promise. With update it adds the latter to the list instead; it never removes a line.
func Check(t testing.TB, offers []string, update bool) {
	t.Helper()
	promises := Read(t)
	added := without(offers, promises)
	for _, broken := range without(promises, offers) {
		t.Errorf("promised until 2.0.0, but not kept: %s", broken)
	}
	if len(added) == 0 {
		return
	}
	if !update {
		t.Errorf("not in %s: %q; if that is a promise from now on, repeat the test with -update", file, added)
		return
	}
	all := append(promises, added...)
	slices.Sort(all)
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(head+strings.Join(all, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Read returns the promises of the package under test.
func Read(t testing.TB) (promises []string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			promises = append(promises, line)
		}
	}
	return promises
}

// without returns the lines of a that b has not, each once.
func without(a, b []string) (rest []string) {
	for _, line := range a {
		if !slices.Contains(b, line) && !slices.Contains(rest, line) {
			rest = append(rest, line)
		}
	}
	return rest
}
