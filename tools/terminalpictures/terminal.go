package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// line is one line of the terminal: what the program wrote as a prompt or an
// answer, and what was typed after it.
type line struct{ written, typed string }

// terminal runs the program in a directory and keeps what one would see.
type terminal struct {
	program, dir string
	lines        []line
	code         string // the invite code that was made, which settle hides
}

// shellPrompt stands before each command.
const shellPrompt = "$ "

// command prepares the program, with none of the caller's own settings.
func (t *terminal) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, t.program, args...) //nolint:gosec // the operator's program
	cmd.Dir = t.dir
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "VOICEMEMO_") && !strings.HasPrefix(variable, "AWS_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	return cmd
}

// enter types a command at the shell's prompt.
func (t *terminal) enter(args []string) {
	t.lines = append(t.lines, line{shellPrompt, "voicememo " + strings.Join(args, " ")})
}

// show adds what the program wrote.
func (t *terminal) show(output string) {
	for _, text := range strings.Split(strings.TrimRight(output, "\n"), "\n") {
		t.lines = append(t.lines, line{written: text})
	}
}

// run runs a command to its end, which must be a good one, and shows all of it.
func (t *terminal) run(ctx context.Context, args ...string) error {
	output, err := t.command(ctx, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%v: %w\n%s", args, err, output)
	}
	t.enter(args)
	t.show(string(output))
	return nil
}

// serve starts a server, shows its greeting up to a line that starts with last,
// and stops it. It listens on a free port, which settle hides.
func (t *terminal) serve(ctx context.Context, last string, args ...string) error {
	cmd := t.command(ctx, append(args, "--addr", "127.0.0.1:0")...)
	var log bytes.Buffer
	cmd.Stderr = &log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	t.enter(args)
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		t.lines = append(t.lines, line{written: lines.Text()})
		if strings.HasPrefix(lines.Text(), last) {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				return err
			}
			_, _ = io.Copy(io.Discard, stdout)
			return cmd.Wait()
		}
	}
	return fmt.Errorf("the server did not greet: %w\n%s", cmd.Wait(), &log)
}
