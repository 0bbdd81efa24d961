package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"voicememo/tools/testkit/devsignin"
)

// A pod is three people and an Echo, who only join each other's families. One goroutine
// sends all their requests, one after the other, so that at most one is pending when the
// server dies, and the model determines exactly what must be seen.
type pod struct {
	*client
	number  int
	people  []account
	model   model
	rand    *rand.Rand
	serial  int
	history []string          // the last operations
	lost    *operation        // the operation whose outcome is unknown; nil: there is none
	excused func(answer) bool // reports whether an unknown outcome has a known cause
	added   []int             // the statuses of a new memo
	counts  *counts
}

// counts are the numbers of a part's operations and outcomes.
type counts struct {
	requests, done, refusals, compared atomic.Int64
	happened, not, repeated            atomic.Int64 // of the operations with an unknown outcome
}

const (
	peoplePerPod = 3 // in addition to an Echo
	remembered   = 12
)

func newPod(number int, seed uint64, c *counts) *pod {
	var names []string
	for i := range peoplePerPod {
		names = append(names, fmt.Sprintf("Pod %d person %d", number, i))
	}
	return &pod{
		client: newClient(&c.requests), number: number, model: newModel(append(names, "Echo")), added: []int{http.StatusCreated},
		rand: rand.New(rand.NewPCG(seed, uint64(number))), counts: c, //nolint:gosec // repeatable on purpose
	}
}

// signIn makes the pod's people.
func (p *pod) signIn(ctx context.Context) error {
	for _, one := range p.model.people {
		if one.echo {
			p.people = append(p.people, account{id: fmt.Sprintf("amzn1.ask.account.SOAK%d", p.number)})
			continue
		}
		cookie, err := devsignin.SignIn(ctx, p.home, one.name)
		if err != nil {
			return err
		}
		by := account{cookie: cookie}
		var me struct{ User struct{ UserID string } }
		if err := p.ask(ctx, by, request{method: http.MethodGet, path: "/api/me"}).into(&me); err != nil {
			return fmt.Errorf("/api/me: %w", err)
		}
		by.id = me.User.UserID
		p.people = append(p.people, by)
	}
	return nil
}

// run runs operations until ctx ends or an outcome is unknown. An operation that has
// begun is finished.
func (p *pod) run(ctx context.Context, steps int) error {
	for n := 0; ctx.Err() == nil && p.lost == nil && n < steps; n++ {
		if more, err := p.step(context.WithoutCancel(ctx), p.choose()); err != nil || !more {
			return err
		}
	}
	return nil
}

// step runs an operation. more is false once an outcome is unknown.
func (p *pod) step(ctx context.Context, o operation) (more bool, err error) {
	p.note(o.what)
	a := o.call(ctx)
	switch {
	case a.unknown() && !p.excused(a):
		return false, p.broken("%s: got status %d and %v, want %v: %s", o.what, a.status, a.err, o.want, a.body)
	case a.unknown() && a.void:
		return a.err == nil, nil
	case a.unknown():
		p.note("  its outcome is unknown")
		p.lost = &o
		return false, nil
	case !slices.Contains(o.want, a.status):
		return false, p.broken("%s: got status %d, want %v: %s", o.what, a.status, o.want, a.body)
	case a.status >= http.StatusMultipleChoices:
		p.counts.refusals.Add(1)
		return true, nil
	}
	return true, p.apply(o, a)
}

// apply changes the model according to a successful answer.
func (p *pod) apply(o operation, a answer) error {
	if o.done == nil {
		return nil
	}
	p.counts.done.Add(1)
	if err := o.done(&p.model, a); err != nil {
		return p.broken("%s: %v", o.what, err)
	}
	return nil
}

func (p *pod) note(what string) {
	p.history = append(p.history, what)
	p.history = p.history[max(0, len(p.history)-remembered):]
}

// errBroken is the error of an invariant that does not hold.
var errBroken = errors.New("broken")

func (p *pod) broken(format string, args ...any) error {
	return fmt.Errorf("%w: pod %d: %s\nits last operations:\n  %s",
		errBroken, p.number, fmt.Sprintf(format, args...), strings.Join(p.history, "\n  "))
}
