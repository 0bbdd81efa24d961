package skill

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Bounds of what a session remembers. A whole answer may have 24 KB.
const (
	maxAttributes = 12 << 10
	maxRead       = 100 // memos of one reading
	maxMemoID     = 64
	maxSearch     = 100 // characters of a search
)

// state is what a session remembers from turn to turn. It travels through the
// client, so nothing in it is believed that a stranger must not decide: ids in
// it are checked by the services like those of any request.
type state struct {
	Asked   string `json:"asked,omitempty"`   // the question that is open
	Account string `json:"account,omitempty"` // whom it was put to, as a fingerprint
	Voice   string `json:"voice,omitempty"`   // whose voice was heard before it, likewise
	Code    string `json:"code,omitempty"`    // the digits that wait for a yes
	Number  string `json:"number,omitempty"`  // the recovery number that waits for a yes
	Asker   string `json:"asker,omitempty"`   // who waits for a yes, as a fingerprint
	Text    string `json:"text,omitempty"`    // the memo that waits for a yes
	Family  string `json:"family,omitempty"`  // the family that waits for a yes to be left, as a fingerprint
	Misses  int    `json:"misses,omitempty"`  // turns in a row that were not understood
	Last    string `json:"last,omitempty"`    // what "repeat" says again, a name in repeats

	Reading *reading         `json:"-"`
	All     []models.MemoRef `json:"-"` // what waits for a yes to be deleted
	Undo    []models.MemoRef `json:"-"` // what this session deleted last
}

// reading is the list as it was last read: number n is Items[n-1]. Numbers stay
// put when memos are deleted.
type reading struct {
	Items    []models.MemoRef
	From, To int    // the numbers of the page heard last; 0: none
	Gone     []int  // the numbers deleted since
	Next     string // memo.List.Next; "": there is no more
	Text     string // what was searched for; "": the whole list
}

// parseState reads a session's attributes. What this version would not have
// written is forgotten.
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

// attributes writes the state for the way through the client. What has no room
// is left out, first what can be had otherwise: the account remembers its last
// deletion too, a list can be read again, and counted again.
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

// lapse forgets what waited for a yes to another question than this one.
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

// deleted notes what was just put into the trash: numbers go, and it can be
// undone.
func (s *state) deleted(refs ...models.MemoRef) {
	s.Undo = refs
	for _, ref := range refs {
		s.Reading.mark(ref, true)
	}
}

// restored notes what came back, so that its numbers work again.
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

// add gives a memo the next number.
func (r *reading) add(ref models.MemoRef) int {
	r.Items = append(r.Items, ref)
	return len(r.Items)
}

// ref gives the memo with a number.
func (r *reading) ref(number int) (models.MemoRef, bool) {
	if number < 1 || number > len(r.Items) {
		return models.MemoRef{}, false
	}
	return r.Items[number-1], true
}

// mark notes that a memo is gone, or is not. One without a number is nobody's
// concern.
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

// more reports whether there is more to read after the page heard last.
func (r *reading) more() bool { return r.To < len(r.Items) || (r.Next != "" && len(r.Items) < maxRead) }

// limited reports whether there is more than a session can number, and all that
// can be was heard.
func (r *reading) limited() bool { return !r.more() && r.Next != "" }

// query asks for what a reading has not read yet.
func (r *reading) query() memo.Query {
	return memo.Query{Limit: min(pageSize, maxRead-len(r.Items)), Cursor: r.Next, Text: r.Text}
}
