package skill

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/models"
	"voicememo/skill/words"
)

func catalogues() map[string]words.Catalogue {
	return map[string]words.Catalogue{"ja": words.Japanese(), "en": words.English()}
}

func TestEveryCodeHasASentence(t *testing.T) {
	for name, c := range catalogues() {
		for _, code := range models.Codes() {
			if !c.Has(words.Error(code)) {
				t.Errorf("%s has no sentence for %s", name, code)
			}
		}
	}
}

// TestEveryReasonOfJoiningHasASentence checks that every reason has a sentence, with
// the time if there is one.
func TestEveryReasonOfJoiningHasASentence(t *testing.T) {
	for name, c := range catalogues() {
		for reason, timed := range map[models.Reason]bool{
			models.ReasonWait: true, models.ReasonLinkAttempts: true, models.ReasonNumberAttempts: true, models.ReasonBusy: true,
			models.ReasonManyLinks: true, models.ReasonManyRequests: false, models.ReasonAlreadyAsked: false,
			models.ReasonNotAdmitted: false, models.ReasonNotAlone: false, models.ReasonCodesExhausted: false, models.ReasonInviteNotValid: false,
			models.ReasonAlreadyMember: false, models.ReasonFamilyFull: false, models.ReasonHandOverFirst: false,
			models.ReasonOwnerOnly: false, models.ReasonAlone: false, models.ReasonMoved: false, reasonRecovery: false,
		} {
			sentence := c[words.Error(reason)]
			if sentence == "" || strings.Contains(sentence, "{wait}") != timed {
				t.Errorf("%s says of %s: %q", name, reason, sentence)
			}
		}
	}
}

// TestWordsThatAreNotSaid checks that no sentence advises to disable and enable the
// skill, which removes an Echo's memos and family, and that the owner is called 代表.
func TestWordsThatAreNotSaid(t *testing.T) {
	for name, c := range catalogues() {
		for key, sentence := range c {
			for _, words := range []string{"当主", "有効にして", "enable the skill", "enable this skill", "disable it", "無効にしてください"} {
				if strings.Contains(strings.ToLower(sentence), words) {
					t.Errorf("%s: %s contains %q: %q", name, key, words, sentence)
				}
			}
		}
	}
}

func TestEveryQuestionHasItsSentences(t *testing.T) {
	for name, c := range catalogues() {
		for q := range questions() {
			for _, k := range []words.Key{words.Ask(q), words.Reprompt(q), words.Help(q)} {
				if !c.Has(k) {
					t.Errorf("%s has no %s", name, k)
				}
			}
		}
	}
}

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

