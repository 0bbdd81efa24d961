package webapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/contracttest"
	"voicememo/webapi/mcp"
)

// assistant is a caller with a personal token that may do everything about memos.
const assistant = "taro!memos=0123456789abcdef"

// rpc returns a JSON-RPC request.
func rpc(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":%s}`, method, params)
}

// calling returns a request that calls a tool.
func calling(tool, arguments string) string {
	return rpc("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
}

// toolResult is the answer to a call.
type toolResult struct {
	Result struct {
		IsError    bool `json:"isError"`
		Structured struct {
			Memo  mcpMemo   `json:"memo"`
			Memos []mcpMemo `json:"memos"`
			Count *int      `json:"count"`
		} `json:"structuredContent"`
		Content []struct{ Type, Text string } `json:"content"`
	} `json:"result"`
}

// mcpMemo is a memo in a result.
type mcpMemo struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
	Text    string `json:"text"`
	Author  string `json:"author"`
	DoneAt  string `json:"doneAt"`
	InTrash bool   `json:"inTrash"`
}

// calls calls a tool and returns its result.
func (s *site) calls(who, tool, arguments string) (r toolResult) {
	s.t.Helper()
	s.ask(who, "POST", mcpPath, calling(tool, arguments)).want(http.StatusOK).into(&r)
	return r
}

// tells returns the sentence of a call that is refused.
func (s *site) tells(who, tool, arguments string) string {
	s.t.Helper()
	r := s.calls(who, tool, arguments)
	if !r.Result.IsError || len(r.Result.Content) != 1 {
		s.t.Fatalf("%s %s: got %+v, want an error", tool, arguments, r)
	}
	return r.Result.Content[0].Text
}

// TestToolsList: there are exactly seven tools, each with everything that an assistant and
// its person need to decide about a call, in both languages.
func TestToolsList(t *testing.T) {
	s := newSite(t)
	for _, language := range []string{"en", "ja"} {
		var list struct {
			Result struct {
				Tools []struct {
					Name, Title, Description  string
					InputSchema, OutputSchema map[string]any
					Annotations               map[string]bool
				}
			}
		}
		s.ask(assistant, "POST", mcpPath, rpc("tools/list", "{}"), "Accept-Language: "+language).want(http.StatusOK).into(&list)
		hints := map[string]string{}
		for _, tool := range list.Result.Tools {
			if tool.Title == "" || tool.Description == "" || tool.InputSchema["type"] != "object" || tool.OutputSchema["type"] != "object" {
				t.Errorf("%s: got %+v, want texts and schemas", tool.Name, tool)
			}
			if japanese := strings.ContainsFunc(tool.Title+tool.Description, func(r rune) bool { return r > 0x3000 }); japanese != (language == "ja") {
				t.Errorf("%s in %s: got %q, %q", tool.Name, language, tool.Title, tool.Description)
			}
			raw, err := json.Marshal(tool.Annotations)
			must.OK(t, err)
			hints[tool.Name] = string(raw)
		}
		read := `{"destructiveHint":false,"idempotentHint":true,"openWorldHint":false,"readOnlyHint":true}`
		change := `{"destructiveHint":true,"idempotentHint":true,"openWorldHint":false,"readOnlyHint":false}`
		want := map[string]string{
			"list_memos": read, "find_memos": read, "family": read, "done_memo": change, "delete_memo": change,
			"add_memo": `{"destructiveHint":false,"idempotentHint":false,"openWorldHint":false,"readOnlyHint":false}`,
			"undo":     `{"destructiveHint":true,"idempotentHint":false,"openWorldHint":false,"readOnlyHint":false}`,
		}
		for name, hint := range want {
			if hints[name] != hint {
				t.Errorf("%s: got the annotations %s, want %s", name, hints[name], hint)
			}
		}
		check.Equal(t, len(list.Result.Tools), len(want), "tools")
	}
}

