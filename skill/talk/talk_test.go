package talk

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// record is a skill that records the last request and returns a fixed response.
type record struct {
	last   map[string]any
	answer string
}

func (r *record) send(_ context.Context, raw []byte) ([]byte, error) {
	r.last = nil
	return []byte(r.answer), json.Unmarshal(raw, &r.last)
}

const (
	closed = `{"version":"1.0","sessionAttributes":{},"response":{"shouldEndSession":true}}`
	opened = `{"version":"1.0","sessionAttributes":{"a":1},"response":{"outputSpeech":{"type":"SSML","ssml":"<speak>a &lt; b<break time=\"500ms\"/>c</speak>"},` +
		`"reprompt":{"outputSpeech":{"type":"SSML","ssml":"<speak>d</speak>"}},"card":{"type":"Simple","title":"T","content":"C"},"shouldEndSession":false}}`
)

func newTalk(t *testing.T, locale, answer string) (*Talk, *record) {
	t.Helper()
	r := &record{answer: answer}
	tk, err := New(Options{Locale: locale, Send: r.send})
	if err != nil {
		t.Fatal(err)
	}
	return tk, r
}

// eliciting returns a response that asks for a slot.
func eliciting(intent, slot string) string {
	return `{"sessionAttributes":{},"response":{"directives":[{"type":"Dialog.ElicitSlot","slotToElicit":"` + slot +
		`","updatedIntent":{"name":"` + intent + `"}}],"shouldEndSession":false}}`
}

