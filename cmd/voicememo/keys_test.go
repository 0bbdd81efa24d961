package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/auth"
	"voicememo/cmd/internal/app"
)

// TestKeysRotate: earlier sessions are valid after the restart, new sessions are sealed
// with the new key, and no part of a key is printed.
func TestKeysRotate(t *testing.T) {
	dir := t.TempDir()
	h := home{flags: []string{"--data", dir}}
	s := h.serve(t, "--dev")
	taro := s.signIn("太郎")
	before := taro.Cookies["__Host-session"]
	s.stop()
	out, code := h.run(t, "", append([]string{"keys", "rotate"}, h.flags...)...)
	keys, err := os.ReadFile(filepath.Join(dir, app.KeysFile))
	if code != 0 || err != nil || !strings.Contains(out, "Restart every server") || strings.Count(string(keys), `"id"`) != 2 {
		t.Fatalf("exit %d, %v\n%s", code, err, out)
	}
	for line := range strings.Lines(string(keys)) {
		if _, secret, ok := strings.Cut(line, `"key": "`); ok && strings.Contains(out, secret[:10]) {
			t.Error("a key is printed")
		}
	}
	s = h.serve(t, "--dev")
	defer s.stop()
	taro.Home = s.url
	taro.Call(http.MethodGet, "/api/memos", "", http.StatusOK)
	oldKey, _, _ := strings.Cut(before, ".")
	if newKey, _, _ := strings.Cut(s.signIn("花子").Cookies["__Host-session"], "."); newKey == oldKey {
		t.Error("the old key still seals sessions")
	}
}

// TestKeysRotateText: the ring is read from standard input and written to standard output,
// and nothing else is.
func TestKeysRotateText(t *testing.T) {
	one := `{"id":"1","created":"2026-01-01T00:00:00Z","key":"` + strings.Repeat("aB3", 14) + `w"}`
	rotate := func(in string) (stdout, stderr string, code int) {
		var out, err bytes.Buffer
		code = run(t.Context(), []string{"keys", "rotate", "--stdin"}, terminal{In: strings.NewReader(in), Out: &out, Err: &err})
		return out.String(), err.String(), code
	}
	out, stderr, code := rotate(one)
	if _, err := auth.ParseKeyRing([]byte(out)); code != 0 || stderr != "" || err != nil || strings.Count(out, `"id"`) != 2 || !strings.Contains(out, "aB3aB3") {
		t.Errorf("exit %d, %q, %v", code, stderr, err)
	}
	for _, wrong := range []string{"", "no JSON", `{"keys":[{"id":"a","key":"c2VjcmV0"}]}`} {
		if out, stderr, code := rotate(wrong); code != exitFailed || out != "" || strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "c2Vj") {
			t.Errorf("%q: exit %d, %q, %q", wrong, code, out, stderr)
		}
	}
}

// TestKeysOfNobody: a mistyped directory gets no keys.
func TestKeysOfNobody(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	if _, stderr, code := runHere("keys", "rotate", "--data", dir); code != exitConfiguration || !strings.Contains(stderr, "--data has no session-keys.json") {
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
	h.serve(t, "--dev").stop()
	left, kept := filepath.Join(dir, "."+app.KeysFile+"-1234567890"), filepath.Join(dir, "."+app.KeysFile+"-mine")
	write(t, kept, "another file")
	for name, do := range map[string]func(){
		"rotate": func() {
			if out, code := h.run(t, "", "keys", "rotate", "--data", dir); code != 0 {
				t.Errorf("exit %d\n%s", code, out)
			}
		},
		"start": func() { h.serve(t, "--dev").stop() },
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
