package skilltest

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Limits of a reply: Alexa's own, and about 30 seconds of speech.
const (
	maxReply    = 24 << 10
	maxDrawn    = 100 << 10 // with a screen
	maxSlot     = 140
	maxSpeech   = 8000
	maxReprompt = 60
	shortest    = 15 // the characters of a reprompt to which nothing shorter is an example
	maxSpokenJa = 260
	maxSpokenEn = 520
)

var (
	asks    = regexp.MustCompile(`\?$|？([^。？]*ください。)?$`) // a request may say how to answer
	example = regexp.MustCompile(`^Say|^You can say|「`)
)

// CheckReply checks a reply against the rules that every reply obeys.
func CheckReply(t testing.TB, request, reply []byte) {
	t.Helper()
	var e Envelope
	d := json.NewDecoder(bytes.NewReader(reply))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		t.Fatalf("reply does not match the documented envelope: %v\n%s", err, reply)
	}
	if e.Version != "1.0" || e.Attributes == nil || len(reply) > maxDrawn || !utf8.Valid(reply) {
		t.Errorf("bad envelope of %d bytes: %.200s", len(reply), reply)
	}
	if rest := len(reply) - checkDirectives(t, e, drawsAPL(request)); rest > maxReply {
		t.Errorf("reply without screens: got %d bytes, want at most %d", rest, maxReply)
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
			t.Errorf("reply to an event is not empty: %s", reply)
		}
		return
	}
	checkSession(t, e)
	if c := e.Response.Card; c != nil && c.Type == "LinkAccount" {
		if c.Title != "" || c.Content != "" {
			t.Errorf("a card for linking has a text: %+v", *c)
		}
	} else if c != nil && (c.Type != "Simple" || c.Title == "" || c.Content == "" || len(c.Content) > maxSpeech) {
		t.Errorf("bad card: %+v", *c)
	}
}

func checkSession(t testing.TB, e Envelope) {
	t.Helper()
	speech := Speech(t, e.Response.Speech)
	limit := maxSpokenEn
	if strings.ContainsFunc(speech, func(r rune) bool { return unicode.In(r, unicode.Hiragana) }) {
		limit = maxSpokenJa
	}
	if n := utf8.RuneCountInString(speech); n == 0 || n > limit {
		t.Errorf("speech: got %d characters, want 1 to %d: %s", n, limit, speech)
	}
	question := asks.MatchString(speech)
	if e.Response.End == nil {
		if !touchable(t, e) || question || e.Response.Reprompt != nil || hasDialog(e) {
			t.Errorf("shouldEndSession is missing: %s", speech)
		}
		return
	}
	open := !*e.Response.End
	if !open && touchable(t, e) {
		t.Errorf("the buttons on the screen of a closed session are dead: %s", speech)
	}
	if question != open || (e.Response.Reprompt != nil) != open {
		t.Errorf("question %v, open %v, reprompt %v: %s", question, open, e.Response.Reprompt != nil, speech)
	}
	if !open && (len(e.Attributes) > 0 || hasDialog(e)) {
		t.Errorf("closed session has attributes or dialog directives: %v, %s", e.Attributes, e.Response.Directives)
	}
	if open {
		checkReprompt(t, Speech(t, e.Response.Reprompt.Speech), speech)
	}
}

// hasDialog reports whether a reply has a dialog directive.
func hasDialog(e Envelope) bool {
	return slices.ContainsFunc(e.Response.Directives, func(d json.RawMessage) bool { return bytes.Contains(d, []byte(`"Dialog.`)) })
}

// checkReprompt checks for a sentence with an example of what to say that is shorter than the
// prompt, unless that is shorter than any example.
func checkReprompt(t testing.TB, text, prompt string) {
	t.Helper()
	if n, most := utf8.RuneCountInString(text), max(utf8.RuneCountInString(prompt)-1, shortest); n == 0 || n > min(most, maxReprompt) {
		t.Errorf("reprompt: got %d characters, want 1 to %d: %s: %s", n, min(most, maxReprompt), prompt, text)
	}
	if !example.MatchString(text) {
		t.Errorf("reprompt without an example: %s", text)
	}
}

// checkTouchReply checks the reply to a touch: it may have speech but no question, and
// leaves the microphone as it is.
func checkTouchReply(t testing.TB, e Envelope) {
	t.Helper()
	if e.Response.End != nil || e.Response.Reprompt != nil || e.Response.Card != nil {
		t.Errorf("reply to a touch has end %v, reprompt %v or card %v", e.Response.End, e.Response.Reprompt, e.Response.Card)
	}
	if e.Response.Speech == nil {
		return
	}
	if speech := Speech(t, e.Response.Speech); asks.MatchString(speech) || utf8.RuneCountInString(speech) > maxSpokenEn {
		t.Errorf("bad speech after a touch: %q", speech)
	}
}
