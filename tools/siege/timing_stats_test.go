package siege

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// noisy returns n random times around a mean, with the long tail typical of requests.
func noisy(r *rand.Rand, n int, mean, spread time.Duration) []time.Duration {
	sample := make([]time.Duration, n)
	for i := range sample {
		sample[i] = mean + time.Duration(math.Abs(r.NormFloat64())*r.ExpFloat64()*float64(spread))
	}
	return sample
}

// TestStatistics compares with values computed by hand, and checks that a useful
// difference is found and that chance is not reported as one.
func TestStatistics(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) < 0.001 }
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
		if auc, z := mannWhitney(c.a, c.b); !near(auc, c.auc) || !near(z, c.z) {
			t.Errorf("%s: got %.3f and %.3f, want %.3f and %.3f", name, auc, z, c.auc, c.z)
		}
	}
	const n = 1200
	r := rand.New(rand.NewPCG(1, 2))
	for slower, want := range map[time.Duration]bool{0: false, time.Microsecond: false, 100 * time.Microsecond: true, -100 * time.Microsecond: true} {
		got := compare(noisy(r, n, time.Millisecond, 500*time.Microsecond), noisy(r, n, time.Millisecond+slower, 500*time.Microsecond))
		if got.found() != want {
			t.Errorf("slower by %v: got %+v, want found %v", slower, got, want)
		}
	}
	for firsts, want := range map[int]bool{640: false, 700: true} {
		if got := compareOrder(make([]time.Duration, n), make([]time.Duration, n), firsts); got.found() != want {
			t.Errorf("%d of %d: got %+v, want found %v", firsts, n, got, want)
		}
	}
	for range 200 { // comparisons of equal kinds
		if auc, z := mannWhitney(noisy(r, 200, time.Millisecond, time.Millisecond), noisy(r, 200, time.Millisecond, time.Millisecond)); math.Abs(z) > foundZ {
			t.Errorf("got a difference: %f, %f", auc, z)
		}
	}
}
