package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"voicememo/internal/parallel"
	"voicememo/tools/testkit/check"
)

var errAway = errors.New("away")

// TestDo: the first error is returned and ends the context of the other calls, and every
// call has returned before Do does.
func TestDo(t *testing.T) {
	var cause error
	err := parallel.Do(t.Context(),
		func(ctx context.Context) error {
			<-ctx.Done()
			cause = ctx.Err()
			return cause
		},
		func(context.Context) error { return nil },
		func(context.Context) error { return errAway },
	)
	if !errors.Is(err, errAway) || !errors.Is(cause, context.Canceled) {
		t.Errorf("got %v and a call that ended with %v, want %v and %v", err, cause, errAway, context.Canceled)
	}
}

// TestDoWithoutError: calls run at the same time, each with a context that has not ended.
func TestDoWithoutError(t *testing.T) {
	first, second := make(chan bool), make(chan bool)
	meet := func(send, receive chan bool) func(context.Context) error {
		return func(ctx context.Context) error {
			select {
			case send <- true:
			case <-receive:
			}
			return ctx.Err()
		}
	}
	check.Equal(t, parallel.Do(t.Context(), meet(first, second), meet(second, first)), nil)
}

// breaks panics.
func breaks() { panic("broken") }

// recovered returns the panic of a call.
func recovered(call func()) (value any) {
	defer func() { value = recover() }()
	call()
	return nil
}

// TestPanic: a panic of any call reaches the caller after all calls have returned.
func TestPanic(t *testing.T) {
	for i := range 2 {
		returned := false
		calls := []func(){func() { returned = true }, func() { returned = true }}
		calls[i] = breaks
		got, ok := recovered(func() { parallel.All(calls...) }).(*parallel.Panic)
		if !ok || got.Value != "broken" || !returned {
			t.Errorf("call %d panics: got %v, and %v for the other call, want broken and true", i, got, returned)
		}
	}
}

// TestPanicKeepsItsStack: the text of a panic names the function that raised it, even if
// the call was made by a call.
func TestPanicKeepsItsStack(t *testing.T) {
	other := func() {}
	for i, call := range []func(){
		func() { parallel.All(breaks, other) },
		func() { parallel.All(other, breaks) },
		func() { parallel.All(other, func() { parallel.All(other, breaks) }) },
	} {
		got, ok := recovered(call).(*parallel.Panic)
		if !ok || got.Value != "broken" {
			t.Fatalf("case %d: got %v, want a Panic of broken", i, got)
		}
		if text := fmt.Sprint(got); !strings.HasPrefix(text, "broken\n") || !strings.Contains(text, "parallel_test.breaks") {
			t.Errorf("case %d: got %s, want broken and the stack of breaks", i, text)
		}
	}
}

// TestEach: every number is used once, at most some calls run at the same time, and a panic
// reaches the caller after all other calls.
func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 100} {
		var running, calls atomic.Int64
		used := make([]bool, n)
		got := recovered(func() {
			parallel.Each(n, 3, func(i int) {
				if at := running.Add(1); at > 3 {
					t.Errorf("got %d calls at the same time, want at most 3", at)
				}
				defer running.Add(-1)
				runtime.Gosched()
				if used[i] {
					t.Errorf("got %d twice, want it once", i)
				}
				used[i] = true
				calls.Add(1)
				if i == 1 {
					breaks()
				}
			})
		})
		if _, broken := got.(*parallel.Panic); broken != (n > 1) || int(calls.Load()) != n {
			t.Errorf("%d numbers: got %d calls and %v, want all and a panic of number 1", n, calls.Load(), got)
		}
	}
}
