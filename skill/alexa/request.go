package alexa

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	wire "github.com/arienmalec/alexa-go"

	"voicememo/internal/strict"
	"voicememo/models"
)

// ErrEnvelope is the error of Parse.
var ErrEnvelope = errors.New("skill: not the envelope of an Alexa request")

// Types of requests.
const (
	LaunchRequest = "LaunchRequest"
	IntentRequest = "IntentRequest"
	TouchRequest  = "Alexa.Presentation.APL.UserEvent"
	EndedRequest  = "SessionEndedRequest"
)

// Types of skill events. Source: "Use skill events in Alexa skills", Alexa Skills Kit.
const (
	eventPrefix = "AlexaSkillEvent."
	// SkillDisabled is the event of an account that no longer uses the skill.
	SkillDisabled = eventPrefix + "SkillDisabled"
	// SkillLinked is the event that a person has linked the account; its body has the token.
	SkillLinked = eventPrefix + "SkillAccountLinked"
	// notPersisted in the body of SkillDisabled means that the account will never come
	// back: a user who enables the skill again gets another id.
	notPersisted = "NOT_PERSISTED"
)

// The ids of Alexa accounts begin with userPrefix, though Amazon documents only their
// length ("Request and response JSON reference", User object). Other ids are stored
// under otherPrefix, so that no request can name a person who signs in on the web.
const (
	userPrefix  = "amzn1."
	otherPrefix = "alexa#"
	maxUserID   = 255
)

// Request is the envelope of an Alexa request. It and Ext are decoded from the same bytes.
type Request struct {
	wire.Request
	Ext Ext
}

// Ext is the part of a request's envelope that wire.Request lacks.
type Ext struct {
	Context struct {
		System struct {
			User struct {
				UserID      string `json:"userId"`
				AccessToken string `json:"accessToken"` // of account linking
			} `json:"user"`
			Person struct {
				PersonID string `json:"personId"` // the recognised voice
			} `json:"person"`
			Device struct {
				DeviceID            string                     `json:"deviceId"`
				SupportedInterfaces map[string]json.RawMessage `json:"supportedInterfaces"`
			} `json:"device"`
		} `json:"System"`
	} `json:"context"`
	Request struct {
		Error struct { // SessionEndedRequest
			Type string `json:"type"`
		} `json:"error"`
		Body              json.RawMessage   `json:"body"`              // skill events
		EventCreationTime string            `json:"eventCreationTime"` // skill events
		Arguments         []json.RawMessage `json:"arguments"`         // APL user events
	} `json:"request"`
}

// UnmarshalJSON decodes the envelope twice. A property of an unexpected type counts as
// absent: Alexa adds and changes properties without notice.
func (r *Request) UnmarshalJSON(raw []byte) error {
	return errors.Join(lenient(raw, &r.Request), lenient(raw, &r.Ext))
}

func lenient(raw []byte, into any) error {
	var mistyped *json.UnmarshalTypeError
	if err := json.Unmarshal(raw, into); !errors.As(err, &mistyped) {
		return err
	}
	return nil // the other properties have been decoded
}

// Parse decodes an envelope. It returns ErrEnvelope if the type or request id is
// missing, a member is there twice, the session belongs to another account than the
// request, or a request with speech or a touch has no valid account.
func Parse(raw []byte) (Request, error) {
	var r Request
	if !strict.Valid(raw) || json.Unmarshal(raw, &r) != nil {
		return Request{}, ErrEnvelope
	}
	if inSession := r.Session.User.UserID; inSession != "" && inSession != r.Account() {
		return Request{}, ErrEnvelope
	}
	if r.Body.Type == "" || r.Body.RequestID == "" || ((r.Speaks() || r.IsTouch()) && !validUser(r.Account())) {
		return Request{}, ErrEnvelope
	}
	return r, nil
}

// Speaks reports whether the request expects speech.
func (r Request) Speaks() bool { return r.Body.Type == LaunchRequest || r.Body.Type == IntentRequest }

// IsTouch reports whether the request is a touch on a screen.
func (r Request) IsTouch() bool { return r.Body.Type == TouchRequest }

