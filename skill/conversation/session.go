package conversation

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
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
	Text    string `json:"text,omitempty"`    // the text of a memo, or the name, to confirm
	Unless  string `json:"unless,omitempty"`  // the memo to offer if the name, or the memo that was found, is not confirmed
	Change  string `json:"change,omitempty"`  // change.name: what to do with the memo that was found
	Append  bool   `json:"append,omitempty"`  // Text is to be added to a memo instead of replacing its text
	Family  string `json:"family,omitempty"`  // the family to leave, as a fingerprint
	Misses  int    `json:"misses,omitempty"`  // consecutive turns that were not understood
	Acted   bool   `json:"acted,omitempty"`   // the last turn did or took back something that words of correction can mean
	Last    string `json:"last,omitempty"`    // what "repeat" says, a key of repeats
	Missed  string `json:"missed,omitempty"`  // the last turn found nothing and said this, which "repeat" says instead

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

// maxMisses is the number of consecutive turns that are not understood after which the
// session ends.
const maxMisses = 3

// parseState reads a session's attributes. It drops values that this version would not
// have written.
func parseState(attributes map[string]any) state {
	var p packed
	raw, err := json.Marshal(attributes)
	if err != nil || json.Unmarshal(raw, &p) != nil {
		return state{}
	}
	s := p.unpack()
	if digits, err := invite.ParseDigits(s.Code); err != nil || digits != s.Code {
		s.Code = ""
	}
	if number, ok := understanding.RecoveryNumber(s.Number); !ok || number != s.Number {
		s.Number = ""
	}
	if len(s.Asker) > fingerprintSize {
		s.Asker = ""
	}
	for _, text := range []*string{&s.Text, &s.Unless, &s.Missed} {
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
	texts := []string{understanding.AskWrite, understanding.AskChange, understanding.AskThis, understanding.AskWhich, understanding.AskNamed, understanding.AskRoomed}
	if !slices.Contains(texts, question) {
		s.Text, s.Append = "", false
	}
	if question != understanding.AskNamed && question != understanding.AskThis {
		s.Unless, s.Change = "", ""
	}
	if question != understanding.AskLeave {
		s.Family = ""
	}
	if !slices.Contains([]string{understanding.AskAll, understanding.AskNewest, understanding.AskThis, understanding.AskChange, understanding.AskNewText}, question) {
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

// fingerprintSize is the length of a fingerprint in characters.
const fingerprintSize = 16

// fingerprint returns a short hash that stands for an id in the session attributes, so
// that the id itself is not there.
func fingerprint(id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:fingerprintSize/2])
}

// actAdded is the kind of an added memo. Only sessions record it before it is taken back:
// see models.ActKind.
const actAdded = models.ActAdded

// Limits of what one session can undo.
const (
	maxActs    = 10
	maxActRefs = 100 // memos of all acts
)

// act is something that the session did and can undo.
type act struct {
	Kind   models.ActKind   `json:"kind"`
	By     string           `json:"by,omitempty"` // the voice, as a fingerprint; "": not recognised
	Refs   []models.MemoRef `json:"-"`
	Named  models.VoiceMark `json:"named,omitempty"`  // see models.Act
	Name   string           `json:"name,omitempty"`   // see models.Act
	Family string           `json:"family,omitempty"` // the family that was joined, as a fingerprint
}

// valid reports whether this version could have written the act.
func (a act) valid(refs []models.MemoRef) bool {
	switch a.Kind {
	case actAdded, models.ActDone, models.ActTrashed, models.ActChanged:
		return len(refs) > 0 && len(refs) <= maxActRefs
	case models.ActNamed:
		return len([]rune(a.Name)) <= models.MaxName && len(a.Named) <= fingerprintSize
	case models.ActJoined:
		return a.Family != ""
	}
	return false
}

func (a act) same(b act) bool {
	return a.Kind == b.Kind && slices.Equal(a.Refs, b.Refs) && a.Named == b.Named && a.Name == b.Name && a.Family == b.Family
}

// restoredWords returns what the account records after an act was taken back: nothing before
// it can be undone in another session, and a retry takes back the same.
func (a act) undone() models.Act {
	return models.Act{Kind: a.Kind, Refs: a.Refs, Named: a.Named, Name: a.Name, Undone: true}
}

// fromAccount returns an act that the account recorded.
func fromAccount(a models.Act) act {
	return act{Kind: a.Kind, Refs: a.Refs, Named: a.Named, Name: a.Name, Family: fingerprint(string(a.Family))}
}

// push records an act. The oldest ones give way.
func (s *state) push(a act) {
	s.Acts = append(s.Acts, a)
	for len(s.Acts) > maxActs || len(s.Acts) > 1 && s.actRefs() > maxActRefs {
		s.Acts = s.Acts[1:]
	}
}

func (s *state) actRefs() (n int) {
	for _, a := range s.Acts {
		n += len(a.Refs)
	}
	return n
}

// forget removes an act of the session.
func (s *state) forget(a act) {
	for i, known := range slices.Backward(s.Acts) {
		if known.same(a) {
			s.Acts = slices.Delete(s.Acts, i, i+1)
			return
		}
	}
}

// packed is the state as it is sent. It holds every author's id, which is long, only
// once.
type packed struct {
	state
	Authors []string       `json:"authors,omitempty"`
	Reading *packedReading `json:"reading,omitempty"`
	All     []string       `json:"all,omitempty"`
	Acts    []packedAct    `json:"acts,omitempty"`
}

// packedAct is an act as it is sent.
type packedAct struct {
	act
	Refs []string `json:"refs,omitempty"`
}

// packedReading is a reading as it is sent. A memo is an index into the authors, "/",
// and its id.
type packedReading struct {
	reading
	Items []string `json:"items"`
}

func (s state) pack() packed {
	p := packed{state: s}
	if r := s.Reading; r != nil {
		p.Reading = &packedReading{reading: *r, Items: p.shorten(r.Items)}
	}
	p.All = p.shorten(s.All)
	for _, a := range s.Acts {
		p.Acts = append(p.Acts, packedAct{act: a, Refs: p.shorten(a.Refs)})
	}
	return p
}

func (p *packed) shorten(refs []models.MemoRef) []string {
	short := make([]string, 0, len(refs))
	for _, ref := range refs {
		i := slices.Index(p.Authors, string(ref.UserID))
		if i < 0 {
			i = len(p.Authors)
			p.Authors = append(p.Authors, string(ref.UserID))
		}
		short = append(short, strconv.Itoa(i)+"/"+string(ref.ID))
	}
	return short
}

// unpack returns the state. It drops a list with an invalid reference.
func (p *packed) unpack() state {
	s := p.state
	s.All, _ = p.lengthen(p.All)
	for _, a := range p.Acts {
		if refs, ok := p.lengthen(a.Refs); ok && a.valid(refs) {
			if len(refs) > 0 {
				a.act.Refs = refs
			}
			s.push(a.act)
		}
	}
	if r := p.Reading; r != nil {
		if items, ok := p.lengthen(r.Items); ok {
			r.reading.Items = items
			s.Reading = &r.reading
		}
	}
	return s
}

func (p *packed) lengthen(short []string) ([]models.MemoRef, bool) {
	if len(short) > understanding.MaxNumber {
		return nil, false
	}
	refs := make([]models.MemoRef, 0, len(short))
	for _, item := range short {
		index, id, _ := strings.Cut(item, "/")
		i, err := strconv.Atoi(index)
		if err != nil || i < 0 || i >= len(p.Authors) || id == "" || len(id) > maxMemoID {
			return nil, false
		}
		refs = append(refs, models.MemoRef{UserID: models.UserID(p.Authors[i]), ID: models.MemoID(id)})
	}
	return refs, true
}
