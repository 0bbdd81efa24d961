package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// timings are how long each turn took, by its name.
type timings map[string][]time.Duration

// quantile gives 0 for a turn that was not timed.
func (t timings) quantile(name string, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(t[name]))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

func table(out io.Writer, times timings, costs map[string]cost) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "turn\tSQLite p50\tp95\tDynamoDB requests\tone after the other\tRCU\tWCU")
	for _, t := range turns() {
		c := costs[t.name]
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%.1f\t%.1f\n", t.name,
			ms(times.quantile(t.name, 0.5)), ms(times.quantile(t.name, 0.95)), c.requests, c.sequential, c.read, c.write)
	}
	return w.Flush()
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }
