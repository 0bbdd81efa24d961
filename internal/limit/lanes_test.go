package limit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/internal/limit"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// enter enters a lane and fails the test if that is refused.
func enter(t *testing.T, l *limit.Lanes[string], key string) (leave func()) {
	t.Helper()
	leave, err := l.Enter(t.Context(), key)
	must.OK(t, err)
	return leave
}

// TestOnesOwnRequestsWait: a person's requests wait in order, and those of others do not.
func TestOnesOwnRequestsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := limit.NewLanes[string](2, 10)
		first, second := enter(t, l, "taro"), enter(t, l, "taro")
		var mu sync.Mutex
		var order []int
		var group sync.WaitGroup
		for i := range 5 {
			group.Go(func() {
				leave := enter(t, l, "taro")
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				leave()
			})
			synctest.Wait()
		}
		enter(t, l, "hanako")()
		if len(order) != 0 {
			t.Errorf("got %v before a place is free, want none", order)
		}
		first()
		first() // the second call does nothing
		group.Wait()
		if want := []int{0, 1, 2, 3, 4}; !slices.Equal(order, want) {
			t.Errorf("got the order %v, want %v", order, want)
		}
		second()
	})
}

func TestTooManyWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := limit.NewLanes[string](1, 3)
		leave := enter(t, l, "taro")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var over atomic.Int64
		for range 3 {
			go func() {
				if _, err := l.Enter(ctx, "taro"); errors.Is(err, context.DeadlineExceeded) {
					over.Add(1)
				}
			}()
		}
		synctest.Wait()
		if _, err := l.Enter(ctx, "taro"); !errors.Is(err, limit.ErrBusy) {
			t.Errorf("one more: got %v, want ErrBusy", err)
		}
		enter(t, l, "hanako")()
		time.Sleep(time.Second)
		synctest.Wait()
		check.Equal(t, over.Load(), 3, "expired requests")
		leave()
		enter(t, l, "taro")() // requests that gave up are removed
	})
}

// TestManyInLanes: no more requests than the width run concurrently.
func TestManyInLanes(t *testing.T) {
	l := limit.NewLanes[string](3, 1000)
	in, most := make([]atomic.Int64, 4), atomic.Int64{}
	var group sync.WaitGroup
	for i := range 400 {
		group.Go(func() {
			leave, err := l.Enter(t.Context(), fmt.Sprint(i%len(in)))
			if err != nil {
				t.Error(err)
				return
			}
			defer leave()
			n := in[i%len(in)].Add(1)
			for was := most.Load(); n > was && !most.CompareAndSwap(was, n); was = most.Load() {
			}
			time.Sleep(time.Microsecond)
			in[i%len(in)].Add(-1)
		})
	}
	group.Wait()
	if got := most.Load(); got > 3 || got < 1 {
		t.Errorf("got %d concurrent requests, want at most 3", got)
	}
}
