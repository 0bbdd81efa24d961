package skill

import (
	"bytes"
	"encoding/json"
	"strings"

	alexa "github.com/arienmalec/alexa-go"
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
	Core       alexa.Response
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

type wirePayload struct {
	Type    string       `json:"type"`
	Title   string       `json:"title,omitempty"`
	Text    string       `json:"text,omitempty"`
	SSML    string       `json:"ssml,omitempty"`
	Content string       `json:"content,omitempty"`
	Image   *alexa.Image `json:"image,omitempty"`
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
	return marshal(w)
}

// payload returns nil for a payload without a type, which would be an empty object.
func payload(p *alexa.Payload) *wirePayload {
	if p == nil || p.Type == "" {
		return nil
	}
	w := &wirePayload{Type: p.Type, Title: p.Title, Text: p.Text, SSML: p.SSML, Content: p.Content}
	if p.Image != (alexa.Image{}) {
		w.Image = &p.Image
	}
	return w
}

// marshal writes JSON without escaping HTML characters.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// beginning returns the reply with a text before its speech.
func (r Reply) beginning(text string) Reply {
	said := *r.Core.Body.OutputSpeech
	said.SSML = strings.TrimSuffix(ssml(text), ssmlEnd) + strings.TrimPrefix(said.SSML, ssmlBegin)
	r.Core.Body.OutputSpeech = &said
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
