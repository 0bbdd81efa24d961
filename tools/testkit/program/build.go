package program

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// withoutSQLite excludes SQLite from the race detector, as the Makefile's RACE does.
const withoutSQLite = "-gcflags=modernc.org/...=-race=false -d=checkptr=0"

// Build builds the program of this checkout as it is released and returns its path in
// bin/test, where the go command finds it up to date the next time and does not relink
// it. The program is built with the race detector if the caller is, with the flags of
// `make test`, so that both use the same compiled packages. Processes that build at the
// same time wait for each other.
func Build(ctx context.Context) (path string, err error) {
	dir, err := kept(ctx)
	if err != nil {
		return "", err
	}
	name, args := "voicememo", []string{"build", "-buildvcs=false"} // otherwise each commit links it again
	if racing {
		name, args = "voicememo-race", append(args, "-race", withoutSQLite)
	}
	path = filepath.Join(dir, name)
	unlock, err := lock(path + ".lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := run(exec.CommandContext(ctx, "go", append(args, "-o", path, "voicememo/cmd/voicememo")...)); err != nil { //nolint:gosec // our own
		return "", err
	}
	return path, nil
}

// kept returns the folder of this checkout for the programs that tests build.
func kept(ctx context.Context) (string, error) {
	module, err := run(exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}"))
	if err != nil {
		return "", err
	}
	return filepath.Join(strings.TrimSpace(string(module)), "bin", "test"), nil
}

// lock creates a file, waits for its lock and returns the function that releases it.
func lock(path string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // what is built is not secret
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
