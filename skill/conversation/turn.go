package conversation

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// Links knows the people who have linked Echos in the Alexa app. *auth.Echos implements it.
type Links interface {
	// Linked returns the person who has granted an access token, and its access.
	// Unauthenticated: the token is not valid, or the access has ended.
	Linked(ctx context.Context, token string) (models.User, models.AccessID, error)
	// Unlink ends the access of a link. It does nothing if the access has ended already.
	Unlink(ctx context.Context, l models.Link) error
}

// Services are what turns work on.
type Services struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service

	// Links is nil if no Echo can be linked. No access token is valid then.
	Links Links

	// NoteTime is how long an answer may wait for work it does not need.
	NoteTime time.Duration
}

// Conversation answers turns. It is safe for concurrent use.
type Conversation struct {
	Services
	locales words.Locales
	elicits elicited
	topic   // all topics together
}

// answer answers a turn.
type answer func(ctx context.Context, t *Turn) (alexa.Reply, error)

// topic is something that people talk about with the skill. The zero value of each field
// is usable.
type topic struct {
	intents   map[string]answer // by intent
	requests  map[string]answer // by type of request, for those that are no intents
	questions map[string]question
	repeats   map[string]answer // by state.Last: what "repeat" says
	continues map[string]answer // by state.Last: what "more" says instead of more memos
	touches   map[string]touch  // by the action of a touch
	undos     map[models.ActKind]undo
	offers    []offer
}

// question says how to take an answer (yes, no, a bare phrase) that has no intent of
// its own.
type question struct {
	elicits  string // the intent whose slot a bare phrase fills; "": none
	yes, no  answer
	again    answer // answers "repeat"; nil: the question is asked again
	personal bool   // only the voice that was asked may answer
}

// undo is how acts of a kind are taken back.
type undo struct {
	// back takes an act back and returns the sentence that says so.
	back func(ctx context.Context, t *Turn, actor models.User, a act) (string, error)
	// after answers the turn that took an act back, said says which. ok is false if there is
	// nothing else to do. nil: there never is.
	after func(ctx context.Context, t *Turn, actor models.User, a act, said string) (reply alexa.Reply, ok bool, err error)
}

// touch changes a memo whose button was touched, and returns the sentence that says so.
type touch func(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef) (string, error)

// offer is a question that a launch may ask after a greeting. ok is false if it is not due.
type offer func(ctx context.Context, t *Turn, actor models.User, list memo.List, greeting string) (reply alexa.Reply, ok bool, err error)

// Turn is one request while it is answered.
type Turn struct {
	*Conversation
	words.Locale
	Heard understanding.Heard // what was said; zero: the request has no speech

	req    alexa.Request
	state  state  // the state after this turn
	asked  string // the question this turn may answer; "": none
	put    string // the voice that was asked, as a fingerprint; "": unknown
	other  bool   // the question was put to another speaker
	acted  bool   // see state.Acted
	missed string // see state.Missed
	misses int    // how many turns before this one were not understood, one after the other

	focus models.MemoRef                 // the memo that this turn added or changed, for the screen
	seen  map[models.MemoRef]models.Memo // see saw
	began time.Time
	notes []slog.Attr // for the log

	placed bool        // the time zone was read in this turn
	met    bool        // the account was read in this turn
	teller models.User // the account, if it has a notice
	notice string      // the sentences of that notice; "": it is out of date
	linked linked
}

// linked is who has linked the Echo that is spoken to.
type linked struct {
	echo, person models.User // zero: the turn acts as the Echo, or the account was not read yet
	access       models.AccessID
	said         string // what linking meant for the Echo's family, or that it has ended; "": nothing to say
	ended        bool   // the reply says that the link has ended
}

// Turn returns the turn of a request that came at a time. It restores the session's state.
// An open question lapses after this turn, or before it if another person speaks.
func (c *Conversation) Turn(req alexa.Request, now time.Time) *Turn {
	t := &Turn{Conversation: c, Locale: c.locales.Of(req.Body.Locale), req: req, began: now}
	if !req.Session.New {
		t.state = c.restore(req.Session.Attributes)
	}
	if t.asked = t.state.Asked; t.asked != "" && !mayAnswer(t, c.questions[t.asked]) {
		t.asked, t.other = "", true
	}
	t.put, t.state.Asked, t.state.Account, t.state.Voice = t.state.Voice, "", "", ""
	t.acted, t.state.Acted = t.state.Acted, false
	t.missed, t.state.Missed = t.state.Missed, ""
	t.misses, t.state.Misses = t.state.Misses, 0
	if req.Body.Type == alexa.IntentRequest {
		understand(t, understanding.Said{Intent: req.Body.Intent.Name, Slots: req.Slots()})
	}
	return t
}

