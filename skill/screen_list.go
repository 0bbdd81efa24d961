package skill

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

const (
	// maxScreen limits the bytes of a list. A response with a screen may have 100 KB, of
	// which the rest takes at most 24.
	maxScreen = 72 << 10
	// screenRows is how many memos are read and numbered at a time for a screen.
	screenRows = newsLimit + 1
)

// The states of a row.
const (
	rowOpen    = "open"
	rowDone    = "done"
	rowDeleted = "deleted"
)

// shownList is the data of the list document.
type shownList struct {
	Title  string     `json:"title"`
	Done   string     `json:"done"` // the words on the buttons
	Delete string     `json:"delete"`
	Undo   string     `json:"undo"`
	First  int        `json:"first"` // the row to scroll to, from 0
	Rows   []shownRow `json:"rows"`
}

// shownRow is a memo on a screen. An open memo has two buttons, others have one that
// undoes that. The labels are for screen readers.
type shownRow struct {
	Number  string `json:"number"` // or the word for a memo without a number
	Content string `json:"content"`
	By      string `json:"by"` // author, time and state
	State   string `json:"state"`
	Ref     string `json:"ref"`

	DoneLabel   string `json:"doneLabel,omitempty"`
	DeleteLabel string `json:"deleteLabel,omitempty"`
	UndoLabel   string `json:"undoLabel,omitempty"`
}

// withList adds a screen with the list to the reply, if the device has a screen: the
// memos that the session has numbered, after those it added since. If it has numbered
// none, it numbers the newest. The rows can be touched, so the session of a reply that
// would end it stays open without a microphone, as long as Alexa shows the screen. If the
// memos cannot be read, the reply stays as it is: its speech is correct without a screen.
func (t *turn) withList(ctx context.Context, actor models.User, r Reply) Reply {
	if !t.hasScreen() || t.numberNewest(ctx, actor) != nil {
		return r
	}
	memos, err := t.listed(ctx, actor)
	if err != nil {
		return r
	}
	if len(memos) == 0 {
		return t.withNone(r, t.state.Reading)
	}
	if t.placeFor(ctx, actor, memos) != nil {
		return r
	}
	r.Directives = append(r.Directives, t.drawnList(memos))
	if r.Mic == MicClosed {
		r.Mic = MicAbsent
		t.state.lapse("")
		t.state.Voice = t.speaking()
	}
	r.Core.SessionAttributes = t.state.attributes()
	return r
}

// speaking returns the fingerprint of the voice that touches of this turn's screen count
// as: the one that spoke last.
func (t *turn) speaking() string {
	if voice := t.voice(); voice != "" {
		return fingerprint(string(voice))
	}
	return t.put
}

// saw records memos as they are after this turn's changes, so that the screen shows them
// without another read.
func (t *turn) saw(memos ...models.Memo) {
	if t.seen == nil {
		t.seen = map[models.MemoRef]models.Memo{}
	}
	for _, m := range memos {
		t.seen[m.Ref()] = m
	}
}

// numberNewest numbers the newest memos that are not done, and those of this turn, unless
// the session has a reading.
func (t *turn) numberNewest(ctx context.Context, actor models.User) error {
	if r := t.state.Reading; r != nil && (len(r.Items) > 0 || r.Next != "") {
		return nil
	}
	list, err := t.list(ctx, actor, memo.Query{Limit: screenRows, Done: new(bool)})
	if err != nil {
		return err
	}
	list.Memos = newestFirst(slices.Concat(slices.Collect(maps.Values(t.seen)), list.Memos))
	t.numberScreen(list)
	return nil
}

// numberScreen numbers memos that only a screen shows, as the session's reading.
func (t *turn) numberScreen(list memo.List) {
	if !t.hasScreen() || len(list.Memos) == 0 {
		return
	}
	r := &reading{Next: list.Next}
	for _, m := range list.Memos {
		r.add(m.Ref())
	}
	t.saw(list.Memos...)
	t.state.Reading = r
}

// listed returns the memos that the screen shows: those that this session added and has
// not numbered, newest first, then the numbered ones. It reads those that this turn has
// not seen, and leaves out memos that are gone.
func (t *turn) listed(ctx context.Context, actor models.User) ([]models.Memo, error) {
	if t.state.Reading == nil {
		return nil, nil
	}
	refs := append(t.unnumbered(), t.state.Reading.Items...)
	missing := slices.DeleteFunc(slices.Clone(refs), func(ref models.MemoRef) bool {
		_, seen := t.seen[ref]
		return seen
	})
	for some := range slices.Chunk(missing, memo.MaxSeveral) {
		memos, err := t.Memos.Get(ctx, actor, some)
		if err != nil {
			return nil, err
		}
		t.saw(memos...)
	}
	memos := make([]models.Memo, 0, len(refs))
	for _, ref := range refs {
		if m, ok := t.seen[ref]; ok {
			memos = append(memos, m)
		}
	}
	return memos, nil
}

