package siege

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"voicememo/tools/testkit/person"
)

// A pod is three people and an Echo, who only join each other's families. One goroutine
// sends all their requests, one after the other, so that at most one is pending when the
// server dies, and the model determines exactly what must be seen.
type pod struct {
	number  int
	people  []*person.Person
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
	done, refusals, compared atomic.Int64
	happened, not, repeated  atomic.Int64 // of the operations with an unknown outcome
}

// answer is the result of an operation's call.
type answer struct {
	person.Answer
	// void: nothing visible has changed, because the request that would have changed it
	// was never sent.
	void bool
	// guessed: only the status is known.
	guessed bool
}

// unknown reports whether the request may have been executed although its answer does not
// say so.
func (a answer) unknown() bool { return a.Err != nil || a.Status >= http.StatusInternalServerError }

const (
	peoplePerPod = 3 // in addition to an Echo
	remembered   = 12
)

func newPod(number int, c *counts) *pod {
	var names []string
	for i := range peoplePerPod {
		names = append(names, fmt.Sprintf("Pod %d person %d", number, i))
	}
	return &pod{
		number: number, model: newModel(append(names, "Echo")), added: []int{http.StatusCreated},
		rand: rand.New(rand.NewPCG(seed(), uint64(number))), counts: c,
	}
}

// signIn makes the pod's people.
func (p *pod) signIn(ctx context.Context, stranger func() *person.Person) error {
	for _, one := range p.model.people {
		by := stranger()
		p.people = append(p.people, by)
		if one.echo {
			by.ID = fmt.Sprintf("amzn1.ask.account.SOAK%d", p.number)
			continue
		}
		if err := by.SignIn(ctx, one.name); err != nil {
			return err
		}
	}
	return nil
}

// at directs the pod to the server at home from now on.
func (p *pod) at(home string) {
	for _, one := range p.people {
		one.Home = home
	}
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
		return false, p.broken("%s: got status %d and %v, want %v: %s", o.what, a.Status, a.Err, o.want, a.Body)
	case a.unknown() && (a.void || errors.Is(a.Err, syscall.ECONNREFUSED)):
		return a.Err == nil, nil
	case a.unknown():
		p.note("  its outcome is unknown")
		p.lost = &o
		return false, nil
	case !slices.Contains(o.want, a.Status):
		return false, p.broken("%s: got status %d, want %v: %s", o.what, a.Status, o.want, a.Body)
	case a.Status >= http.StatusMultipleChoices:
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
