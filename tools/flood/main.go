// Command flood measures whether one account that asks for as much as it can slows
// another person down. It builds the program on SQLite in a temporary directory, signs
// people in, each in a family of their own, and times one person's lists and adds:
// alone, and while another account writes, searches, opens and closes streams, asks
// for what it is refused, or all of it together. It speaks to loopback alone and ends
// by itself.
//
// Everything shares the CPUs of this machine, the load itself included. Rows named
// CPU show what that alone costs: the same number of connections ask, without an
// account, for what needs neither a session nor the store. A row says something about
// the program as far as it differs from the CPU row with as many connections, which is
// its last column of each kind.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

// The rates that the program allows by default: changes of a person in a minute, and
// searches in ten seconds.
const defaultWrites, defaultSearches = 60, 20

// settings say what is measured.
type settings struct {
	connections int // of each kind of load
	rounds      int // how often everything is measured, in turns
	memos       int // of the account that floods
	adds        int // of the person who is measured, in each round
	only        string
	program     string
	writes      int // --rate-writes; 0: any number
	searches    int // --rate-searches; 0: any number

	enough func(s scenario, done, refused int64) bool // holds before a load may end; nil: always
}

func main() {
	s := settings{writes: defaultWrites, searches: defaultSearches}
	flag.StringVar(&s.program, "program", "", "the program; without it, it is built")
	flag.IntVar(&s.connections, "connections", 8, "connections of each kind of load")
	flag.IntVar(&s.rounds, "rounds", 7, "how often everything is measured")
	flag.IntVar(&s.memos, "memos", 2000, "memos in the family of the account that floods")
	flag.IntVar(&s.adds, "adds", 100, "adds of the person who is measured, and three times as many lists, in each round")
	flag.StringVar(&s.only, "only", "", "measure only the account's scenarios whose names begin with this")
	without := flag.Bool("without-limits", false, "measure without the rates of --rate-writes and --rate-searches")
	flag.Parse()
	if *without {
		s.writes, s.searches = 0, 0
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	list := scenarios(s)
	results, err := run(ctx, s, list)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(1)
	}
	show(os.Stdout, list, results)
}
