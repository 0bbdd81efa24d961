// Command mutate measures how many small faults the tests of packages detect. It draws
// mutants by seed from the syntax trees of the packages (each is one changed operator,
// condition, constant, call or assignment), runs the tests of the mutant's own package,
// and reports the mutants that no test detects. The source files are not changed: the go
// command reads a mutant through an overlay.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
)

//go:embed equivalent.txt
var equivalents string

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "which mutants are drawn")
	flag.IntVar(&o.n, "n", 80, "how many mutants are drawn")
	flag.Float64Var(&o.want, "want", 95, "the minimum share of killed mutants, in percent")
	flag.Parse()
	o.patterns = flag.Args()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := mutate(ctx, o, equivalents, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

type options struct {
	seed     uint64
	n        int
	want     float64  // percent
	patterns []string // package patterns of the go command
}

// mutate draws mutants, tests each and writes one line for each. It returns an error if
// fewer than o.want percent of the viable mutants are killed, if a package fails its
// tests without a mutant, or if the list of equivalent mutants names one that is not in
// the packages.
func mutate(ctx context.Context, o options, equivalents string, out io.Writer) error {
	if len(o.patterns) == 0 {
		return errors.New("no package is given: mutate [-seed S] [-n N] [-want PERCENT] PACKAGE")
	}
	known, err := parseEquivalents(equivalents)
	if err != nil {
		return err
	}
	packages, err := listPackages(ctx, o.patterns)
	if err != nil {
		return err
	}
	var all []mutant
	for _, p := range packages {
		found, err := p.mutants()
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	left, err := without(all, known)
	if err != nil {
		return err
	}
	drawn := draw(left, o.seed, o.n)
	_, _ = fmt.Fprintf(out, "seed %d: %d mutants of %d; %d equivalent ones are left out\n", o.seed, len(drawn), len(left), len(all)-len(left))
	return testAll(ctx, drawn, o.want, out)
}

// testAll tests the mutants one after the other.
func testAll(ctx context.Context, drawn []mutant, want float64, out io.Writer) error {
	t, err := newTester()
	if err != nil {
		return err
	}
	defer t.close()
	count := map[verdict]int{}
	for _, m := range drawn {
		v, err := t.test(ctx, m)
		if err != nil {
			return err
		}
		count[v]++
		_, _ = fmt.Fprintf(out, "%-17s %v\n", v, m)
	}
	dead := count[killed] + count[timedOut]
	viable := dead + count[survived]
	if viable == 0 {
		return errors.New("none of the mutants is viable")
	}
	share := 100 * float64(dead) / float64(viable)
	_, _ = fmt.Fprintf(out, "%d of %d viable mutants killed (%.1f %%), %d of them by timeout; %d not viable\n",
		dead, viable, share, count[timedOut], count[notViable])
	if share < want {
		return fmt.Errorf("got %.1f %% killed, want %v %%", share, want)
	}
	return nil
}

// draw returns at most n of the mutants, in an order given by the seed and the identity
// of each: a change to one place of the source does not alter the order of the others.
func draw(all []mutant, seed uint64, n int) []mutant {
	order := func(m mutant) string {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %v", seed, m.identity))
		return string(sum[:])
	}
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b mutant) int { return cmp.Compare(order(a), order(b)) })
	return sorted[:min(n, len(sorted))]
}
