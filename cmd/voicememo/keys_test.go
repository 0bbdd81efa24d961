package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/operate"
)

// TestKeysRotateText: the ring is read from standard input and written to standard output,
// and nothing else is.
func TestKeysRotateText(t *testing.T) {
	one := `{"id":"1","created":"2026-01-01T00:00:00Z","key":"` + strings.Repeat("aB3", 14) + `w"}`
	rotate := func(in string) (stdout, stderr string, code int) {
		var out, err bytes.Buffer
		code = run(t.Context(), []string{"keys", "rotate", "--stdin"}, cli.Terminal{In: strings.NewReader(in), Out: &out, Err: &err})
		return out.String(), err.String(), code
	}
	out, stderr, code := rotate(one)
	if _, err := auth.ParseKeyRing([]byte(out)); code != 0 || stderr != "" || err != nil || strings.Count(out, `"id"`) != 2 || !strings.Contains(out, "aB3aB3") {
		t.Errorf("exit %d, %q, %v", code, stderr, err)
	}
	for _, wrong := range []string{"", "no JSON", `{"keys":[{"id":"a","key":"c2VjcmV0"}]}`} {
		if out, stderr, code := rotate(wrong); code != cli.ExitConfiguration || out != "" || strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "c2Vj") {
			t.Errorf("%q: exit %d, %q, %q", wrong, code, out, stderr)
		}
	}
}

// listedKeys returns the keys that keys list --json prints.
func (h home) listedKeys(t *testing.T) (keys []operate.ListedKey) {
	t.Helper()
	out, code := h.runHere(t, "", append([]string{"keys", "list", "--json"}, h.flags...)...)
	var listed struct{ Keys []operate.ListedKey }
	if err := json.Unmarshal([]byte(out), &listed); err != nil || code != 0 {
		t.Fatalf("keys list: exit %d, %v\n%s", code, err, out)
	}
	return listed.Keys
}

