package app

import (
	"sync"
	"time"

	"voicememo/cmd/internal/health"
)

const (
	// maxJump is how far the clock may differ from the last clean-up, or from the time that
	// has passed since it was last confirmed.
	maxJump = 24 * time.Hour
	// standing is how long a clock that cannot be compared with another one must run
	// without a jump before it is trusted.
	standing = 24 * time.Hour
	// settling is how long after a jump the check of the issuer's date may be outdated.
	settling = 2 * time.Minute
	// jitter is the largest difference between two readings that does not count as a jump.
	jitter = time.Minute
)

// clock decides whether the machine's time is reliable enough to delete expired data
// permanently. After a jump it is not, until the issuer's date agrees or the clock has run
// for a day without a jump. It is safe for concurrent use.
type clock struct {
	now     func() time.Time     // what the clock shows
	running func() time.Duration // how long the program has run, whatever the clock shows
	issuer  func() string        // the result of the comparison with the issuer's date: a value of package health

	mu      sync.Mutex
	looked  reading // the last reading
	base    reading // at the start, or when the clock was last confirmed
	jumpAt  reading // at the start, or after the last jump
	doubted bool
	stood   time.Duration // how long the program has run in doubt since the last jump
	leaps   []leap        // jumps ahead that are not settled yet
}

// reading is one reading of the clock.
type reading struct {
	shown time.Time
	ran   time.Duration
}

// ahead returns how much more the clock has advanced since another reading than time has
// passed.
func (r reading) ahead(since reading) time.Duration {
	return r.shown.Sub(since.shown) - (r.ran - since.ran)
}

// leap is a jump ahead: data that the program dated from From to To, both as shown before
// the jump, seems older by By than it is.
type leap struct {
	From, To time.Time
	By       time.Duration
}

// newClock returns a clock over the machine's time.
func newClock(issuer func() string) *clock {
	start := sinceBoot()
	return (&clock{now: time.Now, running: func() time.Duration { return sinceBoot() - start }, issuer: issuer}).started()
}

func (c *clock) started() *clock {
	c.looked = c.look()
	c.base, c.jumpAt = c.looked, c.looked
	return c
}

func (c *clock) look() reading { return reading{c.now().Round(0), c.running()} }

// begin compares the clock with the time of a store's last clean-up. stood is how long
// earlier runs have stood since the same jump.
func (c *clock) begin(swept time.Time, stood time.Duration) {
	if c.looked.shown.Sub(swept).Abs() > maxJump {
		c.doubted, c.stood = true, stood
	}
}

// trusted reads the clock and reports whether it is reliable. It should be called every
// few minutes.
func (c *clock) trusted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, at := c.looked, c.look()
	c.looked = at
	passed, jump := at.ran-last.ran, at.ahead(last)
	if jump.Abs() > jitter {
		if jump > 0 {
			c.leaps = append(c.leaps, leap{From: c.jumpAt.shown, To: last.shown.Add(passed), By: jump})
		}
		c.jumpAt = at
	}
	switch {
	case at.ahead(c.base).Abs() > maxJump:
		c.doubted, c.stood, c.base = true, 0, at
	case c.doubted:
		c.stood += passed
	}
	issuer := c.issuer()
	if issuer == health.OK && at.ran-c.jumpAt.ran >= settling || c.stood >= standing {
		c.doubted, c.stood, c.base = false, 0, at
	}
	return !c.doubted && issuer != health.Off
}

// leapt returns the oldest jump ahead that has not been settled.
func (c *clock) leapt() (l leap, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.leaps) == 0 {
		return leap{}, false
	}
	return c.leaps[0], true
}

// settled forgets what leapt returned.
func (c *clock) settled() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaps = c.leaps[1:]
}

// jumped reports whether the clock is doubted, and how long the program has run in doubt.
func (c *clock) jumped() (doubted bool, stood time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.doubted, c.stood
}
