package skill_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Bounds of a reply: Alexa's own, and about 30 seconds of speech.
const (
	maxReply    = 24 << 10
	maxDrawn    = 100 << 10 // with a screen
	maxSlot     = 140
	maxSpeech   = 8000
	maxReprompt = 60
	maxSpokenJa = 260
	maxSpokenEn = 520
)

type envelope struct {
	Version    string                     `json:"version"`
	Attributes map[string]json.RawMessage `json:"sessionAttributes"`
	Response   struct {
		Speech   *said `json:"outputSpeech"`
		Reprompt *struct {
			Speech *said `json:"outputSpeech"`
		} `json:"reprompt"`
		Card *struct {
			Type, Title, Content string
		} `json:"card"`
		Directives []json.RawMessage `json:"directives"`
		End        *bool             `json:"shouldEndSession"`
	} `json:"response"`
}

type said struct{ Type, SSML string }

// checkReply holds a reply against the rules that every reply obeys.
func checkReply(t testing.TB, request, reply []byte) {
	t.Helper()
	var e envelope
	d := json.NewDecoder(bytes.NewReader(reply))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		t.Fatalf("reply is not as documented: %v\n%s", err, reply)
	}
	if e.Version != "1.0" || e.Attributes == nil || len(reply) > maxDrawn || !utf8.Valid(reply) {
		t.Errorf("bad envelope of %d bytes: %.200s", len(reply), reply)
	}
	if rest := len(reply) - checkDirectives(t, e, drawsAPL(request)); rest > maxReply {
		t.Errorf("%d bytes beside the screen", rest)
	}
	for _, junk := range []string{`"image":{}`, `"audioItem"`, `"UpdatedIntent"`, `\u003c`} {
		if bytes.Contains(reply, []byte(junk)) {
			t.Errorf("reply contains %s: %s", junk, reply)
		}
	}
	switch kind := typeOf(request); kind {
	case "LaunchRequest", "IntentRequest":
	case "Alexa.Presentation.APL.UserEvent":
		checkTouchReply(t, e)
		return
	default:
		if !bytes.Contains(reply, []byte(`"response":{}`)) || len(e.Attributes) > 0 {
			t.Errorf("answer to an event is not empty: %s", reply)
		}
		return
	}
	checkSession(t, e)
	if c := e.Response.Card; c != nil && (c.Type != "Simple" || c.Title == "" || c.Content == "" || len(c.Content) > maxSpeech) {
		t.Errorf("bad card: %+v", *c)
	}
}

func checkSession(t testing.TB, e envelope) {
	t.Helper()
	speech := checkSpeech(t, e.Response.Speech)
	limit := maxSpokenEn
	if strings.ContainsFunc(speech, func(r rune) bool { return unicode.In(r, unicode.Hiragana) }) {
		limit = maxSpokenJa
	}
	if n := utf8.RuneCountInString(speech); n == 0 || n > limit {
		t.Errorf("speech of %d characters: %s", n, speech)
	}
	if e.Response.End == nil {
		t.Fatal("shouldEndSession is missing")
	}
	question := strings.HasSuffix(speech, "?") || strings.HasSuffix(speech, "？")
	open := !*e.Response.End
	if question != open || (e.Response.Reprompt != nil) != open {
		t.Errorf("question %v, open %v, reprompt %v: %s", question, open, e.Response.Reprompt != nil, speech)
	}
	if !open && (len(e.Attributes) > 0 || slices.ContainsFunc(e.Response.Directives, func(d json.RawMessage) bool { return bytes.Contains(d, []byte(`"Dialog.`)) })) {
		t.Errorf("a closed session goes on: %v, %s", e.Attributes, e.Response.Directives)
	}
	if open {
		checkReprompt(t, checkSpeech(t, e.Response.Reprompt.Speech))
	}
}

// checkReprompt wants a short sentence with an example of what can be said.
func checkReprompt(t testing.TB, text string) {
	t.Helper()
	if n := utf8.RuneCountInString(text); n == 0 || n > maxReprompt {
		t.Errorf("reprompt of %d characters", n)
	}
	if !strings.Contains(text, "「") && !strings.HasPrefix(text, "Say") {
		t.Errorf("reprompt without an example: %s", text)
	}
}

