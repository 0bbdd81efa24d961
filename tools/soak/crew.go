package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"voicememo/tools/testkit/program"
)

// crew is several pods that use one engine.
type crew struct {
	engine *engine
	server *program.Server // nil: none runs
	pods   []*pod
	counts counts
}

func newCrew(e *engine, pods int, seed uint64, excused func(answer) bool) *crew {
	c := &crew{engine: e}
	for n := range pods {
		p := newPod(n, seed, &c.counts)
		p.excused = excused
		c.pods = append(c.pods, p)
	}
	return c
}

// each calls do for all pods at the same time.
func (c *crew) each(do func(*pod) error) error {
	errs := make([]error, len(c.pods))
	var group sync.WaitGroup
	for i, p := range c.pods {
		group.Go(func() { errs[i] = do(p) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// serve starts the server, which must be ready immediately.
func (c *crew) serve(ctx context.Context, flags ...string) (err error) {
	if c.server, err = c.engine.start(ctx, flags...); err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	for _, p := range c.pods {
		p.at(c.server.URL)
	}
	ready := c.pods[0].ask(ctx, account{}, request{method: http.MethodGet, path: "/readyz"})
	if ready.status != http.StatusOK {
		return fmt.Errorf("%w: /readyz after the start: %w", errBroken, failedError{ready})
	}
	return nil
}

// signIn makes the people of all pods.
func (c *crew) signIn(ctx context.Context) error {
	return c.each(func(p *pod) error { return p.signIn(ctx) })
}

// settle compares what the people of all pods see with what they should see.
func (c *crew) settle(ctx context.Context) error {
	return c.each(func(p *pod) error { return p.settle(ctx) })
}

// stop shuts the server down gracefully, if one runs.
func (c *crew) stop() error {
	if c.server == nil {
		return nil
	}
	err := c.server.Stop()
	c.server = nil
	return err
}
