package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/cmd/internal/client"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

const clientToken = "vm_bm90IGEgcmVhbCB0b2tlbiBvZiBhbnkgc2VydmVy"

// person is a user of the client with folders of their own, in English.
type person struct{ t *testing.T }

func newPerson(t *testing.T) person {
	t.Helper()
	dir := t.TempDir()
	for name, value := range map[string]string{
		"HOME": dir, "XDG_CONFIG_HOME": filepath.Join(dir, "config"), "XDG_CACHE_HOME": filepath.Join(dir, "cache"),
		"LC_ALL": "C", "VOICEMEMO_URL": "", "VOICEMEMO_TOKEN": "", "VOICEMEMO_TOKEN_FILE": "", "VOICEMEMO_ALLOW_HTTP": "",
	} {
		t.Setenv(name, value)
		if value == "" {
			must.OK(t, os.Unsetenv(name))
		}
	}
	return person{t}
}

// enters runs a command with a standard input, and checks its exit status and that it
// prints no token.
func (p person) enters(stdin string, status int, args ...string) (stdout, stderr string) {
	p.t.Helper()
	var out, err bytes.Buffer
	if code := run(p.t.Context(), args, cli.Terminal{In: strings.NewReader(stdin), Out: &out, Err: &err}); code != status {
		p.t.Errorf("%q: got exit %d, want %d: %s%s", args, code, status, &out, &err)
	}
	if printed := out.String() + err.String(); strings.Contains(printed, "vm_b") {
		p.t.Errorf("%q printed the token: %s", args, printed)
	}
	return out.String(), err.String()
}

// says is enters for a command that succeeds and prints no error.
func (p person) says(args ...string) string {
	p.t.Helper()
	out, err := p.enters("", 0, args...)
	check.Equal(p.t, err, "", "%q: on standard error", args)
	return out
}

// newSignedIn returns a person who has signed in to a server.
func newSignedIn(t *testing.T) (person, *fakeAPI) {
	t.Helper()
	p, api := newPerson(t), newFakeAPI(t)
	p.enters(clientToken, 0, "login", api.URL)
	return p, api
}

// fakeAPI is a server whose refusals a test chooses.
type fakeAPI struct {
	*httptest.Server

	status int    // of every answer; 0: what the request asks for
	reason string // of the refusal
	memos  string // the items of the list
	count  string // what follows them in a list

	got    []string
	bodies []string
}

func newFakeAPI(t *testing.T) *fakeAPI {
	t.Helper()
	api := &fakeAPI{}
	api.Server = httptest.NewServer(api)
	t.Cleanup(api.Close)
	return api
}

func (api *fakeAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	_, _ = body.ReadFrom(r.Body)
	api.got, api.bodies = append(api.got, r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("Authorization")+" "+r.Header.Get("Accept-Language")), append(api.bodies, body.String())
	switch {
	case api.status != 0:
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("Retry-After", "3600") // longer than the client waits
		w.WriteHeader(api.status)
		_, _ = fmt.Fprintf(w, `{"detail":"no\u001b[31m way","reason":%q}`, api.reason)
		return
	case r.URL.Path == "/api/me":
		answerJSON(w, `{"user":{"userId":"u1","name":"Taro\u001b"},"family":{"name":"Taro's family"}}`)
	case r.Method == http.MethodGet:
		answerJSON(w, `{"memos":[`+api.memos+`]`+api.count+`}`)
	default:
		answerJSON(w, memoJSON("m1", "milk"))
	}
}

func answerJSON(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(body))
}

func memoJSON(id, content string) string {
	raw, _ := json.Marshal(map[string]any{"id": id, "content": content, "createdByName": "Taro", "timestamp": "2026-04-01T12:00:00.000Z", "version": 1})
	return string(raw)
}

// TestSignInAndOut: a token is read from standard input, checked, kept and removed.
func TestSignInAndOut(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	for _, args := range [][]string{{"add", "milk"}, {"list"}, {"find", "x"}, {"done", "1"}} {
		if _, err := p.enters("", cli.ExitSignIn, args...); !strings.Contains(err, "not signed in; run voicememo login") {
			t.Errorf("%v: got %q", args, err)
		}
	}
	out, _ := p.enters(clientToken+"\nmore", 0, "login", api.URL+"/", "--token-stdin")
	if want := "Signed in to " + api.URL + " as Taro. Family: Taro's family.\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
	check.Equal(t, p.says("add", "milk"), "Added: milk\n")
	for _, got := range api.got {
		if !strings.HasSuffix(got, " Bearer "+clientToken+" en") {
			t.Errorf("got the request %q", got)
		}
	}
	if got := p.says("logout"); !strings.HasPrefix(got, "The key was removed") {
		t.Errorf("got %q", got)
	}
	check.Equal(t, p.says("logout", "--json"), "{\"removed\":false}\n")
	p.enters("", cli.ExitSignIn, "list")
	out, _ = p.enters(clientToken, 0, "login", api.URL, "--json")
	if want := fmt.Sprintf(`{"family":"Taro's family","name":"Taro\u001b","url":%q}`, api.URL) + "\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
}

