package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// show prints the table in Markdown. Its numbers are medians over the rounds, so that a
// round in which the machine had other work does not count.
func show(out io.Writer, list []scenario, results [][]result) {
	_, _ = fmt.Fprintln(out, "| beside | done/s | refused/s | list p50 | p95 | to alone | to CPU | add p50 | p95 | to alone | to CPU |\n"+
		"|---|---|---|---|---|---|---|---|---|---|---|")
	for i, s := range list {
		against := cpuOf(list, s)
		_, _ = fmt.Fprintf(out, "| %s | %.0f | %.0f |", s.name,
			median(results[i], func(r result) float64 { return float64(r.done) / r.took.Seconds() }),
			median(results[i], func(r result) float64 { return float64(r.refused) / r.took.Seconds() }))
		for _, times := range []func(result) []time.Duration{
			func(r result) []time.Duration { return r.lists }, func(r result) []time.Duration { return r.adds },
		} {
			high := quantile(results[i], times, 0.95)
			_, _ = fmt.Fprintf(out, " %.1f ms | %.1f ms | %.1f |", quantile(results[i], times, 0.5), high, high/quantile(results[0], times, 0.95))
			if against >= 0 {
				_, _ = fmt.Fprintf(out, " %.1f", high/quantile(results[against], times, 0.95))
			}
			_, _ = fmt.Fprint(out, " |")
		}
		_, _ = fmt.Fprintln(out)
	}
}

// cpuOf returns the index of the CPU scenario with as many connections as s; -1: there is
// none.
func cpuOf(list []scenario, s scenario) int {
	if !s.by {
		return -1
	}
	return slices.IndexFunc(list, func(other scenario) bool { return !other.by && len(other.kinds) == len(s.kinds) })
}

// quantile returns the median of the rounds' quantiles, in milliseconds.
func quantile(rounds []result, times func(result) []time.Duration, part float64) float64 {
	return median(rounds, func(r result) float64 {
		sorted := slices.Sorted(slices.Values(times(r)))
		return float64(sorted[int(part*float64(len(sorted)-1))]) / float64(time.Millisecond)
	})
}

// median returns the median of a metric over the rounds; of an even number, the larger of
// the two in the middle.
func median(rounds []result, metric func(result) float64) float64 {
	all := make([]float64, len(rounds))
	for i, r := range rounds {
		all[i] = metric(r)
	}
	slices.Sort(all)
	return all[len(all)/2]
}
