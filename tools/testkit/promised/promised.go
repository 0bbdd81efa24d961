// Package promised compares what the program offers with a list of what was promised:
// one line for each promise, in a file testdata/promised.txt beside the test.
// docs/decisions/0069-what-1.0.0-promises.md explains which promises there are.
package promised

import (
	"os"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// The list of a package, its first line, and the variable with which Check adds to it.
const (
	file     = "testdata/promised.txt"
	head     = "# What stays until 2.0.0. `make promises` adds lines; remove none before.\n"
	variable = "MEMOTEST_PROMISE"
)

// Check fails the test if a promise is not among the offers, or if what was complete without
// a field or a parameter now requires it. An offer is not yet a promise; with
// MEMOTEST_PROMISE in the environment Check adds it to the list. It never removes a line.
func Check(t testing.TB, offers []string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	must.OK(t, err)
	promises := strings.Split(strings.TrimSpace(strings.TrimPrefix(string(raw), head)), "\n")
	for _, line := range promises {
		if !slices.Contains(offers, line) {
			t.Errorf("promised until 2.0.0, but not kept: %s", line)
		}
	}
	for _, line := range offers {
		if newlyRequired(promises, line) {
			t.Errorf("promised without it until 2.0.0: %s", line)
		}
	}
	if os.Getenv(variable) != "" && !t.Failed() {
		all := append(promises, offers...)
		slices.Sort(all)
		if err := os.WriteFile(file, []byte(head+strings.Join(slices.Compact(all), "\n")+"\n"), 0o600); err != nil { //nolint:gosec // the path is a constant
			t.Fatal(err)
		}
	}
}

// newlyRequired reports whether a line requires something of an owner that was promised
// without it. The owner of a field is the text before its last dot, that of a parameter of a
// route the route, and that of a parameter of the stack the stack.
func newlyRequired(promises []string, line string) bool {
	name, required := strings.CutSuffix(line, ", required")
	if !required || slices.Contains(promises, line) {
		return false
	}
	name, _, _ = strings.Cut(name, ": ")
	words := strings.Fields(name)
	owner := strings.Join(words[:len(words)/2], " ")
	if dot := strings.LastIndexByte(name, '.'); dot > strings.LastIndexByte(name, ' ') {
		owner = name[:dot]
	}
	return slices.ContainsFunc(promises, func(p string) bool {
		rest, of := strings.CutPrefix(p, owner)
		return of && (rest == "" || strings.ContainsRune(":. ", rune(rest[0])))
	})
}
