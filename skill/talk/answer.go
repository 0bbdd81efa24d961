package talk

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// response is the part of a response envelope that a device acts on.
type response struct {
	Attributes json.RawMessage `json:"sessionAttributes"`
	Response   struct {
		Speech   payload `json:"outputSpeech"`
		Reprompt struct {
			Speech payload `json:"outputSpeech"`
		} `json:"reprompt"`
		Card       payload     `json:"card"`
		Directives []directive `json:"directives"`
		End        *bool       `json:"shouldEndSession"`
	} `json:"response"`
}

// directive is a Dialog.ElicitSlot or Alexa.Presentation.APL.RenderDocument directive;
// this device ignores others.
type directive struct {
	Type          string `json:"type"`
	Slot          string `json:"slotToElicit"`
	UpdatedIntent struct {
		Name string `json:"name"`
	} `json:"updatedIntent"`
	rendering
}

type payload struct {
	Title   string `json:"title"`
	Text    string `json:"text"`
	SSML    string `json:"ssml"`
	Content string `json:"content"`
}

// receive acts on a response as the device does, and updates the session.
func (t *Talk) receive(intent string, request, raw []byte) (Answer, error) {
	var r response
	if err := json.Unmarshal(raw, &r); err != nil {
		return Answer{}, fmt.Errorf("talk: the response is not JSON: %w", err)
	}
	a := Answer{
		Intent: intent, CardTitle: r.Response.Card.Title, Card: r.Response.Card.Content,
		Open: r.Response.End != nil && !*r.Response.End, Request: request, Response: raw,
	}
	var err error
	if a.Speech, err = r.Response.Speech.plain(); err != nil {
		return Answer{}, err
	}
	if a.Reprompt, err = r.Response.Reprompt.Speech.plain(); err != nil {
		return Answer{}, err
	}
	if err := t.show(&a, r.Response.Directives); err != nil {
		return Answer{}, err
	}
	t.keep(&a, r)
	return a, nil
}

// show puts the last document among the directives on the screen.
func (t *Talk) show(a *Answer, directives []directive) error {
	for _, d := range directives {
		if d.Type != renderDocument {
			continue
		}
		if !t.Screen {
			return errors.New("talk: the response draws on a device without a screen")
		}
		shown, err := d.draw()
		if err != nil {
			return err
		}
		a.Screen, t.screen = shown, shown
	}
	return nil
}

// keep continues the session or ends it. A response that does not say which keeps the
// session for a while if a screen is shown.
func (t *Talk) keep(a *Answer, r response) {
	shows := t.screen != nil && r.Response.End == nil
	if !a.Open && !shows {
		t.session = nil
		return
	}
	t.session.until = time.Time{}
	if shows {
		t.session.until = t.sent.Add(lingers)
	}
	a.State = r.Attributes
	t.session.isNew, t.session.attributes, t.session.elicited = false, r.Attributes, Elicited{}
	for _, d := range r.Response.Directives {
		if d.Type == "Dialog.ElicitSlot" {
			t.session.elicited = Elicited{Intent: d.UpdatedIntent.Name, Slot: d.Slot}
		}
	}
	a.Elicited = t.session.elicited
}

// plain returns speech as plain text. As on a device, malformed markup is an error.
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
			return "", fmt.Errorf("talk: the speech is not SSML: %w", err)
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
