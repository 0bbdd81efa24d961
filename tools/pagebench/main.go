// Command pagebench measures the page in a real Chromium against the built
// program: the frames while one scrolls through a long list, and the time from
// a memo's sending until it is seen on the page of another member. It prints
// medians and worst cases; nothing is judged.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"time"

	"voicememo/tools/testkit/chromium"
)

func main() {
	path := flag.String("program", "bin/voicememo", "the built program")
	memos := flag.Int("memos", 10_000, "memos of the long list")
	rounds := flag.Int("rounds", 20, "memos that are timed on their way to the second page")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *path, *memos, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "pagebench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, path string, memos, rounds int) (err error) {
	data, err := os.MkdirTemp("", "voicememo-pagebench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	browser, err := chromium.Start(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	defer browser.Close()
	b := bench{browser: browser, program: path, data: data}
	frames, err := b.scroll(ctx, memos)
	if err != nil {
		return err
	}
	report(fmt.Sprintf("frame, scrolling down and up through %d memos", memos), frames)
	travels, err := b.travel(ctx, rounds)
	if err != nil {
		return err
	}
	report("send to second page", travels)
	return nil
}

// report prints what a reader wants to know of many times.
func report(what string, times []time.Duration) {
	slices.Sort(times)
	at := func(part float64) time.Duration {
		return times[int(part*float64(len(times)-1))].Round(100 * time.Microsecond)
	}
	fmt.Printf("%-52s n=%d  median %v  p95 %v  p99 %v  worst %v\n", what, len(times), at(0.5), at(0.95), at(0.99), at(1))
}
