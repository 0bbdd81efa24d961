// Command jointiming tries to learn secrets from the time the program takes to refuse a
// guess: whether four digits belong to an invitation, whether a number belongs to an
// Echo. It starts the program with --dev and SQLite in a temporary directory, signs many
// accounts in, lets them try live, expired, used and unknown codes in interleaved rounds,
// and compares the times of the answers. It connects to loopback addresses only, makes a
// fixed number of requests (see -rounds), and ends by itself.
//
// Each comparison is made twice: with one request at a time over HTTP/1.1, by the
// Mann-Whitney U test of the times; and with one request of each kind in the same write
// on one HTTP/2 connection, by the sign test of the order in which the answers arrive,
// because noise of the machine affects both alike.
//
// With -positive-control it compares requests that are known to differ instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"voicememo/tools/testkit/program"
)

func main() {
	path := flag.String("program", "", "the program; default: build it")
	rounds := flag.Int("rounds", 1200, "how often each kind of attempt is made in each comparison")
	control := flag.Bool("positive-control", false, "compare requests that are known to differ, to check that a difference is found")
	limit := flag.Duration("time", 15*time.Minute, "the time limit")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the order of the attempts") //nolint:gosec // any number will do
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	ctx, cancel := context.WithTimeout(ctx, *limit)
	ok, err := run(ctx, *path, *rounds, *control, rand.New(rand.NewPCG(*seed, 0))) //nolint:gosec // it seals nothing
	cancel()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "jointiming:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// soon is longer than the program takes to start.
const soon = 5 * time.Second

// run measures the program at path. ok reports that no difference was found or, with
// control, every known one.
func run(ctx context.Context, path string, rounds int, control bool, random *rand.Rand) (ok bool, err error) {
	if rounds < 2 {
		return false, errors.New("-rounds must be at least 2")
	}
	dir, err := os.MkdirTemp("", "jointiming-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	data := filepath.Join(dir, "data")
	past, err := prepare(ctx, data, soon)
	if err != nil {
		return false, err
	}
	server, err := start(ctx, path, data)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	w := newWorld(server.URL, past, random)
	all := questions()
	if control {
		all = controls()
	}
	return w.measure(ctx, os.Stdout, all, rounds, control)
}

// start starts the program at path, or a new build of it, without rate limits: each
// account makes many attempts, and their rate is not what is measured.
func start(ctx context.Context, path, data string) (server *program.Server, err error) {
	if path == "" {
		if path, err = program.Build(ctx); err != nil {
			return nil, err
		}
	}
	return program.Start(ctx, path, data, "--rate-writes", "0")
}
