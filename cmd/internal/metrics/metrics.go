// Package metrics says what is counted and timed, whoever keeps the figures:
// subpackage emf writes them into the log for CloudWatch, subpackage prometheus
// hands them out to be scraped. The surfaces and the invitations tell through
// hooks of their own; the stores are decorated here.
package metrics

import (
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// OK is the outcome of what did not fail; other outcomes are codes of package
// models, and of attempts to join those of invite.Outcome.
const OK = "ok"

// Sink takes note of what happens. Every text is one of a small fixed set, never
// anything that a person said or is. It is safe for concurrent use.
type Sink interface {
	// Request is a request to the web API, at its end. The route is its pattern,
	// "" if there is none; took is the time until the answer began.
	Request(method, route string, status int, took time.Duration)
	// Turn is a request to the skill. The intent is its name, or the request's
	// type if it has none.
	Turn(intent, outcome string, took time.Duration)
	// StoreCall is one call of a method of a store.
	StoreCall(store, method, outcome string, took time.Duration)
	// Join is an attempt to join a family: by digits, by a link, or by an Echo's
	// connection or recovery number.
	Join(invite.Surface, invite.Outcome)
	// Pending is how many families have members whose memos are still to follow.
	Pending(moves int)
}

// Outcome names what became of a call that returned err.
func Outcome(err error) string {
	if err == nil {
		return OK
	}
	return string(models.AsError(err).Code)
}

// Failed reports whether an outcome is this program's fault or its store's, not
// the asker's.
func Failed(outcome string) bool {
	return outcome == string(models.CodeInternal) || outcome == string(models.CodeUnavailable)
}

// timer times the methods of one store.
type timer struct {
	sink  Sink
	store string
}

// done is deferred by a method, so that it sees the error that the method returns.
func (t timer) done(method string, began time.Time, err *error) {
	t.sink.StoreCall(t.store, method, Outcome(*err), time.Since(began))
}

// Nobody is a Sink that forgets everything.
type Nobody struct{}

// Request implements Sink.
func (Nobody) Request(string, string, int, time.Duration) {}

// Turn implements Sink.
func (Nobody) Turn(string, string, time.Duration) {}

// StoreCall implements Sink.
func (Nobody) StoreCall(string, string, string, time.Duration) {}

// Join implements Sink.
func (Nobody) Join(invite.Surface, invite.Outcome) {}

// Pending implements Sink.
func (Nobody) Pending(int) {}