// unnumbered returns the memos that this session added and has not numbered, newest
// first.
func (t *turn) unnumbered() (refs []models.MemoRef) {
	for _, a := range slices.Backward(t.state.Acts) {
		for _, ref := range a.Refs {
			if _, numbered := t.state.Reading.number(ref); a.Kind == actAdded && !numbered {
				refs = append(refs, ref)
			}
		}
	}
	return refs
}

// drawnList returns the screen with as many of the memos as fit: from the one to scroll
// to on, then those before it.
func (t *turn) drawnList(memos []models.Memo) renderDocument {
	list := shownList{
		Title: t.listTitle(), Rows: []shownRow{},
		Done: t.say(words.ScreenDone, nil), Delete: t.say(words.ScreenDelete, nil), Undo: t.say(words.ScreenUndo, nil),
	}
	rows := make([]shownRow, len(memos))
	for i, m := range memos {
		rows[i] = t.row(m)
	}
	at := t.scrolled(memos)
	from, to := fitting(rows, at, maxScreen-sizeOf(newScreen(listToken, listDocument, "memos", list)))
	list.Rows, list.First = rows[from:to], at-from
	return newScreen(listToken, listDocument, "memos", list)
}

// scrolled returns the index of the memo to scroll to: the one that this turn added or
// changed, otherwise the first of the page heard last.
func (t *turn) scrolled(memos []models.Memo) int {
	r, focus := t.state.Reading, t.focus
	if focus == (models.MemoRef{}) {
		focus, _ = r.ref(r.From)
	}
	return max(0, slices.IndexFunc(memos, func(m models.Memo) bool { return m.Ref() == focus }))
}

// fitting returns the largest range of rows that has at most room bytes and contains the
// row at. Rows after it take precedence over rows before it.
func fitting(rows []shownRow, at, room int) (from, to int) {
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
	raw, err := marshal(v)
	if err != nil {
		return maxScreen
	}
	return len(raw) + 1
}

// listTitle returns the title of the list.
func (t *turn) listTitle() string {
	r := t.state.Reading
	switch {
	case len(t.unnumbered()) > 0: // what a search did not find is on the screen too
	case r.Text != "":
		return t.foundTitle(r)
	case r.OnlyNew:
		return t.say(words.ScreenNew, nil)
	}
	return t.say(words.Title, nil)
}

// foundTitle returns the title of a search.
func (t *turn) foundTitle(r *reading) string {
	return aplText(t.say(words.ScreenFound, words.Args{"text": t.short(r.Text, wordRunes)}))
}

// row returns the row of a memo.
func (t *turn) row(m models.Memo) shownRow {
	args := words.Args{"who": t.who(m.CreatedByName), "when": t.when(m.Timestamp, t.began)}
	row := shownRow{Content: aplText(m.Content), Ref: screenRef(m), State: rowOpen}
	row.Number, args["memo"] = t.say(words.ScreenAdded, nil), t.say(words.ScreenAddedMemo, nil)
	if n, ok := t.state.Reading.number(m.Ref()); ok {
		row.Number = strconv.Itoa(n)
		args["memo"] = t.say(words.ScreenMemo, words.Args{"number": row.Number})
	}
	by := words.ScreenBy
	switch {
	case m.Deleted:
		row.State, by = rowDeleted, words.ScreenByDeleted
	case m.Done():
		row.State, by = rowDone, words.ScreenByDone
	default:
		row.DoneLabel, row.DeleteLabel = t.say(words.ScreenDoneLabel, args), t.say(words.ScreenDeleteLabel, args)
	}
	if row.State != rowOpen {
		row.UndoLabel = t.say(words.ScreenUndoLabel, args)
	}
	row.By = aplText(t.say(by, args))
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

// newestFirst sorts memos in list order and removes duplicates, of which the first stays.
func newestFirst(memos []models.Memo) []models.Memo {
	slices.SortStableFunc(memos, func(a, b models.Memo) int {
		switch {
		case a.Ref() == b.Ref():
			return 0
		case a.Position().Before(b.Position()):
			return -1
		}
		return 1
	})
	return slices.CompactFunc(memos, func(a, b models.Memo) bool { return a.Ref() == b.Ref() })
}
