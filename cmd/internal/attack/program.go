package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// program is a running server.
type program struct {
	url string

	command *exec.Cmd
	log     *collector
	ended   chan struct{}
}

// collector collects what a process writes.
type collector struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (c *collector) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf.Write(b)
}

// String returns what has been written so far.
func (c *collector) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf.String()
}

// start serves a data directory on a free port and waits until the program says where
// it is. The umask is 0, so that every mode of a file is the program's own doing.
func (p *play) start(data string, flags []string, env ...string) *program {
	args := append([]string{"-c", `umask 0; exec "$0" "$@"`, p.program, "serve", "--addr", "127.0.0.1:0", "--data", data}, flags...)
	command := exec.Command("sh", args...) //nolint:gosec // our own program
	run := &program{command: command, log: new(collector), ended: make(chan struct{})}
	command.Env, command.Stderr = append(inheritable(), env...), run.log
	stdout, err := command.StdoutPipe()
	p.must(err)
	p.must(command.Start())
	p.Cleanup(func() { p.must(run.stop()) })
	p.logs = append(p.logs, run.log.String)
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "Voice Memo is at "); ok {
			run.url = strings.TrimSpace(url)
			go func() {
				defer close(run.ended)
				_, _ = io.Copy(io.Discard, stdout) // so that the pipe never fills
			}()
			return run
		}
	}
	close(run.ended)
	p.Fatalf("the server does not start: %v\n%s", command.Wait(), run.log)
	return nil
}

// stopTime is more than a server takes to end in order.
const stopTime = 20 * time.Second

// stop ends the server in order; once is enough.
func (r *program) stop() error {
	if r.command.ProcessState != nil {
		return nil
	}
	if err := r.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-r.ended:
		return r.command.Wait()
	case <-time.After(stopTime):
		return errors.Join(errors.New("the server does not end"), r.command.Process.Kill())
	}
}

// runs runs a command of the program to its end and returns what it wrote.
func (p *play) runs(args ...string) (output string, status int) {
	p.count()
	command := exec.CommandContext(p.ctx, "sh", append([]string{"-c", `umask 0; exec "$0" "$@"`, p.program}, args...)...) //nolint:gosec // our own program
	command.Env = inheritable()
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.must(err)
	}
	return string(out), command.ProcessState.ExitCode()
}
