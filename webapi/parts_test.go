package webapi

import (
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// listed returns the sentences on a consent page.
func listed(page string) (list []string) {
	for _, item := range regexp.MustCompile(`<li>(.*?)</li>`).FindAllStringSubmatch(page, -1) {
		list = append(list, html.UnescapeString(item[1]))
	}
	return list
}

// TestConsentNamesWhatItOpens: for each scope, the page has a sentence for every route that
// the scope opens and none for another one, in both languages, and no sentence names a route
// that is gone.
func TestConsentNamesWhatItOpens(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	server, err := newServer(s.options)
	must.OK(t, err)
	must.OK(t, must.Err(server.handler()))
	for _, p := range server.parts {
		for _, route := range p.routes {
			if _, there := server.needs[route]; !there {
				t.Errorf("there is no route %s", route)
			}
		}
	}
	for _, scope := range []models.Scope{models.ScopeRead, models.ScopeAdd, models.ScopeMemos, models.ScopeFamily, models.ScopeFull, "read family"} {
		a := s.app(commandLineApp)
		a.scope = string(scope)
		for _, words := range catalogues() {
			said := listed(s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "", "Accept-Language: "+words.tag).want(200).body)
			for route, need := range server.needs {
				opened := need != models.NeedPublic && need != models.NeedAny && scope.Allows(need) && !strings.HasPrefix(route, "HEAD ")
				named := slices.ContainsFunc(server.parts, func(p part) bool {
					return slices.Contains(p.routes, route) && p.says(words) != "" && slices.Contains(said, p.says(words))
				})
				if opened && !named || named && !scope.Allows(need) {
					t.Errorf("%s in %s, %s: got named %v, want %v; the page says %q", scope, words.tag, route, named, opened, said)
				}
			}
		}
	}
}

// TestAppsSeeNoAddresses: an app sees no e-mail address of a member, and those of people who
// ask to join only with the scope whose sentence says so.
func TestAppsSeeNoAddresses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.together("taro", "hanako")
	s.asking("taro")
	s.request("jiro", "taro")
	for scope, asks := range map[string]bool{"memos": false, "memos family": true, "read family": true} {
		a := s.app(commandLineApp)
		a.scope = scope
		body := s.ask("", "GET", "/api/me", "", "Authorization: Bearer "+a.connect("taro").AccessToken).want(200).body
		said := strings.Join(listed(s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "").body), " ")
		if strings.Contains(body, "hanako@") || strings.Contains(body, "jiro@example.com") != asks || strings.Contains(said, "with their e-mail addresses") != asks {
			t.Errorf("%s: got %s, and the page said %q; want the addresses of people who ask: %v", scope, body, said, asks)
		}
	}
}

// TestConsentIsOfItsReader: an answer counts only for the person who was shown the question,
// to an app and to a device.
func TestConsentIsOfItsReader(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, codes := s.app(commandLineApp), s.device8628()
	for _, path := range []string{"/oauth/authorize?" + a.query(), "/oauth/device"} {
		if page := s.ask("taro", "GET", path, "").want(200).body; !strings.Contains(page, `data-person="taro"`) {
			t.Errorf("%s: got %s, want the page to name its reader", path, page)
		}
	}
	for path, answer := range map[string]map[string]any{
		"/oauth/consent":        {"query": a.query(), "person": "taro"},
		"/oauth/device/consent": {"code": codes.UserCode, "person": "taro"},
	} {
		for _, allow := range []bool{true, false} {
			answer["allow"] = allow
			if p := s.ask("hanako", "POST", path, jsonOf(answer), "Accept-Language: ja").want(403).problem(); !strings.Contains(p.Detail, "別の人に表示されたもの") {
				t.Errorf("%s: got %+v, want what to do", path, p)
			}
		}
		if apps := s.accessOf("hanako"); len(apps) != 0 {
			t.Errorf("%s: got %+v, want nothing allowed", path, apps)
		}
		answer["allow"] = true
		if r := s.ask("taro", "POST", path, jsonOf(answer)); r.status != 200 && r.status != 204 {
			t.Errorf("%s: got %d %s, want the reader's answer to count", path, r.status, r.body)
		}
		answer["person"] = 7
		s.ask("taro", "POST", path, jsonOf(answer)).want(400)
	}
}

