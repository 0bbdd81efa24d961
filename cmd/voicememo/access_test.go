package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/cmd/internal/operator"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/check"
)

// TestAccess on either engine, with and without a running server: the operator finds a
// person by name or e-mail address, lists their accesses, tokens included, and ends them.
func TestAccess(t *testing.T) {
	localSDK(t)
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			s := h.serveHere(t)
			h.talk(t, "牛乳を買う を追加") // an Echo has no accesses
			taro, phone := s.signIn("太郎"), s.signIn("太郎")
			s.signIn("花子")
			o := accessor{t, h}
			id := o.person(o.access(0, "list"), "太郎", "2")
			o.person(o.access(0, "list"), "花子", "1")

			events, ended := phone.events(), phone.access()
			listed := o.access(0, "list", id)
			if !strings.Contains(listed, ended+"  session  ") || !strings.Contains(listed, taro.access()) || strings.Count(listed, "\n") != 3 {
				t.Errorf("got\n%swant %s and another one", listed, ended)
			}
			check.Equal(t, o.access(0, "end", id, ended), "Access "+ended+" of "+id+" has ended.\n")
			events.until("") // the open page is notified
			phone.Call(http.MethodGet, "/api/me", "", http.StatusUnauthorized)
			taro.Call(http.MethodGet, "/api/me", "", http.StatusOK)
			at := h.at(engine).String()
			o.everyRefusal(at, id, ended)
			token := s.holder(t, taro, "read")
			token.ask(http.MethodGet, "/api/memos", "", http.StatusOK)
			if listed := o.access(0, "list", id); !strings.Contains(listed, token.id+"  token ") || strings.Contains(listed, "vm_") {
				t.Errorf("got\n%swant the token's access and no token", listed)
			}
			if body := taro.Ask(http.MethodGet, "/api/export?format=json&scope=me", "").Want(http.StatusOK).Body; strings.Contains(body, "vm_") {
				t.Error("got a token in an export")
			}
			check.Equal(t, o.access(0, "end", id, "--all"), "Every access of "+id+" has ended.\n")
			taro.Call(http.MethodGet, "/api/me", "", http.StatusUnauthorized)
			token.ask(http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
			again := s.signIn("太郎")
			ended = again.access()
			s.stop()

			o.person(o.access(0, "list"), "太郎", "1")
			out := o.access(0, "end", id, ended)
			if !strings.Contains(out, "Access "+ended+" of "+id+" has ended.\n") || strings.Count(out, "msg=audit kind=access_ended actor=operator person=") != 1 {
				t.Errorf("without a server: got %q, want a sentence and a line of the audit log", out)
			}
			o.everyRefusal(at, id, ended)
			s = h.serveHere(t)
			defer s.stop()
			again.Home = s.url
			again.Call(http.MethodGet, "/api/me", "", http.StatusUnauthorized)
			s.signIn("花子").Call(http.MethodGet, "/api/me", "", http.StatusOK)
		})
	}
}

// access returns the id of this browser's own access.
func (b *browser) access() string {
	b.T.Helper()
	for _, a := range b.Call(http.MethodGet, "/api/me/access", "", http.StatusOK)["access"].([]any) {
		if a := a.(map[string]any); a["current"] == true {
			return a["id"].(string)
		}
	}
	b.T.Fatal("the browser has no access")
	return ""
}

// accessor runs the access command.
type accessor struct {
	t    *testing.T
	home home
}

func (o accessor) access(wantCode int, args ...string) string {
	o.t.Helper()
	out, code := o.home.runHere(o.t, "", append(append([]string{"access"}, args...), o.home.flags...)...)
	if code != wantCode {
		o.t.Errorf("access %v: exit %d, want %d\n%s", args, code, wantCode, out)
	}
	return out
}

// person returns the id of the person listed with this name and number of accesses.
func (o accessor) person(out, name, accesses string) string {
	o.t.Helper()
	row := regexp.MustCompile(`(?m)^(\S+) +` + accesses + ` +\S+@\S+ +` + name + `$`).FindStringSubmatch(out)
	if row == nil || strings.Count(out, "\n") != 3 {
		o.t.Fatalf("%s with %s accesses is not one of two people:\n%s", name, accesses, out)
	}
	return row[1]
}

// everyRefusal tries every refused command; ended is the id of an ended access of person.
func (o accessor) everyRefusal(at, person, ended string) {
	o.t.Helper()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"list", "nobody"}, "there is no person nobody in " + at + "; voicememo access list without a person lists the people who sign in"},
		{[]string{"end", "nobody", ended}, "there is no person nobody in " + at + "; "},
		{[]string{"end", "nobody", "--all"}, "there is no person nobody in " + at + "; "},
		{[]string{"end", person, ended}, person + " has no access " + ended + "; voicememo access list " + person + " lists the person's accesses"},
	} {
		if out := o.access(cli.ExitConfiguration, c.args...); !strings.HasPrefix(out, "voicememo: "+c.want) || strings.Count(out, "\n") != 1 {
			o.t.Errorf("access %v: got %q, want %q", c.args, out, c.want)
		}
	}
}

