package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"voicememo/infra/bench/runtimeapi"
)

// contestant is a function in one of its surroundings.
type contestant struct {
	name      string
	reference string // the contestant it is compared with; "": none
	zip       string
	function  runtimeapi.Function
}

// The packages of the two functions, and the roots in ours.
const (
	ours      = "voicememo/cmd/skill-lambda"
	reference = "voicememo/infra/bench/reference"
	rootsFile = "amazon-roots.pem"
)

// contestants builds both functions. Each is measured with one root to read,
// and as it would be deployed: with a system's roots, ours with those of its zip.
func (w *world) contestants(ctx context.Context) ([]contestant, error) {
	ourZip, ourRoot, err := w.deploy(ctx, "skill", ours, true)
	if err != nil {
		return nil, err
	}
	referenceZip, referenceRoot, err := w.deploy(ctx, "reference", reference, false)
	if err != nil {
		return nil, err
	}
	oneRoot, err := w.trusting("one", w.ca)
	if err != nil {
		return nil, err
	}
	system, err := systemRoots()
	if err != nil {
		return nil, err
	}
	systemRoots, err := w.trusting("system", slices.Concat(system, []byte("\n"), w.ca))
	if err != nil {
		return nil, err
	}
	if err := appendTo(filepath.Join(ourRoot, rootsFile), w.ca); err != nil {
		return nil, err
	}
	in := func(root string, env ...string) runtimeapi.Function {
		return runtimeapi.Function{Root: root, Env: append(w.environ(), env...)}
	}
	return []contestant{
		{"reference, one root", "", referenceZip, in(referenceRoot, oneRoot...)},
		{"skill, one root", "reference, one root", ourZip, in(ourRoot, oneRoot...)},
		{"reference, as deployed", "", referenceZip, in(referenceRoot, systemRoots...)},
		{"skill, as deployed", "reference, as deployed", ourZip, in(ourRoot)},
	}, nil
}

// deploy builds a function for this machine and unpacks it as Lambda would.
func (w *world) deploy(ctx context.Context, name, program string, roots bool) (zip, root string, err error) {
	zip, root = filepath.Join(w.work, name+".zip"), filepath.Join(w.work, name)
	build := exec.CommandContext(ctx, "go", "run", "voicememo/cmd/internal/lambdazip", //nolint:gosec // our own command
		"-arch", runtime.GOARCH, "-out", zip, fmt.Sprintf("-roots=%t", roots), program)
	if said, err := build.CombinedOutput(); err != nil {
		return "", "", fmt.Errorf("%s: %w\n%s", program, err, said)
	}
	return zip, root, runtimeapi.Unpack(zip, root)
}

// systemRoots gives this machine's trust store.
func systemRoots() ([]byte, error) {
	for _, path := range []string{"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"} {
		if content, err := os.ReadFile(path); err == nil {
			return content, nil
		}
	}
	return nil, errors.New("this machine has no file of root certificates")
}

func appendTo(path string, content []byte) (err error) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(content)
	return err
}
