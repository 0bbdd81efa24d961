// Command compare measures two commits in turns and compares them with benchstat, which
// says which differences are significant (a Mann-Whitney test):
//
//	go run ./tools/bench/compare -a main~5 -b HEAD -bench Serve
//
// Each commit is extracted to a temporary folder and built there, with its own benchmarks.
// Those that it does not have yet are taken from this checkout.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

// benchstat is the Go project's program that compares results, with its version.
const benchstat = "golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da"

// settings are what is compared.
type settings struct {
	a, b   string // commits
	bench  string // a regular expression of benchmarks
	in     string // their package
	times  string // of each measurement
	rounds int    // how often both are measured
}

func main() {
	var s settings
	flag.StringVar(&s.a, "a", "HEAD~1", "first commit")
	flag.StringVar(&s.b, "b", "HEAD", "second commit")
	flag.StringVar(&s.bench, "bench", "Serve", "regular expression of the benchmarks")
	flag.StringVar(&s.in, "package", "./tools/bench", "package with the benchmarks")
	flag.StringVar(&s.times, "benchtime", "2x", "how long or how often each round measures a benchmark")
	flag.IntVar(&s.rounds, "rounds", 6, "how often both commits are measured; fewer than 6 cannot be significant")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := s.compare(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func (s settings) compare(ctx context.Context) (err error) {
	folder, err := os.MkdirTemp("", "voicememo-compare")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	sides := []*side{{commit: s.a, folder: filepath.Join(folder, "a")}, {commit: s.b, folder: filepath.Join(folder, "b")}}
	for _, one := range sides {
		if err := one.extract(ctx); err != nil {
			return err
		}
	}
	if err := prepare(ctx, s, sides); err != nil {
		return err
	}
	for round := range s.rounds {
		for _, one := range sides {
			fmt.Printf("round %d of %d: %s\n", round+1, s.rounds, one.commit)
			if err := one.measure(ctx, s); err != nil {
				return err
			}
		}
	}
	args := []string{"run", benchstat}
	for i, one := range sides {
		args = append(args, fmt.Sprintf("%s %s=%s", []string{"A", "B"}[i], one.commit, one.results()))
	}
	show := exec.CommandContext(ctx, "go", args...) //nolint:gosec // our own
	show.Stdout, show.Stderr = os.Stdout, os.Stderr
	return show.Run()
}
