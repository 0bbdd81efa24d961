// Package textstest compares files of package texts in several languages.
package textstest

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/internal/texts"
)

// placeholder matches what a program replaces: {name}, or a verb of package fmt.
var placeholder = regexp.MustCompile(`\{[^{}]+\}|%(\[\d+\])?[a-z]`)

// Same checks that the files of all languages, such as words.*.txt, have the same keys, with
// the same placeholders in each text.
func Same(t *testing.T, files fs.FS, pattern string) {
	t.Helper()
	compare(t, files, pattern, texts.Parse[string])
}

// SameDocuments checks that the documents of all languages have the same lines of each kind,
// with the same placeholders in each.
func SameDocuments(t *testing.T, files fs.FS, pattern string) {
	t.Helper()
	compare(t, files, pattern, func(file string) map[string]string {
		all := map[string]string{}
		for n, line := range strings.Split(file, "\n") {
			mark, _, _ := strings.Cut(line, " ")
			if !slices.Contains([]string{"", "#", "##", "-"}, mark) {
				mark = "a paragraph"
			}
			all[fmt.Sprintf("line %d: %s", n+1, mark)] = line
		}
		return all
	})
}

func compare(t *testing.T, files fs.FS, pattern string, parse func(file string) map[string]string) {
	t.Helper()
	names, err := fs.Glob(files, pattern)
	if err != nil || len(names) != 2 {
		t.Fatalf("%s: got files %q and error %v, want one for each of two languages", pattern, names, err)
	}
	var languages []map[string]string
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		languages = append(languages, parse(string(raw)))
	}
	for _, problem := range differences(languages[0], languages[1]) {
		t.Errorf("%s: %s", path.Base(pattern), problem)
	}
}

// differences returns a sentence for each key with different placeholders, or in one language
// only.
func differences(first, second map[string]string) (all []string) {
	for _, key := range slices.Sorted(maps.Keys(first)) {
		if text, ok := second[key]; !ok {
			all = append(all, fmt.Sprintf("only the first file has %q", key))
		} else if got, want := placeholders(text), placeholders(first[key]); !slices.Equal(got, want) {
			all = append(all, fmt.Sprintf("%q: got placeholders %q, want %q", key, got, want))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(second)) {
		if _, ok := first[key]; !ok {
			all = append(all, fmt.Sprintf("only the second file has %q", key))
		}
	}
	return all
}

// placeholders returns the placeholders of a text, sorted and each once: {name}, or a verb
// with the index of its argument.
func placeholders(text string) []string {
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
