package main

import (
	"math"
	"math/rand/v2"
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
	n         int              // of each sample
	medians   [2]time.Duration // of the first and the second sample
	low, high time.Duration    // 95 % interval of the second median minus the first
	auc       float64          // chance that the second is slower than the first; 0.5: no difference
	z, p      float64          // of auc against 0.5, two-sided
}

// found reports whether the samples differ by the bounds above.
func (c comparison) found() bool {
	return math.Abs(c.z) > foundZ && math.Max(c.auc, 1-c.auc) > foundAUC
}

// compare compares two samples of the same size by the Mann-Whitney U test.
func compare(a, b []time.Duration, random *rand.Rand) comparison {
	c := comparison{n: len(a), medians: [2]time.Duration{median(a), median(b)}}
	c.low, c.high = bootstrap(a, b, random)
	c.auc, c.z = mannWhitney(a, b)
	c.p = tail(c.z)
	return c
}

// compareOrder compares two samples whose answers raced in pairs, by the sign test of how
// often the first sample's answer came first.
func compareOrder(a, b []time.Duration, firsts int, random *rand.Rand) comparison {
	c := comparison{n: len(a), medians: [2]time.Duration{median(a), median(b)}}
	c.low, c.high = bootstrap(a, b, random)
	c.auc, c.z = signTest(firsts, len(a))
	c.p = tail(c.z)
	return c
}

func median(sample []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(sample))
	if len(sorted) == 0 {
		return 0
	}
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// resamples is how often a sample is resampled.
const resamples = 1000

// bootstrap returns the interval in which 95 % of the differences between the medians
// of resampled b and a are.
func bootstrap(a, b []time.Duration, random *rand.Rand) (low, high time.Duration) {
	differences := make([]time.Duration, resamples)
	for i := range differences {
		differences[i] = median(resample(b, random)) - median(resample(a, random))
	}
	slices.Sort(differences)
	return differences[resamples/40], differences[resamples-1-resamples/40]
}

func resample(sample []time.Duration, random *rand.Rand) []time.Duration {
	drawn := make([]time.Duration, len(sample))
	for i := range drawn {
		drawn[i] = sample[random.IntN(len(sample))]
	}
	return drawn
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

// tail returns the probability of a standard score at least this far from 0.
func tail(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }
