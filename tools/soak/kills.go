package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"
)

// kills kills the server at random moments while the pods work, and compares all of them
// with their models after each start. Some of the kills happen while it starts.
type kills struct {
	*crew
	rand     *rand.Rand
	killed   atomic.Bool // the server is about to be killed
	done     int
	starting int // how many of them while it started
}

// The maximum time from the pods' begin, or from the server's start, to a kill.
const (
	longestLife  = 400 * time.Millisecond
	longestStart = 80 * time.Millisecond
)

func newKills(e *engine, pods int, seed uint64) *kills {
	k := &kills{rand: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // repeatable on purpose
	k.crew = newCrew(e, pods, seed, func(a answer) bool {
		if a.err != nil {
			return k.killed.Load()
		}
		return a.status == http.StatusServiceUnavailable && e.faults != nil // the engine is slow
	})
	return k
}

// run kills while more returns true, and ends with a comparison and a backup, which
// checks the whole database.
func (k *kills) run(ctx context.Context, more func(kills int) bool) (err error) {
	defer func() { err = errors.Join(err, k.stop()) }()
	if err := k.killStarting(ctx); err != nil { // there is no database yet
		return err
	}
	for first := true; ; first = false {
		if err := k.begin(ctx, first); err != nil {
			return fmt.Errorf("after %d kills: %w", k.done, err)
		}
		if !more(k.done) || ctx.Err() != nil {
			return errors.Join(ctx.Err(), k.engine.backup(ctx))
		}
		if err := k.kill(ctx); err != nil {
			return fmt.Errorf("at kill %d: %w", k.done, err)
		}
	}
}

// begin starts the server and compares what the pods see.
func (k *kills) begin(ctx context.Context, first bool) error {
	for k.rand.IntN(8) == 0 {
		if err := k.killStarting(ctx); err != nil {
			return err
		}
	}
	k.killed.Store(false)
	if err := k.serve(ctx); err != nil {
		return err
	}
	if first {
		return k.signIn(ctx)
	}
	return k.settle(ctx)
}

// kill kills the server while the pods work.
func (k *kills) kill(ctx context.Context) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	gone := make(chan error, 1)
	go func() {
		pause(ctx, k.rand, longestLife)
		k.killed.Store(true)
		gone <- k.server.Kill()
		stop()
	}()
	const endless = 1 << 30
	err := k.each(func(p *pod) error { return p.run(working, endless) })
	k.done++
	if err := errors.Join(err, <-gone); err != nil {
		return err
	}
	k.server = nil
	return k.engine.quiet(ctx)
}

// killStarting kills the server while it starts.
func (k *kills) killStarting(ctx context.Context) error {
	command := k.engine.command(ctx)
	if err := command.Start(); err != nil {
		return err
	}
	pause(ctx, k.rand, longestStart)
	k.done, k.starting = k.done+1, k.starting+1
	_ = command.Process.Kill()
	_ = command.Wait() // "signal: killed"
	return k.engine.quiet(ctx)
}

// pause waits for a random time up to most.
func pause(ctx context.Context, r *rand.Rand, most time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(r.Int64N(int64(most)))):
	}
}

// summary returns what was done.
func (k *kills) summary() string {
	c := &k.counts
	return fmt.Sprintf("%d kills (%d while starting); %d requests, %d operations, %d refused as they must be; "+
		"%d in flight at a kill (%d had happened, %d had not), %d adds repeated; %d pods compared",
		k.done, k.starting, c.requests.Load(), c.done.Load(), c.refusals.Load(),
		c.happened.Load()+c.not.Load(), c.happened.Load(), c.not.Load(), c.repeated.Load(), c.compared.Load())
}
