// Package schemapage compares docs/schema.md with what the engines write. The tests of the
// core and of each module compare their own sections.
package schemapage

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// Page is the text of each section of the page, by its heading.
type Page map[string]string

var (
	code      = regexp.MustCompile("`([^`]+)`")
	attribute = regexp.MustCompile("(?m)^\\| ((?:`[A-Za-z0-9]+`(?:, )?)+) (?:\\||String|Boolean)")
)

// Read reads the page in one of its languages.
func Read(t testing.TB, file string) Page {
	t.Helper()
	raw, err := os.ReadFile(file)
	must.OK(t, err)
	page := Page{}
	for _, section := range strings.Split(string(raw), "\n## ")[1:] {
		heading, text, _ := strings.Cut(section, "\n")
		page[heading] = text
	}
	return page
}

// Has fails the test for each name that a section does not have as code. An empty name is
// not looked for.
func (p Page) Has(t testing.TB, section string, names ...string) {
	t.Helper()
	words := codes(p[section])
	for _, name := range names {
		if name != "" && !slices.Contains(words, name) {
			t.Errorf("docs/schema.md, %s: no `%s`", section, name)
		}
	}
}

// HasOnly fails the test for each attribute of a section that is not written.
func (p Page) HasOnly(t testing.TB, section string, written map[string]bool) {
	t.Helper()
	for _, row := range attribute.FindAllStringSubmatch(p[section], -1) {
		for _, name := range codes(row[1]) {
			if !written[name] {
				t.Errorf("docs/schema.md, %s: `%s` is not written by anything", section, name)
			}
		}
	}
}

// Same fails the test unless the page has the same code and as many sections in both
// languages.
func Same(t testing.TB, english, japanese Page) {
	t.Helper()
	all := func(p Page) (words []string) {
		for _, text := range p {
			words = append(words, codes(text)...)
		}
		slices.Sort(words)
		return slices.Compact(words)
	}
	a, b := all(english), all(japanese)
	for _, word := range a {
		if !slices.Contains(b, word) {
			t.Errorf("docs/schema.ja.md has no `%s`", word)
		}
	}
	for _, word := range b {
		if !slices.Contains(a, word) {
			t.Errorf("docs/schema.md has no `%s`", word)
		}
	}
	if len(english) != len(japanese) {
		t.Errorf("got %d sections in Japanese, want %d", len(japanese), len(english))
	}
}

// codes returns what a text has as code.
func codes(text string) (words []string) {
	for _, match := range code.FindAllStringSubmatch(text, -1) {
		words = append(words, match[1])
	}
	return words
}
