package talk

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"voicememo/skill"
)

// record is a skill that keeps the last request and gives a fixed answer.
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

// eliciting is an answer that asks for a slot.
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

// heard gives the intent and its filled slot as "Intent slot=value".
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

func TestUnderstandsJapanese(t *testing.T) {
	understands(t, "ja-JP", [][2]string{
		{"家族ボイスメモを開いて", "LaunchRequest"},
		{"アレクサ、家族ボイスメモを開いて。", "LaunchRequest"},
		{"家族ボイスメモ", "LaunchRequest"},
		{"家族ボイスメモで牛乳を買う を追加", "AddMemoIntent memoText=牛乳を買う"},
		{"アレクサ、家族ボイスメモで一覧を読んで", "ReadMemosIntent"},
		{"牛乳を買う を追加", "AddMemoIntent memoText=牛乳を買う"},
		{"牛乳を買うを追加", "AddMemoIntent memoText=牛乳を買う"},
		{"牛乳を買う　を追加", "AddMemoIntent memoText=牛乳を買う"},
		{"卵をメモに追加して", "AddMemoIntent memoText=卵"},
		{"メモを追加", "AddMemoIntent"},
		{"一覧", "ReadMemosIntent"},
		{"メモを教えて", "ReadMemosIntent"},
		{"1番を削除", "DeleteMemoIntent memoNumber=1"},
		{"１２ 番を消して", "DeleteMemoIntent memoNumber=12"},
		{"二十一番を削除", "DeleteMemoIntent memoNumber=21"},
		{"二〇番を削除", "DeleteMemoIntent memoNumber=20"},
		{"百番目を消して", "DeleteMemoIntent memoNumber=100"},
		{"メモを消して", "DeleteMemoIntent"},
		{"招待コード 1234 で参加", "JoinFamilyIntent inviteCode=1234"},
		{"招待コード0012で参加", "JoinFamilyIntent inviteCode=0012"},
		{"招待コード 一二三四 で参加", "JoinFamilyIntent inviteCode=1234"},
		{"招待コード １ ２ ３ ４ で家族に入る", "JoinFamilyIntent inviteCode=1234"},
		{"はい", "AMAZON.YesIntent"},
		{"いいえ", "AMAZON.NoIntent"},
		{"やめて", "AMAZON.StopIntent"},
		{"キャンセル", "AMAZON.CancelIntent"},
		{"ヘルプ", "AMAZON.HelpIntent"},
		{"次", "AMAZON.NextIntent"},
		{"ホームに戻って", "AMAZON.NavigateHomeIntent"},
		{"牛乳", "AMAZON.FallbackIntent"},
		{"", "AMAZON.FallbackIntent"},
	})
}

func TestUnderstandsEnglish(t *testing.T) {
	understands(t, "en-GB", [][2]string{
		{"open family voice memo", "LaunchRequest"},
		{"Alexa, open Family Voice Memo!", "LaunchRequest"},
		{"ask family voice memo to add buy milk", "AddMemoIntent memoText=buy milk"},
		{"Alexa, ask family voice memo to read the memos", "ReadMemosIntent"},
		{"open family voice memo and delete number 3", "DeleteMemoIntent memoNumber=3"},
		{"add buy milk", "AddMemoIntent memoText=buy milk"},
		{"Add Buy Milk", "AddMemoIntent memoText=Buy Milk"},
		{"add  a memo   buy milk", "AddMemoIntent memoText=buy milk"},
		{"put eggs on the list", "AddMemoIntent memoText=eggs"},
		{"add a memo", "AddMemoIntent"},
		{"read the memos", "ReadMemosIntent"},
		{"delete number 2", "DeleteMemoIntent memoNumber=2"},
		{"delete number twelve", "DeleteMemoIntent memoNumber=12"},
		{"join with code 1234", "JoinFamilyIntent inviteCode=1234"},
		{"my invite code is one oh three four", "JoinFamilyIntent inviteCode=1034"},
		{"yes", "AMAZON.YesIntent"},
		{"No.", "AMAZON.NoIntent"},
		{"stop", "AMAZON.StopIntent"},
		{"cancel", "AMAZON.CancelIntent"},
		{"help", "AMAZON.HelpIntent"},
		{"next", "AMAZON.NextIntent"},
		{"mumble", "AMAZON.FallbackIntent"},
		{"added value", "AMAZON.FallbackIntent"},
	})
}

func understands(t *testing.T, locale string, cases [][2]string) {
	for _, tc := range cases {
		t.Run(tc[0], func(t *testing.T) {
			tk, r := newTalk(t, locale, closed)
			say(t, tk, tc[0])
			if got := heard(r); got != tc[1] {
				t.Errorf("heard %q, want %q", got, tc[1])
			}
		})
	}
}

