// Package parallel calls functions concurrently. A panic of one of them is repeated as a
// *Panic in the goroutine of the caller, where it can be recovered.
package parallel

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
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
	all := make([]func(), len(calls))
	for i, call := range calls {
		all[i] = func() {
			if err := call(ctx); err != nil {
				once.Do(func() { first = err })
				cancel()
			}
		}
	}
	All(all...)
	return first
}

// All calls all functions and waits for them.
func All(calls ...func()) {
	if len(calls) == 0 {
		return
	}
	var (
		wg     sync.WaitGroup
		panics = make([]*Panic, len(calls))
	)
	for i, call := range calls[1:] {
		wg.Go(func() { panics[i+1] = caught(call) })
	}
	panics[0] = caught(calls[0])
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
