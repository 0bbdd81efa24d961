package talk

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// response is the part of an answer's envelope that a device acts on.
type response struct {
	Attributes json.RawMessage `json:"sessionAttributes"`
	Response   struct {
		Speech   payload `json:"outputSpeech"`
		Reprompt struct {
			Speech payload `json:"outputSpeech"`
		} `json:"reprompt"`
		Card       payload `json:"card"`
		Directives []struct {
			Type          string `json:"type"`
			Slot          string `json:"slotToElicit"`
			UpdatedIntent struct {
				Name string `json:"name"`
			} `json:"updatedIntent"`
		} `json:"directives"`
		End *bool `json:"shouldEndSession"`
	} `json:"response"`
}

type payload struct {
	Title   string `json:"title"`
	Text    string `json:"text"`
	SSML    string `json:"ssml"`
	Content string `json:"content"`
}

// receive does what the device does with an answer, and keeps the session.
func (t *Talk) receive(u utterance, request, raw []byte) (Answer, error) {
	var r response
	if err := json.Unmarshal(raw, &r); err != nil {
		return Answer{}, fmt.Errorf("talk: the answer is no JSON: %w", err)
	}
	a := Answer{
		Intent: u.intent, CardTitle: r.Response.Card.Title, Card: r.Response.Card.Content,
		Open: r.Response.End != nil && !*r.Response.End, Request: request, Response: raw,
	}
	if u.intent == "" {
		a.Intent = u.request
	}
	var err error
	if a.Speech, err = r.Response.Speech.plain(); err != nil {
		return Answer{}, err
	}
	if a.Reprompt, err = r.Response.Reprompt.Speech.plain(); err != nil {
		return Answer{}, err
	}
	if !a.Open {
		t.session = nil
		return a, nil
	}
	t.session.isNew, t.session.attributes, t.session.elicited = false, r.Attributes, elicited{}
	for _, d := range r.Response.Directives {
		if d.Type == "Dialog.ElicitSlot" {
			t.session.elicited = elicited{intent: d.UpdatedIntent.Name, slot: d.Slot}
		}
	}
	return a, nil
}

// plain gives speech as text. Markup that is not well-formed is an error, as it
// is on a device.
func (p payload) plain() (string, error) {
	if p.SSML == "" {
		return p.Text, nil
	}
	var b strings.Builder
	for d := xml.NewDecoder(strings.NewReader(p.SSML)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return strings.TrimSpace(b.String()), nil
		}
		if err != nil {
			return "", fmt.Errorf("talk: the speech is no SSML: %w", err)
		}
		switch token := token.(type) {
		case xml.CharData:
			b.Write(token)
		case xml.StartElement:
			if token.Name.Local == "break" {
				b.WriteByte('\n')
			}
		}
	}
}
