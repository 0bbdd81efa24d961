package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// side is one of the commits.
type side struct {
	commit, folder string
}

// harness are the folders with the benchmarks and what they use.
var harness = []string{"tools/bench", "tools/testkit"}

// pageFolder has the page, which is built into the program and is not part of a commit.
const pageFolder = "webapi/app/dist"

func (s *side) results() string { return s.folder + ".txt" }
func (s *side) program() string { return s.folder + ".test" }

// extract writes the commit's files to the folder, with this checkout's built page.
func (s *side) extract(ctx context.Context) error {
	if err := os.Mkdir(s.folder, 0o700); err != nil {
		return err
	}
	const script = `git archive "$0" > "$1.tar" && tar -x -f "$1.tar" -C "$1" && rm "$1.tar"`
	if err := run(ctx, "", "sh", "-c", script, s.commit, s.folder); err != nil {
		return err
	}
	return replace(s.folder, pageFolder)
}

// replace copies a folder of this checkout into that of a commit, in place of its own.
func replace(checkout, folder string) error {
	target := filepath.Join(checkout, folder)
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	return os.CopyFS(target, os.DirFS(folder))
}

// complete copies the files of a folder of this checkout that a commit does not have. The
// others stay as they are, because they fit the commit's packages.
func complete(checkout, folder string) error {
	return fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		target := filepath.Join(checkout, folder, path)
		if err != nil || entry.IsDir() {
			return errors.Join(err, os.MkdirAll(target, 0o700))
		}
		if _, err := os.Stat(target); err == nil {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(folder, path))
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o600) //nolint:gosec // below the temporary folder
	})
}

// build builds the benchmarks of a package and returns the names of those that match.
func (s *side) build(ctx context.Context, c settings) ([]string, error) {
	if err := run(ctx, s.folder, "go", "test", "-c", "-o", s.program(), c.in); err != nil {
		return nil, err
	}
	top, _, _ := strings.Cut(c.bench, "/")
	list := exec.CommandContext(ctx, s.program(), "-test.list", "Benchmark.*("+top+")") //nolint:gosec // our own
	list.Dir = filepath.Join(s.folder, c.in)
	out, err := list.Output()
	return strings.Fields(string(out)), err
}

// prepare builds the benchmarks of both commits. If one lacks some, both get those of this
// checkout that they lack.
func prepare(ctx context.Context, c settings, sides []*side) error {
	var names [][]string
	for _, s := range sides {
		found, err := s.build(ctx, c)
		if err != nil {
			found = nil // perhaps it does not even have the package
		}
		names = append(names, found)
	}
	if len(names[0]) > 0 && slices.Equal(names[0], names[1]) {
		return nil
	}
	fmt.Printf("%s has %d of these benchmarks and %s has %d: both get those of this checkout\n", sides[0].commit, len(names[0]), sides[1].commit, len(names[1]))
	for _, s := range sides {
		for _, folder := range harness {
			if err := complete(s.folder, folder); err != nil {
				return err
			}
		}
		found, err := s.build(ctx, c)
		if err != nil {
			return fmt.Errorf("the benchmarks of this checkout cannot be built in %s: %w", s.commit, err)
		}
		if len(found) == 0 {
			return fmt.Errorf("no benchmark of %s matches %q", c.in, c.bench)
		}
	}
	return nil
}

// measure appends the results of one round.
func (s *side) measure(ctx context.Context, c settings) error {
	command := exec.CommandContext(ctx, s.program(), "-test.run", "^$", "-test.bench", c.bench, "-test.benchtime", c.times, "-test.timeout", "1h") //nolint:gosec // our own
	command.Dir, command.Stderr = filepath.Join(s.folder, c.in), os.Stderr
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", s.commit, err, out)
	}
	file, err := os.OpenFile(s.results(), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(out); err != nil {
		return err
	}
	return file.Close()
}

// run runs a command in a folder.
func run(ctx context.Context, folder, name string, args ...string) error {
	command := exec.CommandContext(ctx, name, args...) //nolint:gosec // our own
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}
