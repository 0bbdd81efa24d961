package operator_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/cmd/internal/operator"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// listen opens a socket that closes with the test.
func listen(t *testing.T, data string) *operator.Socket {
	t.Helper()
	s, err := operator.Listen(t.Context(), data)
	must.OK(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestSocketIsItsOwnersAlone: only its owner can use the socket, with any umask and any
// mode of the directory.
func TestSocketIsItsOwnersAlone(t *testing.T) {
	data := t.TempDir()
	must.OK(t, os.Chmod(data, 0o777))
	s := listen(t, data)
	info, err := os.Stat(filepath.Join(data, operator.SocketName))
	if err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("got mode %v, %v, want a socket of mode 0600", info.Mode(), err)
	}
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 1 {
		t.Errorf("got %v, %v, want the socket alone", entries, err)
	}
	check.Equal(t, errors.Join(s.Close(), s.Close()), nil, "closing twice")
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 0 {
		t.Errorf("got %v, %v after the end, want nothing", entries, err)
	}
}

// TestStaleSocket: the socket of a crashed server is replaced; one that answers is not.
func TestStaleSocket(t *testing.T) {
	data := t.TempDir()
	crashed, err := net.Listen("unix", filepath.Join(data, operator.SocketName))
	must.OK(t, err)
	if _, err := operator.Listen(t.Context(), data); !errors.Is(err, operator.ErrTaken) {
		t.Errorf("with a server: got %v, want ErrTaken", err)
	}
	crashed.(*net.UnixListener).SetUnlinkOnClose(false)
	must.OK(t, crashed.Close())
	listen(t, data)
}

// TestSocketRemovedByHand: a server whose socket was removed ends in order.
func TestSocketRemovedByHand(t *testing.T) {
	data := t.TempDir()
	s := listen(t, data)
	check.Equal(t, errors.Join(os.Remove(filepath.Join(data, operator.SocketName)), s.Close()), nil)
}

// TestSocketOfALongPath: a path that is too long is refused, and no files are left.
func TestSocketOfALongPath(t *testing.T) {
	data := filepath.Join(t.TempDir(), strings.Repeat("x", 120))
	must.OK(t, os.Mkdir(data, 0o700))
	if _, err := operator.Listen(t.Context(), data); err == nil {
		t.Error("got a socket")
	}
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 0 {
		t.Errorf("got %v, %v, want nothing", entries, err)
	}
}
