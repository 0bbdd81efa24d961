package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/check"
)

// TestClientWithAServer: what a server refuses has its exit status and sentence, an ended
// key is refused at the next request, and the server's log has neither key nor memo.
func TestClientWithAServer(t *testing.T) {
	f := newFollower(t, programsGuides[0])
	p := person{t}
	p.enters(f.key, 0, "login", f.server.url)
	var memo struct{ ID, Content string }
	if err := json.Unmarshal([]byte(p.says("add", "--json", "secretword")), &memo); err != nil || memo.Content != "secretword" {
		t.Fatalf("got %+v, %v", memo, err)
	}
	says := func(want string, status int, args ...string) {
		t.Helper()
		if _, got := p.enters("", status, args...); got != "voicememo: "+want+"\n" {
			t.Errorf("%.50q: got %q, want %q", args, got, want)
		}
	}
	says("This is too long.", cli.ExitConfiguration, "add", strings.Repeat("x", 501))
	says("This memo does not exist.", cli.ExitNotFound, "done", "other")
	p.says("list")
	f.person.Call(http.MethodDelete, "/api/memos/"+memo.ID, "", http.StatusOK)
	if _, got := p.enters("", cli.ExitNotFound, "done", "1"); !strings.Contains(got, "trash") {
		t.Errorf("got %q, want a sentence about the trash", got)
	}
	check.Equal(t, p.says("find", "SECRETWORD"), "No memo contains “SECRETWORD”.\n")
	for _, a := range f.person.Call(http.MethodGet, "/api/me/access", "", http.StatusOK)["access"].([]any) {
		if a := a.(map[string]any); a["kind"] == "token" {
			f.person.Call(http.MethodDelete, "/api/me/access/"+a["id"].(string), "", http.StatusNoContent)
		}
	}
	says(fmt.Sprintf(sentences(t, "remote", "en")["signInAgain"], f.server.url), cli.ExitSignIn, "list")
	f.server.stop()
	if log := f.server.log.String() + f.server.out.String(); strings.Contains(log, f.key[:20]) || strings.Contains(strings.ToLower(log), "secretword") {
		t.Errorf("the log has the key or the memo:\n%s", log)
	}
}
