package app

import (
	"sync"
	"time"

	"voicememo/cmd/internal/health"
)

const (
	// maxJump is the longest time by which the clock may be ahead of, or behind, the last
	// clean-up and the time that has passed since it was confirmed.
	maxJump = 24 * time.Hour
	// standing is how long a clock that cannot be compared with another one must go on
	// without a jump before it is trusted.
	standing = 24 * time.Hour
	// settling is how long after a jump what the issuer's date says may be from before.
	settling = 2 * time.Minute
	// jitter is the largest difference between two readings that does not count as a jump.
	jitter = time.Minute
)

// clock decides whether the machine's time may be trusted with deleting for good what is
// past its time. After a jump it is not, until the issuer's date agrees or the clock has
// stood for a day of running. It is safe for concurrent use.
type clock struct {
	now     func() time.Time     // what the clock shows
	running func() time.Duration // how long the program has run, whatever the clock shows
	issuer  func() string        // what the issuer's date says: a value of package health

	mu      sync.Mutex
	looked  reading // when it was looked at last
	base    reading // at the start, or when it was confirmed last
	jumpAt  reading // at the start, or after the last jump
	doubted bool
	stood   time.Duration // how long the program has run in doubt since the last jump
	leaps   []leap        // jumps ahead that are not settled yet
}

// reading is one look at the clock.
type reading struct {
	shown time.Time
	ran   time.Duration
}

// ahead is by how much the clock has moved since another look beside the time that has
// passed.
func (r reading) ahead(since reading) time.Duration {
	return r.shown.Sub(since.shown) - (r.ran - since.ran)
}

// leap is a jump ahead: what the program has dated from From to To, both as shown before
// the jump, is older by By than it seems.
type leap struct {
	From, To time.Time
	By       time.Duration
}

// newClock returns the clock of the machine.
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
// programs have run before in the same doubt.
func (c *clock) begin(swept time.Time, stood time.Duration) {
	if c.looked.shown.Sub(swept).Abs() > maxJump {
		c.doubted, c.stood = true, stood
	}
}

// trusted looks at the clock. It should be called every few minutes.
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
