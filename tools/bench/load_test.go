package bench

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// connections is how many requests are open at a time.
const connections = 16

// asker prepares the requests of one lane, and sees the answers.
type asker interface {
	// next returns the lane's request number n and the status that its answer must have;
	// 0: 200 or 304.
	next(n int) (request []byte, status int)
	// saw receives the answer.
	saw(n int, r reply)
}

// slice is the load on a program for a short time.
type slice struct {
	times []time.Duration // of all answered requests
	took  time.Duration
	cpu   time.Duration // that the program used
	bytes int64         // of all bodies
}

func rate(s slice) float64    { return float64(len(s.times)) / s.took.Seconds() }
func p50(s slice) float64     { return millis(quantile(s.times, 0.5)) }
func p95(s slice) float64     { return millis(quantile(s.times, 0.95)) }
func cpuEach(s slice) float64 { return float64(s.cpu.Microseconds()) / float64(max(1, len(s.times))) }
func size1(s slice) float64   { return float64(s.bytes) / float64(max(1, len(s.times))) }

// press loads a program through all lanes: first unmeasured for a while, then measured.
func press(t testing.TB, p *process, askers []asker, unmeasured, measured time.Duration) slice {
	t.Helper()
	var counting, ended atomic.Bool
	parts := make([]slice, len(askers))
	errs := make([]error, len(askers))
	var group sync.WaitGroup
	for i, a := range askers {
		group.Go(func() { parts[i], errs[i] = repeat(p.address, a, &counting, &ended) })
	}
	time.Sleep(unmeasured)
	cpu, began := p.cpu(t), time.Now()
	counting.Store(true)
	time.Sleep(measured)
	counting.Store(false)
	whole := slice{took: time.Since(began), cpu: p.cpu(t) - cpu}
	ended.Store(true)
	group.Wait()
	must.OK(t, errors.Join(errs...))
	for _, part := range parts {
		whole.times, whole.bytes = append(whole.times, part.times...), whole.bytes+part.bytes
	}
	return whole
}

// repeat sends one lane's requests until ended.
func repeat(address string, a asker, counting, ended *atomic.Bool) (s slice, err error) {
	l, err := dial(address)
	if err != nil {
		return slice{}, err
	}
	defer func() { err = errors.Join(err, l.conn.Close()) }()
	var tag []byte
	for n := 0; !ended.Load(); n++ {
		request, status := a.next(n)
		began := time.Now()
		r, err := l.do(request, tag)
		took := time.Since(began)
		if err != nil {
			return slice{}, err
		}
		if r.status != status && (status != 0 || r.status != 200 && r.status != 304) {
			return slice{}, fmt.Errorf("%q: got status %d, want %d", request, r.status, status)
		}
		a.saw(n, r)
		tag = r.tag
		if counting.Load() {
			s.times, s.bytes = append(s.times, took), s.bytes+r.length
		}
	}
	return s, nil
}

// same sends requests in turn that all get one status.
type same struct {
	requests [][]byte
	status   int
}

func (s same) next(n int) ([]byte, int) { return s.requests[n%len(s.requests)], s.status }
func (same) saw(int, reply)             {}

// writeEvery is one in how many requests of a mix is a write.
const writeEvery = 20

// mixed lists, with the ETag that the last list had, and adds now and then.
type mixed struct {
	lists, adds [][]byte
	tags        []string
	buffer      []byte
}

func newMixed(lists, adds [][]byte) *mixed {
	return &mixed{lists: lists, adds: adds, tags: make([]string, len(lists))}
}

func (m *mixed) adding(n int) bool { return n%writeEvery == writeEvery-1 }

func (m *mixed) next(n int) ([]byte, int) {
	i := n % len(m.lists)
	if m.adding(n) {
		return m.adds[i], 201
	}
	if m.tags[i] == "" {
		return m.lists[i], 200
	}
	m.buffer = append(m.buffer[:0], m.lists[i][:len(m.lists[i])-2]...) // up to the empty line
	m.buffer = append(append(append(m.buffer, "If-None-Match: "...), m.tags[i]...), "\r\n\r\n"...)
	return m.buffer, 0
}

func (m *mixed) saw(n int, r reply) {
	if i := n % len(m.lists); !m.adding(n) && string(r.tag) != m.tags[i] {
		m.tags[i] = string(r.tag)
	}
}

// compared is what two programs did in interleaved slices.
type compared struct{ ours, bare []slice }

// report reports the medians of both and the quartiles of the ratio.
func (c compared) report(b *testing.B) {
	b.Helper()
	ratios := make([]float64, len(c.ours))
	for i := range ratios {
		ratios[i] = rate(c.ours[i]) / rate(c.bare[i])
	}
	noTime(b)
	b.ReportMetric(quantile(ratios, 0.5), "ratio")
	b.ReportMetric(quantile(ratios, 0.25), "ratio-q1")
	b.ReportMetric(quantile(ratios, 0.75), "ratio-q3")
	for _, side := range []struct {
		name   string
		slices []slice
	}{{"", c.ours}, {"bare-", c.bare}} {
		b.ReportMetric(median(side.slices, rate), side.name+"req/s")
		b.ReportMetric(median(side.slices, p50), side.name+"p50-ms")
		b.ReportMetric(median(side.slices, p95), side.name+"p95-ms")
		b.ReportMetric(median(side.slices, cpuEach), side.name+"cpu-us/req")
		b.ReportMetric(median(side.slices, size1), side.name+"B/answer")
	}
}
