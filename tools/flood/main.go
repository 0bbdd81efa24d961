// Command flood measures whether one account that sends as many requests as it can slows
// another person down. It builds the program on SQLite in a temporary directory, signs
// people in, each in a family of their own, and times one person's lists and adds: alone,
// and while another account writes, searches, opens and closes streams, sends refused
// requests, or does all of that. It connects to loopback addresses only and ends by
// itself.
//
// Everything, the load included, shares the CPUs of this machine. Rows named CPU show the
// cost of that alone: the same number of connections request, without an account, a route
// that needs neither a session nor the store. The program is responsible only for a row's
// ratio to the CPU row with as many connections, in the columns "to CPU".
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

// settings are the settings of a measurement.
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
	flag.StringVar(&s.program, "program", "", "the program; default: build it")
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
