package program

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// Build builds the program of this checkout as people run it and returns where it is:
// in bin/test, where the go command finds it up to date the next time and links nothing.
// The program has the race detector if the caller has it. Processes that build at the
// same time wait for each other.
func Build(ctx context.Context) (path string, err error) {
	module, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("where the module is: %w", err)
	}
	name, args := "voicememo", []string{"build"}
	if racing {
		name, args = "voicememo-race", append(args, "-race")
	}
	path = filepath.Join(strings.TrimSpace(string(module)), "bin", "test", name)
	unlock, err := lock(path + ".lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	command := exec.CommandContext(ctx, "go", append(args, "-o", path, "voicememo/cmd/voicememo")...) //nolint:gosec // our own
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
}

// lock waits for the lock of a file, which it makes, and returns what releases it.
func lock(path string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // what is built is nobody's secret
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644) //nolint:gosec // as above
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil { //nolint:gosec // a descriptor fits
		_ = file.Close()
		return nil, err
	}
	return func() { _ = file.Close() }, nil // which releases it
}