// TestSignInRefused: a token that the server refuses is not kept, except one that may only
// add.
func TestSignInRefused(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	api.status = http.StatusUnauthorized
	p.enters(clientToken, cli.ExitSignIn, "login", api.URL)
	p.enters("", cli.ExitSignIn, "add", "milk")
	p.enters("my password", cli.ExitConfiguration, "login", api.URL)
	p.enters("", cli.ExitConfiguration, "login", api.URL)
	p.enters(clientToken, cli.ExitConfiguration, "login", "http://memo.example.com")
	p.enters(clientToken, cli.ExitConfiguration, "login", "memo.example.com")
	api.status, api.reason = http.StatusForbidden, "scope"
	out, _ := p.enters(clientToken, 0, "login", api.URL)
	if !strings.Contains(out, "can add memos, but not read") {
		t.Errorf("got %q", out)
	}
	if _, err := p.enters("", cli.ExitSignIn, "list"); !strings.Contains(err, "this key may not do that") {
		t.Errorf("got %q", err)
	}
}

// TestTokenInArguments: a token in the arguments is refused before anything is sent, and
// not repeated.
func TestTokenInArguments(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	for _, args := range [][]string{
		{"login", api.URL, clientToken}, {"login", clientToken}, {"login", api.URL, "--token=" + clientToken},
		{"list", "--token", clientToken}, {clientToken}, {"add", "my token is " + clientToken}, {"list", "--url", "https://" + clientToken + "@memo.example.com"},
	} {
		if _, err := p.enters("", cli.ExitConfiguration, args...); !strings.Contains(err, "must not be an argument") {
			t.Errorf("%v: got %q", args, err)
		}
	}
	if len(api.got) > 0 {
		t.Errorf("got the requests %q", api.got)
	}
}

// TestWhichServer: the environment comes before voicememo login, whose token is sent to no
// other server.
func TestWhichServer(t *testing.T) {
	p, mine, other := newPerson(t), newFakeAPI(t), newFakeAPI(t)
	p.enters(clientToken, 0, "login", mine.URL)
	if _, err := p.enters("", cli.ExitSignIn, "list", "--url", other.URL); !strings.Contains(err, "run voicememo login "+other.URL) {
		t.Errorf("got %q", err)
	}
	t.Setenv("VOICEMEMO_URL", other.URL)
	p.enters("", cli.ExitSignIn, "list")
	if len(other.got) > 0 {
		t.Fatalf("got the requests %q", other.got)
	}
	const second = "vm_b3RoZXJfb3RoZXJfb3RoZXJfb3RoZXI"
	t.Setenv("VOICEMEMO_TOKEN", second)
	p.says("list")
	p.says("list", "--url", mine.URL)
	for _, api := range []*fakeAPI{mine, other} {
		if got := api.got[len(api.got)-1]; !strings.Contains(got, "Bearer "+second) {
			t.Errorf("got %q", got)
		}
	}
	file := filepath.Join(t.TempDir(), "token")
	write(t, file, second+"\n")
	if _, err := p.enters("", cli.ExitConfiguration, "list", "--token-file", file); !strings.Contains(err, "only one") {
		t.Errorf("got %q", err)
	}
	t.Setenv("VOICEMEMO_TOKEN", "")
	p.says("list", "--token-file", file)
	t.Setenv("VOICEMEMO_TOKEN_FILE", filepath.Join(t.TempDir(), "none"))
	p.enters("", cli.ExitConfiguration, "list")
	t.Setenv("VOICEMEMO_TOKEN_FILE", "")
	t.Setenv("VOICEMEMO_URL", "http://192.0.2.1")
	t.Setenv("VOICEMEMO_TOKEN", second)
	if _, err := p.enters("", cli.ExitConfiguration, "list"); !strings.Contains(err, "--allow-http") {
		t.Errorf("got %q", err)
	}
}

