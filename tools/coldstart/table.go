package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"
)

// table prints medians, and each contestant's ratio to its reference.
func table(out io.Writer, title string, contestants []contestant, all map[string][]start) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(w, "\n%s (median of %d)\n", title, len(all[contestants[0].name]))
	_, _ = fmt.Fprintln(w, "function\tstart to answer\tp95\tratio\tstart to ready\tevent to answer\tratio\tCPU\tratio\tpeak memory")
	for _, c := range contestants {
		answered, answer := median(all[c.name], answeredIn), median(all[c.name], answerIn)
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.1f MB\n", c.name,
			ms(answered), ms(quantile(all[c.name], answeredIn, 0.95)), ratio(answered, median(all[c.reference], answeredIn)),
			ms(median(all[c.name], func(s start) time.Duration { return s.ready })),
			ms(answer), ratio(answer, median(all[c.reference], answerIn)),
			ms(median(all[c.name], cpuOf)), ratio(median(all[c.name], cpuOf), median(all[c.reference], cpuOf)),
			float64(median(all[c.name], func(s start) int64 { return s.peak }))/1e6)
	}
	return w.Flush()
}

func answeredIn(s start) time.Duration { return s.answered }
func answerIn(s start) time.Duration   { return s.answer }
func cpuOf(s start) time.Duration      { return s.cpu }

func median[T cmp.Ordered](starts []start, of func(start) T) T { return quantile(starts, of, 0.5) }

// quantile gives the zero value for none.
func quantile[T cmp.Ordered](starts []start, of func(start) T, q float64) T {
	var values []T
	for _, s := range starts {
		values = append(values, of(s))
	}
	slices.Sort(values)
	if len(values) == 0 {
		return *new(T)
	}
	return values[int(q*float64(len(values)-1)+0.5)]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

func ratio(mine, other time.Duration) string {
	if other == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", float64(mine)/float64(other))
}

// sizes prints what is deployed.
func sizes(out io.Writer, contestants []contestant) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "zip\tprogram\tzip")
	seen := map[string]bool{}
	for _, c := range contestants {
		if !seen[c.zip] {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\n", filepath.Base(c.zip), size(filepath.Join(c.function.Root, "bootstrap")), size(c.zip))
		}
		seen[c.zip] = true
	}
	_ = w.Flush()
}

func size(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "?"
	}
	return fmt.Sprintf("%.1f MB", float64(info.Size())/1e6)
}
