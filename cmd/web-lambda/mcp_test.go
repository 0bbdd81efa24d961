package main

import (
	"net/http"
	"strings"
	"testing"
)

// TestAssistant: an assistant with a personal token uses the tools behind an HTTP API and
// behind a function URL, each message at another instance.
func TestAssistant(t *testing.T) {
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	call := func(tool, arguments string) string {
		return `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
	}
	for _, host := range []string{customDomain, functionURL} {
		t.Run(host, func(t *testing.T) {
			s := newSite(t, "https://"+host, 2)
			taro := s.signIn("太郎")
			token := taro.ask("POST", "/api/me/tokens", `{"name":"assistant","scope":"memos","days":30}`).want(http.StatusCreated).text("token")
			assistant, key := s.stranger(), "Authorization: Bearer "+token
			assistant.ask("POST", "/mcp", initialize, key).want(http.StatusOK)
			assistant.at(1).ask("POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, key).want(http.StatusAccepted)
			assistant.ask("POST", "/mcp", call("add_memo", `{"text":"牛乳を買う"}`), key).want(http.StatusOK)
			if got := assistant.at(1).ask("POST", "/mcp", call("find_memos", `{"text":"牛乳"}`), key).want(http.StatusOK).body; !strings.Contains(got, "牛乳を買う") {
				t.Errorf("find_memos: got %s", got)
			}
			if got := taro.contents(); got != "牛乳を買う" {
				t.Errorf("Taro sees %q", got)
			}
			assistant.ask("GET", "/mcp", "", key).want(http.StatusMethodNotAllowed)
			assistant.ask("POST", "/mcp", initialize, key, "Origin: https://evil.example").want(http.StatusForbidden)
			refused := taro.ask("POST", "/mcp", initialize).want(http.StatusUnauthorized) // with the session's cookie
			want := `Bearer resource_metadata="https://` + host + `/.well-known/oauth-protected-resource/mcp"`
			if got := refused.header.Get("WWW-Authenticate"); got != want {
				t.Errorf("got WWW-Authenticate %q, want %q", got, want)
			}
			assistant.ask("GET", "/.well-known/oauth-protected-resource/mcp", "").want(http.StatusOK)
		})
	}
}
