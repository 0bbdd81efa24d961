package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// step is one command of the run.
type step struct {
	benchmarks string // a regular expression of their names; "": the capacity of package dynamo
	times      string // how often each is repeated
}

// steps returns the steps in their order. Serve and Growth share a filled database.
func steps() []step {
	return []step{
		{"ColdStart", "10x"}, {"Turns", "20x"}, {"Serve|Growth", "7x"}, {"Machine/(start|family)", "7x"},
		{"Machine/memory", "1x"}, {"Search", "5x"}, {"Live", "40x"}, {"Copy", "1x"}, {},
	}
}

// String returns the command that repeats the step.
func (s step) String() string {
	if s.benchmarks == "" {
		return "make capacity"
	}
	return fmt.Sprintf("go test -run '^$' -bench '%s' -benchtime %s ./tools/bench", s.benchmarks, s.times)
}

// run runs the step and returns its results. The test program is built once in folder.
func (s step) run(ctx context.Context, folder string) (string, error) {
	began := time.Now()
	fmt.Println(s)
	var out string
	var err error
	if s.benchmarks == "" {
		out, err = capacity(ctx)
	} else {
		out, err = s.bench(ctx, folder)
	}
	return fmt.Sprintf("\ncommand: %s\ntook-s: %.0f\n%s", s, time.Since(began).Seconds(), out), err
}

func (s step) bench(ctx context.Context, folder string) (string, error) {
	program := filepath.Join(folder, "bench.test")
	if _, err := os.Stat(program); errors.Is(err, os.ErrNotExist) {
		if _, err := output(ctx, "", "go", "test", "-c", "-o", program, "./tools/bench"); err != nil {
			return "", err
		}
	}
	return output(ctx, "tools/bench", program, "-test.run", "^$", "-test.bench", s.benchmarks, "-test.benchtime", s.times, "-test.timeout", "30m")
}

// capacity runs the tests that measure DynamoDB's capacity.
func capacity(ctx context.Context) (string, error) {
	out, err := output(ctx, "", "make", "-s", "capacity")
	if err != nil {
		return "", err
	}
	return capacityResults(out), nil
}

// output runs a command, shows what it prints, and returns it.
func output(ctx context.Context, folder, name string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...) //nolint:gosec // our own
	var out bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = folder, io.MultiWriter(&out, os.Stdout), os.Stderr
	err := command.Run()
	return out.String(), err
}

// machine returns the keys that say what was measured, where and when.
func machine(ctx context.Context) (string, error) {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "date: %s\ncores: %d\ngo: %s\n", time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.Version())
	for _, fact := range []struct{ key, command string }{
		{"commit", "git --no-optional-locks describe --always --dirty --exclude=*"}, {"kernel", "uname -sr"}, {"load", "cut -d' ' -f1 /proc/loadavg"},
		{"memory-GB", "awk '/MemTotal/ { printf \"%.0f\", $2 / 1e6 }' /proc/meminfo"}, {"disk", "df --output=fstype ${TMPDIR:-/tmp} | tail -1"},
	} {
		out, err := exec.CommandContext(ctx, "sh", "-c", fact.command).Output() //nolint:gosec // the constants above
		if err != nil {
			return "", fmt.Errorf("%s: %w", fact.command, err)
		}
		_, _ = fmt.Fprintf(&b, "%s: %s\n", fact.key, strings.TrimSpace(string(out)))
	}
	return b.String(), nil
}
