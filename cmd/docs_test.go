package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// readingRow is a row of the order in which to read the core: package, lines, files.
var readingRow = regexp.MustCompile("(?m)^\\| \\d \\| `([a-z/]+)` \\| (\\d+) \\| (.*) \\|$")

// TestReadingOrder: the tables of docs/architecture.md name existing packages and files,
// and about the right number of lines.
func TestReadingOrder(t *testing.T) {
	rows := readingRow.FindAllStringSubmatch(fileText(t, "../docs/architecture.md"), -1)
	if len(rows) != 7 {
		t.Fatalf("got %d rows, want 7", len(rows))
	}
	for _, row := range rows {
		folder := filepath.Join("..", row[1])
		want, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(t, folder); got < want*85/100 || got > want*115/100 {
			t.Errorf("%s: got %d lines, want about the %d of the table", row[1], got, want)
		}
		for _, file := range regexp.MustCompile("`([a-z_]+\\.(?:go|yaml))`").FindAllStringSubmatch(row[3], -1) {
			if _, err := os.Stat(filepath.Join(folder, file[1])); err != nil {
				t.Error(err)
			}
		}
	}
}

// lines counts the lines of a package without its tests.
func lines(t *testing.T, folder string) (n int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("got files %q and error %v, want some", files, err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			n += strings.Count(fileText(t, file), "\n")
		}
	}
	return n
}

// TestMaps: the maps of both READMEs list exactly the folders of the tree, and name every
// program.
func TestMaps(t *testing.T) {
	var want []string
	for _, entry := range entries(t, "..") {
		if !slices.Contains([]string{"bin", "data"}, entry) { // created by make
			want = append(want, entry+"/")
		}
	}
	programs := slices.DeleteFunc(entries(t, "."), func(name string) bool { return name == "internal" })
	for _, readme := range []string{"../README.md", "../README.ja.md"} {
		var got []string
		text := fileText(t, readme)
		for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[a-z]+/` ?)+)\\|").FindAllStringSubmatch(text, -1) {
			got = append(got, strings.Fields(strings.ReplaceAll(row[1], "`", ""))...)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", readme, got, want)
		}
		for _, program := range programs {
			if !strings.Contains(text, "`"+program+"`") {
				t.Errorf("%s does not name `%s`", readme, program)
			}
		}
	}
}

// entries lists the folders of a folder, except hidden ones.
func entries(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			all = append(all, e.Name())
		}
	}
	return all
}