// TestAddLines: each line is one memo, and the first refusal stops.
func TestAddLines(t *testing.T) {
	p, api := newSignedIn(t)
	api.bodies = nil
	p.says("add", "--", "-5", "degrees,", "2\tmilk")
	for _, args := range [][]string{{"add"}, {"add", "-"}} {
		p.enters("\ufeffeggs\r\n\n \t\nbread\tand butter", 0, args...)
	}
	want := `{"content":"-5 degrees, 2 milk"}{"content":"eggs"}{"content":"bread and butter"}{"content":"eggs"}{"content":"bread and butter"}`
	check.Equal(t, strings.Join(api.bodies, ""), want)
	api.bodies = nil
	for stdin, line := range map[string]string{"a\nb\xff\nc": "line 2", "\nx" + strings.Repeat("x", 64<<10): "line 2"} {
		if _, err := p.enters(stdin, cli.ExitConfiguration, "add"); !strings.Contains(err, "stopped at "+line) {
			t.Errorf("got %q, want %s", err, line)
		}
	}
	for _, stdin := range []string{"", "\n \n"} {
		p.enters(stdin, cli.ExitConfiguration, "add")
	}
	p.enters("", cli.ExitConfiguration, "add", " ", "\t")
	if len(api.bodies) > 0 {
		t.Errorf("got %s, want nothing added", api.bodies)
	}
}

// TestAddList: a list is added by the rule of the page, and the file of a program is refused.
func TestAddList(t *testing.T) {
	p, api := newSignedIn(t)
	api.bodies = nil
	out, err := p.enters("Dairy:\n- [ ] milk\n- [x] eggs\n", 0, "add", "-")
	if out != "Added: milk\nAdded and marked as done: milk\n" || err != "Not added, because it is a heading: Dairy:\n" {
		t.Errorf("got %q and %q", out, err)
	}
	p.enters("Dairy:\n- [x] eggs\n", 0, "add", "-", "--raw")
	check.Equal(t, strings.Join(api.bodies, ""), `{"content":"milk"}{"content":"eggs"}{"done":true}{"content":"Dairy:"}{"content":"- [x] eggs"}`)
	for kind, text := range map[string]string{
		"JSON": ` {"listContent":[]}`, "an array in JSON": "[\n {}]", "HTML": "\ufeff<html>", "iCalendar": "BEGIN:VCALENDAR\n", "CSV": "\ufeffTYPE,CONTENT,DATE\ntask,milk,",
	} {
		api.bodies = nil
		if _, err := p.enters(text, cli.ExitConfiguration, "add"); !strings.Contains(err, "a file that a program wrote") || len(api.bodies) > 0 {
			t.Errorf("%s: got %q and the requests %q", kind, err, api.bodies)
		}
		p.enters(text, 0, "add", "--raw")
	}
	for _, text := range []string{"[ ] milk", "[x] milk", "<3 Grandma"} {
		p.enters(text, 0, "add")
	}
}

// TestStatusesOfTheClient: each refusal has its exit status and one printable sentence.
func TestStatusesOfTheClient(t *testing.T) {
	p, api := newSignedIn(t)
	for status, want := range map[int]int{
		400: cli.ExitConfiguration, 401: cli.ExitSignIn, 403: cli.ExitSignIn, 404: cli.ExitNotFound, 409: cli.ExitNotFound, 429: cli.ExitFailed, 500: cli.ExitFailed, 503: cli.ExitFailed, 302: cli.ExitConfiguration,
	} {
		api.status = status
		for _, args := range [][]string{{"add", "milk"}, {"list"}, {"find", "x"}, {"done", "some-id", "--json"}} {
			out, err := p.enters("", want, args...)
			if out != "" || !strings.HasPrefix(err, "voicememo: ") || strings.Count(err, "\n") != 1 || client.Printable(err) != err {
				t.Errorf("%d %v: got %q and %q", status, args, out, err)
			}
		}
	}
	api.Close()
}

