package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/nodepackage"
	"voicememo/tools/testkit/sizes"
)

// assistantGuide is the guide for assistants in one language.
type assistantGuide struct {
	programsGuide

	fields, ask string // the headings above its tables
}

var assistantGuides = []assistantGuide{
	{programsGuide{file: "assistant.md", locale: "C", person: "Taro"}, "## Enter the server", "## Ask"},
	{programsGuide{file: "assistant.ja.md", locale: "ja_JP.UTF-8", person: "太郎"}, "## サーバーを登録する", "## 頼む"},
}

// eachAssistantGuide runs a test with the guide in each language.
func eachAssistantGuide(t *testing.T, test func(f *follower, g assistantGuide)) {
	for _, g := range assistantGuides {
		t.Run(g.file, func(t *testing.T) { test(newFollower(t, g.programsGuide), g) })
	}
}

// client runs an official client of the protocol and returns what it prints.
func (f *follower) client(arguments ...string) string {
	f.Helper()
	dir := nodepackage.Install(f, filepath.Join("testdata", "mcp-clients"), "clients.mjs")
	cmd := exec.CommandContext(f.Context(), "node", append([]string{filepath.Join(dir, "clients.mjs")}, arguments...)...)
	cmd.Dir = os.Getenv("HOME")
	out, err := cmd.CombinedOutput()
	if err != nil {
		f.Fatalf("%q: %v\n%s", arguments, err, out)
	}
	return string(out)
}

// TestGuideOfTheAssistant: with the file and the command of the guide, the official inspector
// lists seven tools and uses one. They are the same in both languages.
func TestGuideOfTheAssistant(t *testing.T) {
	sizes.Nightly(t)
	config := regexp.MustCompile("(?s)```json\n(.+?)```")
	f := newFollower(t, assistantGuides[0].programsGuide)
	file, shell := config.FindStringSubmatch(f.page), consoles.FindStringSubmatch(f.page)
	if file == nil || shell == nil {
		t.Fatal("got no file or no command in the guide")
	}
	other := strings.ReplaceAll(readGuide(t, assistantGuides[1].file), example, f.server.url)
	if !slices.Equal(config.FindStringSubmatch(other), file) || !slices.Equal(consoles.FindStringSubmatch(other), shell) {
		t.Error("the guides have different files or commands")
	}
	content := strings.ReplaceAll(file[1], "vm_…", f.key)
	write(t, filepath.Join(os.Getenv("HOME"), "mcp.json"), content)
	command, found := strings.CutPrefix(strings.TrimSpace(shell[1]), "$ npx @modelcontextprotocol/inspector@2.12.0 --cli ")
	if !found {
		t.Fatalf("got the command %q", shell[1])
	}
	arguments := append([]string{"inspector"}, strings.Fields(command)...)
	listed := f.client(arguments...)
	if got := strings.Count(listed, `"inputSchema"`); got != 7 || !strings.Contains(listed, `"list_memos"`) || !strings.Contains(listed, `"family"`) {
		t.Errorf("got %d tools, want 7:\n%s", got, listed)
	}
	f.client(append(arguments[:len(arguments)-1], "tools/call", "--tool-name", "add_memo", "--tool-arg", "text=buy milk")...)
	if got := f.person.Contents(); got != "buy milk" {
		t.Errorf("got the memos %q, want the one that was added", got)
	}
}

// TestGuideOfTheAssistantFields: the fields of the guide, entered in an assistant, connect it,
// and the tools that the guide names do what the person says, in this order.
func TestGuideOfTheAssistantFields(t *testing.T) {
	code := regexp.MustCompile("`([^`]+)`")
	eachAssistantGuide(t, func(f *follower, g assistantGuide) {
		var fields []string
		for _, row := range tableBelow(f.T, f.file, g.fields) {
			fields = append(fields, strings.NewReplacer(example, f.server.url, "vm_…", f.key).Replace(code.FindStringSubmatch(row[1])[1]))
		}
		if len(fields) != 4 || fields[1] != "http" {
			f.Fatalf("got the fields %q", fields)
		}
		name, value, _ := strings.Cut(fields[3], ": ")
		session, err := mcp.NewClient(&mcp.Implementation{Name: fields[0], Version: "1"}, nil).Connect(f.Context(), &mcp.StreamableClientTransport{
			Endpoint: fields[2], HTTPClient: &http.Client{Transport: withHeader{name, value}},
		}, nil)
		must.OK(f, err)
		defer func() { _ = session.Close() }()
		memo := map[string]any{}
		used := map[string]bool{}
		for _, row := range tableBelow(f.T, f.file, g.ask) {
			tool := code.FindStringSubmatch(row[1])[1]
			used[tool] = true
			memo = f.uses(session, tool, memo)
		}
		if len(used) != 7 {
			f.Errorf("got the tools %v, want all seven", slices.Sorted(maps.Keys(used)))
		}
		if got := f.person.Contents(); got != "buy milk" {
			f.Errorf("got the memos %q, want the one that was brought back", got)
		}
	})
}

// uses calls a tool, for the memo of the call before, and returns the memo.
func (f *follower) uses(session *mcp.ClientSession, tool string, memo map[string]any) map[string]any {
	f.Helper()
	arguments := map[string]any{"id": memo["id"], "version": memo["version"]}
	switch tool {
	case "add_memo":
		arguments = map[string]any{"text": "buy milk"}
	case "find_memos":
		arguments = map[string]any{"text": "milk"}
	case "list_memos", "family":
		arguments = nil
	}
	got, err := session.CallTool(f.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil || got.IsError {
		f.Fatalf("%s: got %v, %v", tool, got, err)
	}
	out, _ := got.StructuredContent.(map[string]any)
	if after, changed := out["memo"].(map[string]any); changed {
		return after
	}
	return memo
}

// withHeader sends every request with a header.
type withHeader struct{ name, value string }

// RoundTrip implements http.RoundTripper.
func (h withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(h.name, h.value)
	return http.DefaultTransport.RoundTrip(r)
}

// TestConformance: the official suite accepts what this server has of the protocol. Its other
// scenarios need tools, prompts and resources of the suite's own. It cannot send a key, so a
// proxy adds one.
func TestConformance(t *testing.T) {
	sizes.Nightly(t)
	f := newFollower(t, assistantGuides[0].programsGuide)
	to, err := url.Parse(f.server.url)
	must.OK(t, err)
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer "+f.key)
	}})
	defer proxy.Close()
	for _, scenario := range []string{"server-initialize", "ping", "tools-list", "dns-rebinding-protection"} {
		out := f.client("conformance", "--url", proxy.URL+"/mcp", "--scenario", scenario, "--verbose")
		start := strings.Index(out, "[")
		if start < 0 {
			t.Fatalf("%s: got %s", scenario, out)
		}
		var checks []struct{ ID, Status string }
		if err := json.NewDecoder(strings.NewReader(out[start:])).Decode(&checks); err != nil || len(checks) == 0 {
			t.Fatalf("%s: got %v in %s", scenario, err, out)
		}
		for _, c := range checks {
			if c.Status != "SUCCESS" && c.Status != "INFO" {
				t.Errorf("%s: %s is %s: %s", scenario, c.ID, c.Status, out)
			}
		}
	}
}
