package app

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/sizes"
)

// TestDatesAcrossJumps: what is put into the trash or marked as done while the clock is wrong
// stays visible for ten days in the trash, or three in the list, of right time, however the
// clock is set right, and not for much longer.
func TestDatesAcrossJumps(t *testing.T) {
	t.Parallel()
	const short = time.Second
	issuers := sizes.Of(t, 1, 3) // of each row
	for i, c := range []struct {
		name  string
		off   time.Duration
		right func(h *house) // sets the clock right
		made  time.Duration  // the clock was wrong by that when the database was made
	}{
		{name: "slow, stopped", off: -14 * day, right: func(h *house) { h.again(h.stop, short, 0) }},
		{name: "slow, killed", off: -30 * day, right: func(h *house) { h.again(h.kill, short, 0) }},
		{name: "slow by less", off: -11 * day, right: func(h *house) { h.again(h.stop, short, 0) }},
		{name: "set while running, killed", off: -14 * day, right: func(h *house) {
			h.set(0)
			check.Equal(h.t, len(h.seen()), 6, "memos just after the clock was set")
			h.again(h.kill, short, 0)
		}},
		{name: "set while running", off: -14 * day, right: func(h *house) { h.set(0); h.pass(65 * time.Second); h.again(h.stop, short, 0) }},
		{name: "set while running, one round", off: -14 * day, right: func(h *house) { h.set(0); h.do(); h.again(h.kill, short, 0) }},
		{name: "as it was when it stopped", off: -5 * day, right: func(h *house) { h.set(0); h.again(h.kill, short, 0) }, made: -5 * day},
		{name: "slow since the first start", off: -14 * day, right: func(h *house) { h.again(h.kill, short, 0) }, made: -14 * day},
		{name: "1970 since the first start", off: -56 * 365 * day, right: func(h *house) { h.set(0); h.pass(short) }, made: -56 * 365 * day},
		{name: "ahead", off: 11 * day, right: func(h *house) { h.again(h.stop, short, 0) }},
		{name: "ahead, set while running", off: 11 * day, right: func(h *house) { h.set(0); h.again(h.kill, short, 0) }},
		{name: "years ahead", off: 3650 * day, right: func(h *house) { h.again(h.kill, short, 0) }},
		{name: "years ahead at first", off: 3650 * day, right: func(h *house) { h.set(0); h.pass(short) }, made: 3650 * day},
		{name: "years ahead at first, stopped", off: 3650 * day, right: func(h *house) { h.again(h.stop, short, 0) }, made: 3650 * day},
	} {
		for n, issuer := range []string{"", health.Unreachable, health.OK} {
			if (n-i%3+3)%3 >= issuers {
				continue
			}
			t.Run(c.name+" "+cmp.Or(issuer, "no issuer"), func(t *testing.T) {
				t.Parallel()
				h := newHouse(t, issuer, c.made)
				var m []string
				for i := range 6 {
					m = append(m, h.add(fmt.Sprint("memo ", i)))
				}
				h.pass(5 * time.Minute)
				h.again(h.stop, short, c.off)
				h.pass(5 * time.Minute)
				h.trash(m[0])
				h.markDone(m[1])
				h.markDone(m[2])
				h.trash(m[2])
				c.right(h)
				h.pass(3 * time.Minute)
				h.want("when the clock is right", map[string]bool{m[0]: true, m[1]: false, m[2]: true, m[3]: false, m[4]: false, m[5]: false})
				h.pass(3*day - 15*time.Minute)
				h.again(h.kill, short, 0)
				h.pass(6*day + 23*time.Hour)
				got := h.seen()
				if !got[m[0]] || !got[m[2]] {
					t.Errorf("got %v after ten days, want the first and the third in the trash", got)
				}
				h.pass(4*day + 2*time.Hour) // a day more for a clock that nothing confirms
				h.want("after fourteen days", map[string]bool{m[3]: false, m[4]: false, m[5]: false})
			})
		}
	}
}

