// Package prometheus serves metrics to a scraper, in the exposition format.
//
// Names follow https://prometheus.io/docs/practices/naming/.
package prometheus

import (
	"net/http"
	"strconv"
	"time"

	client "github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"voicememo/cmd/internal/metrics"
	"voicememo/cmd/internal/version"
	"voicememo/invite"
)

// The buckets of durations, in seconds. A call of SQLite takes tens of
// microseconds, a turn has five seconds in all.
var (
	callBuckets    = []float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5}
	requestBuckets = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}
	turnBuckets    = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8}
)

// Sink collects metrics until they are requested. It is a metrics.Sink.
type Sink struct {
	registry *client.Registry

	requests        *client.CounterVec
	requestFailures client.Counter
	requestSeconds  *client.HistogramVec
	turns           *client.CounterVec
	turnFailures    client.Counter
	turnSeconds     client.Histogram
	calls           *client.CounterVec
	callSeconds     *client.HistogramVec
	joins           *client.CounterVec
	pending         client.Gauge
	modules         *client.CounterVec
}

var _ metrics.Sink = (*Sink)(nil)

// New returns a Sink with its own registry, which also has the metrics of the Go runtime
// and of the process.
//
// The series that alerts use exist from the start, as 0: a series that begins with its
// first failure shows no increase.
// See https://prometheus.io/docs/practices/instrumentation/#avoid-missing-metrics.
func New() *Sink {
	s := &Sink{
		registry:        client.NewRegistry(),
		requests:        counter("requests_total", "Requests to the web API.", "method", "route", "status"),
		requestFailures: failures("request_failures_total", "Requests to the web API with a status from 500 on."),
		requestSeconds:  histogram("request_seconds", "Time until the answer to a request began.", requestBuckets, "route"),
		turns:           counter("turns_total", "Requests to the skill.", "intent", "outcome"),
		turnFailures:    failures("turn_failures_total", "Requests to the skill that were answered with an apology."),
		turnSeconds: client.NewHistogram(client.HistogramOpts{
			Namespace: namespace, Name: "turn_seconds", Help: "Time until a turn was answered.", Buckets: turnBuckets,
		}),
		calls:       counter("store_calls_total", "Transactions and queries of SQLite, or requests to DynamoDB, of the stores.", "store", "method", "outcome"),
		callSeconds: histogram("store_call_seconds", "Time of a transaction, query or request of a store.", callBuckets, "store", "method"),
		joins:       counter("join_attempts_total", "Attempts to join a family, or to connect an Echo; the outcome refused is a limit's.", "surface", "outcome"),
		pending: client.NewGauge(client.GaugeOpts{
			Namespace: namespace, Name: "moves_pending", Help: "Families with members whose memos are still to follow.",
		}),
		modules: counter("module_total", "What the modules count, such as notifications sent (PushSent).", "metric"),
	}
	s.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		s.requests, s.requestFailures, s.requestSeconds, s.turns, s.turnFailures, s.turnSeconds,
		s.calls, s.callSeconds, s.joins, s.pending, s.modules, buildInfo())
	for _, limited := range []invite.Surface{invite.Web, invite.Alexa, "link", "number"} {
		s.joins.WithLabelValues(string(limited), string(invite.Refused))
	}
	return s
}

// buildInfo is always 1; its label is what one wants to know, also beside other series.
func buildInfo() client.Gauge {
	g := client.NewGauge(client.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "The program; always 1.",
		ConstLabels: client.Labels{"version": version.String()},
	})
	g.Set(1)
	return g
}

// Log adds the metric of the log. dropped is called at each request.
func (s *Sink) Log(dropped func() int64) {
	s.registry.MustRegister(client.NewCounterFunc(client.CounterOpts{
		Namespace: namespace, Name: "log_lines_dropped_total", Help: "Log lines that could not be written.",
	}, func() float64 { return float64(dropped()) }))
}

const namespace = "voicememo"

func counter(name, help string, labels ...string) *client.CounterVec {
	return client.NewCounterVec(client.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func failures(name, help string) client.Counter {
	return client.NewCounter(client.CounterOpts{Namespace: namespace, Name: name, Help: help})
}

func histogram(name, help string, buckets []float64, labels ...string) *client.HistogramVec {
	return client.NewHistogramVec(client.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels)
}

// Handler returns the handler that answers with all metrics.
func (s *Sink) Handler() http.Handler {
	return promhttp.HandlerFor(s.registry, promhttp.HandlerOpts{Registry: s.registry})
}

// Request counts as metrics.Sink says.
func (s *Sink) Request(method, route string, status int, took time.Duration) {
	s.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	s.requestSeconds.WithLabelValues(route).Observe(took.Seconds())
	if status >= http.StatusInternalServerError {
		s.requestFailures.Inc()
	}
}

// Turn counts as metrics.Sink says.
func (s *Sink) Turn(intent, outcome string, took time.Duration) {
	s.turns.WithLabelValues(intent, outcome).Inc()
	s.turnSeconds.Observe(took.Seconds())
	if metrics.Failed(outcome) {
		s.turnFailures.Inc()
	}
}

// StoreCall counts as metrics.Sink says.
func (s *Sink) StoreCall(store, method, outcome string, took time.Duration) {
	s.calls.WithLabelValues(store, method, outcome).Inc()
	s.callSeconds.WithLabelValues(store, method).Observe(took.Seconds())
}

// Join counts as metrics.Sink says.
func (s *Sink) Join(surface invite.Surface, outcome invite.Outcome) {
	s.joins.WithLabelValues(string(surface), string(outcome)).Inc()
}

// Pending reports as metrics.Sink says.
func (s *Sink) Pending(moves int) { s.pending.Set(float64(moves)) }

// Count counts as metrics.Sink says.
func (s *Sink) Count(name string, n int) { s.modules.WithLabelValues(name).Add(float64(n)) }
