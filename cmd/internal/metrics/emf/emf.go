// Package emf writes metrics into the log, in CloudWatch's embedded metric format: the
// line at the end of each request is both a log line and a data point, so that metrics
// need no further call.
//
// Specification: "Embedded metric format" of the Amazon CloudWatch user guide.
package emf

import (
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"voicememo/cmd/internal/metrics"
	"voicememo/invite"
)

// Namespace is the CloudWatch namespace of the metrics.
const Namespace = "VoiceMemo"

// environmentKey names the only dimension. CloudWatch charges for each value of a
// dimension as a metric, so intent, outcome and route are only fields of the line, for
// Logs Insights.
const environmentKey = "Environment"

// metric is the index of a metric.
type metric int

// The metrics. All are counts.
const (
	webRequests metric = iota
	webFailures
	skillTurns
	skillFailures
	joinAttempts
	joinRefusals
	storeCalls
	storeFailures
	movesPending
	metricCount
)

var names = [metricCount]string{
	"WebRequests", "WebFailures", "SkillTurns", "SkillFailures", "JoinAttempts", "JoinRefusals",
	"StoreCalls", "StoreFailures", "MovesPending",
}

// Sink counts until the next line that reports. It is a metrics.Sink.
type Sink struct {
	environment string
	logger      *slog.Logger

	mu     sync.Mutex
	values [metricCount]int
	seen   [metricCount]bool // a 0 is also reported
	more   map[string]int    // metrics of Count, by name
}

var _ metrics.Sink = (*Sink)(nil)

// New returns a Sink whose Logger writes to w, one JSON object per line.
func New(w io.Writer, environment string) *Sink {
	s := &Sink{environment: environment}
	s.logger = slog.New(handler{slog.NewJSONHandler(w, nil), s})
	return s
}

// Logger returns the log of the whole program. The surfaces write its lines "request",
// "requests refused", "turn", "carry-on" and "live" at the end of requests, except some that
// are refused. Each of these lines reports what was counted since the previous one, so a
// request must be counted before its line is written.
func (s *Sink) Logger() *slog.Logger { return s.logger }

// Request counts as metrics.Sink says; statuses from 500 on are failures.
func (s *Sink) Request(_, _ string, status int, _ time.Duration) {
	s.count(webRequests, webFailures, status >= 500)
}

// Turn counts as metrics.Sink says.
func (s *Sink) Turn(_, outcome string, _ time.Duration) {
	s.count(skillTurns, skillFailures, metrics.Failed(outcome))
}

// StoreCall counts as metrics.Sink says.
func (s *Sink) StoreCall(_, _, outcome string, _ time.Duration) {
	s.count(storeCalls, storeFailures, metrics.Failed(outcome))
}

// Join counts as metrics.Sink says.
func (s *Sink) Join(_ invite.Surface, outcome invite.Outcome) {
	s.count(joinAttempts, joinRefusals, outcome == invite.Refused)
}

// Pending reports as metrics.Sink says.
func (s *Sink) Pending(moves int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[movesPending], s.seen[movesPending] = moves, true
}

// Count adds to a metric of open pages or of a module. The name is in the log, and not a
// text of a person's.
func (s *Sink) Count(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.more == nil {
		s.more = map[string]int{}
	}
	s.more[name] += n
}

// count adds one to a metric, and one or zero to the metric of its failures: an alarm
// needs the zeros.
func (s *Sink) count(all, bad metric, isBad bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[all]++
	if isBad {
		s.values[bad]++
	}
	s.seen[all], s.seen[bad] = true, true
}

// figure is a metric with its value.
type figure struct {
	name  string
	value int
}

// take returns what was counted and resets it.
func (s *Sink) take() (all []figure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m, name := range names {
		if s.seen[m] {
			all = append(all, figure{name, s.values[m]})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.more)) {
		all = append(all, figure{name, s.more[name]})
	}
	s.values, s.seen, s.more = [metricCount]int{}, [metricCount]bool{}, nil
	return all
}