// TestNumbersOfLists: done takes the numbers of the last list that was shown.
func TestNumbersOfLists(t *testing.T) {
	p, api := newSignedIn(t)
	if _, err := p.enters("", cli.ExitNotFound, "done", "1"); !strings.Contains(err, "no number 1") {
		t.Errorf("got %q", err)
	}
	api.memos = memoJSON("m9", "eggs\x1b[2J\nand bread") + "," + memoJSON("m8", "milk")
	day := regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	check.Equal(t, day.ReplaceAllString(p.says("list"), "DAY"), "1. eggs[2J\n   and bread  (Taro, DAY)\n2. milk  (Taro, DAY)\n")
	marks := func(arg, path string) {
		t.Helper()
		check.Equal(t, p.says("done", arg), "Done: milk\n", "done %s", arg)
		if got := api.got[len(api.got)-1]; !strings.HasPrefix(got, "PUT /api/memos/"+path+"/done ") {
			t.Errorf("done %s: got %q, want %s", arg, got, path)
		}
	}
	marks("2", "m8")
	marks("２", "m8")
	marks("some-id", "some-id")
	if got := p.says("done", "--undo", "1"); got != "Not done: milk\n" || api.bodies[len(api.bodies)-1] != `{"done":false}` {
		t.Errorf("got %q", got)
	}
	api.memos = ""
	check.Equal(t, p.says("list", "--json"), "{\"memos\":[],\"more\":false}\n")
	marks("1", "m9") // --json shows no numbers
	check.Equal(t, p.says("find", "no", "such"), "No memo contains “no such”.\n")
	p.enters("", cli.ExitNotFound, "done", "1")
	check.Equal(t, p.says("list", "--all"), "There are no memos.\n")
}

// TestListFlags: each flag becomes its part of the query.
func TestListFlags(t *testing.T) {
	p, api := newSignedIn(t)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"/api/memos?done=false&limit=20", []string{"list"}},
		{"/api/memos?done=true&limit=3", []string{"list", "--done", "--limit", "3"}},
		{"/api/memos?limit=100", []string{"list", "--all", "--limit=1000"}},
		{"/api/memos?limit=20&q=%E7%89%9B+%E4%B9%B3", []string{"find", "牛", "乳"}},
		{"/api/memos?author=Mom%2C+Dad&author=%E5%A4%AA%E9%83%8E&done=false&limit=20&order=oldest", []string{"list", "--author", "Mom, Dad", "--author=太郎", "--oldest"}},
		{"/api/memos?before=2026-04-02T00%3A00%3A00%2B09%3A00&limit=20&since=2026-04-01T18%3A00%3A00.5Z", []string{"list", "--all", "--since=2026-04-01T18:00:00.5Z", "--before=2026-04-02T00:00:00+09:00"}},
	} {
		p.says(c.args...)
		if got := api.got[len(api.got)-1]; !strings.HasPrefix(got, "GET "+c.want+" ") {
			t.Errorf("%v: got %q, want %s", c.args, got, c.want)
		}
	}
	api.count = `,"count":10000,"countMore":true`
	if got := p.says("find", "milk", "--count"); got != "10000+\n" {
		t.Errorf("find --count: got %q", got)
	}
	if got, asked := p.says("list", "--count", "--json"), api.got[len(api.got)-1]; got != "{\"count\":10000,\"more\":true}\n" || !strings.HasPrefix(asked, "GET /api/memos?count=true&done=false&limit=1 ") {
		t.Errorf("list --count --json: got %q for %q", got, asked)
	}
	for _, args := range [][]string{{"list", "--since", "yesterday"}, {"list", "--before", "2026-02-30"}, {"list", "--done", "--all"}, {"list", "--limit", "0"}, {"list", "--limit", "1001"}, {"list", "--limit", "x"}, {"find"}, {"done"}, {"done", " "}, {"done", ".."}} {
		p.enters("", cli.ExitConfiguration, args...)
	}
}

// TestListWithoutAFolder: if numbers cannot be kept, the list has none.
func TestListWithoutAFolder(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	api.memos = memoJSON("m9", "eggs")
	t.Setenv("VOICEMEMO_URL", api.URL)
	t.Setenv("VOICEMEMO_TOKEN", clientToken)
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	out, err := p.enters("", 0, "list")
	if !strings.HasPrefix(out, "eggs  (Taro") || !strings.Contains(err, "the list has no numbers") {
		t.Errorf("got %q and %q", out, err)
	}
	p.enters("", cli.ExitNotFound, "done", "1")
}

// TestClientWords: the client speaks the language of the environment, and so does the server.
func TestClientWords(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	t.Setenv("LC_ALL", "ja_JP.UTF-8")
	p.enters(clientToken, 0, "login", api.URL)
	if got := p.says("add", "牛乳"); got != "追加しました：milk\n" || !strings.HasSuffix(api.got[1], " ja") {
		t.Errorf("got %q after %q", got, api.got)
	}
}