func say(t *testing.T, tk *Talk, text string) Answer {
	t.Helper()
	a, err := tk.Say(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// heard returns the intent and its filled slot as "Intent slot=value".
func heard(r *record) string {
	request := r.last["request"].(map[string]any)
	intent, ok := request["intent"].(map[string]any)
	if !ok {
		return request["type"].(string)
	}
	out := intent["name"].(string)
	for name, slot := range intent["slots"].(map[string]any) {
		if value, ok := slot.(map[string]any)["value"]; ok {
			out += " " + name + "=" + value.(string)
		}
	}
	return out
}

func TestSession(t *testing.T) {
	tk, r := newTalk(t, "ja-JP", opened)
	session := func() map[string]any { return r.last["session"].(map[string]any) }
	a := say(t, tk, "家族ボイスメモを開いて")
	first := session()
	if first["new"] != true || len(first["attributes"].(map[string]any)) != 0 || !a.Open || !tk.Open() {
		t.Errorf("first turn: %v", first)
	}
	if a.Speech != "a < b\nc" || a.Reprompt != "d" || a.CardTitle != "T" || a.Card != "C" || a.Intent != "LaunchRequest" {
		t.Errorf("answer: %+v", a)
	}
	r.answer = closed
	say(t, tk, "一覧")
	second := session()
	if second["new"] != false || second["sessionId"] != first["sessionId"] || second["attributes"].(map[string]any)["a"] != 1.0 || tk.Open() {
		t.Errorf("second turn: %v", second)
	}
	say(t, tk, "一覧")
	if third := session(); third["new"] != true || third["sessionId"] == first["sessionId"] {
		t.Errorf("third turn: %v", third)
	}
	r.answer = opened
	say(t, tk, "一覧")
	say(t, tk, "家族ボイスメモで一覧")
	if called := session(); called["new"] != true {
		t.Errorf("called by name: %v", called)
	}
	if err := tk.End(t.Context()); err != nil || heard(r) != "SessionEndedRequest" || tk.Open() {
		t.Errorf("end: %v, %v", err, r.last)
	}
}

func TestRequestNamesAccountAndApplication(t *testing.T) {
	r := &record{answer: closed}
	tk, err := New(Options{Locale: "en-AU", UserID: "amzn1.u", ApplicationID: "amzn1.a", Send: r.send})
	if err != nil {
		t.Fatal(err)
	}
	say(t, tk, "help")
	system := r.last["context"].(map[string]any)["System"].(map[string]any)
	request := r.last["request"].(map[string]any)
	if system["user"].(map[string]any)["userId"] != "amzn1.u" || system["application"].(map[string]any)["applicationId"] != "amzn1.a" ||
		request["locale"] != "en-AU" || request["requestId"] == "" || request["timestamp"] == "" {
		t.Errorf("request: %v", r.last)
	}
}

func TestErrors(t *testing.T) {
	for _, locale := range []string{"fr-FR", "en", "../skill"} {
		if _, err := New(Options{Locale: locale}); err == nil {
			t.Errorf("%q: a locale without a model was accepted", locale)
		}
	}
	away := errors.New("away")
	tk, err := New(Options{Send: func(context.Context, []byte) ([]byte, error) { return nil, away }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tk.Say(t.Context(), "一覧"); !errors.Is(err, away) {
		t.Errorf("got %v", err)
	}
	for name, answer := range map[string]string{
		"no JSON":     "x",
		"no SSML":     `{"response":{"outputSpeech":{"ssml":"<speak>a & b</speak>"},"shouldEndSession":true}}`,
		"no reprompt": `{"response":{"reprompt":{"outputSpeech":{"ssml":"<speak>"}},"shouldEndSession":true}}`,
	} {
		t.Run(name, func(t *testing.T) {
			tk, _ := newTalk(t, "ja-JP", answer)
			if _, err := tk.Say(t.Context(), "一覧"); err == nil {
				t.Error("got no error, want one")
			}
		})
	}
}

func TestEveryLocale(t *testing.T) {
	if want := []string{"en-AU", "en-CA", "en-GB", "en-IN", "en-US", "ja-JP"}; !slices.Equal(Locales(), want) {
		t.Errorf("locales: %v", Locales())
	}
	for _, locale := range Locales() {
		tk, r := newTalk(t, locale, closed)
		say(t, tk, map[bool]string{true: "一覧", false: "read the memos"}[locale == "ja-JP"])
		if got := r.last["request"].(map[string]any)["locale"]; heard(r) != "ReadMemosIntent" || got != locale {
			t.Errorf("%s: got speech %q in %v", locale, heard(r), got)
		}
	}
}

// TestVoice checks that the request names a recognised voice, which may change between
// turns.
func TestVoice(t *testing.T) {
	tk, r := newTalk(t, "ja-JP", opened)
	person := func() any {
		return r.last["context"].(map[string]any)["System"].(map[string]any)["person"]
	}
	say(t, tk, "一覧")
	if person() != nil {
		t.Errorf("no voice was recognised: %v", person())
	}
	tk.PersonID = VoiceID("ママ")
	say(t, tk, "一覧")
	if got, ok := person().(map[string]any); !ok || got["personId"] != VoiceID("ママ") {
		t.Errorf("person: %v", person())
	}
	if VoiceID("ママ") == VoiceID("パパ") || VoiceID("") != "" {
		t.Errorf("ids: %q, %q, %q", VoiceID("ママ"), VoiceID("パパ"), VoiceID(""))
	}
}

// TestBareNumberAfterANumber checks that a bare number fills the slot of the number
// before it, unless it is as short as that of a memo.
func TestBareNumberAfterANumber(t *testing.T) {
	for _, tc := range []struct{ first, then, want string }{
		{"join with code 4071", "4072", "JoinFamilyIntent inviteCode=4072"},
		{"recovery number 1234567890", "123 456 7891", "RecoverIntent number=1234567891"},
		{"join with code 4071", "407", "AMAZON.FallbackIntent"},
		{"delete number one", "2", "AMAZON.FallbackIntent"},
		{"add 4071", "4072", "AMAZON.FallbackIntent"},
		{"help", "4072", "AMAZON.FallbackIntent"},
	} {
		tk, r := newTalk(t, "en-US", opened)
		say(t, tk, tc.first)
		if say(t, tk, tc.then); heard(r) != tc.want {
			t.Errorf("%q after %q is %s, want %s", tc.then, tc.first, heard(r), tc.want)
		}
	}
}
