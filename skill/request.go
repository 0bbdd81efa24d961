package skill

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/internal/strict"
	"voicememo/models"
)

// Types of requests.
const (
	launchRequest = "LaunchRequest"
	intentRequest = "IntentRequest"
	touchRequest  = "Alexa.Presentation.APL.UserEvent"
	endedRequest  = "SessionEndedRequest"
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
	alexa.Request
	Ext Ext
}

// Ext is the part of a request's envelope that alexa.Request lacks.
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
		Intent struct {
			Slots map[string]struct {
				Resolutions struct {
					PerAuthority []struct {
						Status struct {
							Code string `json:"code"`
						} `json:"status"`
					} `json:"resolutionsPerAuthority"`
				} `json:"resolutions"`
			} `json:"slots"`
		} `json:"intent"`
		Error struct { // SessionEndedRequest
			Type    string `json:"type"`
			Message string `json:"message"`
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

// parseRequest decodes an envelope. It returns ErrEnvelope if the type or request id is
// missing, a member is there twice, the session belongs to another account than the
// request, or a request with speech or a touch has no valid account.
func parseRequest(raw []byte) (Request, error) {
	var r Request
	if !strict.Valid(raw) || json.Unmarshal(raw, &r) != nil {
		return Request{}, ErrEnvelope
	}
	if inSession := r.Session.User.UserID; inSession != "" && inSession != r.userID() {
		return Request{}, ErrEnvelope
	}
	if r.Body.Type == "" || r.Body.RequestID == "" || ((r.speaks() || r.isTouch()) && !validUser(r.userID())) {
		return Request{}, ErrEnvelope
	}
	return r, nil
}

// speaks reports whether the request expects speech.
func (r Request) speaks() bool { return r.Body.Type == launchRequest || r.Body.Type == intentRequest }

// isTouch reports whether the request is a touch on a screen.
func (r Request) isTouch() bool { return r.Body.Type == touchRequest }

// The actions of a touch. The document sends the action, then the reference to the memo.
const (
	touchDone   = "done"
	touchDelete = "delete"
	touchUndo   = "undo"
)

// touch returns the action of a touch on a list, and the mark of the memo's author and
// the memo's id (see screenRef). ok is false if our screens do not send such a touch.
func (r Request) touch() (action string, mark []byte, id models.MemoID, ok bool) {
	var ref string
	args := r.Ext.Request.Arguments
	if len(args) != 2 || json.Unmarshal(args[0], &action) != nil || json.Unmarshal(args[1], &ref) != nil {
		return "", nil, "", false
	}
	if _, ok := touches()[action]; !ok {
		return "", nil, "", false
	}
	mark, id, ok = parseScreenRef(ref)
	return action, mark, id, ok
}

// userID returns the Alexa account of the request.
func (r Request) userID() string {
	if id := r.Ext.Context.System.User.UserID; id != "" {
		return id
	}
	return r.Session.User.UserID
}

// token returns the access token of the person who has linked the Echo in the Alexa app, or
// "" if it is not linked.
func (r Request) token() string {
	var body struct {
		AccessToken string `json:"accessToken"`
	}
	if r.Body.Type == skillLinked && json.Unmarshal(r.Ext.Request.Body, &body) == nil && body.AccessToken != "" {
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

// applicationIDs returns every application id in the request.
func (r Request) applicationIDs() []string {
	var ids []string
	for _, id := range []string{r.Context.System.Application.ApplicationID, r.Session.Application.ApplicationID} {
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// slot returns the words in a slot, or "" if nothing was understood: Alexa writes "?"
// for words that do not fit the slot's type.
func (r Request) slot(name string) string {
	value := strings.TrimSpace(models.DropHidden(r.Body.Intent.Slots[name].Value))
	if value == "?" {
		return ""
	}
	return value
}

// voice returns the recognised voice, or "" if no voice was recognised.
func (r Request) voice() models.VoiceID {
	id := r.Ext.Context.System.Person.PersonID
	if !validUser(id) {
		return ""
	}
	return models.VoiceID(id)
}

// device returns the device, or "" if the request does not say which.
func (r Request) device() models.DeviceID {
	id := r.Ext.Context.System.Device.DeviceID
	if !validDevice(id) {
		return ""
	}
	return models.DeviceID(id)
}

// user returns the account under the id that the services use.
func (r Request) user() models.UserID {
	id := r.userID()
	if !strings.HasPrefix(id, userPrefix) {
		id = otherPrefix + id
	}
	return models.UserID(id)
}
