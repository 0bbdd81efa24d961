package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/internal/lambdahttp"
)

// handler is the function as Lambda calls it.
type handler struct {
	web        lambdahttp.Handler
	carryOn    func(ctx context.Context) (pending int, err error)
	eraseDue   func(ctx context.Context) error
	resumeWork func(ctx context.Context) (pending int, err error)
	countMemos func(ctx context.Context) error
	sink       *emf.Sink
}

// margin is the part of an invocation's time that is kept for the answer when the work
// has used up the rest.
const margin = time.Second

// carryOn is the task in the schedule's event.
const carryOn = "carry-on"

// Invoke answers an HTTP request or the schedule. An error makes the invocation
// fail; Lambda logs its type and message, so neither quotes the event.
func (h handler) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-margin))
		defer cancel()
	}
	answer, err := h.web.Invoke(ctx, payload)
	if !errors.Is(err, lambdahttp.ErrEvent) {
		return answer, err
	}
	var scheduled struct {
		Task string `json:"voicememo"`
	}
	if json.Unmarshal(payload, &scheduled) == nil && scheduled.Task == carryOn {
		return h.carry(ctx)
	}
	return nil, messages.InvokeResponse_Error{Type: "Event", Message: err.Error() + ", nor of the schedule"}
}

// carry resumes moves, then erases the accounts whose time is over, resumes changes of many
// memos and counts the memos of families that may be full, for as long as the invocation may
// last. The next invocation does the rest.
func (h handler) carry(ctx context.Context) ([]byte, error) {
	began := time.Now()
	pending, err := h.carryOn(ctx)
	if err == nil || pending > 0 { // else the number is unknown
		h.sink.Pending(pending)
	}
	failed := h.failure(ctx, "carry-on failed", err)
	if ctx.Err() == nil {
		failed = h.failure(ctx, "erasures failed", h.eraseDue(ctx)) || failed
	}
	working := 0
	if ctx.Err() == nil {
		working, err = h.resumeWork(ctx)
		failed = h.failure(ctx, "changes of many memos failed", err) || failed
	}
	if ctx.Err() == nil {
		failed = h.failure(ctx, "counting memos failed", h.countMemos(ctx)) || failed
	}
	h.sink.Logger().InfoContext(ctx, carryOn, "pending", pending, "working", working, "ms", time.Since(began).Milliseconds())
	if failed {
		return nil, messages.InvokeResponse_Error{Type: "CarryOn", Message: "not all moves, erasures, changes of many memos and counts could be carried on"}
	}
	return json.Marshal(map[string]int{"pending": pending})
}

// failure logs an error and reports whether there is one. The end of the invocation's time
// is not an error.
func (h handler) failure(ctx context.Context, says string, err error) bool {
	if err == nil || ctx.Err() != nil {
		return false
	}
	h.sink.Logger().ErrorContext(ctx, says, "error", err.Error())
	return true
}
