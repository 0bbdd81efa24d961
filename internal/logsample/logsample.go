// Package logsample limits the log lines of refused requests: of refusals of the same kind
// it lets a few be written and counts the others.
package logsample

import (
	"sync"
	"time"
)

const (
	// Window is how long refusals of the same kind are counted together, from the first.
	Window = 10 * time.Second
	// Most is how many of them are written.
	Most = 5
)

// Key is the kind of a refusal. It must have few values: Route is a pattern, not a path.
type Key struct {
	Method, Route string
	Status        int
}

// Sampler decides which refusals are written. It is safe for concurrent use.
type Sampler struct {
	now    func() time.Time
	report func(k Key, n int)

	mu      sync.Mutex
	windows map[Key]*window
}

// window is the time after a refusal in which further ones of its kind are counted.
type window struct {
	ends             time.Time
	written, counted int
	timer            *time.Timer // set by the first refusal that is counted
}

// New returns a Sampler that reads the time from now. It calls report with the number of
// refusals that were not written when their window ends or, if the process was frozen
// then, as on AWS Lambda, at the next refusal of that kind. The counts of the last window
// are lost when the process ends.
func New(now func() time.Time, report func(k Key, n int)) *Sampler {
	return &Sampler{now: now, report: report, windows: map[Key]*window{}}
}

// Write reports whether a refusal should be written. Otherwise it counts the refusal.
func (s *Sampler) Write(k Key) bool {
	write, missed := s.count(k)
	if missed > 0 {
		s.report(k, missed)
	}
	return write
}

// count is Write, and also returns how many refusals were counted in an earlier window that
// has ended.
func (s *Sampler) count(k Key) (write bool, missed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	w := s.windows[k]
	if w == nil || !now.Before(w.ends) {
		missed = w.close()
		w = &window{ends: now.Add(Window)}
		s.windows[k] = w
	}
	if w.written < Most {
		w.written++
		return true, missed
	}
	if w.counted++; w.timer == nil {
		w.timer = time.AfterFunc(w.ends.Sub(now), func() { s.end(k, w) })
	}
	return false, missed
}

// close ends a window and returns how many refusals were counted in it.
func (w *window) close() int {
	if w == nil {
		return 0
	}
	if w.timer != nil {
		w.timer.Stop()
	}
	return w.counted
}

// end reports the count of a window that has ended, unless it was reported before.
func (s *Sampler) end(k Key, w *window) {
	s.mu.Lock()
	current := s.windows[k] == w
	if current {
		delete(s.windows, k)
	}
	s.mu.Unlock()
	if current {
		s.report(k, w.counted)
	}
}
