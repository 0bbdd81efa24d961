//go:build unix

package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"voicememo/internal/logqueue"
	"voicememo/tools/testkit/must"
)

// withLog starts a server whose standard error is a pipe, and returns the pipe's other end.
func (h home) withLog(t *testing.T, flags ...string) (s *served, log *os.File) {
	t.Helper()
	log, end, err := os.Pipe()
	must.OK(t, err)
	s = &served{t: t, cmd: exec.Command("sh", append([]string{"-c", `exec "$@" 2>&3`, "sh", binary, "serve", "--dev", "--addr", "127.0.0.1:0"}, append(h.flags, flags...)...)...), through: http.DefaultTransport} //nolint:gosec // of this test
	s.cmd.ExtraFiles = []*os.File{end}
	must.OK(t, s.run())
	_ = end.Close()
	t.Cleanup(func() { _ = log.Close() })
	return s, log
}

// fill sends requests until their lines, of about 110 bytes, are more than a pipe holds, and
// a queue of this size.
func (s *served) fill(b *browser, queue int) {
	s.t.Helper()
	for range (64<<10 + queue) / 100 {
		b.Call(http.MethodGet, "/api/me", "", http.StatusOK)
	}
}

// TestLogThatIsNotRead: all requests are answered while the log is not read, readiness and
// the metrics say that lines are dropped, and the server ends when it is told to. When the
// log is read again, one line has the number of those that are missing.
func TestLogThatIsNotRead(t *testing.T) {
	t.Parallel()
	h := home{flags: []string{"--data", t.TempDir()}}
	at := freePort(t)
	s, log := h.withLog(t, "--metrics-addr", at)
	taro := s.signIn("太郎")
	s.fill(taro, logqueue.MaxBytes)
	taro.Call(http.MethodPost, "/api/memos", `{"content":"傘"}`, http.StatusCreated)
	if got := fmt.Sprint(taro.Call(http.MethodGet, "/readyz", "", http.StatusOK)["checks"]); !strings.Contains(got, "log:dropping") {
		t.Errorf("got %s, want a log that drops lines", got)
	}
	if values, _ := (counting{s, "http://" + at + "/metrics"}).scrape(); values["voicememo_log_lines_dropped_total{}"] < 1 {
		t.Errorf("got %v lines dropped in the metrics, want some", values["voicememo_log_lines_dropped_total{}"])
	}
	read := make(chan string)
	go func() {
		text, _ := io.ReadAll(log)
		read <- string(text)
	}()
	for end := time.Now().Add(time.Minute); strings.Contains(fmt.Sprint(taro.Call(http.MethodGet, "/readyz", "", http.StatusOK)["checks"]), "log:dropping"); {
		if time.Now().After(end) {
			t.Fatal("got a log that drops lines, want it to be read")
		}
	}
	s.stop()
	text := <-read
	if n := strings.Count(text, "msg=request "); n < 100 || strings.Count(text, "log lines were dropped, because they could not be written\" lines=") != 1 {
		t.Errorf("got %d lines and ...%s, want one that says how many are missing", n, text[max(0, len(text)-500):])
	}
}

// TestEndWithoutAReader: a server whose log is not read ends in time, and without a failure.
func TestEndWithoutAReader(t *testing.T) {
	t.Parallel()
	s, _ := home{flags: []string{"--data", t.TempDir()}}.withLog(t)
	s.fill(s.signIn("太郎"), 0)
	s.stop()
}

// TestLogWhoseReaderHasGone: a server whose log has lost its reader goes on, says so in
// readiness, and ends without a failure.
func TestLogWhoseReaderHasGone(t *testing.T) {
	t.Parallel()
	s, log := home{flags: []string{"--data", t.TempDir()}}.withLog(t)
	must.OK(t, log.Close())
	taro := s.signIn("太郎")
	for i := range 10 {
		taro.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":"%d"}`, i), http.StatusCreated)
	}
	if got := fmt.Sprint(taro.Call(http.MethodGet, "/readyz", "", http.StatusOK)["checks"]); !strings.Contains(got, "log:dropping") {
		t.Errorf("got %s, want a log that drops lines", got)
	}
	s.stop()
}