// The actions of a touch. The document sends the action, then the reference to the memo.
const (
	TouchDone   = "done"
	TouchDelete = "delete"
	TouchUndo   = "undo"
)

// Touch returns the action of a touch on a list, and the reference to the memo that the row
// has. ok is false if our screens do not send such a touch.
func (r Request) Touch() (action, ref string, ok bool) {
	args := r.Ext.Request.Arguments
	if len(args) != 2 || json.Unmarshal(args[0], &action) != nil || json.Unmarshal(args[1], &ref) != nil {
		return "", "", false
	}
	if !slices.Contains([]string{TouchDone, TouchDelete, TouchUndo}, action) {
		return "", "", false
	}
	return action, ref, true
}

// Account returns the Alexa account of the request.
func (r Request) Account() string {
	if id := r.Ext.Context.System.User.UserID; id != "" {
		return id
	}
	return r.Session.User.UserID
}

// Token returns the access token of the person who has linked the Echo in the Alexa app, or
// "" if it is not linked.
func (r Request) Token() string {
	var body struct {
		AccessToken string `json:"accessToken"`
	}
	if r.Body.Type == SkillLinked && json.Unmarshal(r.Ext.Request.Body, &body) == nil && body.AccessToken != "" {
		return body.AccessToken
	}
	return r.Ext.Context.System.User.AccessToken
}

func validUser(id string) bool {
	return id != "" && len(id) <= maxUserID && !strings.ContainsFunc(id, unicode.IsControl)
}

// maxDeviceID is far longer than the device ids that Alexa sends.
const maxDeviceID = 2048

func validDevice(id string) bool {
	return len(id) <= maxDeviceID && !strings.ContainsFunc(id, unicode.IsControl)
}

// ApplicationIDs returns every application id in the request.
func (r Request) ApplicationIDs() []string {
	var ids []string
	for _, id := range []string{r.Context.System.Application.ApplicationID, r.Session.Application.ApplicationID} {
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// Slots returns the words in the slots. Slots in which nothing was understood are left out:
// Alexa writes "?" for words that do not fit the slot's type.
func (r Request) Slots() map[string]string {
	slots := map[string]string{}
	for name, slot := range r.Body.Intent.Slots {
		if value := strings.TrimSpace(models.DropHidden(slot.Value)); value != "" && value != "?" {
			slots[name] = value
		}
	}
	return slots
}

// Voice returns the recognised voice, or "" if no voice was recognised.
func (r Request) Voice() models.VoiceID {
	id := r.Ext.Context.System.Person.PersonID
	if !validUser(id) {
		return ""
	}
	return models.VoiceID(id)
}

// Device returns the device, or "" if the request does not say which.
func (r Request) Device() models.DeviceID {
	id := r.Ext.Context.System.Device.DeviceID
	if !validDevice(id) {
		return ""
	}
	return models.DeviceID(id)
}

// User returns the account under the id that the services use.
func (r Request) User() models.UserID {
	id := r.Account()
	if !strings.HasPrefix(id, userPrefix) {
		id = otherPrefix + id
	}
	return models.UserID(id)
}

// IsEvent reports whether the request is a skill event, that is, a change to an account.
func (r Request) IsEvent() bool { return strings.HasPrefix(r.Body.Type, eventPrefix) }

// HasAccount reports whether the request has a valid account.
func (r Request) HasAccount() bool { return validUser(r.Account()) }

// Persistence returns the persistence status in the body of a SkillDisabled event, or
// "" for every other request.
func (r Request) Persistence() string {
	if r.Body.Type != SkillDisabled {
		return ""
	}
	var body struct {
		Persistence string `json:"userInformationPersistenceStatus"`
	}
	if json.Unmarshal(r.Ext.Request.Body, &body) != nil {
		return ""
	}
	return body.Persistence
}

// NeverBack reports whether the request is the event of an account that will never come back.
func (r Request) NeverBack() bool { return r.Persistence() == notPersisted }

// HappenedAt returns when the change of a skill event was made: eventCreationTime or,
// without it, the time of the request, which in a repeated one is later. ok is false if the
// request has neither.
func (r Request) HappenedAt() (at time.Time, ok bool) {
	for _, text := range []string{r.Ext.Request.EventCreationTime, r.Body.Timestamp} {
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}
