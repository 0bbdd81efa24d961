package main

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/program"
)

// targets are the built programs that attacks are played against.
type targets struct {
	dir     string // for their data, and for the functions
	program string // the path of voicememo

	web, skill string // the folders of the functions' zips, unpacked

	common *common // nil: every attack has a place of its own
}

// buildFunctions builds the functions that attacks need, in their deployed form, for this
// machine.
func (t *targets) buildFunctions(all []attack) error {
	t.web, t.skill = filepath.Join(t.dir, "web"), filepath.Join(t.dir, "skill")
	var errs []error
	for at, function := range map[place]struct{ program, folder string }{
		webFunction: {"voicememo/cmd/web-lambda", t.web}, skillFunction: {"voicememo/cmd/skill-lambda", t.skill},
	} {
		if slices.ContainsFunc(all, func(a attack) bool { return slices.Contains(a.at, at) }) {
			errs = append(errs, functiontest.Build(runtime.GOARCH, function.program, function.folder))
		}
	}
	return errors.Join(errs...)
}

// build builds the program and all functions.
func (t *targets) build() error {
	var programs, functions error
	var group sync.WaitGroup
	group.Go(func() { t.program, programs = program.Build(context.Background()) })
	group.Go(func() { functions = t.buildFunctions(attacks()) })
	group.Wait()
	return errors.Join(programs, functions)
}

// inheritable returns the environment of commands, without variables that would change
// the program's configuration.
func inheritable() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if len(variable) < len(prefix) || variable[:len(prefix)] != prefix {
			kept = append(kept, variable)
		}
	}
	return kept
}

// prefix begins the names of the program's own variables.
const prefix = "VOICEMEMO_"

// freeAddress returns an address of this machine with a port without a listener.
func freeAddress(p *play) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	p.must(err)
	p.must(l.Close())
	return l.Addr().String()
}
