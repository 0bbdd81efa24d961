package program

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
)

// Static builds a program of this checkout, such as voicememo/cmd/voicememo, without the
// race detector and without C, with further flags of go build, and returns its path in
// bin/test. It runs on every Linux of this architecture. name tells apart builds of one
// program with different flags.
func Static(ctx context.Context, program, name string, flags ...string) (path string, err error) {
	dir, err := kept(ctx)
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	unlock, err := lock(path + ".lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	args := append([]string{"build", "-trimpath", "-ldflags=-s -w"}, flags...)      // a repeated flag replaces the first
	command := exec.CommandContext(ctx, "go", append(args, "-o", path, program)...) //nolint:gosec // our own
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	_, err = run(command)
	return path, err
}
