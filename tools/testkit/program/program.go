// Package program runs the built program with the sign-in of --dev, for tools
// that look at it from outside.
package program

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Server is the running program.
type Server struct {
	URL string // where it serves

	command *exec.Cmd
}

// Start starts the program at path on a data directory and a free port, with further
// flags, and waits until it says where it is. It ends with ctx at the latest.
func Start(ctx context.Context, path, data string, flags ...string) (*Server, error) {
	args := append([]string{"serve", "--dev", "--addr", "127.0.0.1:0", "--data", data}, flags...)
	return Run(exec.CommandContext(ctx, path, args...)) //nolint:gosec // the operator's program
}

// Run starts a command that serves, and waits until it says where it is. Its log also
// goes to the command's Stderr.
func Run(command *exec.Cmd) (*Server, error) {
	var log bytes.Buffer
	if command.Stderr == nil {
		command.Stderr = io.Discard
	}
	command.Stderr = io.MultiWriter(&log, command.Stderr)
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("%w (build it with: make build)", err)
	}
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "Voice Memo is at "); ok {
			go func() { _, _ = io.Copy(io.Discard, stdout) }() // so that the pipe never fills
			return &Server{URL: strings.TrimSpace(url), command: command}, nil
		}
	}
	return nil, fmt.Errorf("%s does not serve: %w\n%s", command.Path, command.Wait(), &log)
}

// stopTime is more than a server takes to end in order.
const stopTime = 20 * time.Second

// Stop ends the program in order; once is enough. A program that does not end is killed,
// and that is an error.
func (s *Server) Stop() error {
	if s.command.ProcessState != nil {
		return nil
	}
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	late := time.AfterFunc(stopTime, func() { _ = s.command.Process.Kill() })
	defer late.Stop()
	return s.command.Wait()
}

// Kill ends the program at once, as kill -9 does, and waits until it is gone.
func (s *Server) Kill() error {
	if err := s.command.Process.Kill(); err != nil {
		return err
	}
	_ = s.command.Wait() // "signal: killed"
	return nil
}
