// Package limit bounds how often each person may do something, by one token bucket
// for each person in the memory of this process.
package limit

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"voicememo/models"
)

// MaxPeople is how many people a Limiter remembers at once. For one more it forgets
// the person who asked longest ago, who then has a full bucket.
const MaxPeople = 20_000

// Rate is how often a person may do something.
type Rate struct {
	Count int           // how often in Per, in the long run; 0: without a limit
	Per   time.Duration // positive
	Burst int           // how often at once after a pause; at least 1
}

// Writes is perMinute a minute with a burst of twice that.
func Writes(perMinute int) Rate {
	return Rate{Count: perMinute, Per: time.Minute, Burst: 2 * perMinute}
}

// Searches is count in ten seconds, all of them at once if need be.
func Searches(count int) Rate { return Rate{Count: count, Per: 10 * time.Second, Burst: count} }

// Limiter counts what people do. Nil is a Limiter without a limit. It is safe for
// concurrent use, and each call costs the same however many people there are.
type Limiter struct {
	rate  rate.Limit // tokens a second
	burst int
	now   func() time.Time

	mu     sync.Mutex
	people map[models.UserID]*list.Element
	recent *list.List // of *bucket, who asked last first
}

// bucket is what a person has left.
type bucket struct {
	person models.UserID
	tokens *rate.Limiter
}

// New makes a Limiter that reads the time from now. It returns nil if r has no limit.
func New(r Rate, now func() time.Time) *Limiter {
	if r.Count <= 0 {
		return nil
	}
	return &Limiter{
		rate: rate.Limit(float64(r.Count) / r.Per.Seconds()), burst: r.Burst, now: now,
		people: map[models.UserID]*list.Element{}, recent: list.New(),
	}
}

// slack is what may be missing in a bucket, and what rounding takes from a wait:
// package rate computes with floating point numbers.
const slack = time.Microsecond

// Take takes n from what a person has left, or the whole burst if n is more than that.
// If less is left it takes nothing and returns how long to wait until that much is
// there, provided that nothing else is taken meanwhile.
func (l *Limiter) Take(person models.UserID, n int) (wait time.Duration) {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	taken := l.bucket(person).tokens.ReserveN(now, min(n, l.burst))
	if wait = taken.DelayFrom(now).Round(slack); wait <= slack {
		wait = 0
	} else {
		taken.CancelAt(now)
	}
	l.forget(now)
	return wait
}

// Len returns how many people are remembered.
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.recent.Len()
}

// bucket returns a person's bucket, full if it is new, as the one used last.
func (l *Limiter) bucket(person models.UserID) *bucket {
	if e, ok := l.people[person]; ok {
		l.recent.MoveToFront(e)
		return e.Value.(*bucket)
	}
	b := &bucket{person: person, tokens: rate.NewLimiter(l.rate, l.burst)}
	l.people[person] = l.recent.PushFront(b)
	return b
}

// forget drops up to two of the buckets that were used longest ago: full ones, which
// are as good as new, and whichever are too many. A call adds at most one, so they
// never pile up.
func (l *Limiter) forget(now time.Time) {
	for range 2 {
		e := l.recent.Back()
		if e == nil {
			return
		}
		b := e.Value.(*bucket)
		if l.recent.Len() <= MaxPeople && b.tokens.TokensAt(now) < float64(l.burst) {
			return
		}
		l.recent.Remove(e)
		delete(l.people, b.person)
	}
}
