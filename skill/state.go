package skill

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"voicememo/invite"
	"voicememo/models"
)

// Bounds of what a session remembers. A whole answer may have 24 KB.
const (
	maxAttributes = 12 << 10
	maxRead       = 100 // memos of one reading
	maxMemoID     = 64
)

// state is what a session remembers from turn to turn. It travels through the
// client, so nothing in it is believed that a stranger must not decide: ids in
// it are checked by the services like those of any request.
type state struct {
	Asked   string   `json:"asked,omitempty"`   // the question that is open
	Speaker string   `json:"speaker,omitempty"` // whom it was put to
	Code    string   `json:"code,omitempty"`    // the digits that wait for a yes
	Misses  int      `json:"misses,omitempty"`  // turns in a row that were not understood
	Reading *reading `json:"reading,omitempty"`
}

// reading is the list as it was last read: number n is Items[n-1]. Numbers stay
// put when memos are deleted.
type reading struct {
	Authors []string `json:"authors"` // each id once: they are long
	Items   []string `json:"items"`   // an index into Authors, "/", a memo's id
	Gone    []int    `json:"gone,omitempty"`
	Next    string   `json:"next,omitempty"` // memo.List.Next; "": all was read
}

// parseState reads a session's attributes. What this version would not have
// written is forgotten.
func parseState(attributes map[string]any, questions map[string]question) state {
	var s state
	raw, err := json.Marshal(attributes)
	if err != nil || json.Unmarshal(raw, &s) != nil {
		return state{}
	}
	if _, known := questions[s.Asked]; !known {
		s.Asked = ""
	}
	if digits, err := invite.ParseDigits(s.Code); err != nil || digits != s.Code {
		s.Code = ""
	}
	s.Misses = min(max(s.Misses, 0), maxMisses)
	if s.Reading != nil && !s.Reading.valid() {
		s.Reading = nil
	}
	return s
}

// attributes writes the state for the way through the client.
func (s state) attributes() map[string]any {
	out := map[string]any{}
	raw, err := marshal(s)
	if err == nil && len(raw) > maxAttributes {
		s.Reading = nil // numbers are no longer known; the list can be read again
		raw, err = marshal(s)
	}
	if err != nil || json.Unmarshal(raw, &out) != nil {
		return map[string]any{}
	}
	return out
}

func (r *reading) valid() bool {
	for n := range r.Items {
		if _, ok := r.ref(n + 1); !ok {
			return false
		}
	}
	for _, n := range r.Gone {
		if n < 1 || n > len(r.Items) {
			return false
		}
	}
	return len(r.Items) <= maxRead && len(r.Gone) <= len(r.Items)
}

// add gives a memo the next number.
func (r *reading) add(ref models.MemoRef) int {
	i := slices.Index(r.Authors, string(ref.UserID))
	if i < 0 {
		i = len(r.Authors)
		r.Authors = append(r.Authors, string(ref.UserID))
	}
	r.Items = append(r.Items, strconv.Itoa(i)+"/"+string(ref.ID))
	return len(r.Items)
}

// ref gives the memo with a number.
func (r *reading) ref(number int) (models.MemoRef, bool) {
	if number < 1 || number > len(r.Items) {
		return models.MemoRef{}, false
	}
	index, id, _ := strings.Cut(r.Items[number-1], "/")
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(r.Authors) || id == "" || len(id) > maxMemoID {
		return models.MemoRef{}, false
	}
	return models.MemoRef{UserID: models.UserID(r.Authors[i]), ID: models.MemoID(id)}, true
}
