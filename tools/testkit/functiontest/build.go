// Package functiontest runs the built functions in tests: it builds them as they are
// deployed, starts them against a stand-in for AWS on this machine, and records the calls
// they make.
package functiontest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/runtimeapi"
)

// Main builds a function for this machine, unpacks its zip, calls run with the folder and
// returns run's exit code. It is for TestMain, and skips the package's tests if -short is
// set.
func Main(function string, run func(folder string) int) int {
	program.MainNeeded()
	folder, err := os.MkdirTemp("", "function-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(folder) }()
	unpacked := filepath.Join(folder, "function")
	if err := Build(runtime.GOARCH, function, unpacked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return run(unpacked)
}

// Build builds a function as it is deployed and unpacks its zip into folder. The zip is
// built once for all tests and tools of this checkout; see package program.
func Build(arch, function, folder string) error {
	return program.Function(context.Background(), arch, function, func(zip string) error {
		return runtimeapi.Unpack(zip, folder)
	})
}

// Start starts an unpacked function; it ends with the test.
func Start(t testing.TB, folder string, env ...string) *runtimeapi.Process {
	t.Helper()
	p, err := runtimeapi.Start(runtimeapi.Function{Root: folder, Env: env})
	must.OK(t, err)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// Says waits until a text is in a function's log n times and returns the whole log. It fails
// if the function ends first.
func Says(t testing.TB, p *runtimeapi.Process, text string, n int) string {
	t.Helper()
	for ended := false; ; time.Sleep(time.Millisecond) {
		log := p.Output()
		if strings.Count(log, text) >= n {
			return log
		}
		if ended {
			t.Fatalf("%q is not in the log %d times:\n%s", text, n, log)
		}
		ended = p.Ended()
	}
}
