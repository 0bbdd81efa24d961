// Command soak uses the program for as long as it is told and compares what people see
// with a model of what they should see: while the server is killed, while DynamoDB
// fails, while people contend for the same memos and invitations, and after much load.
// It speaks to loopback alone.
//
// At the first invariant that does not hold it ends with status 1 and leaves the data
// directory where it is. It prints the seed, with which the same operations are chosen
// again, although not in the same order among pods.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"voicememo/tools/testkit/program"
)

// settings say what is done.
type settings struct {
	time   time.Duration // in all
	kills  int           // on each engine; 0: as many as its share of the time allows
	engine string        // sqlite, dynamodb or both
	part   string        // only this one; "": all
	seed   uint64
	short  bool
	binary string // "": it is built
	dir    string
}

func main() {
	var s settings
	flag.DurationVar(&s.time, "for", 10*time.Minute, "how long, in all")
	flag.IntVar(&s.kills, "kills", 0, "kill this often on each engine, however long that takes, and do nothing else")
	flag.StringVar(&s.engine, "engine", both, "sqlite, dynamodb or both")
	flag.StringVar(&s.part, "part", "", "only kills, faults, contention or load")
	flag.Uint64Var(&s.seed, "seed", 0, "seed of the random choices; 0: another one each time")
	flag.BoolVar(&s.short, "short", false, "a form of some seconds, as go test runs it")
	flag.StringVar(&s.binary, "binary", "", "the program to use; default: build it")
	flag.Parse()
	if flag.NArg() > 0 || !s.valid() {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := soak(ctx, s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

const both = "both"

func (s settings) valid() bool {
	engines := s.engine == "sqlite" || s.engine == "dynamodb" || s.engine == both
	named := slices.ContainsFunc(soakParts, func(p part) bool { return p.name == s.part })
	return engines && (named || s.part == "") && s.time > 0 && s.kills >= 0
}

// soak runs all parts in a directory of its own, which it removes if all is well.
func soak(ctx context.Context, s settings) (err error) {
	if s.seed == 0 {
		s.seed = uint64(time.Now().UnixNano())
	}
	if s.dir, err = os.MkdirTemp("", "voicememo-soak"); err != nil {
		return err
	}
	if s.binary == "" {
		if s.binary, err = program.Build(ctx); err != nil {
			return err
		}
	}
	results, err := run(ctx, s)
	show(os.Stdout, s, results)
	switch {
	case ctx.Err() != nil: // an interrupt ends the server in the middle of everything
		return errors.Join(ctx.Err(), os.RemoveAll(s.dir))
	case err != nil:
		return fmt.Errorf("%w\nseed %d; the data and the program's log are in %s", err, s.seed, s.dir)
	}
	return os.RemoveAll(s.dir)
}
