package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/functiontest"
)

// TestRecordedCalls: the function makes only calls that its role in the template allows,
// and makes every call that the role allows.
func TestRecordedCalls(t *testing.T) {
	t.Parallel()
	core, template := functiontest.Templates(t, "../../infra")
	s := &site{t: t, public: "https://" + customDomain, aws: functiontest.NewAWS(t)}
	env := s.environ()
	for _, variable := range []string{"VOICEMEMO_OIDC_CLIENT_SECRET_ID", "VOICEMEMO_SESSION_KEYS_ID"} {
		env = append(env, variable+"="+s.renamed(template, env, variable))
	}
	s.instances = append(s.instances, functiontest.Start(t, built, env...))
	s.readsAndWrites()
	s.apps()
	s.invites()
	s.asksFirst()
	s.echos()
	s.movesAreLeft()
	s.accountsAreDue()
	s.codesAreTaken()
	s.leavesForGood()
	s.allRoutes()
	s.aws.RequirePolicy(t, core, template, "WebRole")
}

// renamed keeps a secret under the id that the template sets for it.
func (s *site) renamed(template *cfn.Template, env []string, variable string) string {
	s.t.Helper()
	function, _ := template.Resource("WebFunction")
	environment, _ := function.Properties["Environment"].(map[string]any)
	variables, _ := environment["Variables"].(map[string]any)
	id, _ := variables[variable].(string)
	for _, assignment := range env {
		if ours, ok := strings.CutPrefix(assignment, variable+"="); ok && id != "" {
			s.aws.Rename(ours, id)
			return id
		}
	}
	s.t.Fatalf("the template sets no %s for the function", variable)
	return ""
}

// readsAndWrites makes every request about memos, and every public request.
func (s *site) readsAndWrites() {
	s.t.Helper()
	for _, path := range []string{
		"/", "/join", "/trash", "/family", "/share", "/memos/any", "/healthz", "/readyz", "/api/openapi.yaml", "/api/docs", "/api/docs.css", "/privacy", "/terms",
	} {
		s.stranger().ask("GET", path, "").want(http.StatusOK)
	}
	taro := s.signIn("太郎")
	id := taro.add("牛乳を買う")
	taro.ask("GET", "/api/memos?q=牛乳", "").want(http.StatusOK)
	taro.ask("PUT", "/api/memos/"+id, `{"content":"卵を買う"}`).want(http.StatusOK)
	taro.ask("PUT", "/api/memos/"+id+"/before", "").want(http.StatusOK)
	taro.ask("GET", "/api/memos/"+id, "").want(http.StatusOK)
	taro.ask("GET", "/api/memos/"+id+"/seen", "").want(http.StatusOK)
	for _, done := range []string{"true", "false"} {
		taro.ask("PUT", "/api/memos/"+id+"/done", `{"done":`+done+`}`).want(http.StatusOK)
	}
	for _, step := range [][2]string{
		{"DELETE", "/api/memos/" + id}, {"PUT", "/api/memos/" + id + "/restore"}, {"DELETE", "/api/memos/" + id}, {"DELETE", "/api/memos/" + id},
	} {
		taro.ask(step[0], step[1], "").want(http.StatusOK)
	}
	taro.add("パンを買う")
	taro.ask("DELETE", "/api/memos", "").want(http.StatusOK)
	taro.ask("DELETE", "/api/memos?deleted=true", "").want(http.StatusOK)
	taro.ask("GET", "/api/export?format=csv", "").want(http.StatusOK)
	taro.ask("GET", "/api/events", "").want(http.StatusNotFound)
	taro.ask("POST", "/api/live/ticket", "").want(http.StatusNotFound)
	taro.ask("PUT", "/api/user/name", `{"name":"たろう"}`).want(http.StatusOK)
	taro.ask("PUT", "/api/user/emoji", `{"emoji":"🐻"}`).want(http.StatusOK)
	taro.ask("PUT", "/api/me/seen", `{"until":"2026-04-01T09:00:00Z"}`).want(http.StatusNoContent)
	taro.ask("GET", "/api/family/members/"+url.PathEscape(taro.id())+"/picture", "").want(http.StatusNotFound)
	taro.ask("POST", "/auth/logout-everywhere", "").want(http.StatusNoContent)
	taro.ask("POST", "/auth/logout", "").want(http.StatusNoContent)
	s.stranger().ask("POST", "/auth/login", `{"returnTo":"/trash"}`).want(http.StatusOK)
}

// id is a person's user id.
func (p *person) id() string {
	p.t.Helper()
	var me struct{ User struct{ UserID string } }
	if err := json.Unmarshal([]byte(p.ask("GET", "/api/me", "").want(http.StatusOK).body), &me); err != nil {
		p.t.Fatal(err)
	}
	return me.User.UserID
}

// invite creates an invitation, or shares the live one.
func (p *person) invite() (code, token string) {
	p.t.Helper()
	made := p.ask("POST", "/api/family/invite-codes", "").want(http.StatusCreated)
	link, err := url.Parse(made.text("link"))
	if err != nil {
		p.t.Fatal(err)
	}
	return made.text("code"), link.Fragment
}

