// Command attack plays known attacks against the program: against a running server, and
// against both Lambda functions over a local DynamoDB engine. Each attack has a server or
// a function of its own, with an empty store, and connects to loopback addresses only. A
// line for each says where it was played, what was tried, and whether the program
// resisted; the first attack that succeeds, or that cannot be played, ends the run with
// exit status 1.
//
// After each attack the logs of all its processes must not contain its secrets (texts of
// memos, names, addresses, cookies, tokens, ids) or a panic, and no request may have been
// answered with a status of 500 or more.
//
// The tests of this package play the short form of every attack that is not marked as
// long. Attacks that do not affect others then share a server or a function.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"
)

// settings are the flags.
type settings struct {
	program string
	seed    uint64
	only    string
	short   bool
}

func main() {
	s := settings{}
	flag.StringVar(&s.program, "program", "bin/voicememo", "the program (make build)")
	flag.Uint64Var(&s.seed, "seed", uint64(time.Now().UnixNano()), "seed of the attacks' random parts") //nolint:gosec // any number will do
	flag.StringVar(&s.only, "only", "", "play only the attack of this name")
	flag.BoolVar(&s.short, "short", false, "leave out long attacks, and make fewer tries in the others")
	list := flag.Bool("list", false, "print the names of the attacks and what they try")
	flag.Parse()
	if *list {
		show(os.Stdout)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Stdout, s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(1)
	}
}

// show prints the table of attacks.
func show(out io.Writer) {
	for _, a := range attacks() {
		for _, at := range a.at {
			_, _ = fmt.Fprintf(out, "%-20s %-15s %s\n", a.name, at, a.what)
		}
	}
}

// run builds the programs and plays the attacks one after the other.
func run(ctx context.Context, out io.Writer, s settings) (err error) {
	all := attacks()
	if s.only != "" {
		all = slices.DeleteFunc(all, func(a attack) bool { return a.name != s.only })
		if len(all) == 0 {
			return fmt.Errorf("there is no attack %q (-list prints their names)", s.only)
		}
	}
	dir, err := os.MkdirTemp("", "attack-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	t := targets{dir: dir}
	if t.program, err = filepath.Abs(s.program); err != nil {
		return err
	}
	if err := t.buildFunctions(all); err != nil {
		return err
	}
	return t.playAll(ctx, out, all, s)
}

// playAll plays attacks until one succeeds, and prints a line for each.
func (t targets) playAll(ctx context.Context, out io.Writer, all []attack, s settings) error {
	_, _ = fmt.Fprintf(out, "seed %d\n", s.seed)
	for _, a := range all {
		if s.short && a.long {
			continue
		}
		for _, at := range a.at {
			if err := ctx.Err(); err != nil {
				return err
			}
			tried, err := t.play(ctx, a, at, s.seed, !s.short)
			outcome := "held"
			if err != nil {
				outcome = "NOT HELD"
			}
			_, _ = fmt.Fprintf(out, "%-20s %-15s %-8s %s\n", a.name, at, outcome, tried)
			if err != nil {
				return fmt.Errorf("%s at the %s: %w (play it again with -seed %d -only %s)", a.name, at, err, s.seed, a.name)
			}
		}
	}
	return nil
}
