// Command aloud reads the sentences of the Japanese catalogue with Open JTalk, a speech
// engine, and compares the readings with the table readings.txt, which a person has
// read. It exits with status 1 if any differ. With -update it rewrites the table.
//
// Alexa's own engine cannot be run here. Open JTalk stands in for it: a sentence that
// one engine misreads is ambiguous, and is worth another wording.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
)

// path is the location of the table, relative to the repository.
const path = "tools/aloud/readings.txt"

// readers is the number of engines that run at the same time.
const readers = 2

func main() {
	update := flag.Bool("update", false, "rewrite the table")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := run(ctx, *update, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "aloud:", err)
		os.Exit(1)
	}
}

// run reads all sentences and compares or rewrites the table.
func run(ctx context.Context, update bool, w io.Writer) error {
	dir, err := os.MkdirTemp("", "aloud")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	e, err := newEngine(ctx, dir)
	if err != nil {
		return err
	}
	heard, err := readAll(sentences(), func(s string) (string, error) { return e.read(ctx, s) })
	if err != nil {
		return err
	}
	if update {
		return os.WriteFile(path, heard.text(), 0o644) //nolint:gosec // a file of the repository
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	want, err := parse(string(b))
	if err != nil {
		return err
	}
	faults := want.compare(heard)
	for _, f := range faults {
		_, _ = fmt.Fprintln(w, f)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d of %d readings differ from %s; read them aloud, then: make aloud UPDATE=1", len(faults), len(heard), path)
	}
	_, err = fmt.Fprintf(w, "%d sentences are read as %s says\n", len(heard), path)
	return err
}

// readAll returns the readings of all sentences.
func readAll(all []string, read func(string) (string, error)) (table, error) {
	work := make(chan string)
	heard, failed := table{}, error(nil)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range readers {
		wg.Go(func() {
			for s := range work {
				r, err := read(s)
				mu.Lock()
				heard[line(s)] = r
				if err != nil && failed == nil {
					failed = fmt.Errorf("%q: %w", s, err)
				}
				mu.Unlock()
			}
		})
	}
	for _, s := range all {
		work <- s
	}
	close(work)
	wg.Wait()
	if failed != nil {
		return nil, failed
	}
	return heard, nil
}
