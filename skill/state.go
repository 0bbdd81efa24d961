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
	Text    string `json:"text,omitempty"`    // the repeated memo, or the name, to confirm
	Unless  string `json:"unless,omitempty"`  // the memo to add if the name is not confirmed
	Family  string `json:"family,omitempty"`  // the family to leave, as a fingerprint
	Misses  int    `json:"misses,omitempty"`  // consecutive turns that were not understood
	Acted   bool   `json:"acted,omitempty"`   // the last turn did or took back something that words of correction can mean
	Last    string `json:"last,omitempty"`    // what "repeat" says, a key of repeats

	Reading *reading         `json:"-"`
	All     []models.MemoRef `json:"-"` // the memos to delete after a yes
	Acts    []act            `json:"-"` // what this session did that can be undone, oldest first
}

// reading is the list as it was last read: number n is Items[n-1]. Numbers do not
// change when memos are deleted or done.
type reading struct {
	Items    []models.MemoRef
	From, To int    // the numbers of the page heard last; 0: none
	Part     int    // how many characters of memo To were heard; 0: all of it
	Pages    []int  // the first numbers of the pages before the one heard last
	Next     string // memo.List.Next; "": the end of the list
	Text     string // the search words; "": the whole list
	Until    int64  // the time, in Unix milliseconds, up to which memos count as heard at its end; 0: it counts none
	Since    int64  // memos up to this time are not new to the speaker; 0: all memos are
	OnlyNew  bool   // memos that are not new are left out
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
	for _, text := range []*string{&s.Text, &s.Unless} {
		if utf8.RuneCountInString(*text) > models.MaxContent {
			*text = ""
		}
	}
	s.Misses = min(max(s.Misses, 0), maxMisses)
	if s.Reading != nil && !s.Reading.valid() {
		s.Reading = nil
	}
	return s
}

// attributes returns the state as session attributes. If it is too large, it drops
// first what can be recovered otherwise: the account also records the last act of each
// voice, and a list can be read and counted again.
func (s state) attributes() map[string]any {
	for _, drop := range []func(){
		func() {}, func() { s.Acts = s.Acts[max(len(s.Acts)-1, 0):] }, func() { s.Acts = nil },
		func() { s.Reading = nil }, func() { s.All = nil },
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
	if question != askAgain && question != askNamed {
		s.Text = ""
	}
	if question != askNamed {
		s.Unless = ""
	}
	if question != askLeave {
		s.Family = ""
	}
	if question != askAll && question != askNewest {
		s.All = nil
	}
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
	return page && len(r.Items) <= maxRead && utf8.RuneCountInString(r.Text) <= maxSearch
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

// more reports whether there is something to read after what was heard last.
func (r *reading) more() bool {
	return r.Part > 0 || r.To < len(r.Items) || (r.Next != "" && len(r.Items) < maxRead)
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
func (r *reading) query(n int) memo.Query {
	return memo.Query{Limit: min(n, maxRead-len(r.Items)), Cursor: r.Next, Text: r.Text, Done: new(bool)}
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
