// Package program runs the built program with the sign-in of --dev, for tests and tools
// that use it from outside.
package program

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"voicememo/tools/testkit/logtest"
)

// Server is the running program.
type Server struct {
	URL string // where it serves

	command *exec.Cmd
	log     logtest.Buffer
	read    chan struct{} // closed when its standard output has been read to the end
}

// Start starts the program at path with a data directory, a free port and further flags,
// and waits until it prints its address. It ends with ctx at the latest.
func Start(ctx context.Context, path, data string, flags ...string) (*Server, error) {
	return Run(Command(ctx, path, data, flags...))
}

// Command returns the command that Start starts. If a flag is repeated, the last one
// counts.
func Command(ctx context.Context, path, data string, flags ...string) *exec.Cmd {
	args := append([]string{"serve", "--dev", "--addr", "127.0.0.1:0", "--data", data}, flags...)
	return exec.CommandContext(ctx, path, args...) //nolint:gosec // the operator's program
}

// Run starts a command that serves, and waits until it prints its address. Its output
// also goes to the command's Stdout and Stderr. If it ends before that, ProcessState says
// how.
func Run(command *exec.Cmd) (*Server, error) {
	s := &Server{command: command, read: make(chan struct{})}
	said := orDiscard(command.Stdout)
	command.Stdout, command.Stderr = nil, io.MultiWriter(&s.log, orDiscard(command.Stderr))
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("%w (build it with: make build)", err)
	}
	out := io.TeeReader(stdout, said)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, url, ok := strings.Cut(lines.Text(), "Voice Memo is at "); ok {
			s.URL = strings.TrimSpace(url)
			go func() { // so that the pipe never fills
				defer close(s.read)
				_, _ = io.Copy(io.Discard, out)
			}()
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s does not serve: %w\n%s", command.Path, command.Wait(), s.Log())
}

func orDiscard(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}

// Log returns what the program has written to its standard error so far; it is complete
// after the program's end.
func (s *Server) Log() string { return s.log.String() }

// Address returns where the program listens on this machine. The next server can use it
// with --addr.
func (s *Server) Address() string { return "127.0.0.1" + s.URL[strings.LastIndex(s.URL, ":"):] }

// stopTime is more than a server needs for a graceful shutdown.
const stopTime = 20 * time.Second

// Stop shuts the program down gracefully; further calls do nothing. A program that does
// not end is killed, and Stop returns an error.
func (s *Server) Stop() error {
	if s.command.ProcessState != nil {
		return nil
	}
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	late := time.AfterFunc(stopTime, func() { _ = s.command.Process.Kill() })
	defer late.Stop()
	return s.Wait()
}

// Wait waits until the program has ended, and returns an error unless it ended
// successfully.
func (s *Server) Wait() error {
	<-s.read
	return s.command.Wait()
}

// Kill ends the program immediately, as kill -9 does, and waits until it has exited.
func (s *Server) Kill() error {
	if err := s.command.Process.Kill(); err != nil {
		return err
	}
	_ = s.Wait() // "signal: killed"
	return nil
}
