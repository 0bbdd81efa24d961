package conversation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"slices"
	"time"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// Turn is one request while it is answered.
type Turn struct {
	*Conversation
	words.Locale
	Heard understanding.Heard // what was said; zero: the request has no speech

	req   alexa.Request
	state state  // the state after this turn
	asked string // the question this turn may answer; "": none
	put   string // the voice that was asked, as a fingerprint; "": unknown
	other bool   // the question was put to another speaker
	acted bool   // see state.Acted

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

// Turn returns the turn of a request that came at a time. It restores the session's state.
// An open question lapses after this turn, or before it if another person speaks.
func (c *Conversation) Turn(req alexa.Request, now time.Time) *Turn {
	t := &Turn{Conversation: c, Locale: c.locales.Of(req.Body.Locale), req: req, began: now}
	if !req.Session.New {
		t.state = parseState(req.Session.Attributes, &c.topic)
	}
	if t.asked = t.state.Asked; t.asked != "" && !mayAnswer(t, c.questions[t.asked]) {
		t.asked, t.other = "", true
	}
	t.put, t.state.Asked, t.state.Account, t.state.Voice = t.state.Voice, "", "", ""
	t.acted, t.state.Acted = t.state.Acted, false
	if req.Body.Type == alexa.IntentRequest {
		understand(t, understanding.Said{Intent: req.Body.Intent.Name, Slots: req.Slots()})
	} else {
		t.state.Misses = 0
	}
	return t
}

// understand finds out what was said. Words that Alexa took for an answer to the open question
// but did not understand are still a miss.
func understand(t *Turn, said understanding.Said) {
	elicits := t.questions[t.asked].elicits
	unanswered := elicits != "" && elicits == said.Intent && said.Slots[understanding.SlotOf(elicits)] == ""
	if said.Intent != understanding.FallbackIntent && !unanswered {
		t.state.Misses = 0
	}
	last := models.ActNone
	if n := len(t.state.Acts); n > 0 {
		last = t.state.Acts[n-1].Kind
	}
	t.Heard = t.models.Understand(t.Locale, said, understanding.Session{
		New: t.req.Session.New, Asked: t.asked, Elicits: elicits, Read: t.state.Reading != nil, Acted: t.acted, Last: last,
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

// Answer answers the turn. Its errors become a reply with Sorry.
func (t *Turn) Answer(ctx context.Context) (alexa.Reply, error) {
	if t.req.Body.Type != alexa.IntentRequest {
		if answer, ok := t.requests[t.req.Body.Type]; ok {
			return answer(ctx, t)
		}
		return event(ctx, t)
	}
	if answer, ok := t.intents[t.Heard.Intent]; ok {
		return answer(ctx, t)
	}
	return t.NotHeard(), nil
}

// Voice returns the recognised voice, or "" if no voice was recognised.
func (t *Turn) Voice() models.VoiceID { return t.req.Voice() }

// AskedVoice returns the voice of the speaker. If a short answer was not enough to
// recognise the voice, it returns the known voice that was asked.
func (t *Turn) AskedVoice(actor models.User) models.VoiceID {
	if t.Voice() != "" || t.put == "" {
		return t.Voice()
	}
	for voice := range actor.Voices {
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

// Say returns a sentence of the catalogue.
func (t *Turn) Say(k words.Key, args words.Args) string { return t.Text(k, args) }

// End says a text and closes the session.
func (t *Turn) End(text string) alexa.Reply { return alexa.Say(text).With(nil, alexa.MicClosed) }

// Ask says a text and a question, and listens.
func (t *Turn) Ask(text, name string) alexa.Reply {
	t.state.Asked, t.state.Account, t.state.Voice = name, fingerprint(t.req.Account()), putTo(t, name)
	t.state.lapse(name)
	args := words.Args{
		"digits": t.Digits(t.state.Code), "number": t.Spelled(t.state.Number), "content": t.Short(t.state.Text, t.ContentRunes), "memos": t.NumberOfMemos(len(t.state.All)),
	}
	r := alexa.Say(t.Join(text, t.Say(words.Ask(name), args))).With(t.state.attributes(), alexa.MicOpen).
		WithReprompt(t.Say(words.Reprompt(name), args))
	if elicits := t.questions[name].elicits; elicits != "" {
		r = r.Elicit(elicits, understanding.SlotOf(elicits))
	}
	return r
}

// putTo returns the voice that a question is put to, as a fingerprint: the speaker's. A
// question about a name stays with the voice that was asked first, because an answer may
// be too short for the voice to be recognised.
func putTo(t *Turn, name string) string {
	if t.Voice() == "" && t.Asking(understanding.AskName, understanding.AskNamed) && (name == understanding.AskName || name == understanding.AskNamed) {
		return t.put
	}
	return fingerprint(string(t.Voice()))
}

// Done says the result of a task. It ends a one-shot; within a session it asks for
// more.
func (t *Turn) Done(text string) alexa.Reply {
	if t.req.Session.New {
		return t.End(text)
	}
	return t.Ask(text, understanding.AskElse)
}

// askFor returns an answer that asks a question.
func askFor(name string) answer {
	return func(_ context.Context, t *Turn) (alexa.Reply, error) {
		return t.Ask(t.Say(words.AllRight, nil), name), nil
	}
}

// maxMisses is the number of consecutive turns that are not understood after which the
// session ends.
const maxMisses = 3

// NotHeard repeats the question; the third time in a row it ends the session.
func (t *Turn) NotHeard() alexa.Reply {
	t.state.Acted = t.acted
	if t.state.Misses++; t.state.Misses >= maxMisses {
		return t.End(t.Join(t.Say(words.NotHeard, nil), t.Say(words.Goodbye, nil)))
	}
	return askAgain(t)
}

// askAgain asks the question again. Words that are no answer to the question about new
// memos are most likely a memo, so it asks for that one.
func askAgain(t *Turn) alexa.Reply {
	question := t.Pending()
	if question == understanding.AskNews {
		question = understanding.AskMenu
	}
	return t.Ask(t.Say(words.NotHeard, nil), question)
}

// bye ends the session.
func bye(_ context.Context, t *Turn) (alexa.Reply, error) {
	return t.End(t.Join(t.Say(words.AllRight, nil), t.Say(words.Goodbye, nil))), nil
}

// titled adds a card with the skill's name.
func titled(t *Turn, r alexa.Reply, text string) alexa.Reply {
	return r.WithCard(t.Say(words.Title, nil), text)
}

// leastRunes is how much of people's own text is always said.
const leastRunes = 20

// leaveRoom shortens people's own text so that another text fits before it.
func leaveRoom(t *Turn, text string) {
	room := len([]rune(text))
	for _, limit := range []*int{&t.SpeechRunes, &t.ContentRunes, &t.NamesRunes} {
		*limit = max(*limit-room, min(*limit, leastRunes))
	}
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
