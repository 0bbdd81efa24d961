package copy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"voicememo/infra/bulk"
	"voicememo/infra/legacy"
)

// shownIDs is how many ids of each list a terminal shows at most.
const shownIDs = 20

// importedKinds are the kinds of imported records, and their names in a report.
var importedKinds = []struct {
	kind bulk.Kind
	name string
}{{bulk.Memos, "memos"}, {bulk.People, "people"}, {bulk.Families, "families"}}

// showImport prints the report: the counts, then the ids that an operator may want to
// look at, at most limit of each list. It reports whether a list was cut.
func showImport(w io.Writer, r legacy.Report, limit int) (cut bool) {
	for _, kind := range importedKinds {
		c := r.Counts[kind.kind]
		line := fmt.Sprintf("%s: %d read, %d imported, %d already there", kind.name, c.Read, c.Imported, c.Present)
		if c.Missing > 0 {
			line += fmt.Sprintf(", %d NOT THERE", c.Missing)
		}
		_, _ = fmt.Fprintln(w, line)
		for _, why := range legacy.Reasons() {
			if n := c.Left[why]; n > 0 {
				_, _ = fmt.Fprintf(w, "  left behind: %d %s\n", n, why)
			}
		}
	}
	line := "left behind"
	if r.Invitations >= 0 {
		line = fmt.Sprintf("%d left behind", r.Invitations)
	}
	_, _ = fmt.Fprintf(w, "invitations: %s; they last five minutes, and new ones are created here\n", line)
	memos, people := legacy.Notes()
	for _, why := range legacy.Reasons() {
		cut = showIDs(w, r, why, "left behind, "+string(why), limit) || cut
	}
	for _, note := range memos {
		cut = showIDs(w, r, note, "memos "+string(note), limit) || cut
	}
	for _, note := range people {
		cut = showIDs(w, r, note, "people "+string(note), limit) || cut
	}
	return cut
}

// showIDs prints one list of a report, unless it is empty. It reports whether the list
// was cut.
func showIDs(w io.Writer, r legacy.Report, note legacy.Note, title string, limit int) (cut bool) {
	ids := r.Named[note]
	if len(ids) == 0 {
		return false
	}
	_, _ = fmt.Fprintf(w, "%d %s:\n", len(ids), title)
	for _, id := range ids[:min(limit, len(ids))] {
		_, _ = fmt.Fprintf(w, "  %s\n", id)
	}
	if len(ids) > limit {
		_, _ = fmt.Fprintf(w, "  … and %d more\n", len(ids)-limit)
	}
	return len(ids) > limit
}

// reportFile is the file of --report; its File is nil without one.
type reportFile struct{ *os.File }

// openReport opens the file before anything is imported, so that the report is not lost.
// Only its owner can read a new file: it has people's ids.
func openReport(path string) (reportFile, error) {
	if path == "" {
		return reportFile{}, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600) // #nosec G304 -- the operator names it
	if err != nil {
		return reportFile{}, fmt.Errorf("the report cannot be written; name another file with --report: %w", err)
	}
	return reportFile{f}, nil
}

// write replaces the contents of the file.
func (f reportFile) write(r legacy.Report) error {
	if f.File == nil {
		return nil
	}
	var all bytes.Buffer
	showImport(&all, r, math.MaxInt)
	_, err := f.WriteAt(all.Bytes(), 0)
	if err = errors.Join(err, f.Truncate(int64(all.Len()))); err != nil {
		return fmt.Errorf("the import has finished, but its report cannot be written; repeat the command: %w", err)
	}
	return nil
}

// Close closes the file, if there is one.
func (f reportFile) Close() error {
	if f.File == nil {
		return nil
	}
	return f.File.Close()
}
