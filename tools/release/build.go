package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// built is a program and what its platform adds to the files around it.
type built struct {
	platform
	program  []byte
	licences []byte
	modules  []module
}

// build returns every file of the release.
func build(ctx context.Context, t tree, chosen []platform, progress io.Writer) ([]file, error) {
	if _, err := os.Stat(filepath.Join(t.root, "webapi/app/dist/index.html")); err != nil {
		return nil, errors.New("the page is not built: run make web first")
	}
	work, err := os.MkdirTemp("", "voicememo-release-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	var programs []built
	for _, p := range chosen {
		_, _ = fmt.Fprintf(progress, "building %s\n", p.name())
		b, err := buildProgram(ctx, t, p, work)
		if err != nil {
			return nil, err
		}
		programs = append(programs, b)
	}
	s, err := readShared(ctx, t, work)
	if err != nil {
		return nil, err
	}
	return assemble(ctx, t, s, programs)
}

// assemble returns the files that are made of the programs.
func assemble(ctx context.Context, t tree, s shared, programs []built) (all []file, err error) {
	add := func(f file, failed error) {
		if err = errors.Join(err, failed); f.name != "" {
			all = append(all, f)
		}
	}
	for _, b := range programs {
		add(packArchive(t, s, b))
		add(packDeb(t, s, b))
		add(packRPM(t, s, b))
	}
	add(imageFile(t, s, programs))
	add(sbom(ctx, t, programs))
	sums := checksums(all)
	add(notes(t, s.document("CHANGELOG.md"), all))
	add(sums, nil)
	if err != nil {
		return nil, err
	}
	return all, nil
}

// buildProgram builds the program for a platform and collects the licences of what is in it.
func buildProgram(ctx context.Context, t tree, p platform, work string) (built, error) {
	program, err := compile(ctx, t, p, filepath.Join(work, p.label(), p.program()))
	if err != nil {
		return built{}, err
	}
	modules, err := linked(ctx, t, p)
	if err != nil {
		return built{}, err
	}
	licences, err := thirdParty(ctx, t, modules)
	return built{platform: p, program: program, licences: licences, modules: modules}, err
}

// compile builds the program: static, and without paths, symbols or a build id.
func compile(ctx context.Context, t tree, p platform, to string) ([]byte, error) {
	command := goCommand(ctx, t, p, "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X voicememo/cmd/internal/version.linked="+t.version, "-o", to, "./cmd/voicememo")
	if _, err := output(command); err != nil {
		return nil, err
	}
	return os.ReadFile(to)
}

// goCommand returns a go command for a platform. Settings of the developer's environment
// that change what is built do not reach it.
func goCommand(ctx context.Context, t tree, p platform, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "go", args...) //nolint:gosec // the developer's own go command
	command.Dir = t.root
	command.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "GOARM="+p.arm, "CGO_ENABLED=0",
		"GOFLAGS=-mod=readonly", "GOEXPERIMENT=", "GOAMD64=", "GOARM64=", "GOWORK=off")
	return command
}

// host is the platform of this machine.
var host = platform{os: runtime.GOOS, arch: runtime.GOARCH}
