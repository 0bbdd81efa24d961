package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"voicememo/skill/talk"
	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// The client of account linking as its operator has configured it.
const (
	amazonSecret   = "told-to-Amazon-alone_a.b~c"
	amazonRedirect = "https://alexa.amazon.co.jp/api/skill/link/M1ABCDEFGHIJKL"
	amazonVerifier = "a-verifier-of-PKCE-has-from-43-to-128-characters"
)

// amazon is the Alexa app with its servers: it links Echos and keeps their tokens.
type amazon struct {
	*served
	browser *browser // of the person who links
}

// tokens are an answer of the token endpoint.
type linkTokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Error   string
}

// ask requests tokens, with the secret by HTTP Basic.
func (a amazon) ask(fields url.Values) (got linkTokens) {
	a.t.Helper()
	basic := base64.StdEncoding.EncodeToString([]byte("alexa:" + url.QueryEscape(amazonSecret)))
	answer := devsignin.Stranger(a.t, a.through, a.url).Ask(http.MethodPost, "/oauth/token", fields.Encode(), "Content-Type: application/x-www-form-urlencoded", "Authorization: Basic "+basic)
	must.OK(a.t, json.Unmarshal([]byte(answer.Body), &got))
	return got
}

// link is what a person allows in the browser of the Alexa app, up to the tokens.
func (a amazon) link() linkTokens {
	a.t.Helper()
	sum := sha256.Sum256([]byte(amazonVerifier))
	query := url.Values{
		"response_type": {"code"}, "client_id": {"alexa"}, "redirect_uri": {amazonRedirect}, "state": {"s"}, "scope": {"memos family"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}
	a.browser.Ask(http.MethodGet, "/oauth/authorize?"+query.Encode(), "").Want(http.StatusOK)
	answer := a.browser.Call(http.MethodPost, "/oauth/consent", fmt.Sprintf(`{"query":%q,"allow":true}`, query.Encode()), http.StatusOK)
	to, err := url.Parse(fmt.Sprint(answer["location"]))
	if err != nil || !strings.HasPrefix(to.String(), amazonRedirect+"?") || to.Query().Get("state") != "s" {
		a.t.Fatalf("got %v, %v; want the redirect URL", answer, err)
	}
	got := a.ask(url.Values{
		"grant_type": {"authorization_code"}, "code": {to.Query().Get("code")}, "redirect_uri": {amazonRedirect}, "code_verifier": {amazonVerifier},
	})
	if got.Access == "" || got.Refresh == "" {
		a.t.Fatalf("got no tokens: %s", got.Error)
	}
	return got
}

// refresh is what Amazon does before a token ends.
func (a amazon) refresh(token string) linkTokens {
	a.t.Helper()
	return a.ask(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}})
}

// echo is an Echo that speaks English.
func (a amazon) echo(account string) *talk.Talk {
	a.t.Helper()
	tk, err := talk.New(talk.Options{Locale: "en-US", UserID: account, Send: func(_ context.Context, raw []byte) ([]byte, error) {
		return []byte(alexa.Post(a.t, a.url, string(raw))), nil
	}})
	must.OK(a.t, err)
	return tk
}

// says speaks to an Echo and checks the answer.
func says(t *testing.T, tk *talk.Talk, words, want string) talk.Answer {
	t.Helper()
	a, err := tk.Say(t.Context(), words)
	if err != nil || !strings.Contains(a.Speech, want) {
		t.Fatalf("%s: got %q, %v; want %q", words, a.Speech, err, want)
	}
	return a
}

// kinds lists the kinds of the accesses that the page shows.
func (a amazon) kinds() (kinds []string, ids map[string]string) {
	a.t.Helper()
	ids = map[string]string{}
	for _, x := range a.browser.Call(http.MethodGet, "/api/me/access", "", http.StatusOK)["access"].([]any) {
		access := x.(map[string]any)
		kinds = append(kinds, fmt.Sprint(access["kind"]))
		ids[fmt.Sprint(access["kind"])] = fmt.Sprint(access["id"])
	}
	return kinds, ids
}

// TestLinkedEcho on either engine: a person with a phone, a terminal and an Echo is one
// author, until the link ends.
func TestLinkedEcho(t *testing.T) {
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			s := h.serveHere(t, "--alexa-link-secret-file", linkSecret(t, amazonSecret), "--alexa-link-redirect", amazonRedirect)
			linkedEcho(t, amazon{s, s.signIn("Taro")}, newPerson(t))
		})
	}
}

