package app

import (
	"testing"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/infra/sqlite"
)

// shifted is a clock that a test sets while the program runs.
type shifted struct {
	*clock
	shows time.Time
	ran   time.Duration
	says  string // the issuer
}

func newShifted() *shifted {
	s := &shifted{shows: time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC), says: health.Unknown}
	s.start()
	return s
}

func (s *shifted) start() {
	s.clock = newClock(machine{
		now: func() time.Time { return s.shows }, running: func() time.Duration { return s.ran },
		issuer: func() string { return s.says },
	})
}

// pass lets time pass, and also moves the clock by jump.
func (s *shifted) pass(d, jump time.Duration) { s.ran, s.shows = s.ran+d, s.shows.Add(d+jump) }

func (s *shifted) want(t *testing.T, trusted, jumped bool) {
	t.Helper()
	got := s.trusted()
	if doubted := s.jumped(); got != trusted || doubted != jumped {
		t.Errorf("got trusted %v and jumped %v, want %v and %v", got, doubted, trusted, jumped)
	}
}

const day = 24 * time.Hour

// TestClockAtStart: a clock far from the last clean-up is not trusted until the issuer
// agrees or the program has run for a day.
func TestClockAtStart(t *testing.T) {
	for name, c := range map[string]struct {
		swept time.Duration // before the start
		doubt bool
	}{
		"an hour ago":       {time.Hour, false},
		"a day ago":         {day, false},
		"eleven days ago":   {11 * day, true},
		"an hour ahead":     {-time.Hour, false},
		"eleven days ahead": {-11 * day, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShifted()
			s.begin(sqlite.Times{Steady: s.shows.Add(-c.swept)})
			s.want(t, !c.doubt, c.doubt)
			s.says = health.Unreachable
			s.pass(day-time.Minute, 0)
			s.want(t, !c.doubt, c.doubt)
			s.pass(time.Minute, 0)
			s.want(t, true, false)
		})
	}
	s := newShifted()
	s.begin(sqlite.Times{}) // the time is not known
	s.want(t, false, true)
	s.says = health.OK
	s.pass(time.Minute, 0)
	s.want(t, false, true) // the issuer may have agreed before the jump
	s.pass(time.Minute, 0)
	s.want(t, true, false)
}

// TestClockStandsOverStarts: the doubt also ends on a machine that never runs for a whole
// day.
func TestClockStandsOverStarts(t *testing.T) {
	swept, stood := newShifted().shows.Add(-30*time.Hour), time.Duration(0)
	for n := 1; ; n++ {
		s := newShifted()
		s.shows = s.shows.Add(time.Duration(n) * day)
		s.start()
		s.begin(sqlite.Times{Steady: swept, Stood: stood})
		s.pass(5*time.Hour, 0)
		if s.trusted() {
			if n != 5 {
				t.Errorf("got trusted on day %d, want 5", n)
			}
			return
		}
		if stood = s.times().Stood; n > 10 {
			t.Fatal("the doubt does not end")
		}
	}
}

// TestClockJumps: the clock jumps ahead and back while the program runs.
func TestClockJumps(t *testing.T) {
	s := newShifted()
	s.pass(time.Minute, 0)
	s.want(t, true, false)
	s.pass(time.Minute, time.Hour)
	s.want(t, true, false)
	s.pass(time.Minute, 11*day)
	s.want(t, false, true)
	s.pass(time.Minute, -11*day)
	s.want(t, false, true)
	s.pass(day, 0)
	s.want(t, true, false)
	s.pass(time.Minute, 11*day)
	s.says = health.Off
	s.want(t, false, true)
	s.pass(2*day, 0)
	s.want(t, false, false) // it has stood for a day, but is wrong
	s.says = health.OK
	s.want(t, true, false)
}

// TestClockInSteps: jumps that are each allowed are not allowed together.
func TestClockInSteps(t *testing.T) {
	s := newShifted()
	s.pass(time.Minute, 23*time.Hour)
	s.want(t, true, false)
	s.pass(time.Minute, 23*time.Hour)
	s.want(t, false, true)
}