// TestTools: memos are added, found, marked, deleted and brought back, each change by the id
// and version that the one before returned.
func TestTools(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	m := s.calls(assistant, "add_memo", `{"text":" buy milk "}`).Result.Structured.Memo
	if m.Text != "buy milk" || m.Author != "taro" || m.Version != 1 {
		t.Errorf("add_memo: got %+v", m)
	}
	s.add("hanako", "buy eggs")
	if got := s.calls(assistant, "list_memos", `{}`).Result.Structured.Memos; len(got) != 2 || got[0].Text != "buy eggs" || got[1] != m {
		t.Errorf("list_memos: got %+v", got)
	}
	if got := s.calls(assistant, "find_memos", `{"text":"MILK"}`).Result.Structured.Memos; len(got) != 1 || got[0] != m {
		t.Errorf("find_memos: got %+v", got)
	}
	got := s.calls(assistant, "list_memos", `{"oldest":true,"limit":1,"count":true}`).Result.Structured
	if len(got.Memos) != 1 || got.Memos[0] != m || got.Count == nil || *got.Count != 2 {
		t.Errorf("list_memos, oldest first: got %+v, want %v and a count of 2", got, m)
	}
	got = s.calls(assistant, "list_memos", `{"authors":["Taroさん"],"since":"2000-01-01T00:00:00+09:00"}`).Result.Structured
	if len(got.Memos) != 1 || got.Memos[0] != m || got.Count != nil {
		t.Errorf("list_memos by an author: got %+v, want %v", got, m)
	}
	at := func(m mcpMemo) string { return fmt.Sprintf(`{"id":%q,"version":%d}`, m.ID, m.Version) }
	change := func(tool string, version int64, done, trashed bool) {
		t.Helper()
		m = s.calls(assistant, tool, at(m)).Result.Structured.Memo
		if m.Version != version || (m.DoneAt != "") != done || m.InTrash != trashed {
			t.Errorf("%s: got %+v, want version %d, done %v, in the trash %v", tool, m, version, done, trashed)
		}
	}
	change("done_memo", 2, true, false)
	change("undo", 3, false, false)
	change("delete_memo", 4, false, true)
	change("undo", 5, false, false)
	m = s.calls(assistant, "add_memo", `{"text":"a mistake"}`).Result.Structured.Memo
	change("undo", 2, false, true)
	if done := s.calls(assistant, "list_memos", `{"done":true}`).Result.Structured.Memos; len(done) != 0 {
		t.Errorf("list_memos of done memos: got %+v, want none", done)
	}
	family := s.ask(assistant, "POST", mcpPath, calling("family", "{}")).want(http.StatusOK).body
	if !strings.Contains(family, `{"echo":false,"name":"taro","owner":true,"you":true}`) || strings.Contains(family, "@") {
		t.Errorf("family: got %s, want the members without addresses", family)
	}
}

// TestToolErrors: a refusal that the assistant can act on is a sentence in the result.
func TestToolErrors(t *testing.T) {
	s := newSite(t)
	m := s.add("taro", "buy milk")
	foreign := s.add("jiro", "hidden")
	s.ask("taro", "PUT", "/api/memos/"+m.ID, object("content", "buy oat milk")).want(http.StatusOK)
	for _, c := range []struct{ tool, arguments, want string }{
		{"add_memo", `{"text":" "}`, english.reasons[models.ReasonEmpty]},
		{"add_memo", `{"text":"` + strings.Repeat("a", 501) + `"}`, english.reasons[models.ReasonTooLong]},
		{"add_memo", `{}`, "validating"},
		{"add_memo", `{"text":7}`, "validating"},
		{"add_memo", `{"text":"a","color":"red"}`, "validating"},
		{"find_memos", `{"text":"　"}`, english.reasons[models.ReasonEmpty]},
		{"list_memos", `{"since":"today"}`, english.reasons[models.ReasonFormat]},
		{"list_memos", `{"limit":101}`, english.reasons[models.ReasonFormat]},
		{"list_memos", `{"cursor":"!"}`, english.reasons[models.ReasonFormat]},
		{"done_memo", `{"id":"nonsense"}`, english.reasons[models.ReasonMemo]},
		{"done_memo", `{"id":"` + foreign.ID + `"}`, english.reasons[models.ReasonMemo]},
		{"done_memo", `{"id":"` + m.ID + `","version":-1}`, english.reasons[models.ReasonFormat]},
		{"done_memo", `{"id":"` + m.ID + `","version":1}`, english.reasons[models.ReasonChanged] + "\n" + `{"id":"` + m.ID + `","version":2,"text":"buy oat milk"`},
		{"delete_memo", `{"id":"` + m.ID + `","version":1}`, english.reasons[models.ReasonChanged]},
		{"undo", `{"id":"` + m.ID + `","version":2}`, english.reasons[models.ReasonNoUndo]},
		{"undo", `{"id":"` + m.ID + `"}`, "validating"},
	} {
		if got := s.tells(assistant, c.tool, c.arguments); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %.80s: got %q, want %q", c.tool, c.arguments, got, c.want)
		}
	}
	s.calls(assistant, "delete_memo", `{"id":"`+m.ID+`"}`)
	check.Equal(t, s.tells(assistant, "delete_memo", `{"id":"`+m.ID+`"}`), english.reasons[models.ReasonInTrash], "a second deletion")
	s.ask("taro", "PUT", "/api/memos/"+m.ID+"/restore", "").want(http.StatusOK)
}

