package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// checkRun runs the program as the container would: with only the image's files, as its
// user and with its variables.
func checkRun(ctx context.Context, root, log string, env []string) error {
	in := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, "chroot", append([]string{fmt.Sprintf("--userspec=%d:%d", user, user), root, "/voicememo"}, args...)...) //nolint:gosec // the image
		cmd.Env = env
		return cmd
	}
	if err := checkVersion(in("version")); err != nil {
		return err
	}
	if out, err := in("serve").CombinedOutput(); exitCode(err) != 2 {
		return fmt.Errorf("serve without a configuration: got %w, want exit status 2\n%s", err, out)
	}
	return checkServer(in, log)
}

// checkVersion checks that the program has the number of the file VERSION.
func checkVersion(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("version: %w\n%s", err, out)
	}
	number, err := os.ReadFile("cmd/internal/version/VERSION")
	if err != nil {
		return err
	}
	if !strings.Contains(string(out), " "+strings.TrimSpace(string(number))) {
		return fmt.Errorf("version: got %s, want %s", out, number)
	}
	return nil
}

// checkServer starts the server, waits until the health check passes, and stops it.
func checkServer(in func(...string) *exec.Cmd, log string) (err error) {
	file, err := os.Create(log) //nolint:gosec // of this run
	if err != nil {
		return err
	}
	server := in("serve", "--dev", "--addr", "127.0.0.1:0")
	server.Stdout, server.Stderr = file, file
	if err := errors.Join(server.Start(), file.Close()); err != nil {
		return err
	}
	healthy := waitHealthy(in)
	err = errors.Join(healthy, server.Process.Signal(syscall.SIGTERM), server.Wait())
	if err != nil {
		written, _ := os.ReadFile(log) //nolint:gosec // of this run
		return fmt.Errorf("serve: %w\n%s", err, written)
	}
	return nil
}

// waitHealthy repeats the health check until it passes.
func waitHealthy(in func(...string) *exec.Cmd) (err error) {
	for range 100 {
		var out []byte
		if out, err = in("doctor", "--ready").CombinedOutput(); err == nil {
			return nil
		}
		err = fmt.Errorf("doctor --ready: %w\n%s", err, out)
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

// exitCode returns the exit status of a command; -1: it did not run.
func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}
