package app

import (
	"sync"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/infra/sqlite"
)

const (
	// maxJump is how far the clock may differ from the time stored last, or from the time
	// that has passed since it was last confirmed.
	maxJump = 24 * time.Hour
	// standing is how long a clock that cannot be compared with another one must run
	// without a jump before it is trusted.
	standing = 24 * time.Hour
	// settling is how long after a jump the check of the issuer's date may be outdated.
	settling = 2 * time.Minute
	// jitter is the largest difference between two readings that does not count as a jump.
	jitter = time.Minute
)

// machine is where the clock reads the time.
type machine struct {
	now     func() time.Time     // what the machine's clock shows
	running func() time.Duration // how long the program has run, whatever the clock shows
	issuer  func() string        // the result of the comparison with the issuer's date: a value of package health
}

// clock decides whether the machine's time is reliable enough to delete expired data
// permanently, and keeps a steady time by which such data is dated. After a jump the
// machine's time is not reliable, until the issuer's date agrees or the clock has run for a
// day without a jump. It is safe for concurrent use.
//
// The steady time continues what was stored last, and advances only with the time that the
// program runs. It is set to the machine's time in two ways. If the issuer's date agrees,
// that much time has passed: what was dated since the last such confirmation is dated anew,
// because the steady time was behind. If there is no issuer to ask, it is not known whether
// the time has passed: all dates move along, and nothing gets older by it.
type clock struct {
	machine

	mu      sync.Mutex
	looked  reading // the last reading
	base    reading // at the start, or when the clock was last confirmed
	jumpAt  reading // at the start, or after the last jump
	doubted bool
	stood   time.Duration // how long the program has run in doubt since the last jump

	steady reading       // the steady time at a reading
	sure   time.Time     // the steady time when the issuer's date last agreed; zero: never
	moved  time.Duration // how far the steady time and all dates have moved since then
	leapt  bool          // the clock has jumped since the start
	shaken bool          // it has started or jumped since dates were last corrected
	agrees bool          // the issuer's date agrees with the last reading
	alone  bool          // the issuer says nothing about the last reading, which is not doubted
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

// newClock returns a clock over the machine's time.
func newClock(m machine) *clock {
	c := &clock{machine: m}
	c.looked = c.look()
	c.base, c.jumpAt, c.steady, c.shaken = c.looked, c.looked, c.looked, true
	return c
}

func (c *clock) look() reading { return reading{c.now().Round(0), c.running()} }

// begin continues from the times that a store has kept.
func (c *clock) begin(t sqlite.Times) {
	if c.looked.shown.Sub(t.Steady).Abs() > maxJump {
		c.doubted, c.stood = true, t.Stood
	}
	if !t.Steady.IsZero() {
		c.steady.shown = t.Steady
	}
	c.sure, c.moved = t.Sure, t.Moved
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
		c.jumpAt, c.leapt, c.shaken = at, true, true
	}
	switch {
	case at.ahead(c.base).Abs() > maxJump:
		c.doubted, c.stood, c.base = true, 0, at
	case c.doubted:
		c.stood += passed
	}
	issuer, settled := c.issuer(), at.ran-c.jumpAt.ran >= settling
	if issuer == health.OK && settled || c.stood >= standing {
		c.doubted, c.stood, c.base = false, 0, at
	}
	c.agrees = issuer == health.OK && (settled || !c.leapt)
	c.alone = !c.doubted && issuer != health.Off && issuer != health.OK && (settled || issuer == "")
	return !c.doubted && issuer != health.Off
}

// jumped reports whether the clock is doubted.
func (c *clock) jumped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.doubted
}

// Steady returns the steady time.
func (c *clock) Steady() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.steadyAt(c.look())
}

// Shown returns the time to show to people: the machine's, but never before the steady time.
func (c *clock) Shown() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.look()
	if steady := c.steadyAt(at); at.shown.Before(steady) {
		return steady
	}
	return at.shown
}

// steadyAt returns the steady time at a reading: the clock's, if that has not jumped.
func (c *clock) steadyAt(at reading) time.Time {
	if by := at.ahead(c.steady); by.Abs() > jitter {
		return at.shown.Add(-by)
	}
	return at.shown
}

// correction returns how dates are to be corrected by the last reading, if they are. The
// caller then calls adopt.
func (c *clock) correction() (r sqlite.Redating, due bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	by, steady := c.looked.ahead(c.steady), c.looked.shown
	if by.Abs() <= jitter {
		by, steady = 0, steady.Add(-by)
	}
	if !c.sure.IsZero() {
		r.Since = c.sure.Add(-jitter)
	}
	switch {
	case c.agrees:
		r.Newer, r.Older = by, -c.moved
		r.Times = sqlite.Times{Steady: c.looked.shown, Sure: c.looked.shown}
		due = by != 0 || c.moved != 0 || c.shaken
		if !due {
			c.set(r.Times)
		}
	case c.alone:
		r.Newer, r.Older = by, by
		r.Times = sqlite.Times{Steady: steady, Sure: c.sure, Moved: c.moved + by}
		if !c.sure.IsZero() {
			r.Times.Sure = c.sure.Add(by)
		}
		due = by != 0 || c.shaken
	}
	r.Times.Stood = c.stood
	return r, due
}

// adopt sets the steady time after dates were corrected.
func (c *clock) adopt(t sqlite.Times) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(t)
	c.shaken = false
}

func (c *clock) set(t sqlite.Times) {
	c.steady, c.sure, c.moved = reading{t.Steady, c.looked.ran}, t.Sure, t.Moved
}

// times returns what a store keeps of the clock.
func (c *clock) times() sqlite.Times {
	c.mu.Lock()
	defer c.mu.Unlock()
	return sqlite.Times{Steady: c.looked.shown.Add(-c.looked.ahead(c.steady)), Sure: c.sure, Moved: c.moved, Stood: c.stood}
}

// keep makes services read the time from the clock.
func (c *clock) keep(s Services) {
	s.Memos.Now, s.Memos.Shown = c.Steady, c.Shown
	s.Families.Now, s.Families.Steady = c.Shown, c.Steady
	s.Invites.Now = c.Shown
}
