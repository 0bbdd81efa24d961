package main

import (
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
)

// unreachable is what Chromium logs while there is no server.
var unreachable = []string{
	"ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED",
	"ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_FAILED", "ERR_NETWORK", "An unknown error occurred when fetching the script",
	"status of 503", // while it stops
}

// pageAway: with the server gone the memos stay readable, what is written and
// changed survives reloads, and once the server is back everything is there
// exactly once, also a memo whose answer got lost.
func pageAway(t *testing.T, browser *chromium.Browser) {
	h := home{flags: []string{"--data", t.TempDir()}}
	s := h.serve(t, "--dev")
	d := s.phone(browser)
	d.expected = append(d.expected, unreachable...)
	d.signIn("太郎")
	d.add("届いたメモ")
	d.add("直すメモ")
	restore, err := d.LoseAnswers("", "/api/memos*") // also of the list, to which a hint about the memo leads the page
	if err != nil {
		t.Fatal(err)
	}
	d.do(chromium.Writes("composer", "返事が消えたメモ"), chromium.Clicks("send", ""), chromium.Sees("memo-sending", "返事が消えたメモ"))
	reaches(t, s, "返事が消えたメモ")
	s.kill()
	d.do(chromium.Sees("offline", ""), chromium.Sees("memo-rewrite", "")) // the list rests
	d.edit("直すメモ", "直したメモ")
	d.do(chromium.Sees("memo-sending", "直したメモ"))
	for _, content := range []string{"圏外の一つめ", "圏外の二つめ", "圏外の三つめ"} {
		d.do(chromium.Writes("composer", content), chromium.Clicks("send", ""), chromium.Sees("memo-sending", content))
	}
	d.do(chromium.Writes("composer", "書きかけ"), keeps("書きかけ"), keeps("直したメモ"), keeps("圏外の三つめ"))
	sure := []string{"届いたメモ", "直したメモ", "圏外の一つめ", "圏外の二つめ", "圏外の三つめ"}
	for range 2 {
		d.do(chromium.Visit(s.url), chromium.Sees("offline", ""), chromium.Sees("memo-sending", "直したメモ"), chromium.Misses(".memo", "直すメモ"))
		for _, content := range sure {
			d.do(chromium.Counts(1, ".memo", content))
		}
		d.do(chromium.Sees(".memo", "返事が消えたメモ")) // here nobody can know yet whether it has arrived
	}
	all := append([]string{"返事が消えたメモ"}, sure...)

	if err := restore(); err != nil { // not earlier: it would let an answer through that is on its way
		t.Fatal(err)
	}
	s = h.serve(t, "--dev", "--addr", s.address())
	t.Cleanup(s.stop)
	d.do(chromium.Misses("offline", ""), settled, chromium.Counts(len(all), "memo", ""))
	got := s.signIn("太郎").contents()
	for _, content := range all {
		if strings.Count(got, content) != 1 {
			t.Errorf("%q is not there exactly once: %q", content, got)
		}
	}
	if strings.Count(got, " / ") != len(all)-1 {
		t.Errorf("more than was written: %q", got)
	}
	if draft := d.read("composer"); draft != "書きかけ" {
		t.Errorf("the composer holds %q", draft)
	}
}

// reaches waits until the server has a memo.
func reaches(t *testing.T, s *served, content string) {
	t.Helper()
	other := s.signIn("太郎")
	for end := time.Now().Add(time.Minute); !strings.Contains(other.contents(), content); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%q was to reach the server", content)
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
