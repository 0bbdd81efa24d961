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

// Socket is a Unix socket that only the owner of its file can reach: to connect takes
// the right to write to the file (unix(7)).
type Socket struct {
	net.Listener
	close func() error // once
}

// Listen opens the socket of a data directory, in place of one that a crashed server
// has left. ErrTaken: another server uses the directory. Other errors: the path is too
// long for a socket (108 bytes on Linux, 104 elsewhere), or the system has none.
func Listen(ctx context.Context, data string) (*Socket, error) {
	path := filepath.Join(data, SocketName)
	if conn, err := new(net.Dialer).DialContext(ctx, "unix", path); err == nil {
		return nil, errors.Join(ErrTaken, conn.Close())
	}
	// A new socket's mode is the umask's. It gets its name when the mode is right.
	private, err := os.MkdirTemp(data, ".s")
	if err != nil {
		return nil, err
	}
	at := filepath.Join(private, "s")
	l, err := new(net.ListenConfig).Listen(ctx, "unix", at)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(private))
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false) // its file is about to move
	err = errors.Join(os.Chmod(at, 0o600), os.Rename(at, path), os.RemoveAll(private))
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	// Another server may take the place of the file as soon as nobody listens.
	return &Socket{Listener: l, close: sync.OnceValue(func() error { return errors.Join(remove(path), l.Close()) })}, nil
}

// remove removes a file that may have gone already.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Close removes the file and stops listening; again it does nothing.
func (s *Socket) Close() error { return s.close() }
