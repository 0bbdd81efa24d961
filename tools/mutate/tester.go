package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// pkg is a package whose mutants are tested.
type pkg struct {
	path, dir, root string // import path, directory, and that of the module
	files           []string
}

// listPackages returns the packages with their files on this platform, as go list reports
// them.
func listPackages(ctx context.Context, patterns []string) ([]pkg, error) {
	args := append([]string{"list", "-f", `{{.ImportPath}};{{.Dir}};{{.Module.Dir}};{{join .GoFiles ","}}`, "--"}, patterns...)
	command := exec.CommandContext(ctx, "go", args...) //nolint:gosec // the developer's own packages
	var notes strings.Builder
	command.Stderr = &notes
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &notes)
	}
	var found []pkg
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), ";")
		found = append(found, pkg{path: f[0], dir: f[1], root: f[2], files: strings.Split(f[3], ",")})
	}
	return found, nil
}

// mutants returns the mutants of all files of the package.
func (p pkg) mutants() ([]mutant, error) {
	var all []mutant
	for _, name := range p.files {
		found, err := p.mutantsOf(name)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

type verdict string

const (
	killed    verdict = "killed"
	timedOut  verdict = "killed by timeout"
	survived  verdict = "SURVIVED"
	notViable verdict = "not viable" // does not compile
)

// tester runs the tests of packages with mutants.
type tester struct {
	dir    string                   // for all files that the tests write
	limits map[string]time.Duration // of the tests of each package
}

func newTester() (*tester, error) {
	dir, err := os.MkdirTemp("", "mutate-")
	return &tester{dir: dir, limits: map[string]time.Duration{}}, err
}

func (t *tester) close() { _ = os.RemoveAll(t.dir) }

// test runs the tests of the mutant's package. It returns an error if they fail without a
// mutant.
func (t *tester) test(ctx context.Context, m mutant) (verdict, error) {
	limit, err := t.limit(ctx, m.pkg)
	if err != nil {
		return "", err
	}
	overlay, err := t.overlay(m)
	if err != nil {
		return "", err
	}
	out, passed, err := t.goTest(ctx, "-timeout", limit.String(), "-overlay", overlay, testsOf(m.pkg))
	return judge(out, passed), err
}

// testsOf returns the package with the tests of a package: what the skill answers is tested by
// the requests that Alexa sends.
func testsOf(path string) string { return strings.TrimSuffix(path, "/conversation") }

// judge returns the verdict of the output of go test.
func judge(out string, passed bool) verdict {
	switch {
	case passed:
		return survived
	case strings.Contains(out, "[build failed]"):
		return notViable
	case strings.Contains(out, "panic: test timed out after"):
		return timedOut
	}
	return killed
}

// overlay writes the mutant and the overlay file for the go command, and returns that
// file's path.
func (t *tester) overlay(m mutant) (string, error) {
	source, err := os.ReadFile(m.path)
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(t.dir, "mutant.go"), filepath.Join(t.dir, "overlay.json")
	source = slices.Replace(source, m.start, m.end, []byte(m.text)...)
	if err := os.WriteFile(mutated, source, 0o600); err != nil { //nolint:gosec // a directory of our own
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {m.path: mutated}})
	if err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, list, 0o600)
}

// limit returns how long the tests of a package may take: three times their time without
// a mutant, plus the variation of the build time.
func (t *tester) limit(ctx context.Context, path string) (time.Duration, error) {
	if limit, ok := t.limits[path]; ok {
		return limit, nil
	}
	start := time.Now()
	if out, passed, err := t.goTest(ctx, testsOf(path)); err != nil || !passed {
		return 0, cmp.Or(err, errors.New("the tests fail without a mutant:\n"+out))
	}
	t.limits[path] = 3*time.Since(start).Round(time.Second) + 10*time.Second
	return t.limits[path], nil
}

// goTest runs go test in a process group of its own and ends processes that the tests
// leave running. Its output goes to a file, because those processes would keep a pipe
// open.
func (t *tester) goTest(ctx context.Context, args ...string) (out string, passed bool, err error) {
	file, err := os.Create(filepath.Join(t.dir, "output"))
	if err != nil {
		return "", false, err
	}
	defer func() { _ = file.Close() }()
	command := exec.CommandContext(ctx, "go", append([]string{"test", "-short", "-count=1", "-failfast"}, args...)...) //nolint:gosec // as above
	command.Env = append(os.Environ(), "TMPDIR="+t.dir)
	command.Stdout, command.Stderr = file, file
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	end := func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.Cancel = end
	failed := command.Run()
	if command.Process != nil {
		_ = end()
	}
	var exit *exec.ExitError
	if ctx.Err() != nil || failed != nil && !errors.As(failed, &exit) {
		return "", false, cmp.Or(ctx.Err(), failed)
	}
	text, err := os.ReadFile(file.Name())
	return string(text), failed == nil, err
}