// restore returns the state in a session's attributes. It drops questions and names that no
// topic has.
func (c *Conversation) restore(attributes map[string]any) state {
	s := parseState(attributes)
	if _, ok := c.questions[s.Asked]; !ok {
		s.Asked = ""
	}
	if _, ok := c.repeats[s.Last]; !ok {
		s.Last = ""
	}
	return s
}

// understand finds out what was said.
func understand(t *Turn, said understanding.Said) {
	said = t.elicits.heard(said, t.questions[t.asked].elicits)
	last := models.ActNone
	if n := len(t.state.Acts); n > 0 {
		last = t.state.Acts[n-1].Kind
	}
	t.Heard = understanding.Understand(t.Locale, said, understanding.Session{
		New: t.req.Session.New, Asked: t.asked, Read: hasNumbers(t), Acted: t.acted, Last: last,
	})
}

// mayAnswer reports whether the speaker may answer a question. A voice that was not
// recognised, as often happens with short answers, may be any person of the account; a
// personal question requires the same voice.
func mayAnswer(t *Turn, q question) bool {
	voice := fingerprint(string(t.Voice()))
	same := t.state.Voice == voice
	if !q.personal {
		same = same || t.state.Voice == "" || voice == ""
	}
	return same && t.state.Account == fingerprint(t.req.Account())
}

// unknownRequest is the key of topic.requests for requests of all types that it does not have.
const unknownRequest = ""

// Answer answers the turn. Its errors become a reply with Sorry.
func (t *Turn) Answer(ctx context.Context) (alexa.Reply, error) {
	all, key, unknown := t.requests, t.req.Body.Type, unknownRequest
	if key == alexa.IntentRequest {
		all, key, unknown = t.intents, t.Heard.Intent, understanding.FallbackIntent
	}
	if answer, ok := all[key]; ok {
		return answer(ctx, t)
	}
	return all[unknown](ctx, t)
}

// Voice returns the recognised voice, or "" if no voice was recognised.
func (t *Turn) Voice() models.VoiceID { return t.req.Voice() }

// AskedVoice returns the voice of the speaker. If a short answer was not enough to
// recognise the voice, it returns the known voice that was asked.
func (t *Turn) AskedVoice(actor models.User) models.VoiceID {
	if t.Voice() != "" || t.put == "" {
		return t.Voice()
	}
	for voice := range actor.Skill.Voices {
		if fingerprint(string(voice)) == t.put {
			return voice
		}
	}
	return ""
}

// Asking reports whether the last reply asked one of these questions.
func (t *Turn) Asking(questions ...string) bool { return slices.Contains(questions, t.asked) }

// Pending returns the question that this turn should have answered.
func (t *Turn) Pending() string {
	if t.asked == "" {
		return understanding.AskMenu
	}
	return t.asked
}

// Note adds a value to the turn's log line, unless the value is empty.
func (t *Turn) Note(key, value string) {
	if value != "" {
		t.notes = append(t.notes, slog.String(key, value))
	}
}

// Notes returns what the turn's log line has besides its kind: the intent that the words were
// understood as, and notes.
func (t *Turn) Notes() []slog.Attr {
	notes := []slog.Attr{slog.String("intent", t.req.Body.Intent.Name)}
	if t.req.Body.Type == alexa.IntentRequest && t.Heard.Intent != t.req.Body.Intent.Name {
		notes = []slog.Attr{slog.String("intent", t.Heard.Intent), slog.String("heardAs", t.req.Body.Intent.Name)}
	}
	return append(notes, t.notes...)
}

// otherKind is the kind of every turn without a kind of its own.
const otherKind = "other"

// Kind returns the turn's kind, one of a small fixed set whatever the request says: the
// intents that have handlers, and types of requests that are not intents.
func (t *Turn) Kind() string {
	kind := t.req.Body.Type
	_, known := t.requests[kind]
	if kind == alexa.IntentRequest {
		kind = t.Heard.Intent
		_, known = t.intents[kind]
	}
	if !known {
		return otherKind
	}
	return kind
}
