package runtimeapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Values of the process's environment, of a function that does not exist.
const (
	functionName = "voicememo"
	functionARN  = "arn:aws:lambda:us-east-1:123456789012:function:" + functionName
)

// Function is the function to start.
type Function struct {
	Root string   // the folder with bootstrap in it: LAMBDA_TASK_ROOT
	Env  []string // name=value, in addition to what Lambda sets; nothing else is inherited

	// Begin starts the command; nil: it is just started.
	Begin func(*exec.Cmd) error
}

// ErrEnded is returned if the process has ended by itself.
var ErrEnded = errors.New("runtimeapi: the process has ended")

// Process is a running bootstrap with its Server.
type Process struct {
	*Server
	Began time.Time // just before the process was made

	command *exec.Cmd
	output  output
	ended   chan struct{}
}

// Start starts a function. Unless it returns an error, Close must be called.
func Start(f Function) (*Process, error) {
	server, err := NewServer()
	if err != nil {
		return nil, err
	}
	p := &Process{Server: server, ended: make(chan struct{})}
	p.command = exec.Command(filepath.Join(f.Root, "bootstrap")) //nolint:gosec // the caller's own function
	p.command.Dir, p.command.Env = f.Root, append(environ(f.Root, server.Addr()), f.Env...)
	p.command.Stdout, p.command.Stderr = &p.output, &p.output
	begin := f.Begin
	if begin == nil {
		begin = (*exec.Cmd).Start
	}
	p.Began = time.Now()
	if err := begin(p.command); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	go func() {
		_ = p.command.Wait() // how it ended is in ProcessState
		close(p.ended)
	}()
	return p, nil
}

// environ returns the variables that Lambda sets for a function on provided.al2023.
func environ(root, addr string) []string {
	return []string{
		"AWS_LAMBDA_RUNTIME_API=" + addr, "AWS_LAMBDA_FUNCTION_NAME=" + functionName, "AWS_LAMBDA_FUNCTION_VERSION=$LATEST",
		"AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256", "AWS_LAMBDA_INITIALIZATION_TYPE=on-demand", "AWS_EXECUTION_ENV=AWS_Lambda_provided.al2023",
		"AWS_LAMBDA_LOG_GROUP_NAME=/aws/lambda/" + functionName, "AWS_LAMBDA_LOG_STREAM_NAME=local",
		"LAMBDA_TASK_ROOT=" + root, "_HANDLER=bootstrap", "TZ=:UTC", "LANG=en_US.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin",
	}
}

// Invoke is Server.Invoke, but returns ErrEnded when the process ends.
func (p *Process) Invoke(ctx context.Context, event []byte) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-p.ended:
			cancel(ErrEnded)
		case <-ctx.Done():
		}
	}()
	out, err := p.Server.Invoke(ctx, event)
	if errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), ErrEnded) {
		return nil, ErrEnded
	}
	return out, err
}

// Ended reports whether the process has ended.
func (p *Process) Ended() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// Wait waits until the process has ended by itself and returns its exit code, which is -1
// if a signal ended it.
func (p *Process) Wait(ctx context.Context) (int, error) {
	select {
	case <-p.ended:
		return p.command.ProcessState.ExitCode(), nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Pid returns the process id.
func (p *Process) Pid() int { return p.command.Process.Pid }

// Terminate sends SIGTERM, as Lambda does to a function with extensions before
// it shuts it down.
func (p *Process) Terminate() error { return p.command.Process.Signal(syscall.SIGTERM) }

// Close ends the process and the server.
func (p *Process) Close() error {
	_ = p.command.Process.Kill() // it may have ended
	<-p.ended
	return p.Server.Close()
}

// Output returns what the process has written so far, stdout and stderr together as in a
// function's log.
func (p *Process) Output() string { return p.output.String() }

// PeakMemory returns the maximum resident size of the process in bytes (VmHWM of
// proc(5)). The process must still run.
func (p *Process) PeakMemory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Pid()))
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(status), "\n") {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(value, "kB")), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("runtimeapi: the process tells no VmHWM")
}

// CPU returns the CPU time of the process, which must have ended.
func (p *Process) CPU() time.Duration {
	<-p.ended
	return p.command.ProcessState.UserTime() + p.command.ProcessState.SystemTime()
}

// output collects the output of two streams.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

// String returns everything written so far.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}