// TestAccessWrongly: the command needs either an id or --all, and creates no data directory.
func TestAccessWrongly(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		args []string
		want string
		code int
	}{
		"nothing to end":  {[]string{"end", "taro", "--data", dir}, "--all or the id of one access", cli.ExitConfiguration},
		"both":            {[]string{"end", "taro", "1", "--all", "--data", dir}, "--all or the id of one access", cli.ExitConfiguration},
		"nobody":          {[]string{"end", "--all", "--data", dir}, "<user>", cli.ExitConfiguration},
		"an empty folder": {[]string{"list", "--data", dir}, "there is no voicememo.db in ", cli.ExitConfiguration},
	} {
		t.Run(name, func(t *testing.T) {
			if _, stderr, code := runHere(append([]string{"access"}, c.args...)...); code != c.code || !strings.Contains(stderr, c.want) {
				t.Errorf("got exit %d, %q, want %d, %q", code, stderr, c.code, c.want)
			}
		})
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
		t.Errorf("%v was created: %v", made, err)
	}
}

// TestSocket: no address of the server serves the routes of its socket. The socket that a
// killed server leaves does not block the store, and the next server replaces and removes it.
func TestSocket(t *testing.T) {
	h := home{flags: []string{"--data", t.TempDir()}}
	path := filepath.Join(h.flags[1], operator.SocketName)
	s := h.serve(t, "--dev")
	taro, o := s.signIn("太郎"), accessor{t, h}
	for _, route := range []string{"/place", "/members", "/owner", "/people", "/access", "/access/end", "/access/end-all"} {
		taro.Ask(http.MethodPost, route, "{}").Want(http.StatusNotFound, http.StatusMethodNotAllowed)
	}
	s.kill()
	if info, err := os.Stat(path); err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Errorf("got %v, %v, want a socket of mode 0600", info, err)
	}
	if out := o.access(0, "list"); !strings.Contains(out, "太郎") {
		t.Errorf("without a server: got\n%s", out)
	}
	s = h.serve(t, "--dev")
	if out := o.access(0, "list"); !strings.Contains(out, "太郎") {
		t.Errorf("with the next server: got\n%s", out)
	}
	s.stop()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("after the end: %v", err)
	}
}

// TestServerWithoutASocket: if there can be no socket, the server logs it and runs, and
// commands say what to do.
func TestServerWithoutASocket(t *testing.T) {
	h := home{flags: []string{"--data", filepath.Join(t.TempDir(), strings.Repeat("x", 120))}}
	s := h.serveHere(t)
	s.signIn("太郎")
	if out := (accessor{t, h}).access(cli.ExitFailed, "list"); !strings.Contains(out, "by a server without a socket; stop that first") {
		t.Errorf("got %q", out)
	}
	s.stop()
	if !strings.Contains(s.log.String(), "level=WARN msg=\"commands of this machine cannot reach this server: its socket cannot be opened\"") {
		t.Errorf("the log has no warning:\n%s", &s.log)
	}
}

// TestServerOfAnotherStore: a command for another store does not use the server of the
// data directory.
func TestServerOfAnotherStore(t *testing.T) {
	localSDK(t)
	h := homes(t)["dynamodb"]
	s := h.serveHere(t)
	defer s.stop()
	s.signIn("太郎")
	_, stderr, code := runHere("access", "list", "--data", h.flags[len(h.flags)-1])
	if code != cli.ExitConfiguration || !strings.Contains(stderr, "there is no voicememo.db in ") {
		t.Errorf("got exit %d, %q", code, stderr)
	}
}

// TestAuditID: the command prints the hashes of ids, with the key of a data directory or
// from standard input.
func TestAuditID(t *testing.T) {
	data := t.TempDir()
	if _, stderr, code := runHere("audit-id", "--data", data, "taro"); code != cli.ExitConfiguration || !strings.Contains(stderr, "--data has no session-keys.json") {
		t.Errorf("without keys: got exit %d, %q", code, stderr)
	}
	home{flags: []string{"--data", data}}.serveHere(t).stop()
	line := regexp.MustCompile(`^([0-9a-f]{16})  taro\n([0-9a-f]{16})  hanako\n$`)
	out, _, code := runHere("audit-id", "--data", data, "taro", "hanako")
	if found := line.FindStringSubmatch(out); code != 0 || found == nil || found[1] == found[2] {
		t.Errorf("got exit %d, %q", code, out)
	}
	for in, want := range map[string]string{"key\n": "", " \n": "there is no key on standard input"} {
		var piped, stderr bytes.Buffer
		code := run(t.Context(), []string{"audit-id", "--stdin", "taro", "hanako"}, cli.Terminal{In: strings.NewReader(in), Out: &piped, Err: &stderr})
		if want == "" && (code != 0 || !line.MatchString(piped.String()) || piped.String() == out) || !strings.Contains(stderr.String(), want) {
			t.Errorf("%q: got exit %d, %q, %q", in, code, &piped, &stderr)
		}
	}
}
