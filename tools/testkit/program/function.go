package program

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// zipper is the command that builds a function as it is deployed.
const zipper = "voicememo/tools/lambdazip"

// Function builds a function of this checkout, such as voicememo/cmd/web-lambda, as it is
// deployed on an architecture of Lambda, and calls use with its zip, which does not
// change until use returns. The zip is kept in bin/test and rebuilt only if the sources
// of the function, or of the command that builds it, have changed. Processes that build
// the same function at the same time wait for each other.
func Function(ctx context.Context, arch, program string, use func(zip string) error) error {
	dir, err := kept(ctx)
	if err != nil {
		return err
	}
	zip := filepath.Join(dir, filepath.Base(program)+"-"+arch+".zip")
	unlock, err := lock(zip + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	if err := zipped(ctx, arch, program, zip); err != nil {
		return err
	}
	return use(zip)
}

// zipped makes a function's zip unless the existing one has the same contents.
func zipped(ctx context.Context, arch, program, zip string) error {
	contents, err := compiled(ctx, arch, program)
	if err != nil {
		return err
	}
	note := zip + ".contents"
	if noted, err := os.ReadFile(note); err == nil && bytes.Equal(noted, contents) && exists(zip) { //nolint:gosec // our own
		return nil
	}
	if err := os.Remove(note); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := run(exec.CommandContext(ctx, "go", "run", zipper, "-arch", arch, "-out", zip, program)); err != nil { //nolint:gosec // our own
		return err
	}
	return os.WriteFile(note, contents, 0o644) //nolint:gosec // what is built is not secret
}

// compiled returns an identity of the compiled contents of a function and of the command
// that builds it: a hash of the build ids of their packages and all dependencies. The go
// command itself cannot tell whether the function is up to date: without a build id it is
// always relinked.
func compiled(ctx context.Context, arch, program string) ([]byte, error) {
	command := exec.CommandContext(ctx, "go", "list", "-deps", "-export", "-trimpath", "-tags", "lambda.norpc", "-f", "{{.BuildID}}", program, zipper) //nolint:gosec // our own
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0")
	ids, err := run(command)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%x\n", sha256.Sum256(ids)), nil
}

// run runs a command and returns what it wrote to its standard output.
func run(command *exec.Cmd) ([]byte, error) {
	var failure bytes.Buffer
	command.Stderr = &failure
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w\n%s", command.Args, err, &failure)
	}
	return out, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
