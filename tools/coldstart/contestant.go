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
	"time"

	"voicememo/tools/testkit/runtimeapi"
)

// contestant is a function in one of its surroundings.
type contestant struct {
	name      string
	reference string // the contestant it is compared with; "": none
	zip       string
	function  runtimeapi.Function
	question  question
}

// question is what a function is asked first.
type question struct {
	event    func(at time.Time) []byte
	answered func(raw []byte) error
}

// The packages of the functions, and the roots in ours.
const (
	skill     = "voicememo/cmd/skill-lambda"
	web       = "voicememo/cmd/web-lambda"
	reference = "voicememo/tools/reference"
	rootsFile = "amazon-roots.pem"
)

// contestants builds the functions. Each is measured with one root to read, and
// as it would be deployed: with a system's roots, ours with those of its zip.
func (w *world) contestants(ctx context.Context) ([]contestant, error) {
	launch, list := question{event, spoken}, question{w.request, listed}
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
	in := func(root string, env ...string) runtimeapi.Function {
		return runtimeapi.Function{Root: root, Env: append(w.environ(), env...)}
	}
	const bare, deployed = "reference, one root", "reference, as deployed"
	all := []contestant{
		{bare, "", referenceZip, in(referenceRoot, oneRoot...), launch},
		{deployed, "", referenceZip, in(referenceRoot, systemRoots...), launch},
	}
	for _, ours := range []struct {
		name, program string
		question      question
	}{{"skill", skill, launch}, {"web", web, list}} {
		zip, root, err := w.deploy(ctx, ours.name, ours.program, true)
		if err == nil {
			err = appendTo(filepath.Join(root, rootsFile), w.ca)
		}
		if err != nil {
			return nil, err
		}
		all = append(all,
			contestant{ours.name + ", one root", bare, zip, in(root, oneRoot...), ours.question},
			contestant{ours.name + ", as deployed", deployed, zip, in(root), ours.question})
	}
	return all, nil
}

// deploy builds a function for this machine and unpacks it as Lambda would.
func (w *world) deploy(ctx context.Context, name, program string, roots bool) (zip, root string, err error) {
	zip, root = filepath.Join(w.work, name+".zip"), filepath.Join(w.work, name)
	build := exec.CommandContext(ctx, "go", "run", "voicememo/tools/lambdazip", //nolint:gosec // our own command
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
