package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/skill/skilltest"
)

// TestStory is what the program is for: a memo spoken to the skill is read on
// the web by somebody who joined by a code, on either engine, also after a restart.
func TestStory(t *testing.T) {
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) { story(t, h) })
	}
}

func story(t *testing.T, h home) {
	s := h.serve(t, "--dev")
	near := home{flags: h.flags[len(h.flags)-2:]} // --data alone leads an Echo to the running server, whatever its store
	if said := near.talk(t, "牛乳を買う を追加"); !strings.Contains(said, "牛乳を買う") {
		t.Errorf("the Echo did not say what it took down:\n%s", said)
	}
	taro := s.signIn("太郎")
	taro.call(http.MethodPost, "/api/memos", `{"content":"傘を持っていく"}`, http.StatusCreated)
	if got := taro.contents(); got != "傘を持っていく" {
		t.Errorf("before anybody joined Taro sees %q", got)
	}

	code := taro.call(http.MethodPost, "/api/family/invite-codes", "{}", http.StatusCreated)["code"].(string)
	said := h.talk(t, "招待コード "+code+" で参加", "はい")
	if !strings.Contains(said, "太郎") {
		t.Errorf("the Echo did not name the family it joined:\n%s", said)
	}
	code = taro.call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"].(string)
	hanako := s.signIn("花子")
	hanako.call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	hanako.call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK) // a repeat by the winner

	s.alexa(addMemoRequest("r1", "amzn1.ask.account.TALK", "卵を買う"))
	s.alexa(addMemoRequest("r1", "amzn1.ask.account.TALK", "卵を買う")) // Alexa repeats what it thinks was lost
	want := "卵を買う / 傘を持っていく / 牛乳を買う"
	if got := hanako.contents(); got != want {
		t.Errorf("Hanako sees %q, want %q", got, want)
	}
	if said := h.talk(t, "一覧"); !strings.Contains(said, "卵を買う") || !strings.Contains(said, "傘を持っていく") {
		t.Errorf("the Echo reads:\n%s", said)
	}

	s.stop()
	if said := h.talk(t, "read the memos"); !strings.Contains(said, "牛乳を買う") { // the store itself
		t.Errorf("without a server the Echo reads:\n%s", said)
	}
	again := h.serve(t, "--dev")
	defer again.stop()
	if got := again.signIn("花子").contents(); got != want {
		t.Errorf("after a restart Hanako sees %q, want %q", got, want)
	}
}

// addMemoRequest is the request Alexa sends for 「…を追加」.
func addMemoRequest(requestID, user, text string) string {
	return fmt.Sprintf(`{
	  "version": "1.0",
	  "session": {
	    "new": true, "sessionId": "amzn1.echo-api.session.1",
	    "application": {"applicationId": "amzn1.ask.skill.any"}, "attributes": {},
	    "user": {"userId": %[2]q}
	  },
	  "context": {"System": {
	    "application": {"applicationId": "amzn1.ask.skill.any"}, "user": {"userId": %[2]q},
	    "device": {"deviceId": "amzn1.ask.device.1", "supportedInterfaces": {}},
	    "apiEndpoint": "https://api.fe.amazonalexa.com", "apiAccessToken": "secret"
	  }},
	  "request": {
	    "type": "IntentRequest", "requestId": "amzn1.echo-api.request.%[1]s", "locale": "ja-JP", "timestamp": %[4]q,
	    "intent": {"name": "AddMemoIntent", "confirmationStatus": "NONE",
	      "slots": {"memoText": {"name": "memoText", "value": %[3]q, "confirmationStatus": "NONE", "source": "USER"}}},
	    "dialogState": "STARTED"
	  }
	}`, requestID, user, text, time.Now().UTC().Format(time.RFC3339))
}

// alexa posts an envelope to the skill's endpoint, and checks the reply.
func (s *served) alexa(envelope string) string {
	s.t.Helper()
	res, err := http.Post(s.url+"/alexa", "application/json;charset=utf-8", strings.NewReader(envelope))
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		s.t.Fatalf("/alexa: %s %v\n%s", res.Status, err, raw)
	}
	skilltest.CheckReply(s.t, []byte(envelope), raw)
	skilltest.CheckSecrets(s.t, raw)
	return string(raw)
}
