package webapi

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/webapi/mcp"
)

// TestAppThatOnlyAdds: an app with the scope add, at the web API and at /mcp, adds memos in
// its own name and reads them alone, also by repeating a request of another program.
func TestAppThatOnlyAdds(t *testing.T) {
	s := newSite(t)
	typed := s.add("taro", "ひみつ", "Idempotency-Key: typed")
	of := func(resource string) string {
		a := s.app(commandLineApp)
		a.scope, a.resource = "add", home+resource
		return "Authorization: Bearer " + a.connect("taro").AccessToken
	}
	api, other, assistant := of("/api"), of("/api"), of(mcpPath)
	own := s.add("", "牛乳", api)
	var made toolResult
	s.ask("", "POST", mcpPath, calling("add_memo", `{"text":"milk"}`), assistant).want(http.StatusOK).into(&made)
	added := made.Result.Structured.Memo
	for id, status := range map[string]int{own.ID: 200, typed.ID: 404, added.ID: 404} {
		s.ask("", "GET", "/api/memos/"+id, "", api).want(status)
		s.ask("", "GET", "/api/memos/"+id, "", other).want(404)
	}
	r := s.ask("", "POST", "/api/memos", object("content", "ひみつ"), api, "Idempotency-Key: typed").want(409)
	if p := r.problem(); p.Reason != models.ReasonKeyReused || strings.Contains(r.body, "ひみつ") {
		t.Errorf("the key of another program: got %s, want it refused", r.body)
	}
	about := s.ask("taro", "GET", aboutMe, "").want(200)
	if apps := s.accessOf("taro"); len(apps) != 3 || strings.Count(about.body, `"via":`) != 2 {
		t.Errorf("got %+v and %s; want three apps and two memos by apps", apps, about.body)
	}
}

// TestScopesForAssistants: the metadata of /mcp offers what its tools need and no more.
func TestScopesForAssistants(t *testing.T) {
	s := newSite(t)
	var m struct {
		Scopes []models.Scope `json:"scopes_supported"`
	}
	s.decode(s.ask("", "GET", mcpMetadata, "").want(200), &m)
	if !slices.Equal(m.Scopes, []models.Scope{models.ScopeMemos}) {
		t.Errorf("got scopes %v, want memos", m.Scopes)
	}
	for _, tool := range mcp.Tools() {
		if !models.ScopeMemos.Allows(tool.Need) {
			t.Errorf("%s: the scope memos does not suffice", tool.Name)
		}
	}
}

// TestProgramLimitOfANetwork: the addresses of one IPv6 network have one limit, and an IPv4
// address has its own.
func TestProgramLimitOfANetwork(t *testing.T) {
	s := newSite(t)
	s.freeze()
	ask := func(from string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, home+"/oauth/device", strings.NewReader("client_id=voicememo"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.RemoteAddr = from
		return s.send(r).status
	}
	from := []string{"[2001:db8::1]:80", "[2001:db8::ffff:2]:80"}
	for i := range 2 * asksPerMinute {
		if got := ask(from[i%2]); got != http.StatusOK {
			t.Fatalf("request %d: got %d, want 200", i, got)
		}
	}
	for address, want := range map[string]int{
		"[2001:db8::3]:80": 429, "[2001:db8:0:1::1]:80": 200, "192.0.2.1:80": 200, "192.0.2.2:80": 200,
	} {
		check.Equal(t, ask(address), want, address)
	}
}
