package bench

import (
	"cmp"
	"slices"
	"testing"
	"time"
)

// quantile returns a quantile of unsorted values; of none, the zero value.
func quantile[T cmp.Ordered](values []T, q float64) T {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return *new(T)
	}
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

// each returns one metric of each sample.
func each[S, T any](samples []S, of func(S) T) (all []T) {
	for _, s := range samples {
		all = append(all, of(s))
	}
	return all
}

// median returns the median of one metric of the samples.
func median[S any, T cmp.Ordered](samples []S, of func(S) T) T {
	return quantile(each(samples, of), 0.5)
}

// millis returns a time as a metric in ms.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// noTime removes the time of an iteration, which includes more than what is measured.
func noTime(b *testing.B) { b.ReportMetric(0, "ns/op") }
