package limit_test

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"voicememo/internal/limit"
	"voicememo/tools/testkit/check"
)

// clock is a time that a test sets.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)} }

func (c *clock) read() time.Time { return c.now }

func (c *clock) wait(d time.Duration) { c.now = c.now.Add(d) }

func TestTake(t *testing.T) {
	type step struct {
		wait time.Duration // before
		n    int
		want time.Duration
	}
	for name, c := range map[string]struct {
		rate  limit.Rate
		steps []step
	}{
		"the burst":         {limit.Writes(60), []step{{0, 120, 0}, {0, 1, time.Second}, {time.Second, 1, 0}, {0, 1, time.Second}}},
		"one by one":        {limit.Searches(2), []step{{0, 1, 0}, {0, 1, 0}, {0, 1, 5 * time.Second}, {4 * time.Second, 1, time.Second}, {time.Second, 1, 0}}},
		"several":           {limit.Searches(20), []step{{0, 16, 0}, {0, 5, 500 * time.Millisecond}, {0, 4, 0}, {0, 5, 2500 * time.Millisecond}}},
		"more than a burst": {limit.Searches(3), []step{{0, 5, 0}, {0, 5, 10 * time.Second}, {10 * time.Second, 5, 0}}},
		"after a long time": {limit.Writes(1), []step{{0, 2, 0}, {1000 * time.Hour, 2, 0}, {0, 1, time.Minute}}},
		"refusals are free": {limit.Writes(60), []step{{0, 120, 0}, {0, 1, time.Second}, {0, 1, time.Second}, {500 * time.Millisecond, 1, 500 * time.Millisecond}, {500 * time.Millisecond, 1, 0}}},
		"no limit":          {limit.Writes(0), []step{{0, 1_000_000, 0}, {0, 1_000_000, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			now := newClock()
			l := limit.New[string](c.rate, now.read)
			for i, s := range c.steps {
				now.wait(s.wait)
				if got := l.Take("taro", s.n); (got - s.want).Abs() > time.Microsecond {
					t.Errorf("step %d: got %v, want %v", i, got, s.want)
				}
			}
		})
	}
}

func TestPeopleDoNotShare(t *testing.T) {
	l := limit.New[string](limit.Searches(1), newClock().read)
	for _, person := range []string{"taro", "hanako", ""} {
		check.Equal(t, l.Take(person, 1), 0, "%q", person)
	}
	check.Equal(t, l.Take("taro", 1), 10*time.Second)
}

// TestTheWaitIsExact: after the wait that a refusal returns there are enough tokens, and a
// millisecond before there are not.
func TestTheWaitIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := newClock()
		count := rapid.IntRange(1, 200).Draw(t, "count")
		l := limit.New[string](limit.Writes(count), now.read)
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			now.wait(time.Duration(rapid.Int64Range(0, int64(3*time.Second)).Draw(t, "pause")))
			n := rapid.IntRange(1, 2*count).Draw(t, "n")
			wait := l.Take("taro", n)
			if wait == 0 {
				continue
			}
			if early := wait - time.Millisecond; early > 0 {
				now.wait(early)
				if l.Take("taro", n) == 0 {
					t.Fatalf("%d of %v: enough after %v, want only after %v", n, count, early, wait)
				}
				wait = time.Millisecond
			}
			now.wait(wait)
			if again := l.Take("taro", n); again != 0 {
				t.Fatalf("%d of %v: %v are missing after the wait", n, count, again)
			}
		}
	})
}

// TestTheRateHolds: in any period a person gets at most the burst and the tokens of that
// period, and requests below that are not refused.
func TestTheRateHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now, began := newClock(), newClock().now
		count := rapid.IntRange(1, 100).Draw(t, "count")
		l, taken := limit.New[string](limit.Searches(count), now.read), 0
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now.wait(time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(t, "pause")))
			n := rapid.IntRange(1, 5).Draw(t, "n")
			before := taken
			if l.Take("taro", n) == 0 {
				taken += min(n, count)
			}
			most := float64(count) * (1 + now.now.Sub(began).Seconds()/10)
			if float64(taken) > most+1e-6 {
				t.Fatalf("got %d in %v, want at most %v", taken, now.now.Sub(began), most)
			}
			if taken == before && float64(before+n) <= math.Min(float64(count), most) {
				t.Fatalf("refused %d after %d of %d", n, before, count)
			}
		}
	})
}

// TestIdlePeopleAreForgotten once their buckets are full, with any person's call.
func TestIdlePeopleAreForgotten(t *testing.T) {
	now := newClock()
	l := limit.New[string](limit.Writes(60), now.read)
	for i := range 1000 {
		l.Take(fmt.Sprint(i), 1)
	}
	if got := l.Len(); got != 1000 {
		t.Fatalf("got %d people, want 1000", got)
	}
	now.wait(time.Second)
	for range 1000 {
		l.Take("taro", 1)
	}
	check.Equal(t, l.Len(), 1, "people")
	now.wait(time.Hour)
	if got := l.Take("taro", 120); got != 0 || l.Len() != 1 {
		t.Errorf("got %v and %d people, want 0 and 1", got, l.Len())
	}
}

// TestPeopleAreBounded: beyond MaxPeople the least recent people are forgotten.
func TestPeopleAreBounded(t *testing.T) {
	l := limit.New[string](limit.Searches(2), newClock().read)
	l.Take("first", 2)
	l.Take("second", 2)
	for i := range limit.MaxKeys - 2 {
		l.Take(fmt.Sprint(i), 1)
	}
	if got := l.Take("first", 1); got == 0 {
		t.Error("the first is forgotten with MaxPeople people, want it remembered")
	}
	l.Take("one more", 1)
	check.Equal(t, l.Len(), limit.MaxKeys, "people")
	if got := l.Take("first", 1); got == 0 {
		t.Error("the first is forgotten although it was used since, want it remembered")
	}
	check.Equal(t, l.Take("second", 1), 0)
}

// TestManyAtOnce: concurrent calls get the burst and no more.
func TestManyAtOnce(t *testing.T) {
	l := limit.New[string](limit.Writes(60), newClock().read)
	var got atomic.Int64
	var group sync.WaitGroup
	for worker := range 16 {
		group.Go(func() {
			for i := range 100 {
				if l.Take("taro", 1) == 0 {
					got.Add(1)
				}
				l.Take(fmt.Sprint(worker, i), 1)
			}
		})
	}
	group.Wait()
	check.Equal(t, got.Load(), 120)
}
