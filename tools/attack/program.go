package main

import (
	"bytes"
	"errors"
	"os/exec"
	"sync"

	"voicememo/tools/testkit/program"
)

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

// String returns everything written so far.
func (c *collector) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf.String()
}

// start serves a data directory on a free port and waits until the program prints its
// address. written returns its log so far. The umask is 0, so that every file mode is set
// by the program itself.
func (p *play) start(data string, flags []string, env ...string) (server *program.Server, written func() string) {
	args := append([]string{"-c", `umask 0; exec "$0" "$@"`, p.program, "serve", "--addr", "127.0.0.1:0", "--data", data}, flags...)
	command, log := exec.Command("sh", args...), new(collector) //nolint:gosec // the project's own program
	command.Env, command.Stderr = append(inheritable(), env...), log
	server, err := program.Run(command)
	p.must(err)
	p.Cleanup(func() { p.must(server.Stop()) })
	p.logs = append(p.logs, log.String)
	return server, log.String
}

// runs runs a command of the program to its end and returns what it wrote.
func (p *play) runs(args ...string) (output string, status int) {
	p.count()
	command := exec.CommandContext(p.ctx, "sh", append([]string{"-c", `umask 0; exec "$0" "$@"`, p.program}, args...)...) //nolint:gosec // the project's own program
	command.Env = inheritable()
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.must(err)
	}
	return string(out), command.ProcessState.ExitCode()
}
