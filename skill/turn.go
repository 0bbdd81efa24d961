package skill

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"slices"
	"strings"
	"time"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/models"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// turn is one request while it is answered.
type turn struct {
	*Skill
	locale
	req   Request
	state state  // the state after this turn
	asked string // the question this turn may answer; "": none
	put   string // the voice that was asked, as a fingerprint; "": unknown
	other bool   // the question was put to another speaker
	acted bool   // see state.Acted

	correction string                         // the right text instead of a memo that is taken back; "": not said
	then       *understanding.Meaning         // what to do after an undo; nil: nothing else
	several    []int                          // the numbers of a change of several memos; nil: one
	unless     string                         // the words of a command that may have been meant as a memo
	focus      models.MemoRef                 // the memo that this turn added or changed, for the screen
	seen       map[models.MemoRef]models.Memo // see saw
	began      time.Time
	notes      []slog.Attr // for the log

	placed bool        // the time zone was read in this turn
	met    bool        // the account was read in this turn
	teller models.User // the account, if it has a notice
	notice string      // the sentences of that notice; "": it is out of date
	linked linked
}

// newTurn restores the session's state. An open question lapses after this turn, or
// before it if another person speaks.
func (s *Skill) newTurn(req Request, now time.Time) *turn {
	t := &turn{Skill: s, locale: s.locales.of(req.Body.Locale), req: req, began: now}
	if !req.Session.New {
		t.state = parseState(req.Session.Attributes, s.questions)
	}
	if t.asked = t.state.Asked; t.asked != "" && !t.mayAnswer(s.questions[t.asked]) {
		t.asked, t.other = "", true
	}
	t.put, t.state.Asked, t.state.Account, t.state.Voice = t.state.Voice, "", "", ""
	t.acted, t.state.Acted = t.state.Acted, false
	if t.req.Body.Intent.Name != fallbackIntent && !t.unanswered() {
		t.state.Misses = 0
	}
	t.understand()
	return t
}

// unanswered reports whether Alexa took the words for an answer to the open question, but
// did not understand them.
func (t *turn) unanswered() bool {
	q := t.questions[t.asked]
	return q.slot != "" && q.intent == t.req.Body.Intent.Name && t.req.slot(q.slot) == ""
}

// mayAnswer reports whether the speaker may answer a question. A voice that was not
// recognised, as often happens with short answers, may be any person of the account; a
// personal question requires the same voice.
func (t *turn) mayAnswer(q question) bool {
	voice := fingerprint(string(t.voice()))
	same := t.state.Voice == voice
	if !q.personal {
		same = same || t.state.Voice == "" || voice == ""
	}
	return same && t.state.Account == fingerprint(t.req.userID())
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

// voice returns the recognised voice, or "" if no voice was recognised.
func (t *turn) voice() models.VoiceID { return t.req.voice() }

// speaker returns who speaks, and on which device.
func (t *turn) speaker() models.Speaker {
	return models.Speaker{Voice: t.voice(), Device: t.req.device()}
}

// actor returns the account that speaks: the person who has linked the Echo, otherwise the
// Echo's, which it creates at first contact. A token that is not valid, or that the skill
// cannot check, stands for no one: what is said is the Echo's, and a touch, which loses no
// words, is refused.
func (t *turn) actor(ctx context.Context) (models.User, error) {
	if t.req.token() != "" {
		u, err := t.linker(ctx)
		if !models.IsCode(err, models.CodeUnauthenticated) || !t.req.speaks() {
			return u, err
		}
	}
	u, err := t.Families.Ensure(ctx, t.profile(t.req.user()))
	if err == nil {
		u, err = t.unlinked(ctx, u)
	}
	if err == nil {
		t.meet(ctx, u)
	}
	return u, err
}

// asking reports whether the last reply asked one of these questions.
func (t *turn) asking(questions ...string) bool { return slices.Contains(questions, t.asked) }

// say returns a sentence of the catalogue.
func (t *turn) say(k words.Key, args words.Args) string { return t.Text(k, args) }

// join joins sentences into one text.
func (t *turn) join(sentences ...string) string {
	var text string
	for _, s := range sentences {
		if text != "" && s != "" && !strings.HasSuffix(text, pause) {
			text += t.say(words.Gap, nil)
		}
		text += s
	}
	return text
}

// end says a text and closes the session.
func (t *turn) end(text string) Reply {
	return Reply{Core: response(ssml(text), nil), Mic: MicClosed}
}

// ask says a text and a question, and listens.
func (t *turn) ask(text, name string) Reply {
	t.state.Asked, t.state.Account, t.state.Voice = name, fingerprint(t.req.userID()), t.putTo(name)
	t.state.lapse(name)
	q := t.questions[name]
	args := words.Args{
		"digits": t.digits(t.state.Code), "number": t.spelled(t.state.Number), "content": t.short(t.state.Text, t.contentRunes), "memos": t.memos(len(t.state.All)),
	}
	r := Reply{
		Core: response(ssml(t.join(text, t.say(words.Ask(name), args))), t.state.attributes()),
		Mic:  MicOpen,
	}
	r.Core.Body.Reprompt = &alexa.Reprompt{OutputSpeech: speech(ssml(t.say(words.Reprompt(name), args)))}
	if q.slot != "" {
		r.Directives = []any{newElicitSlot(q.intent, q.slot)}
	}
	return r
}

// putTo returns the voice that a question is put to, as a fingerprint: the speaker's. A
// question about a name stays with the voice that was asked first, because an answer may
// be too short for the voice to be recognised.
func (t *turn) putTo(name string) string {
	if t.voice() == "" && t.asking(askName, askNamed) && (name == askName || name == askNamed) {
		return t.put
	}
	return fingerprint(string(t.voice()))
}

// done says the result of a task. It ends a one-shot; within a session it asks for
// more.
func (t *turn) done(text string) Reply {
	if t.req.Session.New {
		return t.end(text)
	}
	return t.ask(text, askElse)
}

// card adds a card for the Alexa app and screens.
func (t *turn) card(r Reply, text string) Reply {
	r.Core.Body.Card = &alexa.Payload{Type: "Simple", Title: t.say(words.Title, nil), Content: text}
	return r
}

func response(markup string, attributes map[string]any) alexa.Response {
	said := speech(markup)
	return alexa.Response{SessionAttributes: attributes, Body: alexa.ResBody{OutputSpeech: &said}}
}

func speech(markup string) alexa.Payload { return alexa.Payload{Type: "SSML", SSML: markup} }
