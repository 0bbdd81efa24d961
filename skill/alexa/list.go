package alexa

// maxScreen limits the bytes of a list. A response with a screen may have 100 KB, of
// which the rest takes at most 24.
const maxScreen = 72 << 10

// The states of a row.
const (
	RowOpen    = "open"
	RowDone    = "done"
	RowDeleted = "deleted"
)

// List is the data of the list document.
type List struct {
	Title  string `json:"title"`
	Done   string `json:"done"` // the words on the buttons
	Delete string `json:"delete"`
	Undo   string `json:"undo"`
	First  int    `json:"first"` // the row to scroll to, from 0
	Rows   []Row  `json:"rows"`
}

// Row is a memo on a screen. An open memo has two buttons, others have one that
// undoes that. The labels are for screen readers.
type Row struct {
	Number  string `json:"number"` // or the word for a memo without a number
	Content string `json:"content"`
	By      string `json:"by"` // author, time and state
	State   string `json:"state"`
	Ref     string `json:"ref"`

	DoneLabel   string `json:"doneLabel,omitempty"`
	DeleteLabel string `json:"deleteLabel,omitempty"`
	UndoLabel   string `json:"undoLabel,omitempty"`
}

// Screen returns the screen with as many of rows as fit: from the one to scroll to, at, on,
// then those before it.
func (l List) Screen(rows []Row, at int) RenderDocument {
	l.Rows = []Row{}
	from, to := fitting(rows, at, maxScreen-sizeOf(newScreen(listToken, listDocument, "memos", l)))
	l.Rows, l.First = rows[from:to], at-from
	return newScreen(listToken, listDocument, "memos", l)
}

// fitting returns the largest range of rows that has at most room bytes and contains the
// row at. Rows after it take precedence over rows before it.
func fitting(rows []Row, at, room int) (from, to int) {
	from, to = at, at
	for to < len(rows) && room >= sizeOf(rows[to]) {
		room -= sizeOf(rows[to])
		to++
	}
	for from > 0 && to == len(rows) && room >= sizeOf(rows[from-1]) {
		from--
		room -= sizeOf(rows[from])
	}
	return from, to
}

// sizeOf returns the bytes of a value in a response, with a comma.
func sizeOf(v any) int {
	raw, err := Marshal(v)
	if err != nil {
		return maxScreen
	}
	return len(raw) + 1
}
