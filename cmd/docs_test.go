package cmd_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestChangelog: the newest version in the changelog is that of the program.
func TestChangelog(t *testing.T) {
	t.Parallel()
	version := strings.TrimSpace(fileText(t, "internal/version/VERSION"))
	newest := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$`).FindStringSubmatch(fileText(t, "../CHANGELOG.md"))
	if newest == nil || newest[1] != version {
		t.Errorf("got the newest version %q with its date, want %s", newest, version)
	}
}

// TestMaps: the maps of both READMEs list exactly the folders of the tree.
func TestMaps(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir("..")
	must.OK(t, err)
	var want []string
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && !strings.HasPrefix(name, ".") && name != "bin" && name != "data" { // created by make
			want = append(want, name+"/")
		}
	}
	for _, readme := range []string{"../README.md", "../README.ja.md"} {
		var got []string
		text := fileText(t, readme)
		for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[a-z]+/` ?)+)\\|").FindAllStringSubmatch(text, -1) {
			got = append(got, strings.Fields(strings.ReplaceAll(row[1], "`", ""))...)
		}
		slices.Sort(got)
		check.Slices(t, got, want, readme)
	}
}

// relapses are words that made readers stop; CONTRIBUTING.md, "How we write", says what to
// write instead.
var relapses = regexp.MustCompile(`(?i)//\s*(?:\w+ )?gives\b|\b(?:some|every|any|no)body\b|\bwhoever\b|\btakes? note of\b|\bfor good\b|\bone's own\b|\bwh(?:o|at) is there\b|,? too\.(?:\s|$)`)

// TestPlainEnglish: the comments of Go and TypeScript and the sentences of documents use none of those words.
func TestPlainEnglish(t *testing.T) {
	t.Parallel()
	comment := regexp.MustCompile(`(?m)^\s*(?://|/?\*).*$`)
	for _, file := range files(t, ".go", ".ts", ".tsx", ".md") {
		text := sentences([]byte(fileText(t, filepath.Join("..", file))))
		if !strings.HasSuffix(file, ".md") {
			text = bytes.Join(comment.FindAll([]byte(fileText(t, filepath.Join("..", file))), -1), []byte("\n"))
		}
		for _, words := range relapses.FindAll(text, -1) {
			if file != "CONTRIBUTING.md" && file != "CHANGELOG.md" && file != "cmd/docs_test.go" { // one quotes them, the other is history
				t.Errorf("%s: %q", file, words)
			}
		}
	}
}

// files lists the files of this repository with some extensions, relative to its root.
func files(t *testing.T, extensions ...string) (all []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && slices.Contains([]string{".git", "bin", "data", "dist", "node_modules", "testdata"}, entry.Name()) {
			return fs.SkipDir
		}
		if slices.Contains(extensions, filepath.Ext(path)) {
			all = append(all, strings.TrimPrefix(path, "../"))
		}
		return err
	})
	must.OK(t, err)
	return all
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path) //nolint:gosec // of this repository
	if err != nil {
		t.Error(err)
	}
	return string(raw)
}
