package siege

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

func newKills(w *world) *kills {
	k := &kills{rand: rand.New(rand.NewPCG(seed(), 1))}
	k.crew = newCrew(w, func(a answer) bool {
		if a.Err != nil {
			return k.killed.Load()
		}
		return a.Status == http.StatusServiceUnavailable && w.faults != nil // the engine is slow
	})
	return k
}

// runKills ends with a comparison and a backup, which checks the whole database.
func runKills(ctx context.Context, w *world, more func(kills int) bool) (string, error) {
	k := newKills(w)
	err := k.run(ctx, more)
	return fmt.Sprintf("%d kills (%d while starting); %s", k.done, k.starting, k.summary()), err
}

// run kills while more returns true.
func (k *kills) run(ctx context.Context, more func(kills int) bool) error {
	if err := k.killStarting(ctx); err != nil { // there is no database yet
		return err
	}
	for first := true; ; first = false {
		if err := k.begin(ctx, first); err != nil {
			return fmt.Errorf("after %d kills: %w", k.done, err)
		}
		if !more(k.done) || ctx.Err() != nil {
			return errors.Join(ctx.Err(), k.backup(ctx))
		}
		if err := k.killWorking(ctx); err != nil {
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

// killWorking kills the server while the pods work.
func (k *kills) killWorking(ctx context.Context) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	gone := make(chan error, 1)
	go func() {
		k.pause(longestLife)
		k.killed.Store(true)
		gone <- k.kill()
		stop()
	}()
	const endless = 1 << 30
	err := k.each(func(p *pod) error { return p.run(working, endless) })
	k.done++
	if err := errors.Join(err, <-gone); err != nil {
		return err
	}
	return k.quiet(ctx)
}

// killStarting kills the server while it starts.
func (k *kills) killStarting(ctx context.Context) error {
	command := k.command(ctx)
	if err := command.Start(); err != nil {
		return err
	}
	k.pause(longestStart)
	k.done, k.starting = k.done+1, k.starting+1
	_ = command.Process.Kill()
	_ = command.Wait() // "signal: killed"
	return k.quiet(ctx)
}

// pause waits for a random time up to most.
func (k *kills) pause(most time.Duration) { time.Sleep(time.Duration(k.rand.Int64N(int64(most)))) }
