package main

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"voicememo/infra/dynamo"
	"voicememo/internal/parallel"
	"voicememo/models"
)

// failures is the answer to a batch of a stream: from which record on it is to be repeated.
//
// Source: "Configuring partial batch response with DynamoDB and Lambda" of the AWS Lambda
// Developer Guide.
type failures struct {
	Items []failure `json:"batchItemFailures"`
}

type failure struct {
	ID string `json:"itemIdentifier"` // a record's sequence number
}

// familiesAtOnce is how many families tellApart tells at the same time.
const familiesAtOnce = 8

// stream sends hints for a batch of records and passes it to the modules. If a store or a
// module fails, the whole batch is repeated: hints have no content, and modules recognise
// events by their ID. What is due is left to the schedule, so that no record waits for it.
func (h handler) stream(ctx context.Context, records []json.RawMessage) (answer any, what []any) {
	events := h.read(ctx, records)
	what = []any{"kind", "stream", "records", len(records), "events", len(events)}
	none := failures{[]failure{}}
	if len(events) == 0 {
		return none, what
	}
	err := h.tell(ctx, events)
	if dynamo.IsDamaged(err) {
		err = h.tellApart(ctx, events)
	}
	if err != nil {
		h.failed(ctx, "stream", err)
		return failures{[]failure{{sequence(records[0])}}}, what
	}
	return none, what
}

// tell sends hints for events and passes the events to the modules.
func (h handler) tell(ctx context.Context, events []models.Event) error {
	errs := make([]error, 1+len(h.modules))
	parallel.Each(len(errs), len(errs), func(i int) {
		if i == len(h.modules) {
			errs[i] = h.pages.Happened(ctx, events)
		} else {
			errs[i] = h.modules[i].Happened(ctx, events)
		}
	})
	return errors.Join(errs...)
}

// tellApart is tell for each family by itself. What fails because of a damaged item would
// fail each time, and the whole stream would wait for a day, so it is logged and skipped.
func (h handler) tellApart(ctx context.Context, events []models.Event) error {
	of := map[models.FamilyID][]models.Event{}
	for _, e := range events {
		of[e.Family] = append(of[e.Family], e)
	}
	families := slices.Collect(maps.Keys(of))
	errs := make([]error, len(families))
	parallel.Each(len(families), familiesAtOnce, func(i int) {
		err := h.tell(ctx, of[families[i]])
		if dynamo.IsDamaged(err) {
			h.logger.ErrorContext(ctx, "events skipped", "events", len(of[families[i]]), "error", err.Error())
			err = nil
		}
		errs[i] = err
	})
	return errors.Join(errs...)
}

// read returns the events of a batch. A record that cannot be read would fail each time, so
// it is logged and skipped.
func (h handler) read(ctx context.Context, records []json.RawMessage) (events []models.Event) {
	for _, raw := range records {
		more, err := dynamo.ReadRecord(raw)
		if err != nil {
			h.logger.ErrorContext(ctx, "record skipped", "error", err.Error())
		}
		events = append(events, more...)
	}
	return events
}

// sequence returns the sequence number of a record. For "", Lambda repeats the whole batch.
func sequence(record json.RawMessage) string {
	var r struct {
		DynamoDB struct{ SequenceNumber string } `json:"dynamodb"`
	}
	_ = json.Unmarshal(record, &r) // see above
	return r.DynamoDB.SequenceNumber
}

// work lets the modules do what is due, each until nothing is.
func (h handler) work(ctx context.Context) (answer any, what []any, err error) {
	errs := make([]error, len(h.modules))
	parallel.Each(len(errs), len(errs), func(i int) {
		for due := true; due && errs[i] == nil && ctx.Err() == nil; {
			var next time.Time
			next, errs[i] = h.modules[i].Work(ctx)
			due = !next.IsZero() && !next.After(time.Now())
		}
	})
	what = []any{"kind", "schedule"}
	if err := errors.Join(errs...); err != nil {
		h.failed(ctx, "schedule", err)
		return nil, what, messages.InvokeResponse_Error{Type: "Work", Message: "not everything that is due could be done"}
	}
	return struct{}{}, what, nil
}
