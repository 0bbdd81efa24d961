// Command terminalpictures makes the pictures of the terminal for the guide: it
// runs the built program in an empty directory, types what a person would type,
// and draws what both wrote as SVG files. The same program gives the same files.
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

// patience bounds one picture.
const patience = time.Minute

func main() {
	program := flag.String("program", "bin/voicememo", "the built program")
	out := flag.String("out", "docs/images", "directory of the pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := take(ctx, *program, *out); err != nil {
		fmt.Fprintln(os.Stderr, "terminalpictures:", err)
		os.Exit(1)
	}
}

// take takes all pictures. One that fails does not keep the others away.
func take(ctx context.Context, program, out string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil { //nolint:gosec // pictures for everybody
		return err
	}
	var failed error
	for _, s := range scenes {
		lines, err := film(ctx, program, s)
		if err == nil {
			err = os.WriteFile(filepath.Join(out, s.file), draw(s.title, lines), 0o644) //nolint:gosec // pictures for everybody
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", s.file, err))
		}
	}
	return failed
}

// film plays one scene in a directory of its own.
func film(ctx context.Context, program string, s scene) (lines []line, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	dir, err := os.MkdirTemp("", "voicememo-terminal")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	t := &terminal{program: program, dir: dir}
	if err := s.play(ctx, t); err != nil {
		return nil, err
	}
	return settle(t.lines, t.code), nil
}
