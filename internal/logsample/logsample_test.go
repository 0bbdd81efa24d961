package logsample_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/internal/logsample"
	"voicememo/tools/testkit/check"
)

var unknown = logsample.Key{Method: "GET", Route: "", Status: 404}

// reports are the reports of a Sampler.
type reports struct {
	mu  sync.Mutex
	all []string
}

func (r *reports) add(k logsample.Key, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, fmt.Sprintf("%s %s %d: %d", k.Method, k.Route, k.Status, n))
}

func (r *reports) want(t *testing.T, want ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.all, want) {
		t.Errorf("got reports %q, want %q", r.all, want)
	}
}

// written counts how many of n refusals are written.
func written(s *logsample.Sampler, k logsample.Key, n int) (lines int) {
	for range n {
		if s.Write(k) {
			lines++
		}
	}
	return lines
}

func TestAFewAreWrittenAndTheOthersCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r reports
		s := logsample.New(time.Now, r.add)
		check.Equal(t, written(s, unknown, 100), logsample.Most, "lines")
		time.Sleep(logsample.Window - time.Nanosecond)
		if got := written(s, unknown, 1); got != 0 {
			t.Error("the window ends early")
		}
		r.want(t)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		r.want(t, "GET  404: 96")
		check.Equal(t, written(s, unknown, 5), logsample.Most, "lines in the next window")
		time.Sleep(time.Hour) // nothing was counted, so nothing is reported
		synctest.Wait()
		r.want(t, "GET  404: 96")
	})
}

func TestKindsDoNotShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r reports
		s := logsample.New(time.Now, r.add)
		for _, k := range []logsample.Key{
			unknown, {Method: "POST", Status: 404}, {Method: "GET", Route: "/api/me", Status: 404}, {Method: "GET", Status: 401},
		} {
			check.Equal(t, written(s, k, 6), logsample.Most, "%v: lines", k)
			time.Sleep(time.Second)
		}
		time.Sleep(logsample.Window)
		synctest.Wait()
		r.want(t, "GET  404: 1", "POST  404: 1", "GET /api/me 404: 1", "GET  401: 1")
	})
}

// TestFrozen: if timers do not run, the next refusal reports the count, once.
func TestFrozen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r reports
		now := time.Now()
		s := logsample.New(func() time.Time { return now }, r.add) // advances while timers are stopped
		written(s, unknown, 8)
		now = now.Add(time.Hour)
		if got := written(s, unknown, 1); got != 1 {
			t.Error("the first of a new window is not written")
		}
		r.want(t, "GET  404: 3")
		time.Sleep(time.Hour)
		synctest.Wait()
		r.want(t, "GET  404: 3")
	})
}

// TestNoneIsLost: every one of concurrent refusals is either written or reported.
func TestNoneIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines, counted atomic.Int64
		s := logsample.New(time.Now, func(_ logsample.Key, n int) { counted.Add(int64(n)) })
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				for range 500 {
					lines.Add(int64(written(s, unknown, 1)))
					time.Sleep(37 * time.Millisecond)
				}
			})
		}
		group.Wait()
		time.Sleep(logsample.Window)
		synctest.Wait()
		if got := lines.Load() + counted.Load(); got != 8*500 || counted.Load() == 0 {
			t.Errorf("got %d lines and %d counted, want %d together", lines.Load(), counted.Load(), 8*500)
		}
	})
}
