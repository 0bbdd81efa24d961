package skill

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Limits of what a session remembers. A whole response may have 24 KB.
const (
	maxAttributes = 12 << 10
	maxRead       = 100 // memos of one reading
	maxMemoID     = 64
	maxSearch     = 100 // characters of a search
)

// state is what a session remembers from turn to turn. The client holds it, so it is
// not trusted: the services check ids in it like those of any request.
type state struct {
	Asked   string `json:"asked,omitempty"`   // the question that is open
	Account string `json:"account,omitempty"` // the account that was asked, as a fingerprint
	Voice   string `json:"voice,omitempty"`   // the voice that was asked, as a fingerprint
	Code    string `json:"code,omitempty"`    // the code to confirm
	Number  string `json:"number,omitempty"`  // the recovery number to confirm
	Asker   string `json:"asker,omitempty"`   // the person to admit, as a fingerprint
	Text    string `json:"text,omitempty"`    // the repeated memo to confirm
	Family  string `json:"family,omitempty"`  // the family to leave, as a fingerprint
	Misses  int    `json:"misses,omitempty"`  // consecutive turns that were not understood
	Last    string `json:"last,omitempty"`    // what "repeat" says, a key of repeats

	Reading *reading         `json:"-"`
	All     []models.MemoRef `json:"-"` // the memos to delete after a yes
	Undo    []models.MemoRef `json:"-"` // what this session deleted last
}

// reading is the list as it was last read: number n is Items[n-1]. Numbers do not
// change when memos are deleted.
type reading struct {
	Items    []models.MemoRef
	From, To int    // the numbers of the page heard last; 0: none
	Gone     []int  // the deleted numbers
	Next     string // memo.List.Next; "": the end of the list
	Text     string // the search words; "": the whole list
}

// parseState reads a session's attributes. It drops values that this version would not
// have written.
func parseState(attributes map[string]any, questions map[string]question) state {
	var p packed
	raw, err := json.Marshal(attributes)
	if err != nil || json.Unmarshal(raw, &p) != nil {
		return state{}
	}
	s := p.unpack()
	if _, known := questions[s.Asked]; !known {
		s.Asked = ""
	}
	if _, known := repeats()[s.Last]; !known {
		s.Last = ""
	}
	if digits, err := invite.ParseDigits(s.Code); err != nil || digits != s.Code {
		s.Code = ""
	}
	if number, ok := recoveryNumber(s.Number); !ok || number != s.Number {
		s.Number = ""
	}
	if len(s.Asker) > fingerprintSize {
		s.Asker = ""
	}
	if utf8.RuneCountInString(s.Text) > models.MaxContent {
		s.Text = ""
	}
	s.Misses = min(max(s.Misses, 0), maxMisses)
	if s.Reading != nil && !s.Reading.valid() {
		s.Reading = nil
	}
	return s
}

// attributes returns the state as session attributes. If it is too large, it drops
// first what can be recovered otherwise: the account also records its last deletion,
// and a list can be read and counted again.
func (s state) attributes() map[string]any {
	for _, drop := range []func(){
		func() {}, func() { s.Undo = nil }, func() { s.Reading = nil }, func() { s.All = nil },
	} {
		drop()
		raw, err := marshal(s.pack())
		if err != nil {
			break
		}
		out := map[string]any{}
		if len(raw) <= maxAttributes && json.Unmarshal(raw, &out) == nil {
			return out
		}
	}
	return map[string]any{}
}

// lapse drops what other questions than this one were to confirm.
func (s *state) lapse(question string) {
	if question != askJoin {
		s.Code = ""
	}
	if question != askBack {
		s.Number = ""
	}
	if question != askAllow {
		s.Asker = ""
	}
	if question != askAgain {
		s.Text = ""
	}
	if question != askLeave {
		s.Family = ""
	}
	if question != askAll && question != askNewest {
		s.All = nil
	}
}

// deleted records memos that were just put into the trash: their numbers are gone, and
// the deletion can be undone.
func (s *state) deleted(refs ...models.MemoRef) {
	s.Undo = refs
	for _, ref := range refs {
		s.Reading.mark(ref, true)
	}
}

// restored records restored memos, whose numbers work again.
func (s *state) restored(memos []models.Memo) {
	for _, m := range memos {
		s.Reading.mark(m.Ref(), false)
	}
}

func (r *reading) valid() bool {
	for _, n := range r.Gone {
		if n < 1 || n > len(r.Items) {
			return false
		}
	}
	page := 0 <= r.From && r.From <= r.To && r.To <= len(r.Items) && (r.From > 0) == (r.To > 0)
	return page && len(r.Items) <= maxRead && len(r.Gone) <= len(r.Items) && utf8.RuneCountInString(r.Text) <= maxSearch
}

// add numbers a memo.
func (r *reading) add(ref models.MemoRef) int {
	r.Items = append(r.Items, ref)
	return len(r.Items)
}

// ref returns the memo with a number.
func (r *reading) ref(number int) (models.MemoRef, bool) {
	if number < 1 || number > len(r.Items) {
		return models.MemoRef{}, false
	}
	return r.Items[number-1], true
}

// mark records whether a memo is gone. A memo without a number is ignored.
func (r *reading) mark(ref models.MemoRef, gone bool) {
	if r == nil {
		return
	}
	number := slices.Index(r.Items, ref) + 1
	r.Gone = slices.DeleteFunc(r.Gone, func(n int) bool { return n == number })
	if gone && number > 0 {
		r.Gone = append(r.Gone, number)
	}
}

// more reports whether there are memos to read after the page heard last.
func (r *reading) more() bool { return r.To < len(r.Items) || (r.Next != "" && len(r.Items) < maxRead) }

// limited reports whether everything that the session can number was heard, but the
// list continues.
func (r *reading) limited() bool { return !r.more() && r.Next != "" }

// query returns the query for the next page that has not been read.
func (r *reading) query() memo.Query {
	return memo.Query{Limit: min(pageSize, maxRead-len(r.Items)), Cursor: r.Next, Text: r.Text}
}
