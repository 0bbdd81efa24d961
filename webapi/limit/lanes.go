package limit

import (
	"context"
	"sync"
	"time"

	"voicememo/models"
)

// Lanes bound how many requests of each person run concurrently, so that one person with
// many requests does not take the processors from all others. Further requests wait. It is
// safe for concurrent use and remembers only people with requests.
type Lanes struct {
	width, waiting int

	mu     sync.Mutex
	people map[models.UserID]*lane
}

// lane is a person's requests.
type lane struct {
	slots    chan struct{} // full while width requests run
	requests int           // including waiting ones; guarded by Lanes.mu
}

// NewLanes returns Lanes in which width requests of a person run concurrently and up to
// waiting others wait.
func NewLanes(width, waiting int) *Lanes {
	return &Lanes{width: width, waiting: waiting, people: map[models.UserID]*lane{}}
}

// Enter waits until a person's request may run. Requests run in the order of the calls.
// The caller must call leave when the request ends; further calls of leave do nothing.
// TooMany/ReasonBusy: too many requests wait already. The context's error: it ended before.
func (l *Lanes) Enter(ctx context.Context, person models.UserID) (leave func(), err error) {
	mine := l.join(person)
	if mine == nil {
		return nil, models.TooMany(models.ReasonBusy, time.Second)
	}
	select {
	case mine.slots <- struct{}{}:
	case <-ctx.Done():
		l.part(person, mine)
		return nil, ctx.Err()
	}
	return sync.OnceFunc(func() {
		<-mine.slots
		l.part(person, mine)
	}), nil
}

// join adds a request to a person's lane. It returns nil if there are too many.
func (l *Lanes) join(person models.UserID) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	mine := l.people[person]
	if mine == nil {
		mine = &lane{slots: make(chan struct{}, l.width)}
		l.people[person] = mine
	}
	if mine.requests >= l.width+l.waiting {
		return nil
	}
	mine.requests++
	return mine
}

// part removes a request.
func (l *Lanes) part(person models.UserID, mine *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if mine.requests--; mine.requests == 0 {
		delete(l.people, person)
	}
}
