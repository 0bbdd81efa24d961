package main

import (
	"net/http"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
)

// TestAssistant: an assistant with a personal token uses the tools behind an HTTP API and
// behind a function URL, each message at another instance.
func TestAssistant(t *testing.T) {
	t.Parallel()
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	call := func(tool, arguments string) string {
		return `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
	}
	for _, host := range []string{customDomain, functionURL} {
		t.Run(host, func(t *testing.T) {
			s := newSite(t, "https://"+host, 2)
			taro := s.signIn("太郎")
			token := taro.Ask("POST", "/api/me/tokens", `{"name":"assistant","scope":"memos","days":30}`).Want(http.StatusCreated).Text("token")
			assistant, key := s.stranger(), "Authorization: Bearer "+token
			assistant.Ask("POST", "/mcp", initialize, key).Want(http.StatusOK)
			assistant.at(1).Ask("POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, key).Want(http.StatusAccepted)
			assistant.Ask("POST", "/mcp", call("add_memo", `{"text":"牛乳を買う"}`), key).Want(http.StatusOK)
			if got := assistant.at(1).Ask("POST", "/mcp", call("find_memos", `{"text":"牛乳"}`), key).Want(http.StatusOK).Body; !strings.Contains(got, "牛乳を買う") {
				t.Errorf("find_memos: got %s", got)
			}
			if got := taro.Contents(); got != "牛乳を買う" {
				t.Errorf("Taro sees %q", got)
			}
			assistant.Ask("GET", "/mcp", "", key).Want(http.StatusMethodNotAllowed)
			assistant.Ask("POST", "/mcp", initialize, key, "Origin: https://evil.example").Want(http.StatusForbidden)
			refused := taro.Ask("POST", "/mcp", initialize).Want(http.StatusUnauthorized) // with the session's cookie
			want := `Bearer resource_metadata="https://` + host + `/.well-known/oauth-protected-resource/mcp"`
			check.Equal(t, refused.Header.Get("WWW-Authenticate"), want)
			assistant.Ask("GET", "/.well-known/oauth-protected-resource/mcp", "").Want(http.StatusOK)
		})
	}
}
