package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"voicememo/family/module"
	"voicememo/family/websockets"
)

// handler is the function as Lambda calls it.
type handler struct {
	pages   *websockets.Service
	modules []module.Module
	logger  *slog.Logger
}

// margin is the part of an invocation's time that is kept for the answer when the work has
// used up the rest.
const margin = time.Second

// event is what tells the three kinds of events apart.
type event struct {
	Records []json.RawMessage `json:"Records"` // of a stream
	Context socketContext     `json:"requestContext"`
	Task    string            `json:"voicememo"` // of a schedule
}

// Invoke answers an event of the WebSocket API, of a stream or of a schedule. An error
// makes the invocation fail; Lambda logs its type and message, so neither quotes the event.
func (h handler) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-margin))
		defer cancel()
	}
	var (
		began  = time.Now()
		e      event
		answer any
		what   []any // members of the line
	)
	err := json.Unmarshal(payload, &e)
	switch {
	case err != nil:
	case e.Context.ConnectionID != "":
		answer, what = h.socket(ctx, payload)
	case len(e.Records) > 0:
		answer, what = h.stream(ctx, e.Records)
	case e.Task != "":
		answer, what, err = h.work(ctx)
	}
	if what == nil {
		return nil, messages.InvokeResponse_Error{Type: "Event", Message: notKnown}
	}
	h.logger.InfoContext(ctx, "live", append(what, "ms", time.Since(began).Milliseconds())...)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

// failed logs and counts an event that could not be handled.
func (h handler) failed(ctx context.Context, kind string, err error) {
	h.logger.ErrorContext(ctx, "live failed", "kind", kind, "error", err.Error())
	h.pages.Count(websockets.MetricFailures, 1)
}

// notKnown says nothing of the event, which may have a person's data.
const notKnown = "not an event of a WebSocket, of a stream or of a schedule"