// TestKeysWithdraw: after a rotation earlier sessions are valid and new ones are sealed with
// the new key. The sessions and tokens that a key sealed end with the restart after its
// withdrawal, and those of another key stay valid. The command first says how many that may
// be. No part of a key is printed.
func TestKeysWithdraw(t *testing.T) {
	h := home{flags: []string{"--data", t.TempDir()}}
	run := func(wantCode int, want string, args ...string) {
		t.Helper()
		out, code := h.runHere(t, "", slices.Concat([]string{"keys"}, args, h.flags)...)
		for _, key := range regexp.MustCompile(`"key": "(.{10})`).FindAllStringSubmatch(text(t, filepath.Join(h.flags[1], app.KeysFile)), -1) {
			if strings.Contains(out, key[1]) {
				t.Errorf("keys %v printed a key", args)
			}
		}
		if code != wantCode || !strings.Contains(out, want) {
			t.Errorf("keys %v: got exit %d and %q, want %d and %q", args, code, out, wantCode, want)
		}
	}
	s := h.serveHere(t)
	taro := s.signIn("太郎")
	clock := s.holder(t, taro, "read")
	s.stop()
	first := h.listedKeys(t)[0].ID
	if !strings.HasPrefix(clock.token, "vm_"+first+".") {
		t.Error("the token does not name its key")
	}
	run(cli.ExitConfiguration, "is the newest, which seals; run voicememo keys rotate first", "withdraw", first, "--yes")
	run(cli.ExitConfiguration, "there is no key other; voicememo keys list", "withdraw", "other", "--yes")
	run(0, "Restart every server", "rotate")
	keys := h.listedKeys(t)
	if want := keys[1].Made.AddDate(0, 0, 400); len(keys) != 2 || keys[0].ID != first || !keys[0].Until.Equal(want) || !keys[1].Until.IsZero() {
		t.Errorf("got %+v, want the first kept until %v, and another", keys, want)
	}
	run(0, first+"  "+keys[0].Made.Format(time.DateOnly)+"  "+keys[0].Until.Format(time.DateOnly), "list")

	s = h.serveHere(t)
	taro.Home = s.url
	taro.Call(http.MethodGet, "/api/memos", "", http.StatusOK)
	hanako := s.signIn("花子")
	if old := first + "."; !strings.HasPrefix(taro.Cookies["__Host-session"], old) || strings.HasPrefix(hanako.Cookies["__Host-session"], old) {
		t.Error("the old key still seals sessions")
	}
	run(cli.ExitConfiguration, "--yes is needed to withdraw key "+first+", which ends at most 3 accesses; nothing was changed", "withdraw", first)
	if got := h.listedKeys(t); len(got) != 2 {
		t.Errorf("got keys %+v without --yes, want both", got)
	}
	run(0, "does not have key "+first+" any more. Restart every server", "withdraw", first, "--yes")
	taro.Call(http.MethodGet, "/api/memos", "", http.StatusOK) // the server has not been restarted
	clock.served = s
	clock.ask(http.MethodGet, "/api/memos", "", http.StatusOK)
	s.stop()
	s = h.serveHere(t)
	defer s.stop()
	taro.Home, hanako.Home = s.url, s.url
	taro.Call(http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
	hanako.Call(http.MethodGet, "/api/memos", "", http.StatusOK)
	clock.served = s
	clock.ask(http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
}

// TestRestoreRevives: a restore makes a session valid again that has ended since the backup,
// and says so; rotating and withdrawing every older key ends all.
func TestRestoreRevives(t *testing.T) {
	h := home{flags: []string{"--data", t.TempDir()}}
	s := h.serveHere(t)
	taro := s.signIn("太郎")
	session := taro.Cookies["__Host-session"]
	file := h.backs(t)
	taro.Call(http.MethodDelete, "/api/me/access/"+taro.access(), "", http.StatusNoContent)
	taro.Call(http.MethodGet, "/api/me", "", http.StatusUnauthorized)
	s.stop()
	if out := h.restores(t, file); !strings.Contains(out, "\nNote: sessions and tokens that have ended since the backup are valid again.") {
		t.Errorf("got %q, want a note about sessions", out)
	}
	s = h.serveHere(t)
	taro.Home, taro.Cookies["__Host-session"] = s.url, session
	taro.Call(http.MethodGet, "/api/me", "", http.StatusOK)
	s.stop()
	old := h.listedKeys(t)[0].ID
	for _, args := range [][]string{{"rotate"}, {"withdraw", old, "--yes"}} {
		if out, code := h.runHere(t, "", slices.Concat([]string{"keys"}, args, h.flags)...); code != 0 {
			t.Fatalf("keys %v: exit %d\n%s", args, code, out)
		}
	}
	s = h.serveHere(t)
	defer s.stop()
	taro.Home = s.url
	taro.Call(http.MethodGet, "/api/me", "", http.StatusUnauthorized)
}

// TestKeysText: keys that are stored elsewhere are read from standard input. Only the ring
// without the key goes to standard output.
func TestKeysText(t *testing.T) {
	h := home{flags: []string{"--data", t.TempDir()}}
	h.serveHere(t).stop()
	secret := strings.Repeat("aB3", 14)
	ring := `{"keys":[{"id":"1","created":"2026-01-01T00:00:00Z","key":"` + secret + `w"},{"id":"2","created":"2026-02-01T00:00:00Z","key":"` + secret + `w"}]}`
	do := func(args ...string) (stdout, stderr string, code int) {
		var out, err bytes.Buffer
		code = run(t.Context(), slices.Concat([]string{"keys"}, args, []string{"--stdin"}, h.flags), cli.Terminal{In: strings.NewReader(ring), Out: &out, Err: &err})
		return out.String(), err.String(), code
	}
	if out, stderr, code := do("list"); code != 0 || stderr != "" || strings.Contains(out, "aB3") ||
		!strings.Contains(out, "1   2026-01-01  2027-03-08\n2   2026-02-01  it seals\n") {
		t.Errorf("list: got exit %d, %q, %q", code, out, stderr)
	}
	if out, stderr, code := do("withdraw", "1"); code != cli.ExitConfiguration || out != "" || !strings.Contains(stderr, "at most 0 accesses") {
		t.Errorf("withdraw without --yes: got exit %d, %q, %q", code, out, stderr)
	}
	out, stderr, code := do("withdraw", "1", "--yes")
	rest, err := auth.ParseKeyRing([]byte(out))
	if code != 0 || err != nil || len(rest.Keys()) != 1 || rest.Keys()[0].ID != "2" || strings.Contains(stderr, "aB3") || !strings.Contains(stderr, "does not have key 1 any more") {
		t.Errorf("withdraw: got exit %d, %v, %q, want only key 2", code, err, stderr)
	}
}

// TestKeysOfNobody: a mistyped directory gets no keys.
func TestKeysOfNobody(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	if _, stderr, code := runHere("keys", "rotate", "--data", dir); code != cli.ExitConfiguration || !strings.Contains(stderr, "--data has no session-keys.json") {
		t.Errorf("exit %d, %q", code, stderr)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the directory was created: %v", err)
	}
}

// TestKeysOfTheKilled: the file that a killed rotation leaves, whose reader could sign in
// as any person, is removed by the next rotation and by the next start.
func TestKeysOfTheKilled(t *testing.T) {
	dir := t.TempDir()
	h := home{flags: []string{"--data", dir}}
	h.serveHere(t).stop()
	left, kept := filepath.Join(dir, "."+app.KeysFile+"-1234567890"), filepath.Join(dir, "."+app.KeysFile+"-mine")
	write(t, kept, "another file")
	for name, do := range map[string]func(){
		"rotate": func() {
			if out, code := h.runHere(t, "", "keys", "rotate", "--data", dir); code != 0 {
				t.Errorf("exit %d\n%s", code, out)
			}
		},
		"start": func() { h.serveHere(t).stop() },
	} {
		write(t, left, "keys")
		do()
		if _, err := os.Stat(left); !os.IsNotExist(err) {
			t.Errorf("%s: %s still exists, %v", name, left, err)
		}
		if _, err := os.Stat(kept); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
