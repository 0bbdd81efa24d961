package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"voicememo/tools/testkit/program"
)

// A person who is measured lists more often than they add, and rests in between. The adds
// of a round reach no limit.
const (
	listsPerAdd = 3
	rest        = 5 * time.Millisecond
	ownMemos    = 100
)

// result is the measurement of a scenario in one round.
type result struct {
	lists, adds   []time.Duration
	done, refused int64
	took          time.Duration
}

// run measures every scenario once a round and returns the results of each, by scenario.
func run(ctx context.Context, given settings, list []scenario) (results [][]result, err error) {
	dir, err := os.MkdirTemp("", "voicememo-flood")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if given.program == "" {
		if given.program, err = program.Build(ctx); err != nil {
			return nil, err
		}
	}
	w, err := newWorld(dir, given)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	people, others, err := w.prepare(ctx, given.rounds*len(list))
	if err != nil {
		return nil, err
	}
	results = make([][]result, len(list))
	for n := range people {
		i := n % len(list)
		r, err := w.measure(ctx, list[i], people[n], others[n])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", list[i].name, err)
		}
		results[i] = append(results[i], r)
	}
	return results, nil
}

// prepare makes n people who are measured and n accounts that flood, and starts the
// program. An account that has flooded is refused for a while, so each is used once.
func (w *world) prepare(ctx context.Context, n int) (people, others []account, err error) {
	if err := w.start(ctx); err != nil {
		return nil, nil, err
	}
	if people, err = w.people(ctx, "person", n); err != nil {
		return nil, nil, err
	}
	if others, err = w.people(ctx, "flood", n); err != nil {
		return nil, nil, err
	}
	err = errors.Join(w.stop(), w.fill(ctx, people, ownMemos), w.fill(ctx, others, w.given.memos))
	if err != nil {
		return nil, nil, err
	}
	return people, others, w.start(ctx)
}

// measure times one person during a scenario.
func (w *world) measure(ctx context.Context, s scenario, person, other account) (r result, err error) {
	answers, end, err := w.flood(ctx, s, other)
	if err != nil {
		return result{}, err
	}
	began := time.Now()
	err = errors.Join(w.live(ctx, person, &r), w.await(ctx, s, answers))
	r.took, r.done, r.refused = time.Since(began), answers.done.Load(), answers.refused.Load()
	return r, errors.Join(err, end())
}

// await waits until the load has had enough answers, if the settings require it.
func (w *world) await(ctx context.Context, s scenario, answers *counts) error {
	for w.given.enough != nil && !w.given.enough(s, answers.done.Load(), answers.refused.Load()) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rest):
		}
	}
	return nil
}

// live makes a person read their list and add to it.
func (w *world) live(ctx context.Context, person account, into *result) error {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	for n := range w.given.adds {
		for range listsPerAdd {
			took, err := w.timed(ctx, client, person, request{http.MethodGet, "/api/memos", ""})
			if err != nil {
				return err
			}
			into.lists = append(into.lists, took)
		}
		took, err := w.timed(ctx, client, person, writes.next(n))
		if err != nil {
			return err
		}
		into.adds = append(into.adds, took)
	}
	return nil
}

// timed rests, sends a request and returns how long the answer took.
func (w *world) timed(ctx context.Context, client *http.Client, person account, r request) (time.Duration, error) {
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(rest):
	}
	began := time.Now()
	status, body, err := w.ask(ctx, client, person, r)
	took := time.Since(began)
	if err == nil && status != http.StatusOK && status != http.StatusCreated {
		err = fmt.Errorf("%s %s: status %d: %s", r.method, r.path, status, body)
	}
	return took, err
}
