package program

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// MainBuild is Build for a package's TestMain. If it fails, the process ends. It also
// disables the one-second wait with which the race detector ends a program by default.
func MainBuild() (path string) {
	path, err := Build(context.Background())
	if err == nil && os.Getenv("GORACE") == "" {
		err = os.Setenv("GORACE", "atexit_sleep_ms=20")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return path
}

// ForTest is Run for a test. A program that still runs when the test ends is killed.
func ForTest(t testing.TB, command *exec.Cmd) (*Server, error) {
	s, err := Run(command)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		if command.ProcessState == nil {
			_ = s.Kill() // fails only if it has just ended
		}
	})
	return s, nil
}

// CheckEnd checks that a server has ended without an error and without a data race in its
// log.
func CheckEnd(t testing.TB, err error, log string) {
	t.Helper()
	if err != nil {
		t.Errorf("the server ended with %v: %s", err, log)
	}
	if strings.Contains(log, "DATA RACE") {
		t.Error(log)
	}
}

// Finish runs the program at path with further variables to its end, and returns all that it
// printed and its exit code.
func Finish(t testing.TB, path string, env []string, stdin string, args ...string) (output string, code int) {
	t.Helper()
	command := exec.CommandContext(t.Context(), path, args...) //nolint:gosec // the test's program
	command.Env, command.Stdin = append(os.Environ(), env...), strings.NewReader(stdin)
	out, err := command.CombinedOutput()
	if err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode()
}
