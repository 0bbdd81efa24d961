package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// faults makes the pods work while a share of the program's calls to DynamoDB fails, and
// compares all pods with their models after each round.
type faults struct {
	*crew
	steps  int // of a pod in a round, unless an outcome is unknown
	rounds int
}

const (
	faultyShare = 0.12
	roundSteps  = 25
)

func newFaults(e *engine, pods int, seed uint64) *faults {
	// The program may report that the store is unavailable, but must answer every
	// request.
	f := &faults{crew: newCrew(e, pods, seed, func(a answer) bool { return a.err == nil })}
	for _, p := range f.pods {
		// A write that the store has done without an answer already exists when the
		// program retries it.
		p.added = []int{http.StatusCreated, http.StatusOK}
	}
	return f
}

// run runs rounds while more returns true.
func (f *faults) run(ctx context.Context, more func(rounds int) bool) (err error) {
	defer func() { err = errors.Join(err, f.stop()) }()
	if err := f.serve(ctx); err != nil {
		return err
	}
	if err := f.signIn(ctx); err != nil {
		return err
	}
	for ; more(f.rounds) && ctx.Err() == nil; f.rounds++ {
		f.engine.faults.fail(faultyShare)
		err := f.each(func(p *pod) error { return p.run(ctx, f.steps) })
		f.engine.faults.fail(0)
		if err == nil {
			err = f.engine.quiet(ctx)
		}
		if err == nil {
			err = f.settle(ctx)
		}
		if err != nil {
			return fmt.Errorf("in round %d: %w", f.rounds+1, err)
		}
	}
	return ctx.Err()
}

// summary returns what was done.
func (f *faults) summary() string {
	c, sum, faulty := &f.counts, 0, []string(nil)
	calls := f.engine.faults.callCounts()
	for _, kind := range faultKinds {
		faulty = append(faulty, fmt.Sprintf("%d %s", calls[kind], kind))
		sum += calls[kind]
	}
	return fmt.Sprintf("%d requests, %d operations; of %d calls of DynamoDB %d faulty (%s); "+
		"%d of unknown outcome (%d had happened, %d had not), %d adds repeated; %d pods compared",
		c.requests.Load(), c.done.Load(), sum+calls[none], sum, strings.Join(faulty, ", "),
		c.happened.Load()+c.not.Load(), c.happened.Load(), c.not.Load(), c.repeated.Load(), c.compared.Load())
}
