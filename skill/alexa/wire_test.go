package alexa

import (
	"encoding/json"
	"maps"
	"testing"

	wire "github.com/arienmalec/alexa-go"
)

func TestSSML(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"markup":             {`<a href="x">&'`, `<speak>&lt;a href=&quot;x&quot;&gt;&amp;&apos;</speak>`},
		"a pause":            {"a\nb", `<speak>a<break time="500ms"/>b</speak>`},
		"control characters": {"a\x00\x1b\u0085b\uFFFE\uFFFF", `<speak>ab</speak>`},
		"broken UTF-8":       {"a\xffb", `<speak>ab</speak>`},
		"Japanese":           {"牛乳🥛", `<speak>牛乳🥛</speak>`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ssml(tc.text); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

func TestReplyJSON(t *testing.T) {
	for name, tc := range map[string]struct {
		reply Reply
		want  string
	}{
		"nothing": {Reply{}, `{"version":"1.0","sessionAttributes":{},"response":{}}`},
		"closed": {
			Say("<").With(nil, MicClosed),
			`{"version":"1.0","sessionAttributes":{},"response":{"outputSpeech":{"type":"SSML","ssml":"<speak>&lt;</speak>"},"shouldEndSession":true}}`,
		},
		"open with a directive": {
			Reply{}.With(map[string]any{"asked": "text"}, MicOpen).Elicit("I", "s"),
			`{"version":"1.0","sessionAttributes":{"asked":"text"},"response":{"directives":[{"type":"Dialog.ElicitSlot","slotToElicit":"s",` +
				`"updatedIntent":{"name":"I","confirmationStatus":"NONE","slots":{"s":{"name":"s","confirmationStatus":"NONE"}}}}],"shouldEndSession":false}}`,
		},
		"an empty reprompt": {
			Reply{Core: wire.Response{Body: wire.ResBody{Reprompt: &wire.Reprompt{}}}},
			`{"version":"1.0","sessionAttributes":{},"response":{}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := tc.reply.MarshalJSON()
			if err != nil || string(got) != tc.want {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

func TestRequestDecodesWhatAlexaGoDoesNot(t *testing.T) {
	raw := `{"context":{"System":{"user":{"userId":"amzn1.u"},"person":{"personId":"amzn1.p"},` +
		`"device":{"supportedInterfaces":{"Alexa.Presentation.APL":{}}}}},"request":{"type":"IntentRequest","requestId":"r",` +
		`"intent":{"name":"I","slots":{"s":{"value":" x "},"t":{"value":"?"}}},` +
		`"arguments":["delete",2]}}`
	r, err := Parse([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	system := r.Ext.Context.System
	if r.Account() != "amzn1.u" || system.Person.PersonID != "amzn1.p" || len(system.Device.SupportedInterfaces) != 1 ||
		len(r.Ext.Request.Arguments) != 2 || !maps.Equal(r.Slots(), map[string]string{"s": "x"}) {
		t.Errorf("decoded %+v", r.Ext)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}
