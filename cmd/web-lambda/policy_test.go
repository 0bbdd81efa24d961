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
	"voicememo/tools/testkit/must"
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
		"/", "/join", "/trash", "/family", "/you", "/share", "/memos/any", "/healthz", "/readyz", "/api/openapi.yaml", "/api/docs", "/api/docs.css", "/privacy", "/terms",
	} {
		s.stranger().Ask("GET", path, "").Want(http.StatusOK)
	}
	taro := s.signIn("太郎")
	id := taro.add("牛乳を買う")
	taro.Ask("GET", "/api/memos?q=牛乳", "").Want(http.StatusOK)
	taro.Ask("PUT", "/api/memos/"+id, `{"content":"卵を買う"}`).Want(http.StatusOK)
	taro.Ask("PUT", "/api/memos/"+id+"/before", "").Want(http.StatusOK)
	taro.Ask("GET", "/api/memos/"+id, "").Want(http.StatusOK)
	taro.Ask("GET", "/api/memos/"+id+"/seen", "").Want(http.StatusOK)
	for _, done := range []string{"true", "false"} {
		taro.Ask("PUT", "/api/memos/"+id+"/done", `{"done":`+done+`}`).Want(http.StatusOK)
	}
	for _, step := range [][2]string{
		{"DELETE", "/api/memos/" + id}, {"PUT", "/api/memos/" + id + "/restore"}, {"DELETE", "/api/memos/" + id}, {"DELETE", "/api/memos/" + id},
	} {
		taro.Ask(step[0], step[1], "").Want(http.StatusOK)
	}
	taro.add("パンを買う")
	taro.Ask("DELETE", "/api/memos", "").Want(http.StatusOK)
	taro.Ask("DELETE", "/api/memos?deleted=true", "").Want(http.StatusOK)
	taro.Ask("GET", "/api/me/work", "").Want(http.StatusNotFound)
	taro.Ask("GET", "/api/export?format=csv", "").Want(http.StatusOK)
	taro.Ask("GET", "/api/events", "").Want(http.StatusNotFound)
	taro.Ask("POST", "/api/live/ticket", "").Want(http.StatusNotFound)
	taro.Ask("PUT", "/api/user/name", `{"name":"たろう"}`).Want(http.StatusOK)
	taro.Ask("PUT", "/api/user/emoji", `{"emoji":"🐻"}`).Want(http.StatusOK)
	taro.Ask("PUT", "/api/me/seen", `{"until":"2026-04-01T09:00:00Z"}`).Want(http.StatusNoContent)
	taro.Ask("GET", "/api/family/members/"+url.PathEscape(taro.id())+"/picture", "").Want(http.StatusNotFound)
	taro.Ask("POST", "/auth/logout-everywhere", "").Want(http.StatusNoContent)
	taro.Ask("POST", "/auth/logout", "").Want(http.StatusNoContent)
	s.stranger().Ask("POST", "/auth/login", `{"returnTo":"/trash"}`).Want(http.StatusOK)
}

// id is a person's user id.
func (p *person) id() string {
	p.t.Helper()
	var me struct{ User struct{ UserID string } }
	must.OK(p.t, json.Unmarshal([]byte(p.Ask("GET", "/api/me", "").Want(http.StatusOK).Body), &me))
	return me.User.UserID
}

// invite creates an invitation, or shares the live one.
func (p *person) invite() (code, token string) {
	p.t.Helper()
	made := p.Ask("POST", "/api/family/invite-codes", "").Want(http.StatusCreated)
	link, err := url.Parse(made.Text("link"))
	must.OK(p.t, err)
	return made.Text("code"), link.Fragment
}

// invites: invitations are created, shared, revoked and redeemed; members become owners,
// are removed, and leave.
func (s *site) invites() {
	s.t.Helper()
	hanako, jiro, saburo := s.signIn("花子"), s.signIn("次郎"), s.signIn("三郎")
	jiro.add("傘を持っていく")
	hanako.invite()
	hanako.invite() // another link of the same invitation
	hanako.Ask("DELETE", "/api/family/invite-codes/current", "").Want(http.StatusNoContent)
	jiro.Ask("POST", "/api/family/join", `{"inviteCode":"0000"}`) // wrong, except in one case of ten thousand
	code, _ := hanako.invite()
	jiro.Ask("POST", "/api/family/join", `{"inviteCode":"`+code+`"}`).Want(http.StatusOK)
	if got := hanako.Contents(); got != "傘を持っていく" {
		s.t.Errorf("Hanako sees %q", got)
	}
	_, token := hanako.invite()
	saburo.Ask("POST", "/api/family/invitations/preview", `{"inviteToken":"`+token+`"}`).Want(http.StatusOK)
	saburo.Ask("POST", "/api/family/join", `{"inviteToken":"`+token+`"}`).Want(http.StatusOK)
	hanako.Ask("GET", "/api/family/members", "").Want(http.StatusOK)
	hanako.Ask("DELETE", "/api/family/members/"+url.PathEscape(saburo.id()), "").Want(http.StatusNoContent)
	hanako.Ask("POST", "/api/family/transfer-owner", `{"newOwnerUserId":"`+jiro.id()+`"}`).Want(http.StatusNoContent)
	hanako.Ask("POST", "/api/family/leave", "").Want(http.StatusOK)
}

