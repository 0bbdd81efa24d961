package webapi

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/memo"
	"voicememo/models"
)

// partPages is how many pages of memos are read for one part of an export at most: of a
// person's export a part may have few of the memos that are read.
const partPages = 5

// exportPlace is where a part of an export begins. Its JSON is the cursor of the part.
type exportPlace struct {
	Family models.FamilyID `json:"f"`           // whose memos the parts before have; "": this is the first part
	List   int             `json:"l,omitempty"` // which list of a person's export
	After  string          `json:"a,omitempty"` // the cursor in the list
	Begun  bool            `json:"b,omitempty"` // the parts before have memos of the list
}

// parsePlace reads what cursor returned; "" is the first part.
func parsePlace(cursor string) (p exportPlace, err error) {
	if cursor == "" {
		return p, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil || p.Family == "" || p.After == "" || p.List < 0 || p.List >= len(ownLists) {
		return exportPlace{}, models.Invalid("cursor", models.ReasonFormat)
	}
	return p, nil
}

func (p exportPlace) cursor() string {
	raw, _ := json.Marshal(p) // texts and numbers
	return base64.RawURLEncoding.EncodeToString(raw)
}

// exportPart is what one answer has of an export: all of it, unless Options.MaxExport is
// set. It is the writer of the answer.
type exportPart struct {
	*server
	c      echo.Context
	format exportFormat
	actor  models.User
	place  exportPlace // where the part begins and then, after what has been written, the next one

	to    io.Writer
	size  int // of what has been written, as part of a JSON string
	pages int // how many pages have been read to the end
}

// Write implements io.Writer.
func (p *exportPart) Write(b []byte) (int, error) {
	if p.MaxExport > 0 {
		p.size += quotedLength(b)
	}
	return p.to.Write(b)
}

// quotedLength returns the length of a text within a JSON string of encoding/json.
func quotedLength(b []byte) int {
	n := len(b)
	for _, c := range b {
		switch {
		case c == '"', c == '\\', c == '\n', c == '\r', c == '\t':
			n++
		case c < ' ', c == '<', c == '>', c == '&', c == 0xe2: // which begins U+2028
			n += 5
		}
	}
	return n
}

// full reports whether the rest has to be another part.
func (p *exportPart) full() bool {
	return p.MaxExport > 0 && (p.size >= p.MaxExport || p.pages >= partPages)
}

// first reports whether this is the first part.
func (p *exportPart) first() bool { return p.place.Family == "" }

// list calls do with the memos of a list from p.place on, and reports whether it came to its
// end. page is the first page, if it has been read. A first page is short, so that the
// answer begins soon.
func (p *exportPart) list(q memo.Query, page *memo.List, do func(models.Memo) error) (ended bool, err error) {
	control := http.NewResponseController(p.c.Response())
	for {
		_ = control.SetWriteDeadline(time.Now().Add(exportPatience))
		if page == nil {
			q.Cursor = p.place.After
			read, err := p.Memos.List(p.c.Request().Context(), p.actor, q)
			if err != nil {
				return false, err
			}
			page = &read
		}
		for i, m := range page.Memos {
			if err := do(m); err != nil {
				return false, err
			}
			if last := i == len(page.Memos)-1 && page.Next == ""; p.full() && !last {
				p.place.After = memo.CursorAfter(m)
				return false, nil
			}
		}
		p.place.After = page.Next
		if page.Next == "" {
			return true, nil
		}
		if p.pages++; p.full() {
			return false, nil
		}
		page, q.Limit, q.Whole = nil, memo.MaxWhole, true
	}
}