// TestToolScopes is the table of every tool and every kind of caller.
func TestToolScopes(t *testing.T) {
	for caller, allowed := range contracttest.Callers {
		s := newSite(t)
		id := s.add("taro", "milk").ID
		for _, tool := range mcp.Tools() {
			r := s.ask(caller, "POST", mcpPath, calling(tool.Name, `{"text":"a","id":"`+id+`"}`))
			want, challenge := http.StatusOK, ""
			metadata := ` resource_metadata="` + home + mcpMetadata + `"`
			switch {
			case !strings.Contains(caller, "="): // not signed in, a session, an ID token
				want, challenge = http.StatusUnauthorized, "Bearer"+metadata
			case !slices.Contains(allowed, tool.Need):
				scope := tool.Need.Scope()
				if len(allowed) == 0 {
					scope = models.ScopeRead
				}
				want, challenge = http.StatusForbidden, `Bearer error="insufficient_scope", scope="`+string(scope)+`",`+metadata
			}
			if got := r.header.Get("WWW-Authenticate"); r.status != want || got != challenge {
				t.Errorf("%s as %q: got %d and %q, want %d and %q", tool.Name, caller, r.status, got, want, challenge)
			}
		}
	}
}

// TestToolScopeAsTheSDKReads: a message with two names of a tool, of which the server's two
// parsers might use different ones, calls neither.
func TestToolScopeAsTheSDKReads(t *testing.T) {
	s := newSite(t)
	m := s.add("taro", "milk")
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"family","name":"delete_memo","arguments":{"id":"` + m.ID + `"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"family"},"params":{"name":"delete_memo","arguments":{"id":"` + m.ID + `"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"delete_memo","arguments":{"id":"` + m.ID + `"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"family","Name":"delete_memo","arguments":{"id":"` + m.ID + `"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"delete_memo","arguments":{"id":"` + m.ID + `"}}}`,
	} {
		s.ask("taro!read=x", "POST", mcpPath, body)
		s.ask("taro", "GET", "/api/memos/"+m.ID, "").want(http.StatusOK).into(&m)
		if m.Deleted {
			t.Fatalf("%s deleted the memo with the scope read", body)
		}
	}
}

// TestMessages: what is not one message of the protocol is refused in the form of the web API.
func TestMessages(t *testing.T) {
	s := newSite(t)
	initialize := rpc("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`)
	for name, c := range map[string]struct {
		body, header string
		status       int
		contains     string
	}{
		"initialize":          {initialize, "", 200, `"protocolVersion":"2025-11-25"`},
		"the version":         {initialize, "", 200, `"version":"1.2.3"`},
		"initialized":         {`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "", 202, ""},
		"ping":                {rpc("ping", "{}"), "", 200, `"result":{}`},
		"no accept":           {rpc("ping", "{}"), "Accept: text/html", 200, `"result":{}`},
		"a session of old":    {rpc("ping", "{}"), "Mcp-Session-Id: abc", 200, `"result":{}`},
		"unknown tool":        {calling("format_disk", "{}"), "", 200, `"error"`},
		"unknown method":      {rpc("resources/subscribe", `{"uri":"a"}`), "", 200, `"code":-32601`},
		"a stream":            {rpc("subscriptions/listen", "{}"), "Mcp-Protocol-Version: 2026-07-28", 404, `"code":-32601`},
		"unknown version":     {rpc("ping", "{}"), "Mcp-Protocol-Version: 1999-01-01", 400, ""},
		"empty":               {"", "Content-Type: application/json", 400, ""},
		"not JSON":            {"{", "", 400, ""},
		"a batch":             {"[" + rpc("ping", "{}") + "]", "", 400, ""},
		"null":                {"null", "", 400, ""},
		"a response":          {`{"jsonrpc":"2.0","id":1,"result":{}}`, "", 400, ""},
		"no version":          {`{"id":1,"method":"ping"}`, "", 400, ""},
		"two methods":         {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}`, "", 400, ""},
		"half a surrogate":    {calling("add_memo", `{"text":"\ud800"}`), "", 400, ""},
		"a form":              {"jsonrpc=2.0", "Content-Type: application/x-www-form-urlencoded", 415, ""},
		"plain text":          {rpc("ping", "{}"), "Content-Type: text/plain", 415, ""},
		"too large":           {rpc("ping", `{"a":"`+strings.Repeat("a", maxBody)+`"}`), "", 400, string(models.ReasonTooLong)},
		"nested too deep":     {rpc("ping", `{"a":`+strings.Repeat("[", 20000)+strings.Repeat("]", 20000)+`}`), "", 400, ""},
		"arguments too deep":  {calling("add_memo", `{"text":`+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+`}`), "", 400, ""},
		"params not a object": {rpc("tools/call", "[]"), "", 400, ""},
		"a call without id":   {`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"family"}}`, "", 400, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s.t = t
			headers := slices.DeleteFunc([]string{c.header}, func(h string) bool { return h == "" })
			r := s.ask(assistant, "POST", mcpPath, c.body, headers...)
			if r.status != c.status || !strings.Contains(r.body, c.contains) {
				t.Errorf("got %d %s, want %d with %q", r.status, r.body, c.status, c.contains)
			}
			if r.header.Get("Mcp-Session-Id") != "" || r.header.Get("Cache-Control") != "no-store" {
				t.Errorf("got the headers %v, want no session, and no-store", r.header)
			}
		})
	}
}

