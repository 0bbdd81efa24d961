package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/check"
)

// TestStory is the main use of the program: a memo spoken to the skill is read on the web
// by a person who joined with a code, on either engine, also after a restart.
func TestStory(t *testing.T) {
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) { story(t, h) })
	}
}

func story(t *testing.T, h home) {
	s := h.serve(t, "--dev")
	near := home{flags: h.flags[len(h.flags)-2:]} // with --data alone, talk uses the running server, whatever its store
	if said := near.talk(t, "牛乳を買う を追加"); !strings.Contains(said, "牛乳を買う") {
		t.Errorf("the Echo did not repeat the memo:\n%s", said)
	}
	taro := s.signIn("太郎")
	taro.Call(http.MethodPost, "/api/memos", `{"content":"傘を持っていく"}`, http.StatusCreated)
	if got := taro.Contents(); got != "傘を持っていく" {
		t.Errorf("before another person joined, Taro sees %q", got)
	}

	code := taro.Call(http.MethodPost, "/api/family/invite-codes", "{}", http.StatusCreated)["code"].(string)
	said := h.talk(t, "招待コード "+code+" で参加", "はい")
	if !strings.Contains(said, "太郎") {
		t.Errorf("the Echo did not name the family it joined:\n%s", said)
	}
	code = taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"].(string)
	hanako := s.signIn("花子")
	hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK) // a repeat by the winner

	s.alexa(alexa.AddMemo("r1", "amzn1.ask.account.TALK", "卵を買う"))
	s.alexa(alexa.AddMemo("r1", "amzn1.ask.account.TALK", "卵を買う")) // Alexa repeats what it thinks was lost
	want := "卵を買う / 傘を持っていく / 牛乳を買う"
	check.Equal(t, hanako.Contents(), want, "what Hanako sees")
	if said := h.talk(t, "一覧"); !strings.Contains(said, "卵を買う") || !strings.Contains(said, "傘を持っていく") {
		t.Errorf("the Echo reads:\n%s", said)
	}

	s.stop()
	if said := h.talk(t, "read the memos"); !strings.Contains(said, "牛乳を買う") { // the store itself
		t.Errorf("without a server the Echo reads:\n%s", said)
	}
	again := h.serve(t, "--dev")
	defer again.stop()
	check.Equal(t, again.signIn("花子").Contents(), want, "what Hanako sees after a restart")
}

// alexa posts a request to the skill's endpoint, and checks the reply.
func (s *served) alexa(request string) string {
	s.t.Helper()
	return alexa.Post(s.t, s.url, request)
}
