package bench

import (
	"context"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/runtimeapi"
)

// condition is how much CPU the functions get, and when.
type condition struct {
	name   string
	begin  *share // while the process starts; nil: all CPUs
	answer *share // from the moment it asks for an event
}

// conditions returns the conditions that use a share. Lambda allots CPU in proportion to
// memory, a whole CPU for 1,769 MB ("Configure Lambda function memory"): 256 MB are about
// an eighth. While a function starts it has more.
func conditions(eighth *share) []condition {
	return []condition{{"cpu=all", nil, nil}, {"cpu=eighth", eighth, eighth}, {"cpu=lambda", nil, eighth}}
}

// BenchmarkColdStart measures the functions from the start of their process to the first
// answer, under each condition (lambda: all CPU until it asks for an event, an eighth
// from then on), with one root certificate to read and as deployed. Each start of a
// function is followed by one of the reference; the ratios are to the reference.
func BenchmarkColdStart(b *testing.B) {
	w := newWorld(b, 100)
	eighth, err := newShare(8)
	if err == nil {
		b.Cleanup(func() { _ = eighth.remove() })
	}
	for _, c := range conditions(eighth) {
		for _, roots := range []string{oneRoot, deployed} {
			for _, name := range functions {
				b.Run(c.name+"/roots="+roots+"/"+name, func(b *testing.B) {
					if err != nil && c.name != "cpu=all" {
						b.Skipf("not measured: a part of a CPU needs root and the first version of the CPU controller: %v", err)
					}
					w.measure(b, c, roots, name)
				})
			}
		}
	}
}

// measure measures one function with its environment.
func (w *world) measure(b *testing.B, c condition, roots, name string) {
	var ours, bare []start
	c.once(b, w, roots, name) // warms the file cache
	for b.Loop() {
		ours = append(ours, c.once(b, w, roots, name))
		if name != reference {
			bare = append(bare, c.once(b, w, roots, reference))
		}
	}
	noTime(b)
	b.ReportMetric(millis(median(ours, answeredIn)), "ms")
	b.ReportMetric(millis(quantile(each(ours, answeredIn), 0.95)), "p95-ms")
	b.ReportMetric(millis(median(ours, readyIn)), "ready-ms")
	b.ReportMetric(millis(median(ours, answerIn)), "event-ms")
	b.ReportMetric(millis(median(ours, cpuOf)), "cpu-ms")
	b.ReportMetric(float64(median(ours, peakOf))/1e6, "peak-MB")
	b.ReportMetric(float64(w.deployed[name].program)/1e6, "program-MB")
	b.ReportMetric(float64(w.deployed[name].zip)/1e6, "zip-MB")
	if len(bare) > 0 {
		b.ReportMetric(ratio(ours, bare, answeredIn), "ratio")
		b.ReportMetric(ratio(ours, bare, answerIn), "event-ratio")
		b.ReportMetric(ratio(ours, bare, cpuOf), "cpu-ratio")
	}
}

// start is one measured start.
type start struct {
	ready, answered, answer time.Duration // since the start; since the start; since the event
	cpu                     time.Duration // of the whole start
	peak                    int64         // bytes
}

func readyIn(s start) time.Duration    { return s.ready }
func answeredIn(s start) time.Duration { return s.answered }
func answerIn(s start) time.Duration   { return s.answer }
func cpuOf(s start) time.Duration      { return s.cpu }
func peakOf(s start) int64             { return s.peak }

// ratio compares two medians.
func ratio(ours, bare []start, of func(start) time.Duration) float64 {
	return float64(median(ours, of)) / float64(median(bare, of))
}

// patience is how long one start may take.
const patience = 20 * time.Second

// once starts a function, sends it one event and ends it.
func (c condition) once(t testing.TB, w *world, roots, name string) (s start) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	f := w.function(roots, name)
	if c.begin != nil {
		f.Begin = c.begin.begin
	}
	p, err := runtimeapi.Start(f)
	must.OK(t, err)
	defer func() {
		must.OK(t, p.Close())
		s.cpu = p.CPU()
	}()
	select {
	case <-p.Ready():
	case <-ctx.Done():
		t.Fatalf("%s does not ask for an event: %v\n%s", name, ctx.Err(), p.Output())
	}
	s.ready = time.Since(p.Began)
	if c.answer != c.begin {
		must.OK(t, c.answer.take(p.Pid()))
	}
	q := w.question(name)
	asked := time.Now()
	said, err := p.Invoke(ctx, q.event(asked))
	s.answer, s.answered = time.Since(asked), time.Since(p.Began)
	if err == nil {
		err = q.answered(said)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, p.Output())
	}
	s.peak, err = p.PeakMemory()
	must.OK(t, err)
	return s
}
