package auth

import (
	"context"
	"sync/atomic"
	"time"

	"voicememo/models"
)

const (
	// maxAge is the age of an answer at which it is read again.
	maxAge = 24 * time.Hour
	// retryPause is the least time between a failed read and the next one while an older
	// answer is in use.
	retryPause = time.Minute
	// failurePause is the least time if there is no older answer.
	failurePause = time.Second
)

// published is a cached document of the issuer. It is read when it is first needed, and
// again when the last answer is older than maxAge.
type published[T any] struct {
	read func(context.Context) (T, error)
	now  func() time.Time

	turn   chan struct{}             // holds one token; only the request that took it may read
	last   atomic.Pointer[answer[T]] // nil: nothing has been read yet
	failed atomic.Pointer[failure]   // the last read, if it failed
}

// answer is a value and when it was read.
type answer[T any] struct {
	value T
	at    time.Time
}

// failure is why a read failed, and when.
type failure struct {
	cause error
	at    time.Time
}

func newPublished[T any](read func(context.Context) (T, error), now func() time.Time) *published[T] {
	p := &published[T]{read: read, now: now, turn: make(chan struct{}, 1)}
	p.turn <- struct{}{}
	return p
}

// get returns the last answer. If it is older than maxAge, one of the requests that need it
// first reads it again; the others do not wait, and if the read fails, the old answer stays
// in use. Unavailable: no answer could be read so far.
func (p *published[T]) get(ctx context.Context) (T, error) {
	last := p.last.Load()
	if last == nil {
		return p.newer(ctx, maxAge)
	}
	if p.now().Sub(last.at) < maxAge {
		return last.value, nil
	}
	select {
	case <-p.turn:
		defer p.leave()
		if value, err := p.refresh(ctx, maxAge, retryPause); err == nil {
			return value, nil
		}
	default: // another request is reading
	}
	return last.value, nil
}

// newer returns the last answer if it is younger than age, and reads it again
// otherwise. Requests that arrive meanwhile wait for that read. Unavailable: the read
// failed, or another one failed within failurePause.
func (p *published[T]) newer(ctx context.Context, age time.Duration) (T, error) {
	select {
	case <-ctx.Done():
		var none T
		return none, models.Unavailable(ctx.Err())
	case <-p.turn:
	}
	defer p.leave()
	return p.refresh(ctx, age, failurePause)
}

func (p *published[T]) leave() { p.turn <- struct{}{} }

// refresh reads the document unless the last answer is younger than age or the last read
// failed within pause. The caller has the turn.
func (p *published[T]) refresh(ctx context.Context, age, pause time.Duration) (T, error) {
	var none T
	if last := p.last.Load(); last != nil && p.now().Sub(last.at) < age {
		return last.value, nil
	}
	if f := p.failed.Load(); f != nil && p.now().Sub(f.at) < pause {
		return none, models.Unavailable(f.cause)
	}
	// Other requests use the answer, so the read is not canceled with this one.
	value, err := p.read(context.WithoutCancel(ctx))
	if err != nil {
		p.failed.Store(&failure{err, p.now()})
		return none, models.Unavailable(err)
	}
	p.failed.Store(nil)
	p.last.Store(&answer[T]{value, p.now()})
	return value, nil
}
