package skill

import (
	"slices"
	"strconv"

	"voicememo/models"
	"voicememo/skill/messages"
)

// Limits of a screen. A response with a screen may have 100 KB, of which the rest takes
// at most 24.
const (
	maxScreen    = 72 << 10
	fewestOnARow = 20 // characters of a memo; rows are omitted rather than cut shorter
)

// The actions of a touch. The document sends the action, then the memo's opaque
// reference.
const (
	touchDelete = "delete"
	touchUndo   = "undo"
)

// shownList is the data of the list document.
type shownList struct {
	Title string     `json:"title"`
	Rows  []shownRow `json:"rows"`
}

// shownRow is a memo on a screen, with its button.
type shownRow struct {
	Number  string `json:"number"`
	Content string `json:"content"`
	By      string `json:"by"` // author and time
	Deleted bool   `json:"deleted"`
	Action  string `json:"action"`
	Ref     string `json:"ref"`
	Button  string `json:"button"`
	Label   string `json:"label"` // the button, for screen readers
}

// withList adds a screen with memos of the session's reading and their numbers, if the
// device has a screen. Deleted memos can be restored there. Memos without a number are
// omitted.
func (t *turn) withList(r Reply, memos []models.Memo) Reply {
	if !t.hasScreen() {
		return r
	}
	if screen, ok := t.fittingList(memos); ok {
		r.Directives = append(r.Directives, screen)
	}
	return r
}

// fittingList returns the largest screen that fits: it cuts long memos first, then
// omits the last ones.
func (t *turn) fittingList(memos []models.Memo) (renderDocument, bool) {
	rows := t.rows(memos, models.MaxContent)
	for n := models.MaxContent; len(rows) > 0; {
		screen := newScreen(listToken, listDocument, "memos", shownList{Title: t.listTitle(), Rows: rows})
		if raw, err := marshal(screen); err == nil && len(raw) <= maxScreen {
			return screen, true
		}
		if n /= 2; n >= fewestOnARow {
			rows = t.rows(memos, n)
		} else {
			rows = rows[:len(rows)/2]
		}
	}
	return renderDocument{}, false
}

// listTitle returns the title of the list.
func (t *turn) listTitle() string {
	if text := t.state.Reading.Text; text != "" {
		return aplText(t.say(messages.ScreenFound, messages.Args{"text": t.short(text, wordRunes)}))
	}
	return aplText(t.say(messages.Title, nil))
}

// rows returns the rows of memos, with at most n characters of each.
func (t *turn) rows(memos []models.Memo, n int) []shownRow {
	rows := make([]shownRow, 0, len(memos))
	for _, m := range memos {
		if number, ok := t.state.Reading.number(m.Ref()); ok {
			rows = append(rows, t.row(m, number, n))
		}
	}
	return rows
}

func (t *turn) row(m models.Memo, number, n int) shownRow {
	args := messages.Args{"number": strconv.Itoa(number), "who": t.who(m.CreatedByName), "when": t.when(m.Timestamp, t.began)}
	row := shownRow{
		Number: args["number"], Content: aplText(t.short(m.Content, n)), By: aplText(t.say(messages.ScreenBy, args)),
		Deleted: m.Deleted, Ref: m.Ref().String(),
		Action: touchDelete, Button: aplText(t.say(messages.ScreenDelete, nil)), Label: t.say(messages.ScreenDeleteLabel, args),
	}
	if m.Deleted {
		row.Action, row.Button, row.Label = touchUndo, aplText(t.say(messages.ScreenUndo, nil)), t.say(messages.ScreenUndoLabel, args)
	}
	return row
}

// number returns the number of a memo. A nil reading has none.
func (r *reading) number(ref models.MemoRef) (int, bool) {
	if r == nil {
		return 0, false
	}
	i := slices.Index(r.Items, ref)
	return i + 1, i >= 0
}

// page returns the memos to show with a numbered one: the page heard last if it has
// that number, otherwise the full page around it.
func (r *reading) page(number int) []models.MemoRef {
	from, to := r.From, r.To
	if number < from || number > to {
		from = (number-1)/pageSize*pageSize + 1
		to = min(from+pageSize-1, len(r.Items))
	}
	return r.Items[from-1 : to]
}
