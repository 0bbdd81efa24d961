// Package refusals keeps a log from growing with every request that is refused: of
// refusals that are alike it lets a few lines through and counts the others.
package refusals

import (
	"sync"
	"time"
)

const (
	// Window is how long refusals that are alike are counted together, from the first.
	Window = 10 * time.Second
	// Most is how many of them have a line of their own.
	Most = 5
)

// Key is what refusals have in common that are alike. Its values must be few: a
// pattern, not a path.
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

// window is the time from a refusal on, in which others like it are counted.
type window struct {
	ends             time.Time
	written, counted int
	timer            *time.Timer // from the first that is counted on
}

// New makes a Sampler that reads the time from now. It calls report with how many
// refusals were not written, when their window ends; where the process was frozen
// then, as on AWS Lambda, with the next refusal of that kind. What a process counted
// in its last window is lost with it.
func New(now func() time.Time, report func(k Key, n int)) *Sampler {
	return &Sampler{now: now, report: report, windows: map[Key]*window{}}
}

// Write reports whether a refusal is to be written; otherwise it is counted.
func (s *Sampler) Write(k Key) bool {
	write, missed := s.count(k)
	if missed > 0 {
		s.report(k, missed)
	}
	return write
}

// count also returns how many refusals an earlier window that is over has counted.
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

// close ends a window and returns how many refusals it has counted.
func (w *window) close() int {
	if w == nil {
		return 0
	}
	if w.timer != nil {
		w.timer.Stop()
	}
	return w.counted
}

// end reports a window whose time is over, unless that has been done.
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
