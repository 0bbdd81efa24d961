package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/remote"
	"voicememo/tools/testkit/must"
)

// TestLoginClosesItsFolder: a folder in which other users can write does not make a sign-in
// that every later command refuses.
func TestLoginClosesItsFolder(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	folder, err := remote.SignInFolder()
	must.OK(t, err)
	must.OK(t, os.MkdirAll(string(folder), 0o700))
	mode(t, string(folder), 0o775)
	p.enters(clientToken, 0, "login", api.URL)
	p.says("add", "milk")
	if info, err := os.Stat(string(folder)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("got %v, %v, want mode 700", info, err)
	}
}

// TestKeyThatCannotBeKept: a login that cannot keep the key fails and names the file.
func TestKeyThatCannotBeKept(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	folder, err := remote.SignInFolder()
	must.OK(t, err)
	must.OK(t, os.MkdirAll(filepath.Dir(string(folder)), 0o700))
	must.OK(t, os.WriteFile(string(folder), nil, 0o600))
	if out, err := p.enters(clientToken, cli.ExitConfiguration, "login", api.URL); out != "" || !strings.Contains(err, "cannot be kept in "+folder.File()) {
		t.Errorf("got %q and %q", out, err)
	}
}

// TestDamagedSignIn: a sign-in that is damaged, or that other users can read, counts as none,
// and signing in again or out replaces it.
func TestDamagedSignIn(t *testing.T) {
	p, api := newSignedIn(t)
	folder, err := remote.SignInFolder()
	must.OK(t, err)
	for _, contents := range []string{"", "{", "null", "{}", `{"url":"memo","token":"` + clientToken + `"}`, `{"url":"https://memo.example.com","token":"x"}`} {
		write(t, folder.File(), contents)
		if _, err := p.enters("", cli.ExitSignIn, "list"); !strings.Contains(err, folder.File()+" is damaged; sign in again") {
			t.Errorf("%q: got %q", contents, err)
		}
	}
	p.enters(clientToken, 0, "login", api.URL)
	p.says("list")
	mode(t, folder.File(), 0o644)
	sent := len(api.got)
	if _, err := p.enters("", cli.ExitSignIn, "list"); !strings.Contains(err, folder.File()) || len(api.got) != sent {
		t.Errorf("readable by others: got %q and the requests %q", err, api.got)
	}
	p.says("logout")
	if _, err := folder.SignIn(); err == nil {
		t.Error("the token is still there")
	}
}

// TestKeyNeedsItsServer: a key of the environment or of a file is not sent to the server of
// voicememo login, which may be another one.
func TestKeyNeedsItsServer(t *testing.T) {
	p, api := newSignedIn(t)
	api.got = nil
	file := filepath.Join(t.TempDir(), "key")
	write(t, file, clientToken)
	refused := func(args ...string) {
		t.Helper()
		if _, err := p.enters("", cli.ExitConfiguration, args...); !strings.Contains(err, "set VOICEMEMO_URL or --url") || len(api.got) > 0 {
			t.Errorf("%v: got %q and the requests %q", args, err, api.got)
		}
	}
	refused("list", "--token-file", file)
	t.Setenv("VOICEMEMO_TOKEN", clientToken)
	refused("add", "milk")
	p.says("add", "milk", "--url", api.URL)
}
