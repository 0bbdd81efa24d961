// Command report runs the benchmarks and writes what they measured: docs/benchmarks.txt
// has the results in the format that benchstat reads, docs/benchmarks.md a page made from
// them, and docs/images its plots. With -render it only makes the page again.
//
// The sentences are in page.md.tmpl, which refers to every figure by the name of its
// benchmark and its unit. A figure that was not measured is an error.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// Where the results are, below the checkout.
const (
	resultsFile = "docs/benchmarks.txt"
	pageFile    = "docs/benchmarks.md"
	imageFolder = "docs/images"
)

func main() {
	only := flag.Bool("render", false, "only make the page of the results in "+resultsFile)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *only)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only bool) error {
	if !only {
		began := time.Now()
		if err := measure(ctx); err != nil {
			return err
		}
		defer func() { fmt.Printf("all of it took %s\n", time.Since(began).Round(time.Second)) }()
	}
	text, err := os.ReadFile(resultsFile)
	if err != nil {
		return err
	}
	files, err := page(string(text))
	if err != nil {
		return err
	}
	return write(files)
}

// measure runs all steps and keeps their results.
func measure(ctx context.Context) (err error) {
	folder, err := os.MkdirTemp("", "voicememo-report")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	text, err := machine(ctx)
	if err != nil {
		return err
	}
	for _, s := range steps() {
		part, err := s.run(ctx, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
		text += part
	}
	return os.WriteFile(resultsFile, []byte(text), 0o644) //nolint:gosec // a document
}

// write writes files by their paths below the checkout.
func write(files map[string]string) error {
	if err := os.MkdirAll(imageFolder, 0o755); err != nil { //nolint:gosec // documents
		return err
	}
	for path, text := range files {
		if err := os.WriteFile(filepath.FromSlash(path), []byte(text), 0o644); err != nil { //nolint:gosec // documents
			return err
		}
	}
	return nil
}
