package talk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"voicememo/skill/understanding"
)

// Defaults of Options.
const (
	DefaultLocale        = "ja-JP"
	DefaultUserID        = "amzn1.ask.account.TALK"
	DefaultApplicationID = "amzn1.ask.skill.talk"
)

// Options configures a Talk. Send is required.
type Options struct {
	Locale        string // one of Locales; "": DefaultLocale
	UserID        string // the Alexa account; "": DefaultUserID
	AccessToken   string // of the person who has linked the account; "": it is not linked
	ApplicationID string // the skill; "": DefaultApplicationID
	PersonID      string // the recognised voice (see VoiceID); "": no voice is recognised
	Screen        bool   // the device has a screen

	// Send sends a request to the skill: (*skill.Skill).Handle, or a POST.
	Send func(ctx context.Context, raw []byte) ([]byte, error)

	Now   func() time.Time // nil: time.Now
	NewID func() string    // for requests and sessions; nil: random UUIDs
}

// Talk is one device with its session. Its options may be changed between turns, for
// example to another speaker. It is not safe for concurrent use.
type Talk struct {
	Options
	matcher *Matcher
	session *session
	screen  *Screen   // the current screen; nil: nothing
	sent    time.Time // the time of the last request
}

// session is what Alexa keeps between the turns of a conversation.
type session struct {
	id         string
	isNew      bool
	attributes json.RawMessage
	elicited   Elicited
	filled     Elicited  // the slot that the last words filled
	until      time.Time // when the session ends unless it is used; zero: the device listens
}

// lingers is how long Alexa keeps a session whose screen is shown while the device does
// not listen ("Manage the Skill Session and Session Attributes").
const lingers = 30 * time.Second

// Answer is what the device says and shows.
type Answer struct {
	Intent    string // the intent that the words meant, or the type of another request
	Speech    string // plain text; a pause is a line break
	Reprompt  string
	CardTitle string
	Card      string
	Screen    *Screen         // the screen that this answer drew; nil: none
	Open      bool            // the device listens
	State     json.RawMessage // the session attributes; nil: the session has ended; see Open
	Elicited  Elicited        // the slot that the answer asks for

	Request, Response json.RawMessage // the envelopes
}

// New starts a conversation. It returns an error for a locale without a model.
func New(o Options) (*Talk, error) {
	o = o.withDefaults()
	m, err := NewMatcher(o.Locale)
	if err != nil {
		return nil, err
	}
	return &Talk{Options: o, matcher: m}, nil
}

// VoiceID returns a person id for the voice of a named person, the same for the same
// name. It returns "" for "".
func VoiceID(name string) string {
	if name == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(name))
	return "amzn1.ask.person." + strings.ToUpper(hex.EncodeToString(sum[:16]))
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
func (t *Talk) Open() bool { return t.session != nil && t.session.until.IsZero() }

// expire ends a session without a microphone whose time is over.
func (t *Talk) expire() {
	if t.session != nil && !t.session.until.IsZero() && t.Now().After(t.session.until) {
		t.session = nil
	}
}

// Say sends words to the skill. Words outside a session, and words with the skill's
// name, start a new session.
func (t *Talk) Say(ctx context.Context, text string) (Answer, error) {
	t.expire()
	var asked Elicited
	if t.session != nil {
		asked = t.session.elicited
	}
	u := t.matcher.Best(text, asked)[0]
	if u.Intent == understanding.FallbackIntent && t.session != nil && asked.Slot == "" {
		if number, ok := t.matcher.samples.Correcting(text, t.session.filled); ok {
			u = number
		}
	}
	return t.Mean(ctx, u)
}

// Mean sends words with a meaning to the skill: Alexa may understand words differently
// from Say.
func (t *Talk) Mean(ctx context.Context, u Meaning) (Answer, error) {
	if u.Invoked || t.session == nil {
		t.begin()
	}
	t.session.filled = Elicited{Intent: u.Intent, Slot: u.Slot}
	return t.send(ctx, u.Intent, t.request(u))
}

// Touch sends the touch of a target. A screen outlives the session it was shown in;
// touching it then starts a new session.
func (t *Talk) Touch(ctx context.Context, target Target) (Answer, error) {
	t.expire()
	if t.session == nil {
		t.begin()
	}
	return t.send(ctx, touchRequest, t.touch(target))
}

func (t *Talk) begin() {
	t.session = &session{id: "amzn1.echo-api.session." + t.NewID(), isNew: true}
}

// End tells the skill that the user left, if a session is open.
func (t *Talk) End(ctx context.Context) error {
	if t.session == nil {
		return nil
	}
	r := t.base("SessionEndedRequest")
	r["reason"] = "USER_INITIATED"
	_, err := t.send(ctx, "", r)
	t.session, t.screen = nil, nil
	return err
}

func (t *Talk) send(ctx context.Context, intent string, request object) (Answer, error) {
	raw, err := json.Marshal(t.envelope(request))
	if err != nil {
		return Answer{}, fmt.Errorf("talk: %w", err)
	}
	response, err := t.Send(ctx, raw)
	if err != nil {
		return Answer{}, err
	}
	if intent == "" {
		intent, _ = request["type"].(string)
	}
	return t.receive(intent, raw, response)
}
