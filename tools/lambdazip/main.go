// Command lambdazip builds a function for AWS Lambda (provided.al2023) and writes it to a
// zip as "bootstrap". The same sources, version, Go and root certificates produce the same
// bytes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

func main() {
	arch := flag.String("arch", "arm64", "arm64 or amd64")
	out := flag.String("out", "", "the zip to write")
	version := flag.String("version", "", "what the function calls itself; by default the file VERSION and -dev")
	roots := flag.Bool("roots", true, "add Amazon's root certificates to the zip")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := write(ctx, function{*arch, *out, flag.Arg(0), *version, *roots}, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "lambdazip:", err)
		os.Exit(1)
	}
}

// function is what to build.
type function struct {
	arch, out string
	program   string // a Go package with a main
	version   string // optional
	roots     bool
}

// write builds the function and writes the zip. If it fails, an earlier zip is not
// changed.
func write(ctx context.Context, f function, notes io.Writer) error {
	if f.out == "" || f.program == "" || (f.arch != "arm64" && f.arch != "amd64") {
		return errors.New("usage: lambdazip [-version VERSION] -arch arm64|amd64 -out FILE.zip PACKAGE")
	}
	if err := os.MkdirAll(filepath.Dir(f.out), 0o750); err != nil {
		return err
	}
	work, err := os.MkdirTemp(filepath.Dir(f.out), "lambdazip-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	program, err := f.compile(ctx, work)
	if err != nil {
		return err
	}
	files := []file{{name: "bootstrap", mode: 0o755, content: program}}
	if f.roots {
		pem, missing := amazonRoots(certificates())
		if len(missing) > 0 {
			_, _ = fmt.Fprintf(notes, "lambdazip: not in this machine's trust store: %q; the function looks them up in Lambda's\n", missing)
		}
		if len(pem) > 0 {
			files = append(files, file{name: rootsFile, mode: 0o644, content: pem})
		}
	}
	sum, err := replace(f.out, filepath.Join(work, "zip"), files)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(notes, "%x  %s\n", sum, f.out)
	return err
}

// compile builds the program: static, without paths, symbols or a build id, and
// without the RPC that only the runtime before provided.al2 used.
func (f function) compile(ctx context.Context, work string) ([]byte, error) {
	path := filepath.Join(work, "bootstrap")
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags", "lambda.norpc", //nolint:gosec // the developer's own package
		"-ldflags", "-s -w -buildid= -X voicememo/cmd/internal/version.linked="+f.version, "-o", path, f.program)
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+f.arch, "CGO_ENABLED=0")
	if said, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	return os.ReadFile(path)
}
