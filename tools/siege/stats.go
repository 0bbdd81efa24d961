package siege

import (
	"math"
	"slices"
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