// TestTenDays: a stop is part of the ten days if the issuer confirms the clock after it, also
// later and after a kill, and otherwise not. A jump of less than a day erases nothing early.
func TestTenDays(t *testing.T) {
	t.Parallel()
	for _, issuer := range []string{"", health.Unreachable, health.OK} {
		t.Run(cmp.Or(issuer, "no issuer"), func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, health.OK, 0)
			m := h.add("milk")
			h.pass(time.Hour)
			h.trash(m)
			h.pass(time.Hour)
			until := h.memos()[m].until
			h.issuer = issuer
			h.again(h.stop, 20*time.Hour, 0)
			h.pass(3 * time.Minute)
			if moved := h.memos()[m].until.Sub(until); moved > 21*time.Hour || (moved > slack) == (issuer == health.OK) {
				t.Errorf("got purged %v later after a stop, want by what is not confirmed", moved)
			}
			h.again(h.kill, 0, 0)
			h.issuer = health.OK
			h.pass(3 * time.Minute)
			h.issuer = issuer
			if moved := h.memos()[m].until.Sub(until); moved.Abs() > slack {
				t.Errorf("got purged %v later after the confirmation, want no change", moved)
			}
			h.pass(until.Sub(h.truth) - 2*time.Hour)
			h.pass(58 * time.Minute)
			h.set(20 * time.Hour)
			h.pass(3 * time.Minute)
			if _, there := h.seen()[m]; !there {
				t.Error("the memo is gone an hour early")
			}
			h.set(0)
			h.pass(3 * time.Hour)
			if _, there := h.seen()[m]; there {
				t.Error("the memo is still there two hours later")
			}
		})
	}
}

// TestNothingErasedEarly walks at random over memos, jumps of the clock, restarts and kills,
// with an issuer, one that is sometimes unreachable, and none: no memo goes before it has
// been in the trash for ten days of right time, or done for thirteen, and all go soon after
// the clock is right at last.
func TestNothingErasedEarly(t *testing.T) {
	t.Parallel()
	steps := sizes.Of(t, 60, 1000)
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := &walker{rand: rand.New(rand.NewPCG(seed, 35)), until: map[string]time.Time{}}
			w.house = newHouse(t, []string{"", health.OK}[seed%2], w.jump())
			for range steps {
				w.step()
				w.check()
			}
			w.again(w.kill, time.Hour, 0)
			if w.issuer != "" {
				w.locked(func() { w.issuer = health.OK })
			}
			w.pass(2 * day)
			w.check()
			w.pass(13*day + time.Hour)
			if got := w.seen(); len(got) != w.open() {
				t.Errorf("got %d memos at the end, want the %d that are open", len(got), w.open())
			}
		})
	}
}

type walker struct {
	*house
	rand  *rand.Rand
	n     int
	until map[string]time.Time // until when a memo must be there, in right time; zero: always
}

func (w *walker) open() (n int) {
	for _, until := range w.until {
		if until.IsZero() {
			n++
		}
	}
	return n
}

// jump returns how far the clock is off from now on.
func (w *walker) jump() time.Duration {
	size := []time.Duration{0, 0, 0, time.Second, 10 * time.Minute, 20 * time.Hour, 14 * day, 400 * day, 20_000 * day}[w.rand.IntN(9)]
	return time.Duration((w.rand.Float64() - 0.5) * 2 * float64(size))
}

// span returns a time that passes.
func (w *walker) span() time.Duration {
	size := []time.Duration{time.Second, time.Minute, time.Hour, 10 * time.Hour, 5 * day}[w.rand.IntN(5)]
	return time.Duration(w.rand.Float64() * float64(size))
}

func (w *walker) step() {
	switch w.rand.IntN(10) {
	case 0, 1, 2, 3:
		w.n++
		m := w.add(fmt.Sprint("memo ", w.n))
		w.until[m] = time.Time{}
		if w.rand.IntN(3) > 0 {
			w.markDone(m)
			w.until[m] = w.truth.Add(13 * day)
		}
		if w.rand.IntN(3) > 0 {
			w.trash(m)
			w.until[m] = w.truth.Add(10 * day)
		}
	case 4, 5:
		w.pass(w.span())
	case 6, 7:
		w.set(w.jump())
		if w.rand.IntN(2) == 0 {
			w.do()
		}
	case 8:
		if w.issuer != "" {
			w.locked(func() { w.issuer = []string{health.OK, health.Unreachable}[w.rand.IntN(2)] })
		}
	case 9:
		off := w.off
		if w.rand.IntN(2) == 0 {
			off = w.jump()
		}
		w.again([]func(){w.stop, w.kill}[w.rand.IntN(2)], w.span(), off)
	}
}

// slack is what a clock may be off without being doubted.
const slack = 5 * time.Minute

func (w *walker) check() {
	w.t.Helper()
	got, steady := w.memos(), w.app.clock.Steady()
	for m, until := range w.until {
		if s, there := got[m]; there {
			if left := s.until.Sub(steady); !until.IsZero() && left < until.Sub(w.truth)-slack {
				w.t.Fatalf("%s is to go in %v at %v, want not before %v", m, left, w.truth, until)
			}
			continue
		}
		if until.IsZero() || w.truth.Add(slack).Before(until) {
			w.t.Fatalf("%s is gone at %v, want it until %v", m, w.truth, until)
		}
		delete(w.until, m)
	}
}
