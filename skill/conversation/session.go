package conversation

import (
	"encoding/json"
	"unicode/utf8"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
)

// Limits of what a session remembers. A whole response may have 24 KB.
const (
	maxAttributes = 12 << 10
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

// The names in state.Last: what "repeat" says, and what "more" continues.
const (
	lastReading    = "reading"
	lastInvite     = "invite"
	lastConnection = "connection"
	lastMembers    = "members"
	lastHelp       = "help"
)

// parseState reads a session's attributes. It drops values that this version would not
// have written.
func parseState(attributes map[string]any, known *topic) state {
	var p packed
	raw, err := json.Marshal(attributes)
	if err != nil || json.Unmarshal(raw, &p) != nil {
		return state{}
	}
	s := p.unpack()
	if _, ok := known.questions[s.Asked]; !ok {
		s.Asked = ""
	}
	if _, ok := known.repeats[s.Last]; !ok {
		s.Last = ""
	}
	if digits, err := invite.ParseDigits(s.Code); err != nil || digits != s.Code {
		s.Code = ""
	}
	if number, ok := understanding.RecoveryNumber(s.Number); !ok || number != s.Number {
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
		raw, err := alexa.Marshal(s.pack())
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
	if question != understanding.AskJoin {
		s.Code = ""
	}
	if question != understanding.AskBack {
		s.Number = ""
	}
	if question != understanding.AskAllow {
		s.Asker = ""
	}
	if question != understanding.AskAgain && question != understanding.AskNamed {
		s.Text = ""
	}
	if question != understanding.AskNamed {
		s.Unless = ""
	}
	if question != understanding.AskLeave {
		s.Family = ""
	}
	if question != understanding.AskAll && question != understanding.AskNewest {
		s.All = nil
	}
}

// lastRead returns the number of the memo read last; 0: the session did something else
// since then.
func (s *state) lastRead() int {
	if s.Reading == nil || s.Last != lastReading {
		return 0
	}
	return s.Reading.To
}
