package texts_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/internal/texts"
	"voicememo/tools/testkit/must"
)

// TestLanguages: each file of English texts in this repository has a Japanese one beside it
// with the same texts, and each text has the same placeholders in both.
func TestLanguages(t *testing.T) {
	pairs := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch base := filepath.Base(path); {
		case err != nil:
			return err
		case entry.IsDir() && (base == "node_modules" || base == "testdata" || len(base) > 2 && base[0] == '.'):
			return fs.SkipDir
		case base != "en.txt" && !strings.HasSuffix(base, ".en.txt"):
			return nil
		}
		pairs++
		for _, problem := range differences(text(t, path), text(t, strings.TrimSuffix(path, "en.txt")+"ja.txt")) {
			t.Errorf("%s: %s", path, problem)
		}
		return nil
	})
	if err != nil || pairs < 8 {
		t.Errorf("got %d pairs of files and error %v, want 8 and more", pairs, err)
	}
}

func text(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	must.OK(t, err)
	return string(raw)
}

// differences returns a sentence for each text with other placeholders in another language.
func differences(english, japanese string) (all []string) {
	want, got := placeholders(english), placeholders(japanese)
	keys := maps.Clone(want)
	maps.Copy(keys, got)
	for key := range keys {
		if want[key] != got[key] {
			all = append(all, fmt.Sprintf("%s: got %q in Japanese, want %q", key, got[key], want[key]))
		}
	}
	return all
}

var (
	names = regexp.MustCompile(`\{[^{}]+\}`)
	verbs = regexp.MustCompile(`%(\[\d+\])?[a-z]`)
)

// placeholders returns those of each text of a file, by key, or by number and kind of the
// lines of a document: names in any order, and the verbs of package fmt.
func placeholders(file string) map[string]string {
	all := map[string]string{}
	if strings.Contains(file, "\n## ") {
		for n, line := range strings.Split(file, "\n") {
			mark, _, _ := strings.Cut(line, " ")
			if !slices.Contains([]string{"", "#", "##", "-"}, mark) {
				mark = "paragraph"
			}
			all[fmt.Sprintf("line %d (%s)", n+1, mark)] = line
		}
	} else {
		all = texts.Parse[string](file)
	}
	for key, text := range all {
		all[key] = fmt.Sprint(slices.Compact(slices.Sorted(slices.Values(names.FindAllString(text, -1)))), verbs.FindAllString(text, -1))
	}
	return all
}
