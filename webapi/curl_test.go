package webapi

import (
	"html"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/family/websockets"
	"voicememo/models"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/contracttest"
)

// curlLines returns the examples of the page at /api/docs in a language, by method and path,
// and the one of its introduction under "".
func curlLines(t *testing.T, s *site, language string) map[string]string {
	t.Helper()
	page := s.ask("", "GET", "/api/docs?lang="+language, "").want(200).body
	lines := map[string]string{}
	route := regexp.MustCompile(`<span class="method">(\w+)</span> ([^<]+)</code>`)
	curl := regexp.MustCompile(`(?m)(curl .*?)(?:</code>|$)`)
	for _, part := range strings.Split(page, "<article") {
		name := ""
		if found := route.FindStringSubmatch(part); found != nil {
			name = strings.ToUpper(found[1]) + " " + found[2]
		}
		if found := curl.FindStringSubmatch(part); found != nil {
			lines[name] = html.UnescapeString(found[1])
		}
	}
	return lines
}

// curlServer serves a family whose member hanako has a picture.
func curlServer(t *testing.T) (album, string) {
	t.Helper()
	a := newAlbum(t)
	a.use(func(o *Options) {
		o.Tickets, o.LiveURL = websockets.NewTickets([]byte(ticketKey)), "wss://live.example.com/prod"
		o.Live.Heartbeat = 100 * time.Millisecond // so that curl notices that head has ended
	})
	server := httptest.NewServer(a.echo)
	t.Cleanup(server.Close)
	return a, server.URL
}

// TestCurlLines runs every example of both pages with curl and a shell, as a reader does.
// Each operation that a token can use has one.
func TestCurlLines(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			s, address := curlServer(t)
			lines := curlLines(t, s.site, language)
			doc := loadContract(t)
			for route, op := range doc.Operations() {
				if line, has := lines[route]; slices.Contains(contracttest.Schemes(op), "token") != has {
					t.Errorf("%s: got the example %q", route, line)
				}
			}
			if lines[""] != lines["POST /api/memos"] || lines[""] == "" {
				t.Errorf("got %q at the beginning, want the example that adds a memo", lines[""])
			}
			for name, line := range lines {
				status := runCurl(t, s.site, address, line)
				method, path, _ := strings.Cut(name, " ")
				if op := doc.Paths.Value(path); op != nil && op.GetOperation(method).Responses.Status(status) == nil || status < 200 || status > 299 {
					t.Errorf("%s: got status %d, want a documented success", line, status)
				}
			}
		})
	}
}

// curlHeader is how the examples send their token: from the file that the introduction
// makes. The stand-in for the sign-in trusts another header than Authorization.
const curlHeader = `-H @"$HOME/.voicememo-key"`

// runCurl runs an example for a new memo that was edited and, if the example restores one,
// deleted, and with work if the example asks for it. It returns the status of the answer.
func runCurl(t *testing.T, s *site, address, line string) int {
	t.Helper()
	m := s.add("taro", "卵")
	s.ask("taro", "PUT", "/api/memos/"+m.ID, object("content", "卵を2パック")).want(200)
	if strings.Contains(line, "/restore") {
		s.ask("taro", "DELETE", "/api/memos/"+m.ID, "").want(200)
	}
	if strings.Contains(line, workPath) {
		w := models.Work{Family: m.FamilyID, Began: s.clock(), Left: 1}
		must.OK(t, s.db.Memos().BeginWork(t.Context(), "taro", models.WorkTrash, w))
	}
	if !strings.Contains(line, curlHeader) {
		t.Fatalf("%s: got no %s", line, curlHeader)
	}
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, ".curlrc"), []byte("write-out = \"\\n%{http_code}\"\nnoproxy = \"*\"\n"), 0o600))
	must.OK(t, os.WriteFile(filepath.Join(dir, ".voicememo-key"), []byte(person+": taro!memos=1\n"), 0o600))
	shell := exec.CommandContext(t.Context(), "sh", "-c", line)
	shell.Dir = dir
	shell.Env = append(os.Environ(), "HOME="+dir, "CURL_HOME="+dir, "VOICEMEMO_URL="+address,
		"MEMO_ID="+m.ID, "MEMBER_ID=hanako")
	out, err := shell.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", line, err, out)
	}
	if strings.Contains(line, "| head") { // which cuts the status off
		if !strings.Contains(string(out), "event: hello") {
			t.Errorf("%s: got %q, want the first event", line, out)
		}
		return 200
	}
	text := string(out[strings.LastIndexByte(string(out), '\n')+1:])
	status, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: got %q, want a status at its end", line, out)
	}
	return status
}
