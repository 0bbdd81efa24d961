package main

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// noisy returns n random times around a mean, with the long tail typical of requests.
func noisy(r *rand.Rand, n int, mean, spread time.Duration) []time.Duration {
	sample := make([]time.Duration, n)
	for i := range sample {
		sample[i] = mean + time.Duration(math.Abs(r.NormFloat64())*r.ExpFloat64()*float64(spread))
	}
	return sample
}

func near(got, want, by float64) bool { return math.Abs(got-want) <= by }

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		sample []time.Duration
		want   time.Duration
	}{{nil, 0}, {[]time.Duration{5}, 5}, {[]time.Duration{9, 1, 5}, 5}, {[]time.Duration{8, 2, 4, 100}, 6}} {
		if got := median(c.sample); got != c.want {
			t.Errorf("median of %v: got %d, want %d", c.sample, got, c.want)
		}
	}
}

// TestMannWhitney compares with values computed by hand.
func TestMannWhitney(t *testing.T) {
	for name, c := range map[string]struct {
		a, b   []time.Duration
		auc, z float64
	}{
		"all of b are slower": {[]time.Duration{1, 2, 3}, []time.Duration{4, 5, 6}, 1, 1.964},
		"all of b are faster": {[]time.Duration{4, 5, 6}, []time.Duration{1, 2, 3}, 0, -1.964},
		"mixed":               {[]time.Duration{1, 3, 5}, []time.Duration{2, 4, 6}, 6.0 / 9, 0.655},
		"all the same":        {[]time.Duration{7, 7}, []time.Duration{7, 7}, 0.5, 0},
		"ties":                {[]time.Duration{1, 2, 2}, []time.Duration{2, 2, 3}, 7.0 / 9, 1.291},
		"nothing":             {nil, nil, 0.5, 0},
	} {
		if auc, z := mannWhitney(c.a, c.b); !near(auc, c.auc, 0.001) || !near(z, c.z, 0.001) {
			t.Errorf("%s: got %.3f and %.3f, want %.3f and %.3f", name, auc, z, c.auc, c.z)
		}
	}
}

func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		firsts, n int
		share, z  float64
	}{{0, 0, 0.5, 0}, {50, 100, 0.5, 0}, {60, 100, 0.6, 2}, {0, 100, 0, -10}} {
		if share, z := signTest(c.firsts, c.n); !near(share, c.share, 1e-9) || !near(z, c.z, 1e-9) {
			t.Errorf("%d of %d: got %f and %f, want %f and %f", c.firsts, c.n, share, z, c.share, c.z)
		}
	}
	if p := tail(1.96); !near(p, 0.05, 0.0001) {
		t.Errorf("tail(1.96): got %f", p)
	}
}

// TestFound checks that a useful difference is found, and that chance is not reported as
// one.
func TestFound(t *testing.T) {
	const n = 1200
	for name, c := range map[string]struct {
		slower time.Duration
		found  bool
	}{
		"none":                   {0, false},
		"a thousandth":           {time.Microsecond, false},
		"a fifth of the spread":  {100 * time.Microsecond, true},
		"a fifth, to the faster": {-100 * time.Microsecond, true},
	} {
		r := random()
		a, b := noisy(r, n, time.Millisecond, 500*time.Microsecond), noisy(r, n, time.Millisecond+c.slower, 500*time.Microsecond)
		got := compare(a, b, r)
		if got.found() != c.found {
			t.Errorf("%s: got %+v", name, got)
		}
		if inside := got.low <= c.slower && c.slower <= got.high; !inside || got.low >= got.high {
			t.Errorf("%s: the interval is %s to %s", name, got.low, got.high)
		}
	}
	if !compareOrder(make([]time.Duration, n), make([]time.Duration, n), 700, random()).found() {
		t.Error("700 of 1200: got no difference, want one")
	}
	if compareOrder(make([]time.Duration, n), make([]time.Duration, n), 640, random()).found() {
		t.Error("640 of 1200: got a difference, want none")
	}
}

// TestChance checks that no difference is found in many comparisons without one.
func TestChance(t *testing.T) {
	r := random()
	for range 200 {
		a, b := noisy(r, 200, time.Millisecond, time.Millisecond), noisy(r, 200, time.Millisecond, time.Millisecond)
		if auc, z := mannWhitney(a, b); math.Abs(z) > foundZ {
			t.Errorf("got a difference: %f, %f", auc, z)
		}
	}
}
