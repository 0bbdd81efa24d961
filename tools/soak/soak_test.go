package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"voicememo/tools/testkit/program"
)

// binary is the path of the program, built once for these tests.
var binary string

func TestMain(m *testing.M) {
	program.MainNeeded()
	var err error
	if binary, err = program.Build(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestSoak runs the short form with a fixed seed: a few kills and faults, a little
// contention and load, on both engines.
func TestSoak(t *testing.T) {
	t.Parallel()
	s := settings{time: 1, engine: both, seed: 12, short: true, dir: t.TempDir(), binary: binary}
	results, err := run(t.Context(), s)
	var table strings.Builder
	show(&table, s, results)
	t.Log(&table)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(results), 6; got != want {
		t.Errorf("got %d results, want %d", got, want)
	}
}

// TestVersions checks that impossible histories of versions are detected.
func TestVersions(t *testing.T) {
	t.Parallel()
	edit := func(version int64, content string) func(*versions) error {
		return func(v *versions) error { return v.acknowledge(version, state{content, false, true}) }
	}
	trash := func(version int64, content string) func(*versions) error {
		return func(v *versions) error { return v.acknowledge(version, state{content, true, true}) }
	}
	ends := func(version int64, s state) func(*versions) error {
		return func(v *versions) error { return v.ends(version, s) }
	}
	for name, c := range map[string]struct {
		steps []func(*versions) error
		want  string // in the last step's error; "": none
	}{
		"nothing":             {[]func(*versions) error{ends(1, state{"a", false, false})}, ""},
		"edits, out of order": {[]func(*versions) error{edit(3, "c"), edit(2, "b"), ends(3, state{"c", false, false})}, ""},
		"restored":            {[]func(*versions) error{trash(2, "a"), edit(4, "b"), func(v *versions) error { return v.acknowledge(3, state{"a", false, false}) }, ends(4, state{"b", false, false})}, ""},
		"one version twice":   {[]func(*versions) error{edit(2, "b"), edit(2, "b")}, "two changes made version 2"},
		"another text":        {[]func(*versions) error{edit(2, "b"), ends(2, state{"a", false, false})}, "was {content:b"},
		"an edit is lost":     {[]func(*versions) error{edit(2, "b"), ends(1, state{"a", false, false})}, "ends with version 1, want 2"},
		"applied twice":       {[]func(*versions) error{edit(3, "b"), ends(3, state{"b", false, false})}, "no acknowledged change made version 2"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVersions("hot", "id", "a")
			var err error
			for i, step := range c.steps {
				if err = step(v); err != nil && i < len(c.steps)-1 {
					t.Fatalf("step %d: got %v, want nil", i, err)
				}
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestPlan checks that each part is planned on the engines where it is possible, and only
// kills if -kills is set.
func TestPlan(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		s    settings
		want string
	}{
		"all":          {settings{engine: both}, "kills sqlite, contention sqlite, load sqlite, kills dynamodb, faults dynamodb, contention dynamodb"},
		"one engine":   {settings{engine: "sqlite"}, "kills sqlite, contention sqlite, load sqlite"},
		"one part":     {settings{engine: both, part: "contention"}, "contention sqlite, contention dynamodb"},
		"a count":      {settings{engine: both, kills: 1000}, "kills sqlite, kills dynamodb"},
		"not possible": {settings{engine: "sqlite", part: "faults"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range c.s.plan() {
				got = append(got, p.name+" "+p.engine)
			}
			if got := strings.Join(got, ", "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