// TestAssistantFromElsewhere: /mcp answers only requests for the server's own name that come
// from no page of another site, with a token and not with a cookie.
func TestAssistantFromElsewhere(t *testing.T) {
	for name, c := range map[string]struct {
		public  string
		who     string
		headers []string
		want    int
	}{
		"as the public address says":  {"https://memo.example.com", assistant, []string{"Host: memo.example.com", "Origin: https://memo.example.com"}, 200},
		"with the default port":       {"https://memo.example.com", assistant, []string{"Host: MEMO.example.com:443"}, 200},
		"another name":                {"https://memo.example.com", assistant, []string{"Host: evil.example.com"}, 421},
		"another port":                {"https://memo.example.com", assistant, []string{"Host: memo.example.com:8443"}, 421},
		"an address":                  {"https://memo.example.com", assistant, []string{"Host: 192.168.1.2"}, 421},
		"another scheme":              {"https://memo.example.com", assistant, []string{"Host: memo.example.com", "Origin: http://memo.example.com"}, 403},
		"another site":                {"https://memo.example.com", assistant, []string{"Host: memo.example.com", "Origin: https://evil.example.com"}, 403},
		"a sandbox":                   {"https://memo.example.com", assistant, []string{"Host: memo.example.com", "Origin: null"}, 403},
		"two origins":                 {"https://memo.example.com", assistant, []string{"Host: memo.example.com", "Origin: https://memo.example.com", "Origin: https://evil.example.com"}, 403},
		"loopback":                    {home, assistant, []string{"Host: 127.0.0.1:8080", "Origin: http://localhost:8080"}, 200},
		"DNS rebinding to loopback":   {home, assistant, []string{"Host: evil.example.com:8080"}, 421},
		"a form of another site":      {home, assistant, []string{"Host: localhost:8080", "Origin: https://evil.example.com", "Content-Type: text/plain"}, 403},
		"cross-site without origin":   {home, assistant, []string{"Sec-Fetch-Site: cross-site"}, 403},
		"a session's cookie only":     {home, "taro", []string{"Cookie: __Host-session=x"}, 401},
		"an ID token":                 {home, "taro!", nil, 401},
		"not signed in":               {home, "", nil, 401},
		"an access without any scope": {home, "taro!none=x", nil, 403},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *Options) { o.PublicURL = c.public })
			s.ask(c.who, "POST", mcpPath, rpc("ping", "{}"), c.headers...).want(c.want)
		})
	}
}

// TestAssistantIgnoresCookies: no cookie reaches the identification, nor the language.
func TestAssistantIgnoresCookies(t *testing.T) {
	s := newSite(t)
	seen := &cookieWitness{Auth: s.options.Auth}
	s.use(func(o *Options) { o.Auth = seen })
	r := s.ask(assistant, "POST", mcpPath, rpc("tools/list", "{}"), "Cookie: __Host-session=x; lang=ja").want(http.StatusOK)
	if seen.cookies != 0 || !strings.Contains(r.body, "List the memos") {
		t.Errorf("got %d cookies and %.200s, want none, and English", seen.cookies, r.body)
	}
}

