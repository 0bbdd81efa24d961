package siege

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// A difference counts as found if it is this unlikely by chance and this large. The
// second bound leaves out differences that an attacker could see only in many thousands
// of attempts.
const (
	foundZ   = 4    // standard deviations
	foundAUC = 0.56 // see comparison.auc
)

// comparison is the result of comparing two samples of times.
type comparison struct {
	n       int              // of each sample
	medians [2]time.Duration // of the first and the second sample
	auc     float64          // chance that the second is slower than the first; 0.5: no difference
	z       float64          // of auc against 0.5
}

// found reports whether the samples differ by the bounds above.
func (c comparison) found() bool {
	return math.Abs(c.z) > foundZ && math.Max(c.auc, 1-c.auc) > foundAUC
}

// compare compares two samples of the same size by the Mann-Whitney U test.
func compare(a, b []time.Duration) comparison {
	auc, z := mannWhitney(a, b)
	return comparison{len(a), [2]time.Duration{median(a), median(b)}, auc, z}
}

// compareOrder compares two samples whose answers raced in pairs, by the sign test of how
// often the first sample's answer came first.
func compareOrder(a, b []time.Duration, firsts int) comparison {
	share, z := signTest(firsts, len(a))
	return comparison{len(a), [2]time.Duration{median(a), median(b)}, share, z}
}

func median(sample []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(sample))
	return sorted[len(sorted)/2]
}

// mannWhitney returns U / (|a| |b|), the chance that a value of b is larger than one
// of a, ties counted half, and its standard score by the normal approximation with
// the correction for ties.
func mannWhitney(a, b []time.Duration) (auc, z float64) {
	type value struct {
		time.Duration
		ofB bool
	}
	var all []value
	for _, d := range a {
		all = append(all, value{d, false})
	}
	for _, d := range b {
		all = append(all, value{d, true})
	}
	slices.SortFunc(all, func(x, y value) int { return int(x.Duration - y.Duration) })
	rankSum, ties := 0.0, 0.0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].Duration == all[i].Duration {
			j++
		}
		rank, t := float64(i+j+1)/2, float64(j-i)
		ties += t*t*t - t
		for ; i < j; i++ {
			if all[i].ofB {
				rankSum += rank
			}
		}
	}
	na, nb := float64(len(a)), float64(len(b))
	n := na + nb
	u := rankSum - nb*(nb+1)/2
	sigma := math.Sqrt(na * nb / 12 * (n + 1 - ties/(n*(n-1))))
	if sigma == 0 || math.IsNaN(sigma) {
		return 0.5, 0
	}
	return u / (na * nb), (u - na*nb/2) / sigma
}

// signTest returns the share of n pairs whose first answer won, and its standard score.
func signTest(firsts, n int) (share, z float64) {
	if n == 0 {
		return 0.5, 0
	}
	half := float64(n) / 2
	return float64(firsts) / float64(n), (float64(firsts) - half) / (math.Sqrt(float64(n)) / 2)
}

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
