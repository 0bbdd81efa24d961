package client_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"voicememo/cmd/internal/client"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestParseURL: an address is https, or http on this machine or on request, and has
// nothing besides the host.
func TestParseURL(t *testing.T) {
	for text, want := range map[string]string{
		"https://memo.example.com": "https://memo.example.com", "https://Memo.Example.com/": "https://memo.example.com",
		" https://memo.example.com:8443\n": "https://memo.example.com:8443", "http://localhost:8080": "http://localhost:8080",
		"http://127.0.0.1:1/": "http://127.0.0.1:1", "http://[::1]:1": "http://[::1]:1",
		"http://memo.example.com": "", "http://localhost.example.com": "", "http://192.168.0.2": "",
		"": "", "memo.example.com": "", "localhost:8080": "", "ftp://memo.example.com": "", "https://": "", "https://:8080": "",
		"https://user@memo.example.com": "", "https://u:p@memo.example.com": "", "https://memo.example.com/api": "",
		"https://memo.example.com/?a": "", "https://memo.example.com?": "", "https://memo.example.com#x": "", "https://memo example": "",
	} {
		if got, err := client.ParseURL(text, false); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
	if _, err := client.ParseURL("http://192.168.0.2", false); !errors.Is(err, client.ErrPlain) {
		t.Errorf("got %v, want ErrPlain", err)
	}
	if got, err := client.ParseURL("http://192.168.0.2", true); got != "http://192.168.0.2" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestParseToken(t *testing.T) {
	if got, err := client.ParseToken(" " + testToken + "\r\n"); got != testToken || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for _, text := range []string{"", "vm_", "token", "Bearer " + testToken, testToken + "\nX: y", testToken + " x", testToken + "é", "vm_" + strings.Repeat("a", 5000)} {
		if got, err := client.ParseToken(text); !errors.Is(err, client.ErrToken) {
			t.Errorf("%q: got %q, %v, want ErrToken", text, got, err)
		}
	}
	for text, want := range map[string]bool{testToken: true, "--token=" + testToken: true, "vm_ is short": false, "milk": false, "": false} {
		check.Equal(t, client.HasToken(text), want, "HasToken(%q)", text)
	}
}

// TestSignInIsPrivate: only its owner can read the sign-in, and one that others can read is
// refused.
func TestSignInIsPrivate(t *testing.T) {
	folder := client.Folder(filepath.Join(t.TempDir(), "config", "voicememo"))
	if _, err := folder.SignIn(); !errors.Is(err, client.ErrSignedOut) {
		t.Errorf("got %v, want ErrSignedOut", err)
	}
	want := client.SignIn{URL: "https://memo.example.com", Token: testToken}
	for range 2 {
		must.OK(t, folder.Keep(want))
	}
	if got, err := folder.SignIn(); got != want || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	entries, err := os.ReadDir(string(folder))
	if err != nil || len(entries) != 1 {
		t.Errorf("got %v, %v, want one file", entries, err)
	}
	if runtime.GOOS != "windows" {
		openToOthers(t, folder)
	}
	must.OK(t, os.WriteFile(folder.File(), []byte("{"), 0o600))
	if _, err := folder.SignIn(); err == nil {
		t.Error("got no error for a damaged file")
	}
	for range 2 {
		check.Equal(t, folder.Forget(), nil)
	}
}

// openToOthers opens the sign-in to other users in each way, and closes it again.
func openToOthers(t *testing.T, folder client.Folder) {
	t.Helper()
	for path, want := range map[string]os.FileMode{string(folder): 0o700, folder.File(): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: got %v, %v, want mode %o", path, info.Mode(), err, want)
		}
		for _, others := range []os.FileMode{0o020, 0o002} {
			must.OK(t, os.Chmod(path, want|others))
			if got, err := folder.SignIn(); !errors.Is(err, client.ErrOpen) || got.Token != "" {
				t.Errorf("%s with %o: got %v, want ErrOpen", path, others, err)
			}
		}
		must.OK(t, os.Chmod(path, want))
	}
	must.OK(t, os.Chmod(folder.File(), 0o640))
	if _, err := folder.SignIn(); !errors.Is(err, client.ErrOpen) {
		t.Errorf("a group can read it: got %v, want ErrOpen", err)
	}
}

var someone = client.SignIn{URL: "https://memo.example.com", Token: testToken}

// TestNumbersOfAnEmptyList: after an empty list, the numbers of the list before it are not
// valid.
func TestNumbersOfAnEmptyList(t *testing.T) {
	numbers := client.Numbers(t.TempDir())
	must.OK(t, numbers.Keep(someone, []client.Memo{{ID: "a"}, {ID: "b"}}))
	check.Equal(t, numbers.ID(someone, 2), "b")
	must.OK(t, numbers.Keep(someone, nil))
	for _, number := range []int{0, 1, 2} {
		check.Equal(t, numbers.ID(someone, number), "", "number %d", number)
	}
}

// TestNumbersBelongToAToken: numbers are valid for one server and one token, and only until
// they are forgotten.
func TestNumbersBelongToAToken(t *testing.T) {
	folder := t.TempDir()
	numbers := client.Numbers(folder)
	keep := func(s client.SignIn, id string) {
		must.OK(t, numbers.Keep(s, []client.Memo{{ID: id}}))
	}
	elsewhere := client.SignIn{URL: "https://other.example.com", Token: testToken}
	keep(someone, "a")
	keep(elsewhere, "b")
	other := client.SignIn{URL: someone.URL, Token: testToken + "x"}
	for s, want := range map[client.SignIn]string{someone: "a", elsewhere: "b", other: ""} {
		check.Equal(t, numbers.ID(s, 1), want, s.URL)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 2 {
		t.Errorf("got %v, %v, want two files", files, err)
	}
	for _, file := range files {
		if raw, err := os.ReadFile(file); err != nil || bytes.Contains(raw, []byte(testToken)) {
			t.Errorf("%s contains the token (%v)", file, err)
		}
	}
	for range 2 {
		if err := numbers.Forget(someone); err != nil || numbers.ID(someone, 1) != "" {
			t.Errorf("got %q, %v", numbers.ID(someone, 1), err)
		}
	}
	nowhere := client.Numbers("")
	if err := nowhere.Forget(someone); err != nil || nowhere.Keep(someone, nil) == nil || nowhere.ID(someone, 1) != "" {
		t.Errorf("an empty folder keeps numbers: %v", err)
	}
}

// TestPrintable: no text controls a terminal; emoji and lines stay.
func TestPrintable(t *testing.T) {
	text := "a\x1b[31m\a\r\x7f\u009b\u202e\u2066b\tc\nd 👨‍👩‍👧 é"
	check.Equal(t, client.Printable(text), "a[31mb c\nd 👨‍👩‍👧 é")
}

// TestWriteJSON: a memo keeps all its fields, and its text arrives although no character
// controls a terminal.
func TestWriteJSON(t *testing.T) {
	const text = "a\u001b[31m\u009b\u202eb 牛乳"
	raw, err := json.Marshal(map[string]any{"id": "m", "content": text, "seldom": 1})
	must.OK(t, err)
	var m client.Memo
	must.OK(t, json.Unmarshal(raw, &m))
	var out bytes.Buffer
	must.OK(t, client.WriteJSON(&out, client.List{Memos: []client.Memo{m}, More: true}))
	if got := out.String(); client.Printable(got) != got || strings.Count(got, "\n") != 1 || !strings.Contains(got, "b 牛乳") {
		t.Errorf("got %q", got)
	}
	var back struct {
		Memos []map[string]any
		More  bool
	}
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || !back.More || back.Memos[0]["content"] != text || back.Memos[0]["seldom"] == nil {
		t.Errorf("got %+v, %v", back, err)
	}
}
