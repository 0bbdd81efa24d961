// Command testsummary reads what "go test -json" writes, prints each package's
// own closing line and whatever failed, and says at the end how many tests ran
// on which engine. It fails if a test failed, or if none ran.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	if !summarise(os.Stdin, os.Stdout) {
		os.Exit(1)
	}
}

// event is a line of "go doc test2json".
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// summary counts the leaves of the tree of tests: a test with sub-tests is
// counted by those.
type summary struct {
	out     io.Writer
	results map[string]string   // package and test -> last action
	parents map[string]bool     // tests with sub-tests
	output  map[string][]string // of what has not passed yet
	broken  bool                // something failed that is no test: a build, a package
}

// summarise reports whether tests ran and all is well.
func summarise(in io.Reader, out io.Writer) bool {
	s := &summary{out: out, results: map[string]string{}, parents: map[string]bool{}, output: map[string][]string{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			s.print(lines.Text() + "\n") // not from a test: the go command itself
			s.broken = true
			continue
		}
		s.take(e)
	}
	return s.close() && lines.Err() == nil
}

func (s *summary) print(text string) { _, _ = fmt.Fprint(s.out, text) }

func (s *summary) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		s.takeOutput(e, key)
	case "build-output":
		s.print(e.Output)
	case "build-fail":
		s.broken = true
	case "pass", "skip":
		s.record(e, key)
		delete(s.output, key)
	case "fail":
		s.record(e, key)
		s.broken = s.broken || e.Test == ""
		s.print(strings.Join(s.output[key], ""))
		delete(s.output, key)
	}
}

// takeOutput prints a package's own lines at once and keeps a test's until it
// is known whether it failed.
func (s *summary) takeOutput(e event, key string) {
	if e.Test != "" {
		s.output[key] = append(s.output[key], e.Output)
		return
	}
	if e.Output != "PASS\n" && !strings.Contains(e.Output, "[no test files]") && !strings.HasPrefix(e.Output, "coverage:") {
		s.print(e.Output)
	}
}

func (s *summary) record(e event, key string) {
	if e.Test == "" {
		return
	}
	s.results[key] = e.Action
	if i := strings.LastIndex(key, "/"); i > len(e.Package) {
		s.parents[key[:i]] = true
	}
}

func (s *summary) close() bool {
	count := map[string]int{}
	engines := map[string]int{}
	for key, action := range s.results {
		if s.parents[key] {
			continue
		}
		count[action]++
		if action == "pass" {
			engines[engineOf(key)]++
		}
	}
	names := make([]string, 0, len(engines))
	for name := range engines {
		names = append(names, name)
	}
	slices.Sort(names)
	s.print("\n")
	for _, name := range names {
		s.print(fmt.Sprintf("  %5d tests %s\n", engines[name], name))
	}
	s.print(fmt.Sprintf("%d passed, %d failed, %d skipped\n", count["pass"], count["fail"], count["skip"]))
	return count["pass"] > 0 && count["fail"] == 0 && !s.broken
}

// engineOf tells the engine from the package, or from a sub-test named after it.
func engineOf(key string) string {
	for _, part := range strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == ' ' }) {
		switch part {
		case "sqlite":
			return "on SQLite"
		case "dynamo", "dynamodb":
			return "on the DynamoDB engine"
		}
	}
	for _, overSQLite := range []string{"voicememo/skill ", "voicememo/webapi ", "voicememo/invite ", "voicememo/memo ", "voicememo/family "} {
		if strings.HasPrefix(key, overSQLite) {
			return "on SQLite"
		}
	}
	return "on no engine or both"
}
