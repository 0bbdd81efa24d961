package webapi

import (
	"net/http"
	"strings"
	"testing"
)

// TestAssistantByOAuth: an app that a person has allowed for /mcp, also one that has
// registered itself, uses the tools that its scope allows until it is ended, and a token for
// the web API is refused.
func TestAssistantByOAuth(t *testing.T) {
	s := newSite(t)
	for name, a := range map[string]app{"known": s.app(commandLineApp), "registered": s.registeredApp("https://assistant.example/callback")} {
		t.Run(name, func(t *testing.T) {
			s.t = t
			checkAssistantByOAuth(t, a)
		})
	}
}

func checkAssistantByOAuth(t *testing.T, a app) {
	t.Helper()
	s := a.site
	a.scope, a.resource = "add", home+mcpPath
	got := a.connect("taro")
	by := "Authorization: Bearer " + got.AccessToken
	added := s.ask("", "POST", mcpPath, calling("add_memo", `{"text":"milk"}`), by).want(http.StatusOK)
	if !strings.Contains(added.body, `"text":"milk"`) {
		t.Errorf("add_memo: got %s", added.body)
	}
	refused := s.ask("", "POST", mcpPath, calling("list_memos", "{}"), by).want(http.StatusForbidden)
	want := `Bearer error="insufficient_scope", scope="read", resource_metadata="` + home + mcpMetadata + `"`
	if challenge := refused.header.Get("WWW-Authenticate"); challenge != want {
		t.Errorf("got WWW-Authenticate %q, want %q", challenge, want)
	}
	s.list(got.AccessToken).want(http.StatusUnauthorized)
	a.resource = home + "/api"
	other := a.connect("taro")
	s.ask("", "POST", mcpPath, rpc("ping", "{}"), "Authorization: Bearer "+other.AccessToken).want(http.StatusUnauthorized)
	a.post("/oauth/revoke", "token", got.AccessToken).want(http.StatusOK)
	s.ask("", "POST", mcpPath, rpc("ping", "{}"), by).want(http.StatusUnauthorized)
}