// invites: invitations are created, shared, revoked and redeemed; members become owners,
// are removed, and leave.
func (s *site) invites() {
	s.t.Helper()
	hanako, jiro, saburo := s.signIn("花子"), s.signIn("次郎"), s.signIn("三郎")
	jiro.add("傘を持っていく")
	hanako.invite()
	hanako.invite() // another link of the same invitation
	hanako.ask("DELETE", "/api/family/invite-codes/current", "").want(http.StatusNoContent)
	jiro.ask("POST", "/api/family/join", `{"inviteCode":"0000"}`) // wrong, except in one case of ten thousand
	code, _ := hanako.invite()
	jiro.ask("POST", "/api/family/join", `{"inviteCode":"`+code+`"}`).want(http.StatusOK)
	if got := hanako.contents(); got != "傘を持っていく" {
		s.t.Errorf("Hanako sees %q", got)
	}
	_, token := hanako.invite()
	saburo.ask("POST", "/api/family/invitations/preview", `{"inviteToken":"`+token+`"}`).want(http.StatusOK)
	saburo.ask("POST", "/api/family/join", `{"inviteToken":"`+token+`"}`).want(http.StatusOK)
	hanako.ask("GET", "/api/family/members", "").want(http.StatusOK)
	hanako.ask("DELETE", "/api/family/members/"+url.PathEscape(saburo.id()), "").want(http.StatusNoContent)
	hanako.ask("POST", "/api/family/transfer-owner", `{"newOwnerUserId":"`+jiro.id()+`"}`).want(http.StatusNoContent)
	hanako.ask("POST", "/api/family/leave", "").want(http.StatusOK)
}

// asksFirst: an owner who is asked first admits or refuses, or the request is withdrawn.
func (s *site) asksFirst() {
	s.t.Helper()
	owner := s.signIn("みどり")
	owner.ask("PUT", "/api/family/settings", `{"askBeforeJoin":true}`).want(http.StatusOK)
	for name, decide := range map[string]func(asker *person){
		"四郎": func(asker *person) { asker.ask("DELETE", "/api/family/join", "").want(http.StatusNoContent) },
		"五郎": func(asker *person) {
			owner.ask("DELETE", "/api/family/requests/"+url.PathEscape(asker.id()), "").want(http.StatusNoContent)
		},
		"六郎": func(asker *person) {
			owner.ask("POST", "/api/family/requests/"+url.PathEscape(asker.id()), "").want(http.StatusOK)
		},
	} {
		asker := s.signIn(name)
		_, token := owner.invite()
		asker.ask("POST", "/api/family/join", `{"inviteToken":"`+token+`"}`).want(http.StatusAccepted)
		decide(asker)
	}
}

// echo creates an Echo with a memo, with this clock.
func (s *site) echo(name string, now func() time.Time) (*family.Service, models.User) {
	s.t.Helper()
	families := family.NewService(s.aws.DB.Families(), s.aws.DB.Memos())
	families.Now = now
	echo, err := families.Ensure(s.t.Context(), models.Profile{ID: models.UserID("amzn1.ask.account." + name), Name: name, Source: models.SourceAlexa})
	if err != nil {
		s.t.Fatal(err)
	}
	memos := memo.NewService(s.aws.DB.Memos(), families)
	if _, _, err := memos.Add(s.t.Context(), echo, memo.Draft{Content: name + "のメモ", Key: memo.NewKey()}); err != nil {
		s.t.Fatal(err)
	}
	return families, echo
}

// echos: an Echo is added with its connection number, and a recovery number restores the
// memos of one whose skill was disabled.
func (s *site) echos() {
	s.t.Helper()
	families, echo := s.echo("台所", time.Now)
	connection, err := families.ConnectionNumber(s.t.Context(), echo)
	if err != nil {
		s.t.Fatal(err)
	}
	families, lost := s.echo("寝室", time.Now)
	recovery, err := families.RecoveryNumber(s.t.Context(), lost)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := families.Disable(s.t.Context(), lost.ID); err != nil {
		s.t.Fatal(err)
	}
	owner := s.signIn("あかり")
	for _, number := range []string{connection.Number, recovery} {
		body := `{"number":"` + number + `"}`
		owner.ask("POST", "/api/family/echos/preview", body).want(http.StatusOK)
		owner.ask("POST", "/api/family/echos", body).want(http.StatusOK)
	}
	if got := owner.contents(); got != "寝室のメモ / 台所のメモ" {
		s.t.Errorf("the owner sees %q", got)
	}
	owner.ask("PUT", "/api/family/members/"+url.PathEscape(string(echo.ID))+"/name", `{"name":"台所のエコー"}`).want(http.StatusOK)
}