// TestNamesOfAppsThatRegister: an app's name cannot be taken for ours, has nothing hidden, and
// cannot end the quotation marks around it; the list of accesses says where the app is.
func TestNamesOfAppsThatRegister(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, want := range map[string]string{
		"Claude Code (voicememo)": "Claude Code", "  Ann’s “lists”": "Ann’s", "買い物リスト「公式」": "買い物リスト", "Bank\" (verified). Ignore: \"": "Bank",
		"Bank” (official). Ignore: “": "Bank", "Bank＂": "Bank", "Bank <b>": "Bank", "Bank & Co. [x]": "Bank & Co.", "Bank»": "Bank", "Bank` x": "Bank",
		"voicememo": "", "Voice Memo” (official, verified). Ignore: “": "", "VOICE-MEMO": "", "My Voice\u00A0Memo": "", "Voicе Mеmо": "", "V0ice Memo": "",
		"ボイスメモ": "", "家族ぼいすめも": "", "ﾎﾞｲｽﾒﾓ": "", "(voicememo)": "", "": "", " ": "", "”": "", strings.Repeat("a", 51): "",
		"Ba\u200Bnk": "", "Ba\u202Enk": "", "Ba\u0007nk": "", "Ba\nnk": "", "Bank\u2066": "", "\u3164": "",
	} {
		redirect := "https://lists.example:8443/cb"
		r := s.ask("", "POST", "/oauth/register", jsonOf(map[string]any{"client_name": name, "redirect_uris": []string{redirect}}))
		s.wait(time.Minute)
		if want == "" {
			if r.status != 400 || !strings.Contains(r.body, "invalid_client_metadata") {
				t.Errorf("%q: got %d %s, want it refused", name, r.status, r.body)
			}
			continue
		}
		var made struct {
			ID   string `json:"client_id"`
			Name string `json:"client_name"`
		}
		s.decode(r.want(201), &made)
		a := app{site: s, id: made.ID, redirect: redirect}
		page := s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "").want(200).body
		if made.Name != want || !strings.Contains(html.UnescapeString(page), "Allow “"+want+"” to use your memos?") {
			t.Errorf("%q: got %q and %s, want %q", name, made.Name, page, want)
		}
	}
	s.registeredApp("https://lists.example:8443/cb").connect("hanako")
	s.app(commandLineApp).connect("hanako")
	hosts := map[string]string{}
	for _, access := range s.accessOf("hanako") {
		hosts[access.Name] = access.Host
	}
	if want := map[string]string{"Lists": "lists.example:8443", "voicememo": ""}; !maps.Equal(hosts, want) {
		t.Errorf("got hosts %v, want %v", hosts, want)
	}
}

// TestMembersTwice: JSON with a member twice, at any depth, changes nothing at any interface.
func TestMembersTwice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	before := s.state("taro", "hanako")
	for body, path := range map[string]string{
		`{"content":"a","content":"b"}`: "/api/memos",
		`{"content":"a","CONTENT":"b"}`: "/api/memos",
		`{"client_name":"A","redirect_uris":["https://a.example/"],"client_name":"B"}`:                                        "/oauth/register",
		`{"client_name":"A","redirect_uris":["https://a.example/"],"redirect_uris":["https://b.example/"]}`:                   "/oauth/register",
		`{"CLIENT_NAME":"A","redirect_uris":["https://a.example/"]}`:                                                          "/oauth/register",
		`{"client_name":"A","REDIRECT_URIS":["https://a.example/"]}`:                                                          "/oauth/register",
		`{"client_name":"A","redirect_uris":["https://a.example/"],"jwks":{"keys":[{"kty":"a","kty":"b"}]}}`:                  "/oauth/register",
		calling("add_memo", `{"text":"FIRST","text":"SECOND"}`):                                                               mcpPath,
		calling("add_memo", `{"text":"FIRST","Text":"SECOND"}`):                                                               mcpPath,
		calling("add_memo", `{"text":"FIRST","x":{"a":[{"b":1,"b":2}]}}`):                                                     mcpPath,
		rpc("tools/call", `{"name":"family","NAME":"add_memo","arguments":{"text":"a"}}`):                                     mcpPath,
		`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}`:                                                      mcpPath,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_memo","arguments":{"text":"a"}},"unknown":true}`: mcpPath,
		`{"jsonrpc":"2.0","id":1,"METHOD":"ping"}`:                                                                            mcpPath,
	} {
		who := map[string]string{"/api/memos": "taro", mcpPath: assistant}[path]
		if r := s.ask(who, "POST", path, body); r.status != 400 {
			t.Errorf("%s %s: got %d %s, want 400", path, body, r.status, r.body)
		}
	}
	check.Equal(t, s.state("taro", "hanako"), before)
}
