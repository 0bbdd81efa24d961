package alexa

import (
	"bytes"
	"encoding/json"
	"strings"

	wire "github.com/arienmalec/alexa-go"
)

// Mic is the effect of a reply on the session.
type Mic int

// The effects of a reply on the session. MicAbsent omits shouldEndSession, which Alexa
// refuses in responses to requests without speech.
const (
	MicAbsent Mic = iota
	MicOpen
	MicClosed
)

// Reply is a response envelope. alexa-go, which is one of the project's given libraries
// (docs/decisions/0033-given-libraries.md), has the types for speech and cards.
// MarshalJSON does not use its encoding, which has empty images, audio items and
// reprompts, and always has shouldEndSession.
type Reply struct {
	Core       wire.Response
	Directives []any
	Mic        Mic
}

type wireReply struct {
	Version    string         `json:"version"`
	Attributes map[string]any `json:"sessionAttributes"`
	Response   wireBody       `json:"response"`
}

type wireBody struct {
	Speech     *wirePayload  `json:"outputSpeech,omitempty"`
	Card       *wirePayload  `json:"card,omitempty"`
	Reprompt   *wireReprompt `json:"reprompt,omitempty"`
	Directives []any         `json:"directives,omitempty"`
	End        *bool         `json:"shouldEndSession,omitempty"`
}

type wireReprompt struct {
	Speech *wirePayload `json:"outputSpeech"`
}

// wirePayload is a payload without the image, which alexa-go always writes.
type wirePayload struct {
	wire.Payload
	Image *wire.Image `json:"image,omitempty"` // nil
}

// MarshalJSON writes the envelope as the Alexa reference describes it.
func (r Reply) MarshalJSON() ([]byte, error) {
	body := r.Core.Body
	w := wireReply{Version: "1.0", Attributes: r.Core.SessionAttributes, Response: wireBody{
		Speech: payload(body.OutputSpeech), Card: payload(body.Card), Directives: r.Directives,
	}}
	if w.Attributes == nil {
		w.Attributes = map[string]any{}
	}
	if body.Reprompt != nil {
		if p := payload(&body.Reprompt.OutputSpeech); p != nil {
			w.Response.Reprompt = &wireReprompt{Speech: p}
		}
	}
	if r.Mic != MicAbsent {
		end := r.Mic == MicClosed
		w.Response.End = &end
	}
	return Marshal(w)
}

// payload returns nil for a payload without a type, which would be an empty object.
func payload(p *wire.Payload) *wirePayload {
	if p == nil || p.Type == "" {
		return nil
	}
	return &wirePayload{Payload: *p}
}

// Marshal writes JSON without escaping HTML characters.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// Say returns a reply that says a text. It leaves the microphone as it is.
func Say(text string) Reply {
	said := spoken(text)
	return Reply{Core: wire.Response{Body: wire.ResBody{OutputSpeech: &said}}}
}

func spoken(text string) wire.Payload { return wire.Payload{Type: "SSML", SSML: ssml(text)} }

// Speaks reports whether the reply has speech.
func (r Reply) Speaks() bool { return r.Core.Body.OutputSpeech != nil }

// Beginning returns the reply with a text before its speech.
func (r Reply) Beginning(text string) Reply {
	said := *r.Core.Body.OutputSpeech
	said.SSML = strings.TrimSuffix(ssml(text), ssmlEnd) + strings.TrimPrefix(said.SSML, ssmlBegin)
	r.Core.Body.OutputSpeech = &said
	return r
}

// With returns the reply with session attributes and an effect on the session.
func (r Reply) With(attributes map[string]any, mic Mic) Reply {
	r.Core.SessionAttributes, r.Mic = attributes, mic
	return r
}

// WithReprompt returns the reply with a text that is said if no answer is heard.
func (r Reply) WithReprompt(text string) Reply {
	r.Core.Body.Reprompt = &wire.Reprompt{OutputSpeech: spoken(text)}
	return r
}

// WithCard returns the reply with a card for the Alexa app and screens.
func (r Reply) WithCard(title, content string) Reply {
	r.Core.Body.Card = &wire.Payload{Type: "Simple", Title: title, Content: content}
	return r
}

// WithLinkCard returns the reply with the card with which a person links the device in the
// Alexa app.
func (r Reply) WithLinkCard() Reply {
	r.Core.Body.Card = &wire.Payload{Type: "LinkAccount"}
	return r
}

// Draw returns the reply with a screen.
func (r Reply) Draw(d RenderDocument) Reply {
	r.Directives = append(r.Directives, d)
	return r
}

// Elicit returns the reply with the directive that makes Alexa fill a slot of an intent with
// the next words.
func (r Reply) Elicit(intent, slot string) Reply {
	r.Directives = append(r.Directives, newElicitSlot(intent, slot))
	return r
}

// elicitSlot makes Alexa fill a slot of an intent with the next words.
type elicitSlot struct {
	Type   string        `json:"type"`
	Slot   string        `json:"slotToElicit"`
	Intent updatedIntent `json:"updatedIntent"`
}

type updatedIntent struct {
	Name         string                 `json:"name"`
	Confirmation string                 `json:"confirmationStatus"`
	Slots        map[string]updatedSlot `json:"slots"`
}

type updatedSlot struct {
	Name         string `json:"name"`
	Confirmation string `json:"confirmationStatus"`
}

func newElicitSlot(intent, slot string) elicitSlot {
	return elicitSlot{Type: "Dialog.ElicitSlot", Slot: slot, Intent: updatedIntent{
		Name: intent, Confirmation: "NONE",
		Slots: map[string]updatedSlot{slot: {Name: slot, Confirmation: "NONE"}},
	}}
}