func TestElicitedSlotTakesABarePhrase(t *testing.T) {
	for name, tc := range map[string]struct{ locale, intent, slot, text, want string }{
		"text":           {"ja-JP", "AddMemoIntent", "memoText", "牛乳", "AddMemoIntent memoText=牛乳"},
		"English text":   {"en-US", "AddMemoIntent", "memoText", "milk and eggs", "AddMemoIntent memoText=milk and eggs"},
		"number":         {"ja-JP", "DeleteMemoIntent", "memoNumber", "2番", "DeleteMemoIntent memoNumber=2"},
		"bare number":    {"ja-JP", "DeleteMemoIntent", "memoNumber", "2", "DeleteMemoIntent memoNumber=2"},
		"English number": {"en-US", "DeleteMemoIntent", "memoNumber", "number two", "DeleteMemoIntent memoNumber=2"},
		"code":           {"ja-JP", "JoinFamilyIntent", "inviteCode", "1、2、3、4", "JoinFamilyIntent inviteCode=1234"},
		"English code":   {"en-US", "JoinFamilyIntent", "inviteCode", "one two three four", "JoinFamilyIntent inviteCode=1234"},
		"not a number":   {"ja-JP", "DeleteMemoIntent", "memoNumber", "牛乳", "AMAZON.FallbackIntent"},
		"stop":           {"ja-JP", "AddMemoIntent", "memoText", "ストップ", "AMAZON.StopIntent"},
		"another intent": {"ja-JP", "AddMemoIntent", "memoText", "一覧", "ReadMemosIntent"},
	} {
		t.Run(name, func(t *testing.T) {
			tk, r := newTalk(t, tc.locale, eliciting(tc.intent, tc.slot))
			say(t, tk, "help")
			say(t, tk, tc.text)
			if got := heard(r); got != tc.want {
				t.Errorf("heard %q, want %q", got, tc.want)
			}
			request := r.last["request"].(map[string]any)
			if state, _ := request["dialogState"].(string); strings.HasPrefix(tc.want, tc.intent) && state != "IN_PROGRESS" {
				t.Errorf("dialogState %q", state)
			}
		})
	}
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

func TestRequestNamesEverybody(t *testing.T) {
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
	if _, err := New(Options{Locale: "fr-FR"}); err == nil {
		t.Error("a locale without a model was accepted")
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
				t.Error("no error")
			}
		})
	}
}

// TestEverySampleMeansItsIntent: what the model lists is understood as the
// intent that lists it.
func TestEverySampleMeansItsIntent(t *testing.T) {
	values := map[string]string{"memoText": "xyz", "memoNumber": "12", "inviteCode": "0345"}
	for _, locale := range []string{"ja-JP", "en-US"} {
		raw, err := fs.ReadFile(skill.Package(), "interactionModels/custom/"+locale+".json")
		if err != nil {
			t.Fatal(err)
		}
		var m model
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		for _, intent := range m.InteractionModel.LanguageModel.Intents {
			for _, sample := range intent.Samples {
				t.Run(locale+"."+sample, func(t *testing.T) {
					want := intent.Name
					text := regexp.MustCompile(`\{(\w+)\}`).ReplaceAllStringFunc(sample, func(slot string) string {
						name := strings.Trim(slot, "{}")
						want += " " + name + "=" + values[name]
						return values[name]
					})
					tk, r := newTalk(t, locale, closed)
					say(t, tk, text)
					if got := heard(r); got != want {
						t.Errorf("%q: heard %q, want %q", text, got, want)
					}
				})
			}
		}
	}
}

// TestPhrasesOfTheManifest: the phrases that customers are shown work word for word.
func TestPhrasesOfTheManifest(t *testing.T) {
	raw, err := fs.ReadFile(skill.Package(), "skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Manifest struct {
			PublishingInformation struct {
				Locales map[string]struct{ ExamplePhrases []string }
			}
		}
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	want := []string{"LaunchRequest", "AddMemoIntent memoText=", "ReadMemosIntent"}
	for locale, l := range m.Manifest.PublishingInformation.Locales {
		for i, phrase := range l.ExamplePhrases {
			t.Run(phrase, func(t *testing.T) {
				tk, r := newTalk(t, locale, closed)
				say(t, tk, phrase)
				if got := heard(r); !strings.HasPrefix(got, want[i]) {
					t.Errorf("heard %q, want %q", got, want[i])
				}
			})
		}
	}
}