func linkedEcho(t *testing.T, a amazon, terminal person) {
	t.Helper()
	const account = "amzn1.ask.account.LINKED"
	me, _ := a.browser.Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)
	tk, own := a.echo(account), fmt.Sprint(me["userId"])
	says(t, tk, "ask family voice memo to add buy eggs", "Added")
	first := a.link()
	tk.AccessToken = first.Access
	says(t, tk, "ask family voice memo to add buy milk", "linked to Taro's account. It has joined the same family. Your memo moved over too.")
	terminal.enters(a.holder(a.t, a.browser, "memos").token, 0, "login", a.url)
	terminal.says("add", "bread")
	a.browser.Call(http.MethodPost, "/api/memos", `{"content":"rice"}`, http.StatusCreated)
	by := map[string]string{}
	for _, m := range a.browser.Call(http.MethodGet, "/api/memos", "", http.StatusOK)["memos"].([]any) {
		memo := m.(map[string]any)
		by[fmt.Sprint(memo["content"])] = fmt.Sprint(memo["userId"])
	}
	if by["buy milk"] != own || by["bread"] != own || by["rice"] != own || by["buy eggs"] == own || len(by) != 4 {
		t.Errorf("got authors %v, want Taro except of the first memo, by the Echo", by)
	}
	says(t, tk, "make an invite code", "invite code") // as the family's owner
	says(t, tk, "stop", "")

	second := a.refresh(first.Refresh)
	if again := a.refresh(first.Refresh); second.Access == "" || again.Access == "" { // as Amazon requires
		t.Fatalf("got %+v and %+v, want tokens twice", second, again)
	}
	tk.AccessToken = second.Access
	says(t, tk, "who is in my family", "The owner is Taro")

	_, ids := a.kinds()
	a.browser.Call(http.MethodDelete, "/api/me/access/"+ids["echo"], "", http.StatusNoContent)
	got := says(t, tk, "ask family voice memo to add soap", "link to an account has ended")
	if !strings.Contains(got.Speech, "Added: soap") || !strings.Contains(string(got.Response), `"card":{"type":"LinkAccount"}`) {
		t.Errorf("got %s, want the memo and a card for linking", got.Response)
	}
	if again := says(t, tk, "ask family voice memo to add jam", "Added: jam"); strings.Contains(again.Speech, "has ended") {
		t.Errorf("got %q, want to hear of the end once", again.Speech)
	}
	if after := a.refresh(second.Refresh); after.Error != "invalid_grant" {
		t.Errorf("got %+v, want no tokens after the end", after)
	}
	tk.AccessToken = "" // the Alexa app has noticed it
	says(t, tk, "make an invite code", "Only the family's owner, Taro")
	says(t, tk, "read the memos", "buy milk")

	a.badTokens(first.Refresh, a.holder(a.t, a.browser, "memos").token)

	third := a.link()
	tk.AccessToken = third.Access
	says(t, tk, "who is in my family", "linked to Taro's account. This list is shared by Taro and this Echo.")
	alexa.Post(t, a.url, disabledLinked(account))
	if kinds, _ := a.kinds(); strings.Contains(strings.Join(kinds, " "), "echo") {
		t.Errorf("got accesses %v after the skill was disabled, want none of an Echo", kinds)
	}
	if after := a.refresh(third.Refresh); after.Error != "invalid_grant" {
		t.Errorf("got %+v, want no tokens after the skill was disabled", after)
	}
	a.stop()
	for _, secret := range []string{amazonSecret, first.Access, first.Refresh, third.Access, "buy milk"} {
		if strings.Contains(a.log.String(), secret) {
			t.Error("the log has a secret or a memo")
		}
	}
}

// badTokens: whatever stands in the place of an access token, the memo is kept, and the Echo
// says once that it is not linked. own are other credentials of this server.
func (a amazon) badTokens(own ...string) {
	a.t.Helper()
	tokens := append(own, "garbage", "va_garbage", "Atza|IwEBIJ", "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.c2ln",
		"va_"+strings.Repeat("x", 4000), "va_a\x00b", " ")
	for i, token := range tokens {
		tk := a.echo(fmt.Sprint("amzn1.ask.account.BAD", i))
		tk.AccessToken = token
		for n, item := range []string{"bread", "butter"} {
			got := says(a.t, tk, "ask family voice memo to add "+item, "Added: "+item)
			if ended := strings.Contains(got.Speech, "link to an account has ended"); ended != (n == 0) {
				a.t.Errorf("token %d: got %q, want to hear of the end %v", i, got.Speech, n == 0)
			}
		}
	}
}

// disabledLinked is the event that the skill of an account was disabled, without a token.
func disabledLinked(account string) string {
	return fmt.Sprintf(`{"version":"1.0","context":{"System":{"application":{"applicationId":"amzn1.ask.skill.any"},"user":{"userId":%q}}},
		"request":{"type":"AlexaSkillEvent.SkillDisabled","requestId":"r-disabled","timestamp":"2026-01-02T03:04:05Z",
		"body":{"userInformationPersistenceStatus":"NOT_PERSISTED"}}}`, account)
}
