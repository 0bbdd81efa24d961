package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)
	fenced  = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	heading = regexp.MustCompile(`(?m)^#{1,6} (.*)$`)
)

// TestDocumentLinks: every link of a document to a file of this repository leads to a file,
// and to a heading in it if it names one.
func TestDocumentLinks(t *testing.T) {
	t.Parallel()
	counted := 0
	for _, document := range files(t, ".md") {
		for _, target := range linksOf(fileText(t, filepath.Join("..", document))) {
			counted++
			checkLink(t, document, target)
		}
	}
	if counted < 300 {
		t.Errorf("got %d links, want 300 and more", counted)
	}
}

// linksOf returns what the links of a document lead to, except those in its code.
func linksOf(text string) (all []string) {
	for _, match := range link.FindAllStringSubmatch(string(sentences([]byte(text))), -1) {
		all = append(all, match[1]+match[2])
	}
	return all
}

// sentences returns a document without its code.
func sentences(document []byte) []byte { return fenced.ReplaceAll(document, []byte("\n")) }

// checkLink checks a link of a document if it leads to a file of this repository.
func checkLink(t *testing.T, document, target string) {
	t.Helper()
	if regexp.MustCompile(`^[a-z]+:`).MatchString(target) {
		return
	}
	path, anchor, _ := strings.Cut(target, "#")
	file := document
	if path != "" {
		file = filepath.Join(filepath.Dir(document), path)
	}
	info, err := os.Stat(filepath.Join("..", file))
	if err != nil {
		t.Errorf("%s: %s: there is no %s", document, target, file)
	} else if anchor != "" && (info.IsDir() || !slices.Contains(anchors(fileText(t, filepath.Join("..", file))), anchor)) {
		t.Errorf("%s: %s: %s has no such heading", document, target, file)
	}
}

// anchors returns the anchors of the headings of a page, as GitHub makes them.
func anchors(page string) (all []string) {
	page = regexp.MustCompile("(?ms)^```.*?^```").ReplaceAllString(page, "")
	seen := map[string]int{}
	for _, match := range heading.FindAllStringSubmatch(page, -1) {
		text := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(match[1], "$1")
		text = regexp.MustCompile(`[^\pL\pN\pM _-]`).ReplaceAllString(text, "")
		anchor := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), " ", "-")
		if n := seen[anchor]; n > 0 {
			all = append(all, fmt.Sprintf("%s-%d", anchor, n))
		} else {
			all = append(all, anchor)
		}
		seen[anchor]++
	}
	return all
}
