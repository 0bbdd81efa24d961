package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// table has the reading of each sentence. A pause in a sentence is written as "/".
type table map[string]string

// line returns a sentence as the table has it.
func line(sentence string) string { return strings.ReplaceAll(sentence, "\n", "/") }

// parse returns the table of a text with a sentence and its reading on each line,
// separated by a tab. A line that begins with # is a comment.
func parse(text string) (table, error) {
	t := table{}
	n := 0
	for l := range strings.Lines(text) {
		n++
		l = strings.TrimSuffix(l, "\n")
		if strings.HasPrefix(l, "#") {
			continue
		}
		sentence, reading, ok := strings.Cut(l, "\t")
		if !ok || sentence == "" || reading == "" {
			return nil, fmt.Errorf("line %d: want a sentence, a tab and its reading", n)
		}
		if _, twice := t[sentence]; twice {
			return nil, fmt.Errorf("line %d: %s is already in the table", n, sentence)
		}
		t[sentence] = reading
	}
	return t, nil
}

// text returns the table as a text, sorted by sentence.
func (t table) text() []byte {
	var b strings.Builder
	b.WriteString("# What the Japanese sentences sound like: each sentence, a tab, and its reading by Open JTalk\n" +
		"# as a person has checked it. `make aloud` compares them, `make aloud UPDATE=1` rewrites them.\n")
	for _, sentence := range slices.Sorted(maps.Keys(t)) {
		fmt.Fprintf(&b, "%s\t%s\n", sentence, t[sentence])
	}
	return []byte(b.String())
}

// compare returns a line for each sentence whose reading is missing or not as t has it,
// and for each sentence that is no longer said.
func (t table) compare(heard table) []string {
	var faults []string
	for _, sentence := range slices.Sorted(maps.Keys(heard)) {
		switch want, ok := t[sentence]; {
		case !ok:
			faults = append(faults, fmt.Sprintf("%s\n  new: %s", sentence, heard[sentence]))
		case want != heard[sentence]:
			faults = append(faults, fmt.Sprintf("%s\n  got:  %s\n  want: %s", sentence, heard[sentence], want))
		}
	}
	for _, sentence := range slices.Sorted(maps.Keys(t)) {
		if _, ok := heard[sentence]; !ok {
			faults = append(faults, sentence+"\n  is no longer said")
		}
	}
	return faults
}
