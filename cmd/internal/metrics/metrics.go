// Package metrics defines what is counted and timed. Subpackage emf writes the metrics
// into the log for CloudWatch, subpackage prometheus serves them to a scraper. The surfaces
// and the invitations report through their own hooks, the engines to Calls.
package metrics

import (
	"time"

	"voicememo/infra/calls"
	"voicememo/invite"
	"voicememo/models"
)

// OK is the outcome of a call that did not fail. Other outcomes are codes of package
// models, or for attempts to join those of invite.Outcome.
const OK = "ok"

// Sink collects metrics. Every text is one of a small fixed set, and never comes from a
// person. It is safe for concurrent use.
type Sink interface {
	// Request reports a request to the web API, when it has ended. The route is its
	// pattern, "" if there is none; took is the time until the answer began.
	Request(method, route string, status int, took time.Duration)
	// Turn reports a request to the skill. The intent is its name, or the request's
	// type if it has none.
	Turn(intent, outcome string, took time.Duration)
	// StoreCall reports a transaction, a query or a request of a method of a store.
	StoreCall(store, method, outcome string, took time.Duration)
	// Join reports an attempt to join a family: by digits, by a link, or by an Echo's
	// connection or recovery number.
	Join(invite.Surface, invite.Outcome)
	// Pending reports how many families have members whose memos are still to move.
	Pending(moves int)
	// Count adds to a metric of a module, such as PushSent.
	Count(name string, n int)
}

// Outcome returns the outcome of a call that returned err.
func Outcome(err error) string {
	if err == nil {
		return OK
	}
	return string(models.AsError(err).Code)
}

// Failed reports whether this program or its store, and not the caller, caused an
// outcome.
func Failed(outcome string) bool {
	return outcome == string(models.CodeInternal) || outcome == string(models.CodeUnavailable)
}

// Calls returns an observer of an engine that reports to s.
func Calls(s Sink) calls.Observer {
	return func(store, method string, err error, took time.Duration) {
		s.StoreCall(store, method, Outcome(err), took)
	}
}

// Discard is a Sink that discards everything.
type Discard struct{}

// Request implements Sink.
func (Discard) Request(string, string, int, time.Duration) {}

// Turn implements Sink.
func (Discard) Turn(string, string, time.Duration) {}

// StoreCall implements Sink.
func (Discard) StoreCall(string, string, string, time.Duration) {}

// Join implements Sink.
func (Discard) Join(invite.Surface, invite.Outcome) {}

// Pending implements Sink.
func (Discard) Pending(int) {}

// Count implements Sink.
func (Discard) Count(string, int) {}
