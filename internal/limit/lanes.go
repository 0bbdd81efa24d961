package limit

import (
	"context"
	"errors"
	"sync"
)

// ErrBusy means that too many requests of a client wait already.
var ErrBusy = errors.New("too many requests of this client wait already")

// Lanes bound how many requests of each client run concurrently, so that one client with
// many requests does not take the processors from all others. Further requests wait. It is
// safe for concurrent use and remembers only clients with requests.
type Lanes[K comparable] struct {
	width, waiting int

	mu    sync.Mutex
	lanes map[K]*lane
}

// lane is a client's requests.
type lane struct {
	slots    chan struct{} // full while width requests run
	requests int           // including waiting ones; guarded by Lanes.mu
}

// NewLanes returns Lanes in which width requests of a client run concurrently and up to
// waiting others wait.
func NewLanes[K comparable](width, waiting int) *Lanes[K] {
	return &Lanes[K]{width: width, waiting: waiting, lanes: map[K]*lane{}}
}

// Enter waits until a client's request may run. Requests run in the order of the calls.
// The caller must call leave when the request ends; further calls of leave do nothing.
// ErrBusy: too many requests wait already. The context's error: it ended before.
func (l *Lanes[K]) Enter(ctx context.Context, key K) (leave func(), err error) {
	mine := l.join(key)
	if mine == nil {
		return nil, ErrBusy
	}
	select {
	case mine.slots <- struct{}{}:
	case <-ctx.Done():
		l.part(key, mine)
		return nil, ctx.Err()
	}
	return sync.OnceFunc(func() {
		<-mine.slots
		l.part(key, mine)
	}), nil
}

// join adds a request to a client's lane. It returns nil if there are too many.
func (l *Lanes[K]) join(key K) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	mine := l.lanes[key]
	if mine == nil {
		mine = &lane{slots: make(chan struct{}, l.width)}
		l.lanes[key] = mine
	}
	if mine.requests >= l.width+l.waiting {
		return nil
	}
	mine.requests++
	return mine
}

// part removes a request.
func (l *Lanes[K]) part(key K, mine *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if mine.requests--; mine.requests == 0 {
		delete(l.lanes, key)
	}
}
