package conversation

import (
	"slices"
	"time"
	"unicode/utf8"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/understanding"
)

// Limits of what a session remembers. A whole response may have 24 KB.
const (
	maxAttributes = 12 << 10
	maxMemoID     = 64
	maxSearch     = 100 // characters of a search
)

// reading is the list as it was last read: number n is Items[n-1]. Numbers do not
// change when memos are deleted or done.
type reading struct {
	Items   []models.MemoRef `json:"-"`
	From    int              `json:"from,omitempty"`  // the numbers of the page heard last; 0: none
	To      int              `json:"to,omitempty"`    //
	Part    int              `json:"part,omitempty"`  // how many characters of memo To were heard; 0: all of it
	Pages   []int            `json:"pages,omitempty"` // the first numbers of the pages before the one heard last
	Next    string           `json:"next,omitempty"`  // memo.List.Next; "": the end of the list
	Text    string           `json:"text,omitempty"`  // the search words; "": the whole list
	Until   int64            `json:"until,omitempty"` // the time, in Unix milliseconds, up to which memos count as heard at its end; 0: it counts none
	Since   int64            `json:"since,omitempty"` // memos up to this time are not new to the speaker; 0: all memos are
	OnlyNew bool             `json:"new,omitempty"`   // memos that are not new are left out
	offered bool             // in the turn that begins it: it was offered, and memos that were just said are left out

	Filter understanding.Filter `json:"filter,omitzero"` // whose memos it has, of which day
}

func (r *reading) valid() bool {
	for i, n := range r.Pages {
		if n < 1 || n >= r.From || i > 0 && n <= r.Pages[i-1] {
			return false
		}
	}
	if r.Part < 0 || r.Part > models.MaxContent || r.Until < 0 || r.Since < 0 {
		return false
	}
	page := 0 <= r.From && r.From <= r.To && r.To <= len(r.Items) && (r.From > 0) == (r.To > 0)
	return page && len(r.Items) <= understanding.MaxNumber && utf8.RuneCountInString(r.Text) <= maxSearch && utf8.RuneCountInString(r.Filter.By) <= models.MaxName
}

// add numbers a memo.
func (r *reading) add(ref models.MemoRef) int {
	r.Items = append(r.Items, ref)
	return len(r.Items)
}

// number returns the number of a memo. A nil reading has none.
func (r *reading) number(ref models.MemoRef) (int, bool) {
	if r == nil {
		return 0, false
	}
	i := slices.Index(r.Items, ref)
	return i + 1, i >= 0
}

// ref returns the memo with a number.
func (r *reading) ref(number int) (models.MemoRef, bool) {
	if number < 1 || number > len(r.Items) {
		return models.MemoRef{}, false
	}
	return r.Items[number-1], true
}

// more reports whether there is something to read after what was heard last.
func (r *reading) more() bool {
	return r.Part > 0 || r.To < len(r.Items) || (r.Next != "" && len(r.Items) < understanding.MaxNumber)
}

// begun reports whether memos were heard, or looked for without success so far. The list
// of a screen has numbers before it is heard.
func (r *reading) begun() bool {
	return r != nil && (r.To > 0 || len(r.Items) == 0 && r.Next != "")
}

// limited reports whether everything that the session can number was heard, but the
// list continues.
func (r *reading) limited() bool { return !r.more() && r.Next != "" }

// query returns the query for the next n memos that have no number yet.
func (r *reading) query(t *Turn, actor models.User, n int) memo.Query {
	q := memo.Query{Limit: min(n, understanding.MaxNumber-len(r.Items)), Cursor: r.Next, Text: r.Text, Done: new(bool)}
	return t.query(r.Filter, actor, q)
}

// turnTo records that the page from one number to another was heard, and how much of
// its last memo (reading.Part).
func (r *reading) turnTo(from, to, part int) {
	if r.To > 0 && from > r.From && from != r.To {
		r.Pages = append(r.Pages, r.From)
	}
	r.Pages = slices.DeleteFunc(r.Pages, func(n int) bool { return n >= from })
	r.From, r.To, r.Part = from, to, part
}

// begin limits what the reading counts as heard to the newest memo of the list's first
// page: the list may lag, and a memo that was added before the reading but is not in the
// list stays new.
func (r *reading) begin(memos []models.Memo) {
	if len(memos) > 0 {
		r.Until = min(r.Until, memos[0].Timestamp.UnixMilli())
	}
}

// since returns the time up to which memos are not new.
func (r *reading) since() time.Time {
	if r.Since == 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.Since)
}
