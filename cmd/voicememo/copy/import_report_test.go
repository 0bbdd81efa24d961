package copy

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/infra/bulk"
	"voicememo/infra/legacy"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// someReport is a report with n memos of one note.
func someReport(n int) legacy.Report {
	r := legacy.Report{
		Counts: map[bulk.Kind]*legacy.Count{
			bulk.Memos: {Read: n + 2, Imported: n, Left: map[legacy.Note]int{legacy.Empty: 1, legacy.NoList: 1}}, bulk.People: {}, bulk.Families: {Missing: 1},
		},
		Named: map[legacy.Note][]string{legacy.Empty: {"101 e"}, legacy.NoList: {"101 l"}, legacy.NoEntry: {"102"}}, Invitations: 3,
	}
	for i := range n {
		r.Named[legacy.Undated] = append(r.Named[legacy.Undated], fmt.Sprintf("101 m%02d", i))
	}
	return r
}

// TestImportReport: the counts come first, then short lists of ids; a file has the whole
// lists.
func TestImportReport(t *testing.T) {
	for _, c := range []struct {
		n, limit, shown int
		cut             bool
	}{{shownIDs, shownIDs, shownIDs, false}, {shownIDs + 7, shownIDs, shownIDs, true}, {shownIDs + 7, math.MaxInt, shownIDs + 7, false}} {
		var out bytes.Buffer
		cut := showImport(&out, someReport(c.n), c.limit)
		if got := strings.Count(out.String(), "  101 m"); got != c.shown || cut != c.cut {
			t.Errorf("got %d of %d ids and %t, want %d and %t", got, c.n, cut, c.shown, c.cut)
		}
		if more := fmt.Sprintf("  … and %d more\n", c.n-c.shown); strings.Contains(out.String(), more) != c.cut {
			t.Errorf("%q: got %t, want %t", more, !c.cut, c.cut)
		}
	}
	var out bytes.Buffer
	showImport(&out, someReport(1), shownIDs)
	want := `memos: 3 read, 1 imported, 0 already there
  left behind: 1 without text
  left behind: 1 from the list of a family that is not here, and whose author is in a family with others
people: 0 read, 0 imported, 0 already there
families: 0 read, 0 imported, 0 already there, 1 NOT THERE
invitations: 3 left behind; they last five minutes, and new ones are created here
1 left behind, without text:
  101 e
1 left behind, from the list of a family that is not here, and whose author is in a family with others:
  101 l
1 memos are listed as of 1970, because no time that can be read says when they were made:
  101 m00
1 people wrote memos and had no entry of their own; each has one now, in a family of one:
  102
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestImportReportFile: a file has the whole report of the last import, and only its owner
// can read it. A file that cannot be written is refused before the import.
func TestImportReportFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	for _, n := range []int{60, 30} {
		f, err := openReport(path)
		must.OK(t, err)
		check.Equal(t, f.write(someReport(n)), nil)
		check.Equal(t, f.Close(), nil)
		got, err := os.ReadFile(path)
		if err != nil || strings.Count(string(got), "  101 m") != n || !strings.HasSuffix(string(got), "  102\n") {
			t.Errorf("%d ids: got %v and\n%s", n, err, got)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("got %v, %v, want the mode 0600", info.Mode(), err)
	}
	if _, err := openReport(filepath.Join(dir, "missing", "report")); err == nil || !strings.Contains(err.Error(), "--report") {
		t.Errorf("got %v, want an error that names --report", err)
	}
}
