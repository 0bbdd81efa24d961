// Package textstest compares texts in several languages.
package textstest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"
)

// placeholder matches what a program replaces: {name}, or a verb of package fmt.
var placeholder = regexp.MustCompile(`\{[^{}]+\}|%(\[\d+\])?[a-z]`)

// Same checks that every language has the same keys, with the same placeholders in each
// text, and that no text is missing in one language only.
func Same[K ~string](t *testing.T, languages map[string]map[K]string) {
	t.Helper()
	const first = "en"
	for tag, texts := range languages {
		for _, key := range slices.Sorted(maps.Keys(languages[first])) {
			want, got := languages[first][key], texts[key]
			if _, ok := texts[key]; !ok {
				t.Errorf("%s has no %q", tag, key)
			} else if got, want := Placeholders(got), Placeholders(want); !slices.Equal(got, want) {
				t.Errorf("%s: %q: got placeholders %q, want %q as in %s", tag, key, got, want, first)
			}
		}
		for key := range texts {
			if _, ok := languages[first][key]; !ok {
				t.Errorf("%s has %q, which %s has not", tag, key, first)
			}
		}
	}
}

// Placeholders returns the placeholders of a text, sorted and each once: {name}, or a verb
// with the index of its argument.
func Placeholders(text string) []string {
	var all []string
	next := 1
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		name, index := match[0], match[1]
		if name[0] == '%' {
			if index != "" {
				_, _ = fmt.Sscanf(index, "[%d]", &next)
			}
			name = fmt.Sprintf("%%[%d]%c", next, name[len(name)-1])
			next++
		}
		all = append(all, name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
