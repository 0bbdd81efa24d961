package webdriver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// startTime is how long a program may take until it says that it is ready.
const startTime = time.Minute

// process is a running program with all that it has started.
type process struct{ cmd *exec.Cmd }

// start starts a program and waits until a line of one of its outputs has a mark. It
// returns what follows the mark.
func start(ctx context.Context, mark string, env []string, name string, args ...string) (process, string, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return process{}, "", err
	}
	defer func() { _ = write.Close() }()
	cmd := command(ctx, env, name, args...)
	cmd.Stdout, cmd.Stderr = write, write
	if err := cmd.Start(); err != nil {
		_ = read.Close()
		return process{}, "", err
	}
	p := process{cmd}
	found := make(chan string, 1)
	go follow(read, mark, found)
	select {
	case rest, ok := <-found:
		if !ok {
			return process{}, "", errors.Join(fmt.Errorf("%s ended before it was ready", name), p.stop())
		}
		return p, rest, nil
	case <-time.After(startTime):
		return process{}, "", errors.Join(fmt.Errorf("%s was not ready in %v", name, startTime), p.stop())
	}
}

// follow reads all lines, so that the program never waits, and sends what follows the
// mark in the first line that has it.
func follow(r io.ReadCloser, mark string, found chan<- string) {
	defer close(found)
	defer func() { _ = r.Close() }()
	sent := false
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if _, rest, ok := strings.Cut(lines.Text(), mark); ok && !sent {
			found <- strings.TrimSpace(rest)
			sent = true
		}
	}
}

// stop ends the program and its children.
func (p process) stop() error {
	if err := syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	_ = p.cmd.Wait() // it was killed
	return nil
}

// startQuiet starts a program that says nothing, and waits until it answers at an address.
func startQuiet(ctx context.Context, address string, env []string, name string, args ...string) (process, error) {
	cmd := command(ctx, env, name, args...)
	if err := cmd.Start(); err != nil {
		return process{}, err
	}
	p := process{cmd}
	for end := time.Now().Add(startTime); ; time.Sleep(50 * time.Millisecond) {
		err := ask(ctx, http.MethodGet, address, nil, nil)
		if err == nil {
			return p, nil
		}
		if time.Now().After(end) {
			return process{}, errors.Join(err, p.stop())
		}
	}
}

// command returns a program that is ended together with its children.
func command(ctx context.Context, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // a browser of this machine
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}
