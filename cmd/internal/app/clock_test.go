package app

import (
	"testing"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/infra/sqlite"
	"voicememo/memo"
	"voicememo/models"
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
	s.clock = (&clock{
		now: func() time.Time { return s.shows }, running: func() time.Duration { return s.ran },
		issuer: func() string { return s.says },
	}).started()
	return s
}

// pass lets time pass, and also moves the clock by jump.
func (s *shifted) pass(d, jump time.Duration) { s.ran, s.shows = s.ran+d, s.shows.Add(d+jump) }

func (s *shifted) want(t *testing.T, trusted, jumped bool) {
	t.Helper()
	got := s.trusted()
	if doubted, _ := s.jumped(); got != trusted || doubted != jumped {
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
			s.begin(s.shows.Add(-c.swept), 0)
			s.want(t, !c.doubt, c.doubt)
			s.says = health.Unreachable
			s.pass(day-time.Minute, 0)
			s.want(t, !c.doubt, c.doubt)
			s.pass(time.Minute, 0)
			s.want(t, true, false)
		})
	}
	s := newShifted()
	s.begin(time.Time{}, 0) // the time is not known
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
		s.started().begin(swept, stood)
		s.pass(5*time.Hour, 0)
		if s.trusted() {
			if n != 5 {
				t.Errorf("got trusted on day %d, want 5", n)
			}
			return
		}
		if _, stood = s.jumped(); n > 10 {
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

// TestJumpWhileRunning: if the clock was behind when a memo was deleted or marked done, and
// the running program sees the clock being set right, the memo is kept for ten days from
// then on, not for what is left of them. A restart before that is not part of it.
func TestJumpWhileRunning(t *testing.T) {
	for name, to := range map[string]memo.State{"deleted": memo.Trashed, "done": memo.Done} {
		t.Run(name, func(t *testing.T) { keptAfterJump(t, to) })
	}
}

func keptAfterJump(t *testing.T, to memo.State) {
	s := newShifted()
	s.begin(s.shows.Add(-time.Minute), 0)
	db, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	u := models.User{ID: "taro", FamilyID: "f", Name: "Taro", IsOwner: true, Source: models.SourceOIDC, MoveEpoch: 1, CreatedAt: s.shows}
	if err := db.Families().Create(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	m := models.Memo{UserID: "taro", ID: "0000000000000000000000001", FamilyID: "f", Content: "milk", Timestamp: s.shows, Version: 1}
	if _, _, err := db.Memos().Add(t.Context(), m, 0); err != nil {
		t.Fatal(err)
	}
	s.pass(5*time.Second, 0)
	c := memo.Change{From: memo.Live, To: to, At: s.shows, By: "taro", PurgeAt: s.shows.Add(10 * day)}
	if _, err := db.Memos().Update(t.Context(), m.Ref(), c); err != nil {
		t.Fatal(err)
	}
	s.pass(5*time.Second, 20*day)
	s.says = health.OK
	k := housekeeping{App: &App{clock: s.clock}, engine: db}
	s.want(t, false, true)
	if !k.settle(t.Context()) {
		t.Fatal("the jump was not settled")
	}
	s.pass(settling, 0)
	s.want(t, true, false)
	for _, left := range []int{1, 0} {
		if err := db.Sweep(t.Context(), s.shows); err != nil {
			t.Fatal(err)
		}
		got, err := db.Memos().Get(t.Context(), []models.MemoRef{m.Ref()})
		if err != nil || len(got) != left {
			t.Errorf("got %d memos, %v; want %d", len(got), err, left)
		}
		s.pass(10*day, 0)
	}
	if err := db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
