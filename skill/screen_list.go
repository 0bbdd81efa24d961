package skill

import (
	"slices"
	"strconv"

	"voicememo/models"
	"voicememo/skill/messages"
)

// Bounds of what a screen shows. An answer with a screen may have 100 KB; the
// rest of it takes at most 24.
const (
	maxScreen    = 72 << 10
	fewestOnARow = 20 // characters of a memo, before rows are left out
)

// What a touch asks for, as the document sends it: the action, then a memo's
// opaque reference.
const (
	touchDelete = "delete"
	touchUndo   = "undo"
)

// shownList is what the document of a list shows.
type shownList struct {
	Title string     `json:"title"`
	Rows  []shownRow `json:"rows"`
}

// shownRow is a memo on a screen and what can be done with it there.
type shownRow struct {
	Number  string `json:"number"`
	Content string `json:"content"`
	By      string `json:"by"` // who and when
	Deleted bool   `json:"deleted"`
	Action  string `json:"action"`
	Ref     string `json:"ref"`
	Button  string `json:"button"`
	Label   string `json:"label"` // what a screen reader says of the button
}

// withList shows memos of the session's reading, with the numbers it gave them,
// on a device that has a screen. Deleted ones can be restored there. Memos that
// have no number are left out.
func (t *turn) withList(r Reply, memos []models.Memo) Reply {
	if !t.hasScreen() {
		return r
	}
	if screen, ok := t.fittingList(memos); ok {
		r.Directives = append(r.Directives, screen)
	}
	return r
}

// fittingList draws memos as far as there is room: of many long ones it shows
// the beginnings, and of far too many the first ones.
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

// listTitle names what is listed.
func (t *turn) listTitle() string {
	if text := t.state.Reading.Text; text != "" {
		return aplText(t.say(messages.ScreenFound, messages.Args{"text": t.short(text, wordRunes)}))
	}
	return aplText(t.say(messages.Title, nil))
}

// rows words memos, with at most n characters of each.
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

// number gives the number of a memo. A nil reading has none.
func (r *reading) number(ref models.MemoRef) (int, bool) {
	if r == nil {
		return 0, false
	}
	i := slices.Index(r.Items, ref)
	return i + 1, i >= 0
}

// page gives the memos that are shown with the one of a number: the page heard
// last if it is there, otherwise as many as a page has.
func (r *reading) page(number int) []models.MemoRef {
	from, to := r.From, r.To
	if number < from || number > to {
		from = (number-1)/pageSize*pageSize + 1
		to = min(from+pageSize-1, len(r.Items))
	}
	return r.Items[from-1 : to]
}
