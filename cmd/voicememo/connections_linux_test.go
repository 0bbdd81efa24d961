package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// idleConn is a connection on which one request was answered.
type idleConn struct {
	net.Conn
	answers *bufio.Reader
}

// dial opens a connection to a server, until the test ends.
func (s *served) dial() idleConn {
	s.t.Helper()
	c, err := net.Dial("tcp", s.process.Address())
	must.OK(s.t, err)
	s.t.Cleanup(func() { _ = c.Close() })
	return idleConn{c, bufio.NewReader(c)}
}

// ask sends another request on a connection and returns the status; 0: it is not answered.
func (c idleConn) ask(t *testing.T, headers ...string) int {
	t.Helper()
	must.OK(t, c.SetDeadline(time.Now().Add(time.Minute)))
	_, _ = fmt.Fprint(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n", strings.Join(headers, ""), "\r\n")
	res, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// TestIdleConnections: clients that keep more connections than a server has open files take
// neither from it: the oldest without a request are closed, newcomers and the health check
// are answered, and there are files for everything else.
func TestIdleConnections(t *testing.T) {
	t.Parallel()
	const files = 96
	h := home{flags: []string{"--data", t.TempDir()}}
	args := append([]string{"-c", fmt.Sprintf(`ulimit -n %d; exec "$@"`, files), "sh", binary, "serve", "--dev", "--addr", "127.0.0.1:0"}, h.flags...)
	s := &served{t: t, cmd: exec.Command("sh", args...), through: http.DefaultTransport} //nolint:gosec // of this test
	s.cmd.Stderr = &s.log
	must.OK(t, s.run())
	var all []idleConn
	for i := range 2 * files {
		all = append(all, s.dial())
		if got := all[i].ask(t); got != http.StatusOK {
			t.Fatalf("connection %d: got status %d, want 200", i+1, got)
		}
	}
	if first, last := all[0].ask(t), all[len(all)-1].ask(t); first != 0 || last != http.StatusOK {
		t.Errorf("got status %d on the oldest connection and %d on the newest, want it closed and 200", first, last)
	}
	s.oneClientOfAProxy(24)
	taro := s.signIn("太郎")
	taro.Call(http.MethodPost, "/api/memos", `{"content":"傘"}`, http.StatusCreated)
	if out, code := h.run(t, "", append([]string{"doctor", "--ready"}, h.flags...)...); code != 0 {
		t.Errorf("doctor --ready: got exit %d, want 0\n%s", code, out)
	}
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
	if err != nil || len(open) > files-8 {
		t.Errorf("got %d open files and %v, want some of %d to be left", len(open), err, files)
	}
	s.stop()
	if !strings.Contains(s.log.String(), "leaves room for fewer connections than usual\" files=96 connections=48") {
		t.Errorf("got no line about the limit of open files: %s", s.log.String())
	}
}

// oneClientOfAProxy: a client that a proxy names has at most so many requests that do not
// end, and others of the proxy are served.
func (s *served) oneClientOfAProxy(most int) {
	s.t.Helper()
	const client, other = "X-Forwarded-For: 203.0.113.7\r\n", "X-Forwarded-For: 203.0.113.8\r\n"
	for range most {
		c := s.dial()
		defer func() { _ = c.Close() }()
		_, _ = fmt.Fprint(c, "POST /alexa HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n", client, "\r\n")
	}
	for end := time.Now().Add(time.Minute); s.dial().ask(s.t, client) != http.StatusTooManyRequests; { // until the last of them was read
		if time.Now().After(end) {
			s.t.Fatalf("got an answer beside %d requests, want 429", most)
		}
	}
	if got := s.dial().ask(s.t, other); got != http.StatusOK {
		s.t.Errorf("another client of the proxy: got status %d, want 200", got)
	}
}
