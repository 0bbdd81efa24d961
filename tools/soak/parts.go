package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"voicememo/tools/testkit/localengine"
)

// result is the result of a part.
type result struct {
	part, engine, summary string
	took                  time.Duration
	err                   error
}

// part is one of the kinds of test that a soak runs.
type part struct {
	name   string
	weight map[string]int // share of the time, by engine; an absent engine is not used
	// run returns what was done, even with an error.
	run func(ctx context.Context, s settings, e *engine, left func() bool) (summary string, err error)
}

var soakParts = []part{
	{"kills", map[string]int{"sqlite": 30, "dynamodb": 20}, runKills},
	{"faults", map[string]int{"dynamodb": 20}, runFaults},
	{"contention", map[string]int{"sqlite": 10, "dynamodb": 10}, runContention},
	{"load", map[string]int{"sqlite": 10}, runLoad},
}

// pods returns how many pods work at the same time.
func (s settings) pods() int {
	if s.short {
		return 4
	}
	return 16
}

// enough returns a condition that holds n times in the short form, and otherwise while
// there is time left.
func (s settings) enough(n int, left func() bool) func(done int) bool {
	return func(done int) bool {
		if s.short {
			return done < n
		}
		return left()
	}
}

func runKills(ctx context.Context, s settings, e *engine, left func() bool) (string, error) {
	k := newKills(e, s.pods(), s.seed)
	more := s.enough(map[string]int{"sqlite": 4, "dynamodb": 2}[e.name], left)
	if s.kills > 0 {
		more = func(done int) bool { return done < s.kills }
	}
	err := k.run(ctx, more)
	return k.summary(), err
}

func runFaults(ctx context.Context, s settings, e *engine, left func() bool) (string, error) {
	f := newFaults(e, s.pods(), s.seed)
	if f.steps = roundSteps; s.short {
		f.steps = 5
	}
	err := f.run(ctx, s.enough(2, left))
	return f.summary(), err
}

func runContention(ctx context.Context, s settings, e *engine, left func() bool) (string, error) {
	c := &contention{engine: e, seed: s.seed}
	err := c.run(ctx, s.enough(map[string]int{"sqlite": 4, "dynamodb": 2}[e.name], left))
	return c.summary(), err
}

func runLoad(ctx context.Context, s settings, e *engine, left func() bool) (string, error) {
	l, people := &load{engine: e}, 60
	if s.short {
		people, left = 5, func() bool { return false }
	}
	err := l.run(ctx, people, left)
	return l.summary(), err
}

// planned is a part to be run on an engine.
type planned struct {
	part
	engine string
}

// plan lists the parts to be run.
func (s settings) plan() (all []planned) {
	for _, engine := range []string{"sqlite", "dynamodb"} {
		for _, p := range soakParts {
			wanted := (s.engine == both || s.engine == engine) && (s.part == "" || s.part == p.name) && (s.kills == 0 || p.name == "kills")
			if wanted && p.weight[engine] > 0 {
				all = append(all, planned{p, engine})
			}
		}
	}
	return all
}

// run runs the planned parts one after the other, up to the first error.
func run(ctx context.Context, s settings) (results []result, err error) {
	todo, sum, endpoint := s.plan(), 0, ""
	for _, p := range todo {
		sum += p.weight[p.engine]
	}
	if slices.ContainsFunc(todo, func(p planned) bool { return p.engine == "dynamodb" }) {
		var stop func()
		if endpoint, stop, err = localengine.Start(ctx); err != nil {
			return nil, err
		}
		defer stop()
	}
	for _, p := range todo {
		began := time.Now()
		end := began.Add(s.time * time.Duration(p.weight[p.engine]) / time.Duration(sum))
		summary, err := p.once(ctx, s, endpoint, func() bool { return time.Now().Before(end) })
		results = append(results, result{p.name, p.engine, summary, time.Since(began), err})
		if err != nil {
			return results, fmt.Errorf("%s on %s: %w", p.name, p.engine, err)
		}
	}
	return results, nil
}

// once runs a part on an engine of its own.
func (p planned) once(ctx context.Context, s settings, endpoint string, left func() bool) (summary string, err error) {
	data := filepath.Join(s.dir, p.name+"-"+p.engine)
	var e *engine
	if p.engine == "dynamodb" {
		environment := fmt.Sprintf("dev-soak-%s-%d", p.name, time.Now().UnixNano())
		e, err = newDynamoDB(ctx, s.binary, data, endpoint, environment, s.seed)
	} else {
		e, err = newSQLite(s.binary, data)
	}
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	return p.run(ctx, s, e, left)
}

// show prints the results as a table in Markdown.
func show(out io.Writer, s settings, results []result) {
	_, _ = fmt.Fprintf(out, "seed %d\n\n| part | engine | took | done | broken |\n|---|---|---|---|---|\n", s.seed)
	for _, r := range results {
		broken := 0
		if r.err != nil {
			broken = 1
		}
		_, _ = fmt.Fprintf(out, "| %s | %s | %s | %s | %d |\n", r.part, r.engine, r.took.Round(time.Second), r.summary, broken)
	}
}
