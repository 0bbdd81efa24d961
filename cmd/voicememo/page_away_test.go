package main

import (
	"strings"
	"testing"

	"voicememo/cmd/internal/chromium"
)

// pageAway: with the server gone nothing written is lost, and once it is back
// every memo is there exactly once, also one whose answer got lost.
func pageAway(t *testing.T, browser *chromium.Browser) {
	h := home{flags: []string{"--data", t.TempDir()}}
	s := h.serve(t, "--dev")
	d := s.phone(browser)
	d.expected = append(d.expected, "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED")
	d.signIn("太郎")
	d.add("届いたメモ")

	restore, err := d.LoseAnswers("POST", "/api/memos")
	if err != nil {
		t.Fatal(err)
	}
	d.do(chromium.Writes("composer", "返事が消えたメモ"), chromium.Clicks("send", ""), chromium.Sees("memo-failed", "返事が消えたメモ"))
	if err := restore(); err != nil {
		t.Fatal(err)
	}
	if got := s.signIn("太郎").contents(); !strings.Contains(got, "返事が消えたメモ") {
		t.Fatalf("it was to reach the server, which has %q", got)
	}

	s.kill()
	d.do(chromium.Sees("offline", ""), chromium.Sees("memo", "届いたメモ"), // the list stays readable
		chromium.Writes("composer", "圏外で送ったメモ"), chromium.Clicks("send", ""), chromium.Sees("memo-failed", "圏外で送ったメモ"),
		chromium.Writes("composer", "書きかけ"),
		chromium.Visit("about:blank")) // the phone needs the memory

	s = h.serve(t, "--dev", "--addr", s.address())
	d.do(chromium.Visit(s.url), chromium.Sees("memo", "返事が消えたメモ"), chromium.Sees("memo", "圏外で送ったメモ"),
		chromium.Misses("memo-failed", ""), chromium.Misses("memo-sending", ""), chromium.Counts(3, "memo", ""), chromium.Sees("composer", "書きかけ"))

	s.kill()
	d.do(chromium.Clicks("send", ""), chromium.Sees("memo-failed", "書きかけ"), chromium.Sees("composer", ""))
	s = h.serve(t, "--dev", "--addr", s.address())
	t.Cleanup(s.stop)
	d.do(chromium.Clicks("memo-retry", ""), chromium.Sees("memo", "書きかけ"), chromium.Misses("memo-failed", ""),
		chromium.Misses("offline", ""), chromium.Counts(4, "memo", ""))
	got := s.signIn("太郎").contents()
	for _, content := range []string{"届いたメモ", "返事が消えたメモ", "圏外で送ったメモ", "書きかけ"} {
		if strings.Count(got, content) != 1 {
			t.Errorf("%q is not there exactly once: %q", content, got)
		}
	}
}

// kill ends the server as a power cut does.
func (s *served) kill() {
	s.t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	_ = s.cmd.Wait() // it was killed
}

// address is where the server listens, to be taken again.
func (s *served) address() string { return "127.0.0.1" + s.url[strings.LastIndex(s.url, ":"):] }
