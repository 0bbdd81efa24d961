package operator

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
)

// SocketName is the socket's file in the data directory.
const SocketName = "voicememo.sock"

// ErrTaken says that another server answers at the socket.
var ErrTaken = errors.New("another server answers at it")

// Socket is a Unix socket that only the owner of its file can reach: connecting needs
// write permission on the file (unix(7)).
type Socket struct {
	net.Listener
	close func() error // once
}

// Listen opens the socket of a data directory, and replaces one that a crashed server has
// left. ErrTaken: another server uses the directory. Other errors: the path is too long for
// a socket (108 bytes on Linux, 104 elsewhere), or the system has no Unix sockets.
func Listen(ctx context.Context, data string) (*Socket, error) {
	path := filepath.Join(data, SocketName)
	if conn, err := new(net.Dialer).DialContext(ctx, "unix", path); err == nil {
		return nil, errors.Join(ErrTaken, conn.Close())
	}
	// The umask sets the mode of a new socket, so the mode is corrected before it gets its name.
	private, err := os.MkdirTemp(data, ".s")
	if err != nil {
		return nil, err
	}
	at := filepath.Join(private, "s")
	l, err := new(net.ListenConfig).Listen(ctx, "unix", at)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(private))
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false) // its file is renamed below
	err = errors.Join(os.Chmod(at, 0o600), os.Rename(at, path), os.RemoveAll(private))
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	// The file is removed first: once this server no longer listens, another may create its own.
	return &Socket{Listener: l, close: sync.OnceValue(func() error { return errors.Join(remove(path), l.Close()) })}, nil
}

// remove removes a file, which need not exist.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Close removes the file and stops listening. Further calls do nothing.
func (s *Socket) Close() error { return s.close() }
