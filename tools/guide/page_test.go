//go:build linux

package guide

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const docs = "../../docs/"

// block is a block of commands on a page.
type block struct {
	section string   // the heading above it
	lines   string   // what a reader types
	seen    []string // what the paragraph below says that will be seen
}

var (
	heading = regexp.MustCompile(`^#+ (.*)$`)
	code    = regexp.MustCompile("`([^`]+)`")
	remark  = regexp.MustCompile(`\s+# .*`)
)

// readPage returns the blocks of commands of a page, in order.
func readPage(t *testing.T, name string) (blocks []block) {
	t.Helper()
	raw, err := os.ReadFile(docs + name)
	if err != nil {
		t.Fatal(err)
	}
	section, inside, skip := "", false, false
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```") && (inside || skip):
			inside, skip = false, false
		case line == "```sh":
			inside = true
			blocks = append(blocks, block{section: section})
		case strings.HasPrefix(line, "```"):
			skip = true
		case inside:
			blocks[len(blocks)-1].lines += remark.ReplaceAllString(line, "") + "\n"
		case skip:
		case heading.MatchString(line):
			section = heading.FindStringSubmatch(line)[1]
		case strings.HasPrefix(line, "*You should see*"), strings.HasPrefix(line, "*確認:*"):
			first, _, _ := strings.Cut(strings.ReplaceAll(line, "。", ". "), ". ")
			last := &blocks[len(blocks)-1]
			if last.section != section {
				continue // it says what will be seen in a browser
			}
			for _, c := range code.FindAllStringSubmatch(first, -1) {
				last.seen = append(last.seen, c[1])
			}
			slices.Sort(last.seen) // the order differs between languages
		}
	}
	return blocks
}

// section returns the blocks below a heading.
func section(t *testing.T, all []block, name string) (found []block) {
	t.Helper()
	for _, b := range all {
		if b.section == name {
			found = append(found, b)
		}
	}
	if len(found) == 0 {
		t.Fatalf("the page has no commands below %q", name)
	}
	return found
}

// TestLanguagesAgree: the guide has the same commands in both languages, and says that the
// same will be seen.
func TestLanguagesAgree(t *testing.T) {
	t.Parallel()
	english, japanese := readPage(t, "guide/server.md"), readPage(t, "guide/server.ja.md")
	if len(english) != len(japanese) {
		t.Fatalf("got %d blocks in English and %d in Japanese", len(english), len(japanese))
	}
	for i, e := range english {
		if j := japanese[i]; e.lines != j.lines || !slices.Equal(e.seen, j.seen) {
			t.Errorf("got\n%s%q\nand\n%s%q", e.lines, e.seen, j.lines, j.seen)
		}
	}
}
