package streams

import (
	"context"
	"sync"
	"time"
)

// Progress knows how far the relays are that have it in their Options. The zero Progress is
// ready for use.
type Progress struct {
	mu     sync.Mutex
	shards []*progress
}

// progress is how far a relay is with a shard.
type progress struct {
	all   *Progress
	empty time.Time // when the latest reading began that found nothing to deliver
	ended bool      // there are no more readings
}

// shard returns the progress of another shard; nil: p is nil.
func (p *Progress) shard() *progress {
	if p == nil {
		return nil
	}
	s := &progress{all: p}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shards = append(p.shards, s)
	return s
}

// note records that a reading which began at a time found nothing more.
func (s *progress) note(began time.Time, ended bool) {
	if s == nil {
		return
	}
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	s.empty, s.ended = began, ended
}

// Wait waits until everything that was written before the call has been delivered, or
// returns the context's error.
func (p *Progress) Wait(ctx context.Context) error {
	for began := time.Now(); !p.since(began); {
		if err := pause(ctx, time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// since reports whether every shard was found empty by a reading that began after a time.
func (p *Progress) since(t time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.shards {
		if !s.ended && !s.empty.After(t) {
			return false
		}
	}
	return true
}