// cookieWitness counts the cookies of the requests that it identifies.
type cookieWitness struct {
	Auth
	cookies int
}

func (w *cookieWitness) IdentifyAt(r *http.Request, resource string) (auth.Identity, error) {
	w.cookies += len(r.Cookies())
	return w.Auth.IdentifyAt(r, resource)
}

// TestNoSessionsAndStreams: GET and DELETE are 405, with the methods that there are.
func TestNoSessionsAndStreams(t *testing.T) {
	s := newSite(t)
	for _, method := range []string{"GET", "HEAD", "DELETE", "PUT"} {
		r := s.ask(assistant, method, mcpPath, "", "Accept: text/event-stream")
		if r.status != http.StatusMethodNotAllowed || !strings.Contains(r.header.Get("Allow"), "POST") {
			t.Errorf("%s: got %d, Allow %q", method, r.status, r.header.Get("Allow"))
		}
	}
}

// TestAssistantLimits: the calls of an assistant count as the person's changes and searches.
func TestAssistantLimits(t *testing.T) {
	s := newSite(t, func(o *Options) { o.RateWrites, o.RateSearches = 2, 2 })
	s.freeze()
	refused := func(tool, arguments string, reason models.Reason) {
		t.Helper()
		for range 20 {
			r := s.ask(assistant, "POST", mcpPath, calling(tool, arguments))
			if r.status == http.StatusTooManyRequests {
				if p := r.problem(); p.Reason != reason || r.header.Get("Retry-After") == "" {
					t.Errorf("%s: got %+v, want %s", tool, p, reason)
				}
				return
			}
		}
		t.Errorf("%s is not limited", tool)
	}
	refused("add_memo", `{"text":"a"}`, models.ReasonManyWrites)
	s.ask("taro", "POST", "/api/memos", object("content", "a")).want(http.StatusTooManyRequests)
	refused("find_memos", `{"text":"a"}`, models.ReasonManySearches)
	for range 20 {
		s.calls(assistant, "list_memos", "{}")
	}
}

// TestPanicOfATool: a panic of a tool, which runs in a goroutine of the SDK, is a fault of one
// request and does not end the program.
func TestPanicOfATool(t *testing.T) {
	s := newSite(t)
	s.options.Memos.Now = func() time.Time { panic("broken clock") }
	if p := s.ask(assistant, "POST", mcpPath, calling("list_memos", "{}")).want(http.StatusInternalServerError).problem(); p.Code != models.CodeInternal {
		t.Errorf("got %+v", p)
	}
	if !strings.Contains(s.log.String(), "broken clock") {
		t.Error("the log does not name the cause")
	}
	s.ask(assistant, "POST", mcpPath, rpc("ping", "{}")).want(http.StatusOK)
}

// TestAssistantLeavesNothingInTheLog: neither texts nor credentials are in the log, whatever
// becomes of a call.
func TestAssistantLeavesNothingInTheLog(t *testing.T) {
	s := newSite(t)
	const secret = "ひみつのメモ"
	m := s.calls(assistant, "add_memo", `{"text":"`+secret+`"}`).Result.Structured.Memo
	s.calls(assistant, "find_memos", `{"text":"`+secret+`"}`)
	s.calls(assistant, "done_memo", `{"id":"`+m.ID+`","version":9}`)
	s.calls(assistant, "add_memo", `{"text":["`+secret+`"]}`)
	s.calls(assistant, "add_memo", `{"`+secret+`":"a"}`)
	s.ask(assistant, "POST", mcpPath, calling(secret, "{}"))
	s.ask(assistant, "POST", mcpPath, rpc(secret, "{}"))
	s.ask(assistant, "POST", mcpPath, secret)
	s.ask("taro!read=0123456789abcdef", "POST", mcpPath, calling("add_memo", `{"text":"`+secret+`"}`), "Authorization: Bearer vm_"+secret)
	if log := s.log.String(); strings.Contains(log, secret) || strings.Contains(log, m.ID) || strings.Contains(log, "vm_") {
		t.Errorf("got a memo or a token in the log:\n%s", log)
	}
}
