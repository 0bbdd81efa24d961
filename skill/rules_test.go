package skill_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Bounds of a reply: Alexa's own, and about 30 seconds of speech.
const (
	maxReply    = 24 << 10
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
	if e.Version != "1.0" || e.Attributes == nil || len(reply) > maxReply || !utf8.Valid(reply) {
		t.Errorf("bad envelope of %d bytes: %.200s", len(reply), reply)
	}
	for _, junk := range []string{`"image"`, `"audioItem"`, `"UpdatedIntent"`, `\u003c`} {
		if bytes.Contains(reply, []byte(junk)) {
			t.Errorf("reply contains %s: %s", junk, reply)
		}
	}
	if !waitsForWords(request) {
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
	if !open && (len(e.Attributes) > 0 || len(e.Response.Directives) > 0) {
		t.Errorf("a closed session remembers something: %v", e.Attributes)
	}
	if open {
		if n := utf8.RuneCountInString(checkSpeech(t, e.Response.Reprompt.Speech)); n == 0 || n > maxReprompt {
			t.Errorf("reprompt of %d characters", n)
		}
	}
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

func waitsForWords(request []byte) bool {
	var r struct {
		Request struct{ Type string } `json:"request"`
	}
	_ = json.Unmarshal(request, &r)
	return r.Request.Type == "LaunchRequest" || r.Request.Type == "IntentRequest"
}
