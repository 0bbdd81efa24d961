// Package parallel calls functions concurrently. A panic of one of them is repeated as a
// *Panic in the goroutine of the caller, where it can be recovered.
package parallel

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is the value of a repeated panic.
type Panic struct {
	Value any    // the value of the first panic
	Stack []byte // where the first panic was raised
}

// Error returns the value and the stack as a text.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// Do calls all functions and waits for them. It returns the first error, which also ends
// the context of the other calls.
func Do(ctx context.Context, calls ...func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		once  sync.Once
		first error
	)
	Each(len(calls), len(calls), func(i int) {
		if err := calls[i](ctx); err != nil {
			once.Do(func() { first = err })
			cancel()
		}
	})
	return first
}

// All calls all functions and waits for them.
func All(calls ...func()) {
	Each(len(calls), len(calls), func(i int) { calls[i]() })
}

// Each calls do for 0 to n-1, at most most calls at the same time, and waits for them.
func Each(n, most int, do func(i int)) {
	var (
		wg     sync.WaitGroup
		next   atomic.Int64
		panics = make([]*Panic, n)
	)
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			panics[i] = caught(func() { do(i) })
		}
	}
	for range min(n, most) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}

// caught calls a function and returns its panic; nil: it did not panic. A panic that was
// repeated before keeps its stack.
func caught(call func()) (p *Panic) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *Panic:
			p = v
		default:
			p = &Panic{v, debug.Stack()}
		}
	}()
	call()
	return nil
}
