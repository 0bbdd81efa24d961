package webapi

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"sync"

	"voicememo/models"
)

// jsonExport writes {"memos": [...]}, each memo as the API shows it.
type jsonExport struct {
	w     io.Writer
	begun bool // it has memos
}

func newJSONExport(w io.Writer, _ string, begun bool) exporter { return &jsonExport{w, begun} }

func (e *jsonExport) begin() error { return write(e.w, `{"memos":[`) }

func (e *jsonExport) memo(m models.Memo) error { return e.write(showMemo(m)) }

// write writes a memo in the form in which it is shown.
func (e *jsonExport) write(shown any) error {
	raw, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	separator := "\n"
	if e.begun {
		separator = ",\n"
	}
	e.begun = true
	return write(e.w, separator+string(raw))
}

func (e *jsonExport) end() error { return write(e.w, "\n]}\n") }

// csvExport writes a table (RFC 4180) that spreadsheets can open.
type csvExport struct {
	w     io.Writer
	table *csv.Writer
}

func newCSVExport(w io.Writer, _ string, _ bool) exporter {
	table := csv.NewWriter(w)
	table.UseCRLF = true
	return csvExport{w, table}
}

// begin writes a byte order mark, without which Excel does not read the file as UTF-8,
// and the names of the columns.
func (e csvExport) begin() error {
	if err := write(e.w, "\ufeff"); err != nil {
		return err
	}
	return e.table.Write([]string{"timestamp", "content", "createdByName", "updatedAt", "id", "doneAt"})
}

func (e csvExport) memo(m models.Memo) error {
	err := e.table.Write([]string{
		models.FormatTime(m.Timestamp), inert(m.Content), inert(m.CreatedByName), models.FormatTime(m.UpdatedAt), m.Ref().String(),
		models.FormatTime(m.DoneAt),
	})
	if err != nil {
		return err
	}
	return e.end() // the length of a part counts what is written
}

func (e csvExport) end() error {
	e.table.Flush()
	return e.table.Error()
}

// inert puts an apostrophe before a text that a spreadsheet would take for a formula
// (https://owasp.org/www-community/attacks/CSV_Injection).
func inert(text string) string {
	if strings.IndexAny(text, "=+-@＝＋－＠") == 0 {
		return "'" + text
	}
	return text
}

// markdownExport writes a heading and a list (CommonMark). A memo that is done has a
// checked box (https://github.github.com/gfm/#task-list-items-extension-).
type markdownExport struct {
	w     io.Writer
	title string
}

func newMarkdownExport(w io.Writer, title string, _ bool) exporter { return markdownExport{w, title} }

func (e markdownExport) begin() error { return write(e.w, "# "+plainMarkdown(e.title)+"\n\n") }

func (e markdownExport) memo(m models.Memo) error {
	by, item := plainMarkdown(m.CreatedByName), "- "
	if m.Done() {
		item = "- [x] "
	}
	return write(e.w, item+itemMarkdown(m.Content)+" ("+by+", "+models.FormatTime(m.Timestamp)+")\n")
}

func (e markdownExport) end() error { return nil }

var (
	// marks have a meaning anywhere in a line of Markdown, openers only at its beginning.
	marks   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[\\\\`*_\\[\\]<>&#|~!$]") })
	openers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d*)([-+=.)])`) })
)

// itemMarkdown escapes a text of several lines as one item of a list. The lines after the
// first are indented to belong to it, and break where the text does.
func itemMarkdown(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, paragraph := range paragraphs {
		lines := strings.Split(strings.TrimSpace(paragraph), "\n")
		for j, line := range lines {
			lines[j] = plainMarkdown(strings.TrimSpace(line))
		}
		paragraphs[i] = strings.Join(lines, "\\\n  ")
	}
	return strings.Join(paragraphs, "\n\n  ")
}

// plainMarkdown escapes a text so that Markdown shows it literally.
func plainMarkdown(text string) string {
	return openers().ReplaceAllString(marks().ReplaceAllString(text, `\$0`), `$1\$2`)
}

func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}
