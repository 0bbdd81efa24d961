package webapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzMCP: no body makes /mcp fail, hang or change a memo of another family, and no access
// that only reads changes one.
func FuzzMCP(f *testing.F) {
	s, id := fuzzSite(f)
	own := s.add("taro", "milk").ID
	for _, body := range []string{
		rpc("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`),
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
		rpc("tools/list", `{"cursor":"a"}`), rpc("server/discover", "{}"), rpc("ping", "null"),
		calling("list_memos", `{"limit":1,"cursor":"a","done":true}`), calling("find_memos", `{"text":"a"}`), calling("family", "null"),
		calling("done_memo", `{"id":"`+id+`","version":1}`), calling("delete_memo", `{"id":"`+own+`"}`), calling("undo", `{"id":"`+own+`","version":1}`),
		rpc("tools/call", `{"name":"family","name":"delete_memo","_meta":{"progressToken":1},"arguments":{"id":"`+own+`"}}`),
		rpc("tools/call", `{"name":"family","inputResponses":{"a":{}},"requestState":"x"}`),
		calling("add_memo", `{"text":"a","text":"b"}`), calling("add_memo", `{"text":"a","x":[{"y":1,"Y":2}]}`), `{"jsonrpc":"2.0","id":1,"method":"ping","x":1}`,
		`[]`, `null`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}`,
	} {
		f.Add(body, "")
		f.Add(body, "2026-07-28")
	}
	before := s.state("taro", "jiro")
	f.Fuzz(func(t *testing.T, body, version string) {
		for _, who := range []string{"taro!read=x", "hanako!memos=x"} {
			req := httptest.NewRequest(http.MethodPost, home+mcpPath, strings.NewReader(body))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set(person, who)
			req.Header.Set("Mcp-Protocol-Version", version)
			if w := s.serve(req); w.Code >= http.StatusInternalServerError || w.Code == http.StatusOK && w.Body.Len() == 0 {
				t.Errorf("%q: got status %d: %s", body, w.Code, w.Body)
			}
		}
		s.t = t
		if got := s.state("taro", "jiro"); got != before {
			t.Errorf("%q changed\n%s\nto\n%s", body, before, got)
		}
	})
}
