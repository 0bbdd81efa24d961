// Package notifysocket stands in for the socket on which systemd listens to its services
// (sd_notify(3)).
package notifysocket

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// Socket is the socket.
type Socket struct {
	Path string // the value of NOTIFY_SOCKET
	conn *net.UnixConn
}

// patience is how long a message may take to arrive.
const patience = time.Minute

// Listen opens a socket, and closes it at the end of the test.
func Listen(t testing.TB) *Socket {
	t.Helper()
	dir, err := os.MkdirTemp("", "notify-*") // a test's own directory may be too long for a socket's name
	must.OK(t, err)
	s := &Socket{Path: filepath.Join(dir, "socket")}
	if s.conn, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: s.Path, Net: "unixgram"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(s.conn.Close(), os.RemoveAll(dir)) })
	return s
}

// Next returns the next message.
func (s *Socket) Next(t testing.TB) string {
	t.Helper()
	message, err := s.read(time.Now().Add(patience))
	if err != nil {
		t.Fatalf("got no message: %v", err)
	}
	return message
}

// Waiting returns the next message if it has arrived already; "": none has.
func (s *Socket) Waiting(t testing.TB) string {
	t.Helper()
	message, err := s.read(time.Now().Add(time.Millisecond))
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
	return message
}

func (s *Socket) read(until time.Time) (string, error) {
	if err := s.conn.SetReadDeadline(until); err != nil {
		return "", err
	}
	buffer := make([]byte, 4096)
	n, err := s.conn.Read(buffer)
	return string(buffer[:n]), err
}
