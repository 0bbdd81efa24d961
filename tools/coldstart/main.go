// Command coldstart measures how long the functions take from the start of their
// process to their first answer, the skill's a spoken one and the web's a list of
// memos, beside the least that a Go function can do (tools/reference), in
// turns in one run: medians and ratios.
//
// All run as Lambda runs them, built by the command that builds what is deployed,
// against the local DynamoDB engine and a stand-in for Secrets Manager behind TLS.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	rounds := flag.Int("n", 30, "starts of each function in each table")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "coldstart:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds int) error {
	work, err := os.MkdirTemp("", "coldstart-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	w, err := newWorld(ctx, work)
	if err != nil {
		return err
	}
	defer w.close()
	contestants, err := w.contestants(ctx)
	if err != nil {
		return err
	}
	sizes(os.Stdout, contestants)
	eighth, err := newShare(8)
	if err != nil {
		fmt.Printf("NOT MEASURED with an eighth of a CPU: %v\n", err)
	} else {
		defer func() { _ = eighth.remove() }()
	}
	for _, c := range conditions(eighth) {
		if err := c.compare(ctx, os.Stdout, contestants, rounds); err != nil {
			return err
		}
	}
	return nil
}
