// Package limit bounds how often and how many at once each client may do something, in the
// memory of this process. A key tells clients apart: a person's id, or a network.
package limit

import (
	lru "github.com/hashicorp/golang-lru/v2/simplelru"

	"sync"
	"time"

	"golang.org/x/time/rate"
)

// MaxKeys is how many keys a Limiter remembers. For another key it forgets the one whose
// last request is the oldest, which then has a full bucket.
const MaxKeys = 20_000

// Rate is how often a client may do something.
type Rate struct {
	Count int           // how often in Per, in the long run; 0: without a limit
	Per   time.Duration // positive
	Burst int           // how often in a row after a pause; at least 1
}

// Writes returns the rate perMinute a minute, with a burst of twice that.
func Writes(perMinute int) Rate {
	return Rate{Count: perMinute, Per: time.Minute, Burst: 2 * perMinute}
}

// Searches returns the rate count in ten seconds, with a burst of count.
func Searches(count int) Rate { return Rate{Count: count, Per: 10 * time.Second, Burst: count} }

// Limiter limits how often each client does something. A nil Limiter has no limit. It is
// safe for concurrent use, and the cost of a call does not depend on the number of clients.
type Limiter[K comparable] struct {
	rate  rate.Limit // tokens a second
	burst int
	now   func() time.Time

	mu      sync.Mutex
	buckets *lru.LRU[K, *rate.Limiter] // the tokens that each client has left
}

// New returns a Limiter that reads the time from now, or nil if r has no limit.
func New[K comparable](r Rate, now func() time.Time) *Limiter[K] {
	if r.Count <= 0 {
		return nil
	}
	buckets, err := lru.NewLRU[K, *rate.Limiter](MaxKeys, nil)
	if err != nil {
		panic(err) // MaxKeys is not positive
	}
	return &Limiter[K]{rate: rate.Limit(float64(r.Count) / r.Per.Seconds()), burst: r.Burst, now: now, buckets: buckets}
}

// slack is the tolerance for rounding errors: package rate computes with floating-point
// numbers.
const slack = time.Microsecond

// Take takes n tokens from a client's bucket, or the whole burst if n is more than that.
// If fewer are left, it takes none and returns how long to wait until there are enough,
// provided that no others are taken meanwhile.
func (l *Limiter[K]) Take(key K, n int) (wait time.Duration) {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	taken := l.bucket(key).ReserveN(now, min(n, l.burst))
	if wait = taken.DelayFrom(now).Round(slack); wait <= slack {
		wait = 0
	} else {
		taken.CancelAt(now)
	}
	l.forget(now)
	return wait
}

// Len returns the number of clients it remembers.
func (l *Limiter[K]) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buckets.Len()
}

// bucket returns a client's bucket, which is full if it is new, and marks it as the most
// recently used.
func (l *Limiter[K]) bucket(key K) *rate.Limiter {
	b, known := l.buckets.Get(key)
	if !known {
		b = rate.NewLimiter(l.rate, l.burst)
		l.buckets.Add(key, b)
	}
	return b
}

// forget drops up to two of the least recently used buckets, if they are full, which is the
// state of a new one. A call of Take adds at most one bucket, so two are enough.
func (l *Limiter[K]) forget(now time.Time) {
	for range 2 {
		if _, b, ok := l.buckets.GetOldest(); !ok || b.TokensAt(now) < float64(l.burst) {
			return
		}
		l.buckets.RemoveOldest()
	}
}