// accountsAreDue: the schedule erases an account whose skill was disabled over thirty
// days ago, and its numbers.
func (s *site) accountsAreDue() {
	s.t.Helper()
	families, echo := s.echo("書斎", func() time.Time { return time.Now().Add(-models.KeepFor - time.Hour) })
	if _, err := families.RecoveryNumber(s.t.Context(), echo); err != nil {
		s.t.Fatal(err)
	}
	if err := families.Disable(s.t.Context(), echo.ID); err != nil {
		s.t.Fatal(err)
	}
	if out, err := s.instances[0].Invoke(s.t.Context(), []byte(`{"voicememo":"carry-on"}`)); err != nil || string(out) != `{"pending":0}` {
		s.t.Errorf("the schedule returned %s, %v", out, err)
	}
	if u, err := s.aws.DB.Families().Person(s.t.Context(), echo.ID); !models.IsCode(err, models.CodeNotFound) {
		s.t.Errorf("got account %+v, %v", u, err)
	}
}

// movesAreLeft: while the store fails, the memos of a person who joins do not move; the
// schedule moves them.
func (s *site) movesAreLeft() {
	s.t.Helper()
	owner, joiner := s.signIn("ひかり"), s.signIn("のぞみ")
	joiner.add("切符を買う")
	_, token := owner.invite()
	s.aws.Instead(func(action string, body []byte) (int, string) {
		if action == "TransactWriteItems" && strings.Contains(string(body), `"ConditionCheck":`) {
			return http.StatusInternalServerError, `{"__type":"InternalServerError"}`
		}
		return 0, ""
	})
	joiner.ask("POST", "/api/family/join", `{"inviteToken":"`+token+`"}`).want(http.StatusOK)
	s.aws.Instead(nil)
	if pending, err := s.aws.DB.PendingMoves(s.t.Context()); err != nil || pending == 0 {
		s.t.Fatalf("got no pending move for the schedule, %v", err)
	}
	out, err := s.instances[0].Invoke(s.t.Context(), []byte(`{"voicememo":"carry-on"}`))
	if err != nil || string(out) != `{"pending":0}` {
		s.t.Errorf("the schedule returned %s, %v", out, err)
	}
	if pending, err := s.aws.DB.PendingMoves(s.t.Context()); err != nil || pending > 0 {
		s.t.Errorf("the schedule left %d moves, %v", pending, err)
	}
	if got := owner.contents(); got != "切符を買う" {
		s.t.Errorf("the owner sees %q", got)
	}
}

// codesAreTaken: the function chooses other digits if another family gets the same ones at
// the same moment. If the family got another invitation at the same moment, the new one is
// revoked.
func (s *site) codesAreTaken() {
	s.t.Helper()
	for action, says := range map[string]string{"PutItem": `"inviteId"`, "UpdateItem": `"inviteCode"`} {
		var taken atomic.Bool // the function sends several requests at the same time
		s.aws.Instead(func(asked string, body []byte) (int, string) {
			if asked != action || !strings.Contains(string(body), says) || taken.Swap(true) {
				return 0, ""
			}
			return http.StatusBadRequest, `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}`
		})
		s.signIn("こだま " + action).invite()
		s.aws.Instead(nil)
	}
}

// leavesForGood: an account is erased with all its memos, in batches.
func (s *site) leavesForGood() {
	s.t.Helper()
	gone := s.signIn("つばさ")
	for i := range 110 {
		gone.add(fmt.Sprintf("%d個買う", i+1))
	}
	phone := s.signIn("つばさ")
	token := gone.ask("POST", "/api/me/tokens", `{"name":"speaker","scope":"read","days":30}`).want(http.StatusCreated).text("token")
	s.stranger().ask("POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Authorization: Bearer "+token).want(http.StatusOK)
	for _, a := range gone.access() {
		if !a.Current {
			gone.ask("DELETE", "/api/me/access/"+a.ID, "").want(http.StatusNoContent)
		}
	}
	phone.ask("GET", "/api/me", "").want(http.StatusUnauthorized)
	gone.signInBy("/auth/login?fresh=1&return_to=%2Ftrash", "つばさ")
	gone.ask("DELETE", "/api/user", "").want(http.StatusNoContent)
	gone.ask("GET", "/api/me", "").want(http.StatusUnauthorized)
}

// allRoutes: according to the log, each route of the contract was requested.
func (s *site) allRoutes() {
	s.t.Helper()
	raw, err := os.ReadFile("../../webapi/openapi.yaml")
	if err != nil {
		s.t.Fatal(err)
	}
	var contract struct {
		Paths map[string]map[string]yaml.Node
	}
	if err := yaml.Unmarshal(raw, &contract); err != nil {
		s.t.Fatal(err)
	}
	s.stranger().ask("GET", "/healthz", "").want(http.StatusOK)
	log := functiontest.Says(s.t, s.instances[0], `"route":"/healthz"`, 2)
	parameter := regexp.MustCompile(`\{(\w+)\}`)
	for path, operations := range contract.Paths {
		for method := range operations {
			asked := fmt.Sprintf(`"method":%q,"route":%q`, strings.ToUpper(method), parameter.ReplaceAllString(path, ":$1"))
			if path != "/alexa" && path != "/{asset}" && !strings.Contains(log, asked) {
				s.t.Errorf("%s %s was not requested", method, path)
			}
		}
	}
}
