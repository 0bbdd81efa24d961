// Command turns measures every kind of turn of the skill, each said by a device
// as a person would say it: how long it takes inside the process over SQLite,
// and over the local DynamoDB engine how many requests it makes one after the
// other and what capacity they consume.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"voicememo/infra/dynamo"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/localengine"
)

func main() {
	rounds := flag.Int("n", 50, "how often each turn is timed")
	memos := flag.Int("memos", 100, "how many memos the family has")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *rounds, *memos); err != nil {
		fmt.Fprintln(os.Stderr, "turns:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds, memos int) error {
	times, err := onSQLite(ctx, rounds, memos)
	if err != nil {
		return fmt.Errorf("on SQLite: %w", err)
	}
	costs, err := onDynamoDB(ctx, memos)
	if err != nil {
		return fmt.Errorf("on DynamoDB: %w", err)
	}
	fmt.Printf("a family of two with %d memos; times are the median and p95 of %d\n", memos, rounds)
	return table(os.Stdout, times, costs)
}

// onSQLite times each turn, in an order in which every kind meets every moment
// of a noisy machine.
func onSQLite(ctx context.Context, rounds, memos int) (timings, error) {
	folder, err := os.MkdirTemp("", "turns-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	db, err := sqlite.Open(folder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	times := timings{}
	for round := range rounds + 1 {
		for i, turn := range turns() {
			took, err := newHouse(db, round*len(turns())+i, memos).measure(ctx, turn)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", turn.name, err)
			}
			if round > 0 { // the first one compiles statements
				times[turn.name] = append(times[turn.name], took)
			}
		}
	}
	return times, nil
}

// onDynamoDB asks for each turn once: the same turn costs the same.
func onDynamoDB(ctx context.Context, memos int) (map[string]cost, error) {
	endpoint, stop, err := localengine.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer stop()
	if err := dynamo.CreateTables(ctx, localengine.Client(endpoint), environment); err != nil {
		return nil, err
	}
	m := &meter{}
	db := dynamo.Open(m.client(endpoint), environment)
	db.Sample = nil // the same turn costs the same
	costs := map[string]cost{}
	for i, turn := range turns() {
		h := newHouse(db, i, memos)
		h.before = m.reset
		if _, err := h.measure(ctx, turn); err != nil {
			return nil, fmt.Errorf("%s: %w", turn.name, err)
		}
		costs[turn.name] = m.cost()
	}
	return costs, nil
}

// environment is part of the tables' names.
const environment = "turns"
