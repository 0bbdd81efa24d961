package skill_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/skill"
	"voicememo/skill/skilltest"
)

var memoQuery = memo.Query{}

// sendChanged returns a Send that changes requests before sending them.
func sendChanged(w *world, change func([]byte) []byte) func(context.Context, []byte) ([]byte, error) {
	return func(ctx context.Context, raw []byte) ([]byte, error) { return w.send(ctx, change(raw)) }
}

// FuzzHandle checks that the skill refuses any input as an envelope or answers it by
// the rules.
func FuzzHandle(f *testing.F) {
	files, err := filepath.Glob("testdata/wire/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("got %d envelopes, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var e exchanged
		if err := json.Unmarshal(raw, &e); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(e.Request))
	}
	f.Add([]byte(`{"request":{"type":"IntentRequest","requestId":"1","locale":"ja-JP","intent":{"name":"AddMemoIntent","slots":{"memoText":{"value":"]]><x>&\u0000\ud800"}}}},"session":{"user":{"userId":"amzn1.x"}}}`))
	f.Add([]byte(`{"request":{"type":"LaunchRequest","requestId":"1","requestId":"2"},"session":{"user":{"userId":"amzn1.x","USERID":"amzn1.y"}}}`))
	f.Add([]byte(`{"request":{"type":"LaunchRequest","requestId":"1"},"session":{"user":{"userId":"amzn1.x"}},"context":{"System":{"user":{"userId":"amzn1.y"}}}}`))
	w := newFuzzedWorld(f)
	f.Fuzz(func(t *testing.T, raw []byte) { w.survives(t, raw) })
}

// FuzzWords checks any words, spoken or touched, in any session.
func FuzzWords(f *testing.F) {
	kinds := fuzzedKinds()
	for i := range kinds {
		f.Add(uint8(i), "牛乳を買う", `{"asked":"text","account":"x"}`, "amzn1.ask.person.A", uint8(i))
		f.Add(uint8(i), "違う、牛乳じゃなくて豆乳", `{"asked":"another","acts":[{"kind":"added","refs":["0/0144395612034dd7df1164681"]},{"kind":"named"}],"authors":["amzn1.x"]}`, "", uint8(2*i))
		f.Add(uint8(i), "１２番 <&>${x}\u202e", `{"authors":["amzn1.x"],"reading":{"items":["0/0144395612034dd7df1164681"],"from":1,"to":1}}`, "", uint8(255-i))
	}
	w := newFuzzedWorld(f)
	f.Fuzz(func(t *testing.T, kind uint8, value, attributes, voice string, bits uint8) {
		raw, err := json.Marshal(fuzzedRequest(kinds[int(kind)%len(kinds)], value, attributes, voice, bits))
		if err != nil {
			t.Fatal(err) // the generated values can be encoded as JSON
		}
		w.survives(t, raw)
	})
}

// fuzzedKinds returns the intents, each with one of its slots, and the requests that
// are not intents.
func fuzzedKinds() [][2]string {
	kinds := [][2]string{{"LaunchRequest"}, {"SessionEndedRequest"}, {"AlexaSkillEvent.SkillDisabled"}, {"Alexa.Presentation.APL.UserEvent"}}
	for intent, slot := range map[string]string{
		"AddMemoIntent": "memoText", "FindMemosIntent": "searchText", "DeleteMemoIntent": "memoNumber",
		"JoinFamilyIntent": "inviteCode", "SetNameIntent": "userName", "ReadMemosIntent": "", "RestoreMemoIntent": "",
		"ReadMemoIntent": "memoNumber", "ReadNewMemosIntent": "", "ReadMoreIntent": "", "DoneMemoIntent": "memoNumber",
		"DoneByTextIntent": "memoText", "DeleteByTextIntent": "memoText", "NameRoomIntent": "roomName",
		"DeleteAllMemosIntent": "", "CreateInviteIntent": "", "ConnectIntent": "", "LinkAccountIntent": "", "RecoverIntent": "number", "LeaveFamilyIntent": "", "FamilyMembersIntent": "",
		"AMAZON.YesIntent": "", "AMAZON.NoIntent": "", "AMAZON.NextIntent": "", "AMAZON.PreviousIntent": "",
		"AMAZON.RepeatIntent": "", "AMAZON.HelpIntent": "", "AMAZON.FallbackIntent": "",
	} {
		kinds = append(kinds, [2]string{intent, slot})
	}
	slices.SortFunc(kinds[4:], func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return kinds
}

// fuzzedRequest returns an envelope of a kind. The bits select a new session, English,
// a screen and another account.
func fuzzedRequest(kind [2]string, value, attributes, voice string, bits uint8) map[string]any {
	type object = map[string]any
	var state any
	_ = json.Unmarshal([]byte(attributes), &state)
	user := object{"userId": []string{echo, "amzn1.ask.account.OTHER"}[bits>>3&1]}
	request := object{
		"requestId": fmt.Sprint(kind, value, bits), "locale": []string{"ja-JP", "en-GB"}[bits>>1&1], "timestamp": "2026-03-10T01:00:00Z",
		"type": kind[0], "arguments": []any{[]string{"delete", "undo"}[bits>>4&1], value}, "body": object{"userInformationPersistenceStatus": value},
	}
	if strings.HasSuffix(kind[0], "Intent") {
		request["type"] = "IntentRequest"
		request["intent"] = object{"name": kind[0], "slots": object{kind[1]: object{"name": kind[1], "value": value}}}
	}
	interfaces := object{}
	if bits&4 > 0 {
		interfaces["Alexa.Presentation.APL"] = object{}
	}
	system := object{"user": user, "person": object{"personId": voice}, "device": object{"deviceId": voice, "supportedInterfaces": interfaces}}
	return object{"request": request, "session": object{"new": bits&1 > 0, "attributes": state, "user": user}, "context": object{"System": system}}
}

// strangers is the content of another family.
const strangers = "九官鳥の合言葉"

func newFuzzedWorld(f *testing.F) *world {
	w := newWorld(f, func(_ *world, o *skill.Options) { o.AnyApplication = true })
	lived(w)
	w.write(w.person("stranger"), strangers, 0)
	return w
}

// survives checks that there is no panic, no error except a refused envelope, no reply
// that breaks a rule, nothing of another family, and no spoken words in the log.
func (w *world) survives(t *testing.T, raw []byte) {
	w.now = w.now.Add(time.Second)
	out, err := w.skill.Handle(t.Context(), raw)
	log := w.log.String()
	w.log.Reset()
	if strings.Contains(log, "panic") || strings.Contains(log, `"outcome":"internal"`) {
		t.Errorf("log: %s", log)
	}
	if err != nil {
		if !errors.Is(err, skill.ErrEnvelope) {
			t.Errorf("error %v", err)
		}
		return
	}
	skilltest.CheckReply(t, raw, out)
	if bytes.Contains(out, []byte(strangers)) && !bytes.Contains(raw, []byte(strangers)) {
		t.Errorf("another family's memo: %s", out)
	}
}