func TestWhen(t *testing.T) {
	const ja, en, tokyo, newYork, none = "ja-JP", "en-US", "Asia/Tokyo", "America/New_York", ""
	all := newLocales()
	now := time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC) // 10:00 in Tokyo, the 9th in New York
	for name, tc := range map[string]struct {
		locale, zone, want string
		at                 time.Time
	}{
		"a clock ahead":          {ja, tokyo, "たった今", now.Add(time.Minute)},
		"a clock far ahead":      {ja, tokyo, "たった今", now.Add(50 * time.Hour)},
		"just now":               {en, newYork, "just now", now.Add(-59 * time.Second)},
		"a minute ago":           {ja, tokyo, "1分前", now.Add(-time.Minute)},
		"one minute ago":         {en, none, "1 minute ago", now.Add(-119 * time.Second)},
		"three minutes ago":      {ja, none, "3分前", now.Add(-3 * time.Minute)},
		"3 minutes ago":          {en, newYork, "3 minutes ago", now.Add(-3 * time.Minute)},
		"ten minutes ago":        {ja, tokyo, "10分前", now.Add(-10 * time.Minute)},
		"many minutes ago":       {ja, tokyo, "59分前", now.Add(-time.Hour + time.Second)},
		"an hour ago":            {ja, tokyo, "1時間前", now.Add(-time.Hour)},
		"one hour ago":           {en, newYork, "1 hour ago", now.Add(-time.Hour)},
		"hours ago":              {ja, tokyo, "10時間前", now.Add(-10 * time.Hour)},
		"2 hours ago":            {en, newYork, "2 hours ago", now.Add(-3*time.Hour + time.Second)},
		"hours over midnight":    {ja, tokyo, "11時間前", now.Add(-12*time.Hour + time.Second)},
		"before midnight":        {ja, tokyo, "昨日", now.Add(-12 * time.Hour)},
		"late on the same day":   {en, newYork, "20 hours ago", now.Add(-20 * time.Hour)},
		"two days ago":           {ja, tokyo, "2日前", now.Add(-48 * time.Hour)},
		"six days ago":           {ja, tokyo, "6日前", now.Add(-144 * time.Hour)},
		"a week ago":             {ja, tokyo, "3月3日", now.Add(-168 * time.Hour)},
		"last year":              {ja, tokyo, "2025年12月31日", time.Date(2025, 12, 31, 3, 0, 0, 0, time.UTC)},
		"over a clock change":    {en, newYork, "2 days ago", time.Date(2026, 3, 7, 20, 0, 0, 0, time.UTC)},
		"a date":                 {"en-GB", "Europe/London", "on February 1", time.Date(2026, 2, 1, 3, 0, 0, 0, time.UTC)},
		"hours without a zone":   {"en-AU", none, "23 hours ago", now.Add(-24*time.Hour + time.Second)},
		"a day without a zone":   {"en-IN", none, "1 day ago", now.Add(-48*time.Hour + time.Second)},
		"a day, in Japanese":     {ja, none, "1日前", now.Add(-24 * time.Hour)},
		"days without a zone":    {ja, none, "2日前", now.Add(-48 * time.Hour)},
		"a week without a zone":  {"en-CA", none, "8 days ago", now.Add(-8 * 24 * time.Hour)},
		"years without a zone":   {"fr-FR", none, "433 days ago", time.Date(2024, 12, 31, 3, 0, 0, 0, time.UTC)},
		"a zone that is unknown": {en, "Mars/Phobos", "1 day ago", now.Add(-30 * time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			l := all.of(tc.locale)
			l.zone = models.Zone(tc.zone)
			if got := l.when(tc.at, now); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestPadded(t *testing.T) {
	for heard, want := range map[string]string{
		"12": "0012", "1234": "1234", "1 2-3　4": "1234", "零一二三": "〇一二三", "１２": "00１２", "12345": "12345",
	} {
		t.Run(heard, func(t *testing.T) {
			if got := padded(heard); got != want {
				t.Errorf("got %q, want %q", got, want)
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
			Reply{Core: response(ssml("<"), nil), Mic: MicClosed},
			`{"version":"1.0","sessionAttributes":{},"response":{"outputSpeech":{"type":"SSML","ssml":"<speak>&lt;</speak>"},"shouldEndSession":true}}`,
		},
		"open with a directive": {
			Reply{Core: alexa.Response{SessionAttributes: map[string]any{"asked": "text"}}, Mic: MicOpen, Directives: []any{newElicitSlot("I", "s")}},
			`{"version":"1.0","sessionAttributes":{"asked":"text"},"response":{"directives":[{"type":"Dialog.ElicitSlot","slotToElicit":"s",` +
				`"updatedIntent":{"name":"I","confirmationStatus":"NONE","slots":{"s":{"name":"s","confirmationStatus":"NONE"}}}}],"shouldEndSession":false}}`,
		},
		"an empty reprompt": {
			Reply{Core: alexa.Response{Body: alexa.ResBody{Reprompt: &alexa.Reprompt{}}}},
			`{"version":"1.0","sessionAttributes":{},"response":{}}`,
		},
		"a card with an image": {
			Reply{Core: alexa.Response{Body: alexa.ResBody{Card: &alexa.Payload{Type: "Standard", Image: alexa.Image{SmallImageURL: "https://x/?a&b"}}}}},
			`{"version":"1.0","sessionAttributes":{},"response":{"card":{"type":"Standard","image":{"smallImageUrl":"https://x/?a&b"}}}}`,
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
		`"intent":{"name":"I","slots":{"s":{"value":" x ","resolutions":{"resolutionsPerAuthority":[{"status":{"code":"ER_SUCCESS_MATCH"}}]}},"t":{"value":"?"}}},` +
		`"arguments":["delete",2]}}`
	r, err := parseRequest([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	system := r.Ext.Context.System
	if r.userID() != "amzn1.u" || system.Person.PersonID != "amzn1.p" || len(system.Device.SupportedInterfaces) != 1 ||
		len(r.Ext.Request.Arguments) != 2 || r.slot("s") != "x" || r.slot("t") != "" || r.slot("none") != "" ||
		r.Ext.Request.Intent.Slots["s"].Resolutions.PerAuthority[0].Status.Code != "ER_SUCCESS_MATCH" {
		t.Errorf("decoded %+v", r.Ext)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}
