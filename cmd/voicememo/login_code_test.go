package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/cmd/internal/client"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/remote"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// codeWatcher is a standard error that passes the code on when it is printed.
type codeWatcher struct {
	mu    sync.Mutex
	text  bytes.Buffer
	codes chan string
	sent  bool
}

var userCode = regexp.MustCompile(`(?m)^ +([A-Z]{4}-[A-Z]{4})$`)

func (w *codeWatcher) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.text.Write(p)
	if found := userCode.FindSubmatch(w.text.Bytes()); found != nil && !w.sent {
		w.sent = true
		w.codes <- string(found[1])
	}
	return n, err
}

// byCode runs voicememo login --code while a person in a browser answers.
func (p person) byCode(b *browser, url string, allow bool, status int) string {
	p.t.Helper()
	var out bytes.Buffer
	watcher := &codeWatcher{codes: make(chan string, 1)}
	ended, answered := make(chan int, 1), make(chan struct{})
	remote.CodeWait = func(ctx context.Context, d time.Duration) error { // the client asks again after the answer, not after d
		if d < 5*time.Second {
			p.t.Errorf("got a pause of %v, want at least the server's 5 s", d)
		}
		select {
		case <-answered:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer func() { remote.CodeWait = nil }()
	go func() {
		ended <- run(p.t.Context(), []string{"login", url, "--code"}, cli.Terminal{In: strings.NewReader(""), Out: &out, Err: watcher})
	}()
	select {
	case code := <-watcher.codes:
		b.Call(http.MethodPost, "/oauth/device/consent", fmt.Sprintf(`{"code":%q,"allow":%v}`, code, allow), http.StatusNoContent)
		close(answered)
	case code := <-ended:
		p.t.Fatalf("got exit %d without a code: %s", code, watcher.text.String())
	}
	if code := <-ended; code != status {
		p.t.Fatalf("got exit %d, want %d: %s", code, status, watcher.text.String())
	}
	return out.String() + watcher.text.String()
}

// stored is the stored sign-in.
func (p person) stored() client.SignIn {
	p.t.Helper()
	folder, err := remote.SignInFolder()
	must.OK(p.t, err)
	s, err := folder.SignIn()
	must.OK(p.t, err)
	return s
}

// TestLoginByCode: a person allows the command line in a browser; its tokens are renewed,
// numbers survive that, and signing out ends the access on the server.
func TestLoginByCode(t *testing.T) {
	s := home{flags: []string{"--data", t.TempDir()}}.serveHere(t)
	b, p := s.signIn("Taro"), newPerson(t)
	if said := p.byCode(b, s.url, false, cli.ExitSignIn); !strings.Contains(said, "refused in the browser") {
		t.Errorf("got %q", said)
	}
	said := p.byCode(b, s.url, true, 0)
	if !strings.Contains(said, s.url+"/oauth/device") || !strings.Contains(said, "Signed in to "+s.url+" as Taro") || strings.Contains(said, "va_") {
		t.Errorf("got %q", said)
	}
	p.says("add", "milk")
	p.says("list")
	first := p.stored()
	expired := first
	expired.Ends = time.Now().Unix()
	folder, err := remote.SignInFolder()
	must.OK(t, err)
	must.OK(t, folder.Keep(expired))
	check.Equal(t, p.says("done", "1"), "Done: milk\n")
	renewed := p.stored()
	if renewed.Token == first.Token || renewed.Refresh == first.Refresh || renewed.Ends <= expired.Ends || renewed.Person != first.Person {
		t.Errorf("the tokens were not renewed")
	}
	if info, err := os.Stat(folder.File()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v; want a file for its owner only", info, err)
	}
	if got := p.says("logout"); !strings.Contains(got, "has ended on the server") {
		t.Errorf("got %q", got)
	}
	list, err := json.Marshal(b.Call(http.MethodGet, "/api/me/access", "", http.StatusOK))
	if err != nil || strings.Contains(string(list), `"app"`) {
		t.Errorf("got %s, %v; want the access ended", list, err)
	}
	if err := folder.Keep(renewed); err != nil { // as a copy of the file has it
		t.Fatal(err)
	}
	if _, said := p.enters("", cli.ExitSignIn, "list"); !strings.Contains(said, "has ended") {
		t.Errorf("got %q", said)
	}
}

// TestLoginAtAnotherAddress: a server cannot send the person to another address with a code.
func TestLoginAtAnotherAddress(t *testing.T) {
	p := newPerson(t)
	for _, address := range []string{
		"https://evil.example/device", "javascript:alert(1)", "", "/oauth/device", "https://127.0.0.1/oauth/device", "http://127.0.0.1:1/oauth/device", "http://x@{host}/",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answerJSON(w, fmt.Sprintf(`{"device_code":"vd_x","user_code":"BCDF-GHJK","verification_uri":%q,"expires_in":600,"interval":5}`, strings.Replace(address, "{host}", r.Host, 1)))
		}))
		_, said := p.enters("", cli.ExitConfiguration, "login", server.URL, "--code")
		server.Close()
		if !strings.Contains(said, "address of another server") || strings.Contains(said, "BCDF") {
			t.Errorf("%q: got %q", address, said)
		}
	}
}

// TestLoginWithoutCodes: a server of an earlier version has no sign-in with a code.
func TestLoginWithoutCodes(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	api.status = http.StatusNotFound
	if _, said := p.enters("", cli.ExitConfiguration, "login", api.URL, "--code"); !strings.Contains(said, "no sign-in with a code") {
		t.Errorf("got %q", said)
	}
	p.enters("", cli.ExitConfiguration, "login", api.URL, "--code", "--token-stdin")
}