// asksFirst: an owner who is asked first admits or refuses, or the request is withdrawn.
func (s *site) asksFirst() {
	s.t.Helper()
	owner := s.signIn("みどり")
	owner.Ask("PUT", "/api/family/settings", `{"askBeforeJoin":true}`).Want(http.StatusOK)
	owner.Ask("PATCH", "/api/family", `{"timeZone":"Europe/Berlin"}`).Want(http.StatusOK)
	for name, decide := range map[string]func(asker *person){
		"四郎": func(asker *person) { asker.Ask("DELETE", "/api/family/join", "").Want(http.StatusNoContent) },
		"五郎": func(asker *person) {
			owner.Ask("DELETE", "/api/family/requests/"+url.PathEscape(asker.id()), "").Want(http.StatusNoContent)
		},
		"六郎": func(asker *person) {
			owner.Ask("POST", "/api/family/requests/"+url.PathEscape(asker.id()), "").Want(http.StatusOK)
		},
	} {
		asker := s.signIn(name)
		_, token := owner.invite()
		asker.Ask("POST", "/api/family/join", `{"inviteToken":"`+token+`"}`).Want(http.StatusAccepted)
		decide(asker)
	}
}

// echo creates an Echo with a memo, with this clock.
func (s *site) echo(name string, now func() time.Time) (*family.Service, models.User) {
	s.t.Helper()
	families := family.NewService(s.aws.DB.Families(), s.aws.DB.Memos())
	families.Now = now
	echo, err := families.Ensure(s.t.Context(), models.Profile{ID: models.UserID("amzn1.ask.account." + name), Name: name, Source: models.SourceAlexa})
	must.OK(s.t, err)
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
	must.OK(s.t, err)
	families, lost := s.echo("寝室", time.Now)
	recovery, err := families.RecoveryNumber(s.t.Context(), lost)
	must.OK(s.t, err)
	must.OK(s.t, families.Disable(s.t.Context(), lost.ID))
	owner := s.signIn("あかり")
	for _, number := range []string{connection.Number, recovery} {
		body := `{"number":"` + number + `"}`
		owner.Ask("POST", "/api/family/echos/preview", body).Want(http.StatusOK)
		owner.Ask("POST", "/api/family/echos", body).Want(http.StatusOK)
	}
	if got := owner.Contents(); got != "寝室のメモ / 台所のメモ" {
		s.t.Errorf("the owner sees %q", got)
	}
	owner.Ask("PUT", "/api/family/members/"+url.PathEscape(string(echo.ID))+"/name", `{"name":"台所のエコー"}`).Want(http.StatusOK)
}

// accountsAreDue: the schedule erases an account whose skill was disabled over thirty
// days ago, and its numbers.
func (s *site) accountsAreDue() {
	s.t.Helper()
	families, echo := s.echo("書斎", func() time.Time { return time.Now().Add(-models.KeepFor - time.Hour) })
	must.OK(s.t, must.Err(families.RecoveryNumber(s.t.Context(), echo)))
	must.OK(s.t, families.Disable(s.t.Context(), echo.ID))
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
	joiner.Ask("POST", "/api/family/join", `{"inviteToken":"`+token+`"}`).Want(http.StatusOK)
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
	if got := owner.Contents(); got != "切符を買う" {
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
	token := gone.Ask("POST", "/api/me/tokens", `{"name":"speaker","scope":"read","days":30}`).Want(http.StatusCreated).Text("token")
	s.stranger().Ask("POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Authorization: Bearer "+token).Want(http.StatusOK)
	for _, a := range gone.access() {
		if !a.Current {
			gone.Ask("DELETE", "/api/me/access/"+a.ID, "").Want(http.StatusNoContent)
		}
	}
	phone.Ask("GET", "/api/me", "").Want(http.StatusUnauthorized)
	gone.signInBy("/auth/login?fresh=1&return_to=%2Ftrash", "つばさ")
	gone.Ask("DELETE", "/api/user", "").Want(http.StatusNoContent)
	gone.Ask("GET", "/api/me", "").Want(http.StatusUnauthorized)
}

// allRoutes: according to the log, each route of the contract was requested.
func (s *site) allRoutes() {
	s.t.Helper()
	raw, err := os.ReadFile("../../webapi/openapi.yaml")
	must.OK(s.t, err)
	var contract struct {
		Paths map[string]map[string]yaml.Node
	}
	must.OK(s.t, yaml.Unmarshal(raw, &contract))
	s.stranger().Ask("GET", "/healthz", "").Want(http.StatusOK)
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
