// Command soak uses the program for a given time and compares what people see with a
// model of what they should see: while the server is killed, while DynamoDB fails, while
// people contend for the same memos and invitations, and after heavy load. It connects to
// loopback addresses only.
//
// At the first invariant that does not hold it ends with exit status 1 and keeps the data
// directory. It prints the seed, with which another run chooses the same operations,
// although not in the same order among pods.
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

// settings are the flags.
type settings struct {
	time   time.Duration // in all
	kills  int           // on each engine; 0: as many as its share of the time allows
	engine string        // sqlite, dynamodb or both
	part   string        // run only this part; "": all
	seed   uint64
	short  bool
	binary string // "": it is built
	dir    string
}

func main() {
	var s settings
	flag.DurationVar(&s.time, "for", 10*time.Minute, "the total time")
	flag.IntVar(&s.kills, "kills", 0, "only kill, this often on each engine, however long that takes")
	flag.StringVar(&s.engine, "engine", both, "sqlite, dynamodb or both")
	flag.StringVar(&s.part, "part", "", "only kills, faults, contention or load")
	flag.Uint64Var(&s.seed, "seed", 0, "seed of the random choices; 0: a new one each time")
	flag.BoolVar(&s.short, "short", false, "the short form of some seconds, as go test runs it")
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

// soak runs all parts in a directory of its own, which it removes unless an error occurs.
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
	case ctx.Err() != nil: // after an interrupt, other errors mean nothing
		return errors.Join(ctx.Err(), os.RemoveAll(s.dir))
	case err != nil:
		return fmt.Errorf("%w\nseed %d; the data and the program's log are in %s", err, s.seed, s.dir)
	}
	return os.RemoveAll(s.dir)
}
