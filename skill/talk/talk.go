package talk

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/google/uuid"

	"voicememo/skill"
)

// Defaults of Options.
const (
	DefaultLocale        = "ja-JP"
	DefaultUserID        = "amzn1.ask.account.TALK"
	DefaultApplicationID = "amzn1.ask.skill.talk"
)

// Options says who talks to what.
type Options struct {
	Locale        string // "ja-JP" or any English one; "": DefaultLocale
	UserID        string // the Alexa account; "": DefaultUserID
	ApplicationID string // the skill; "": DefaultApplicationID

	// Send takes a request to the skill: (*skill.Skill).Handle, or a POST.
	Send func(ctx context.Context, raw []byte) ([]byte, error)

	Now   func() time.Time // nil: time.Now
	NewID func() string    // of requests and sessions; nil: a random UUID
}

// Talk is one device with its session. It is not safe for concurrent use.
type Talk struct {
	Options
	language language
	patterns []pattern
	slots    map[string][]string // the slots of each intent
	invoked  invocation

	session *session
}

// session is what Alexa keeps between the turns of a conversation.
type session struct {
	id         string
	isNew      bool
	attributes json.RawMessage
	elicited   elicited
}

// elicited names the slot that the next bare phrase fills; zero: none.
type elicited struct{ intent, slot string }

// Answer is what the device says and shows.
type Answer struct {
	Intent    string // what the words were taken for: an intent or "LaunchRequest"
	Speech    string // as plain text; a pause is a line break
	Reprompt  string
	CardTitle string
	Card      string
	Open      bool // the device listens

	Request, Response json.RawMessage // the envelopes
}

// New begins a conversation. The error is about a locale without a model.
func New(o Options) (*Talk, error) {
	o = o.withDefaults()
	t := &Talk{Options: o, language: english()}
	file := "en-US"
	if strings.HasPrefix(o.Locale, "ja") {
		t.language, file = japanese(), "ja-JP"
	} else if !strings.HasPrefix(o.Locale, "en") {
		return nil, fmt.Errorf("talk: no interaction model for locale %q", o.Locale)
	}
	raw, err := fs.ReadFile(skill.Package(), "interactionModels/custom/"+file+".json")
	if err != nil {
		return nil, fmt.Errorf("talk: %w", err)
	}
	var m model
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("talk: model %s: %w", file, err)
	}
	return t, t.load(m)
}

func (o Options) withDefaults() Options {
	for value, fallback := range map[*string]string{
		&o.Locale: DefaultLocale, &o.UserID: DefaultUserID, &o.ApplicationID: DefaultApplicationID,
	} {
		if *value == "" {
			*value = fallback
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NewID == nil {
		o.NewID = uuid.NewString
	}
	return o
}

// Open reports whether the device listens for an answer.
func (t *Talk) Open() bool { return t.session != nil }

// Say sends what was said to the skill. Words outside a session, and words
// with the skill's name, begin a new one.
func (t *Talk) Say(ctx context.Context, text string) (Answer, error) {
	u := t.understand(text)
	if u.invoked || t.session == nil {
		t.session = &session{id: "amzn1.echo-api.session." + t.NewID(), isNew: true}
	}
	return t.send(ctx, u)
}

// End tells the skill that the user went away, if a session is open.
func (t *Talk) End(ctx context.Context) error {
	if t.session == nil {
		return nil
	}
	_, err := t.send(ctx, utterance{request: "SessionEndedRequest"})
	t.session = nil
	return err
}

func (t *Talk) send(ctx context.Context, u utterance) (Answer, error) {
	raw, err := json.Marshal(t.envelope(u))
	if err != nil {
		return Answer{}, fmt.Errorf("talk: %w", err)
	}
	response, err := t.Send(ctx, raw)
	if err != nil {
		return Answer{}, err
	}
	return t.receive(u, raw, response)
}
