// Package emf writes metrics into the log, in CloudWatch's embedded metric format: the
// line at the end of each request is both a log line and a data point, so that metrics
// need no further call.
//
// Specification: "Embedded metric format" of the Amazon CloudWatch user guide.
package emf

import (
	"io"
	"log/slog"
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
}

var _ metrics.Sink = (*Sink)(nil)

// New returns a Sink whose Logger writes to w, one JSON object per line.
func New(w io.Writer, environment string) *Sink {
	s := &Sink{environment: environment}
	s.logger = slog.New(handler{slog.NewJSONHandler(w, nil), s})
	return s
}

// Logger returns the log of the whole program. The surfaces write its lines "request",
// "requests refused", "turn" and "carry-on" at the end of requests, except some that are
// refused. Each of these lines reports what was counted since the previous one, so a
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

// take returns the counts and resets them.
func (s *Sink) take() (values [metricCount]int, seen [metricCount]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	values, seen = s.values, s.seen
	s.values, s.seen = [metricCount]int{}, [metricCount]bool{}
	return values, seen
}