// checkTouchReply: a touch may hear something, but is asked nothing, and the
// microphone stays as it is.
func checkTouchReply(t testing.TB, e envelope) {
	t.Helper()
	if e.Response.End != nil || e.Response.Reprompt != nil || e.Response.Card != nil {
		t.Errorf("answer to a touch: end %v, reprompt %v, card %v", e.Response.End, e.Response.Reprompt, e.Response.Card)
	}
	if e.Response.Speech == nil {
		return
	}
	if speech := checkSpeech(t, e.Response.Speech); strings.HasSuffix(speech, "?") || strings.HasSuffix(speech, "？") || utf8.RuneCountInString(speech) > maxSpokenEn {
		t.Errorf("a touch hears %q", speech)
	}
}

// checkDirectives knows the two kinds that there are, and says how long the
// screens among them are.
func checkDirectives(t testing.TB, e envelope, screen bool) (drawn int) {
	t.Helper()
	for _, raw := range e.Response.Directives {
		var d struct {
			Type, Token   string
			Document      map[string]any
			Datasources   map[string]any
			SlotToElicit  string
			UpdatedIntent struct {
				Slots map[string]struct{ Value string }
			}
		}
		if err := json.Unmarshal(raw, &d); err != nil {
			t.Fatal(err)
		}
		switch {
		case d.Type == "Alexa.Presentation.APL.RenderDocument":
			drawn += len(raw)
			if !screen || d.Token == "" || d.Document["type"] != "APL" || len(d.Datasources) == 0 {
				t.Errorf("bad screen for a device that draws %v: %.200s", screen, raw)
			}
		case d.Type == "Dialog.ElicitSlot" && d.SlotToElicit != "":
			for name, slot := range d.UpdatedIntent.Slots {
				if utf8.RuneCountInString(slot.Value) > maxSlot {
					t.Errorf("slot %s of %d characters", name, utf8.RuneCountInString(slot.Value))
				}
			}
		default:
			t.Errorf("directive %.200s", raw)
		}
	}
	return drawn
}

// checkSpeech gives the words of speech that is well-formed SSML.
func checkSpeech(t testing.TB, s *said) string {
	t.Helper()
	if s == nil || s.Type != "SSML" || utf8.RuneCountInString(s.SSML) > maxSpeech {
		t.Fatalf("bad speech: %+v", s)
	}
	if !strings.HasPrefix(s.SSML, "<speak>") || !strings.HasSuffix(s.SSML, "</speak>") {
		t.Errorf("no speak element: %s", s.SSML)
	}
	var words strings.Builder
	for d := xml.NewDecoder(strings.NewReader(s.SSML)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return words.String()
		}
		if err != nil {
			t.Fatalf("not well-formed: %v: %s", err, s.SSML)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if name := token.Name.Local; name != "speak" && name != "break" {
				t.Errorf("element %s: %s", name, s.SSML)
			}
		case xml.CharData:
			words.Write(token)
		}
	}
}

// checkSecrets makes sure that nothing internal is said or shown.
func checkSecrets(t testing.TB, reply []byte) {
	t.Helper()
	var e envelope
	if err := json.Unmarshal(reply, &e); err != nil {
		t.Fatal(err)
	}
	shown, err := json.Marshal(e.Response)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"amzn1", "google-", "00000000-0000-4000", "sql", "context", "panic"} {
		if bytes.Contains(shown, []byte(secret)) {
			t.Errorf("reply shows %q: %s", secret, shown)
		}
	}
}

func typeOf(request []byte) string {
	var r struct {
		Request struct{ Type string } `json:"request"`
	}
	_ = json.Unmarshal(request, &r)
	return r.Request.Type
}

// drawsAPL reports whether the device of a request has a screen.
func drawsAPL(request []byte) bool {
	var r struct {
		Context struct {
			System struct {
				Device struct {
					Interfaces map[string]json.RawMessage `json:"supportedInterfaces"`
				} `json:"device"`
			} `json:"System"`
		} `json:"context"`
	}
	_ = json.Unmarshal(request, &r)
	_, ok := r.Context.System.Device.Interfaces["Alexa.Presentation.APL"]
	return ok
}
