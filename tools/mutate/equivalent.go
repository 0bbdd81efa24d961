package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// parseEquivalents reads the list of mutants that behave like the program, or differ only
// in behaviour that it does not promise. Empty lines separate them; a "#" begins a
// comment. Each is
//
//	memo/list.go Service.List
//	- the line before
//	+ the line after
//	the reason, on one line or more
func parseEquivalents(list string) ([]identity, error) {
	var found []identity
	for block := range strings.SplitSeq(list, "\n\n") {
		lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(block), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") })
		if len(lines) == 0 || lines[0] == "" {
			continue
		}
		file, function, ok := strings.Cut(lines[0], " ")
		if !ok || len(lines) < 4 || !strings.HasPrefix(lines[1], "- ") || !strings.HasPrefix(lines[2]+" ", "+ ") {
			return nil, fmt.Errorf("equivalent mutants: want a file and its function, a line with -, one with + and a reason, got:\n%s", block)
		}
		found = append(found, identity{file, function, lines[1][2:], strings.TrimPrefix(lines[2][1:], " ")})
	}
	return found, nil
}

// without returns the mutants that are not known as equivalent. It returns an error if a
// known one of these packages is not among the mutants.
func without(all []mutant, known []identity) ([]mutant, error) {
	for _, k := range known {
		here := func(m mutant) bool { return path.Dir(m.file) == path.Dir(k.file) }
		if slices.ContainsFunc(all, here) && !slices.ContainsFunc(all, func(m mutant) bool { return m.identity == k }) {
			return nil, fmt.Errorf("equivalent mutants: not in the source: %s %s\n- %s\n+ %s", k.file, k.function, k.before, k.after)
		}
	}
	return slices.DeleteFunc(all, func(m mutant) bool { return slices.Contains(known, m.identity) }), nil
}
