package cmd_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// relapses are words that made readers stop, and what to write instead. CONTRIBUTING.md,
// "How we write", has examples.
var relapses = []struct {
	words   *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`^\s*(?://|/\*\*|\*)\s*(?:\w+ )?[Gg]ives\b`), "returns, lists, reports"},
	{regexp.MustCompile(`(?i)\b(some|every|any|no)body\b`), "a person, each member, the caller, no member"},
	{regexp.MustCompile(`(?i)\bwhoever\b`), "the person who, a caller that"},
	{regexp.MustCompile(`(?i)\btakes? note of\b`), "records"},
	{regexp.MustCompile(`(?i)\bfor good\b`), "permanently"},
	{regexp.MustCompile(`\b(?:with|of|about|in|to|on|from|for|by|and|before|after) one's\b|\bone's own\b`), "their, the person's"},
	{regexp.MustCompile(`(?i)\bwh(o|at) is there\b`), "the members, the files: name them"},
	{regexp.MustCompile(`,? too\.`), "also, before the verb"},
}

// TestPlainEnglish: comments and documents use none of those words.
func TestPlainEnglish(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case ".git", "bin", "dist", "node_modules", "testdata":
				return fs.SkipDir
			}
			return nil
		}
		for _, found := range relapsesIn(t, path) {
			t.Errorf("%s:%d: %q: write %s", strings.TrimPrefix(path, "../"), found.line, found.words, found.instead)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPlainEnglishSees: each of the words is found in each kind of file, and not in code
// or in what is quoted.
func TestPlainEnglishSees(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.go":  "package a\n\n// f returns whoever asks.\nfunc f() string { return \"whoever\" }\n",
		"a.tsx": "/** Tells whoever asks. */\nexport const a = 'whoever';\n",
		"a.md":  "# For whoever asks\n\n```console\nwhoever\n```\n`whoever`\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if found := relapsesIn(t, path); len(found) != 1 || found[0].words != "whoever" {
			t.Errorf("%s: got %v, want one relapse", name, found)
		}
	}
	for _, text := range []string{"// f gives a number", " * Gives a number", "Somebody", "nobody", "whoever", "takes note of", "for good", "of one's family", "what is there", "again, too."} {
		if len(relapsesInText(1, text)) != 1 {
			t.Errorf("%q: got no relapse, want one", text)
		}
	}
}

// relapse is one of the words in a file.
type relapse struct {
	line           int
	words, instead string
}

// relapsesIn finds the words in the comments of a program, or in the sentences of a
// document.
func relapsesIn(t *testing.T, path string) []relapse {
	t.Helper()
	switch filepath.Ext(path) {
	case ".go":
		return relapsesInGo(t, path)
	case ".ts", ".tsx", ".mjs":
		return relapsesInLines(t, path, comments)
	case ".md":
		switch filepath.Base(path) {
		case "CONTRIBUTING.md", "CHANGELOG.md":
			return nil // one quotes the words, the other is history
		}
		return relapsesInLines(t, path, sentences)
	}
	return nil
}

func relapsesInGo(t *testing.T, path string) (found []relapse) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			found = append(found, relapsesInText(files.Position(comment.Pos()).Line, comment.Text)...)
		}
	}
	return found
}

// relapsesInLines finds the words in what a filter leaves of the lines of a file.
func relapsesInLines(t *testing.T, path string, filter func([]byte) []byte) (found []relapse) {
	t.Helper()
	raw, err := os.ReadFile(path) //nolint:gosec // of this repository
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range bytes.Split(filter(raw), []byte("\n")) {
		found = append(found, relapsesInText(i+1, string(line))...)
	}
	return found
}

func relapsesInText(line int, text string) (found []relapse) {
	for _, r := range relapses {
		for _, words := range r.words.FindAllString(text, -1) {
			found = append(found, relapse{line, words, r.instead})
		}
	}
	return found
}

var (
	comment = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:(?:^|\s)//[^\n]*)`)
	fenced  = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// comments blanks everything but the comments of TypeScript.
func comments(source []byte) []byte {
	blank := blanked(source)
	for _, at := range comment.FindAllIndex(source, -1) {
		copy(blank[at[0]:at[1]], source[at[0]:at[1]])
	}
	return blank
}

// sentences blanks the code of a document.
func sentences(document []byte) []byte {
	return fenced.ReplaceAllFunc(document, blanked)
}

// blanked returns as many spaces, on the same lines.
func blanked(text []byte) []byte {
	blank := bytes.Repeat([]byte(" "), len(text))
	for i, b := range text {
		if b == '\n' {
			blank[i] = b
		}
	}
	return blank
}
