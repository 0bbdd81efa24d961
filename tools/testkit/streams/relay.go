// Package streams stands between the local engine's DynamoDB Streams and a function, in
// place of a Lambda event source mapping.
package streams

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/tools/testkit/must"
)

// Deliver calls a function with an event: up to Options.Most records of one shard, in
// order. An error means that the function failed, and a *Failure that it reported the
// records from one on as failed.
type Deliver func(ctx context.Context, event []byte) error

// Options change what a relay does. The zero Options are Lambda's defaults with
// ReportBatchItemFailures.
type Options struct {
	Every time.Duration // the pause between two readings of a shard; 0: 250 ms
	Most  int           // records in an event; 0: 100
	// Twice reports whether a batch that was delivered is delivered once more, as may happen
	// at any time. Nil: none is.
	Twice func() bool
	// Bisect makes a batch that failed as a whole come again in two halves
	// (BisectBatchOnFunctionError).
	Bisect bool
	// Progress learns how far the relay is. Nil: it is not recorded.
	Progress *Progress
}

// Failure is the answer of a function whose records from one on have failed.
type Failure struct{ SequenceNumber string }

// Error names the record.
func (f *Failure) Error() string {
	return "the function failed at the record with the sequence number " + f.SequenceNumber
}

// Answer returns what a function's answer to an event says: nil, or the *Failure that it
// reports (AWS Lambda Developer Guide, "Configuring partial batch response").
func Answer(answer []byte) error {
	var a struct {
		BatchItemFailures []struct{ ItemIdentifier string }
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return err
	}
	if len(a.BatchItemFailures) == 0 {
		return nil
	}
	return &Failure{SequenceNumber: a.BatchItemFailures[0].ItemIdentifier}
}

// Relay reads the streams of tables from their beginning and delivers the records at least
// once, in the order of their shard, until stop is called or the test ends. What fails is
// delivered again until it succeeds, and the records after it wait. When stop returns, no
// delivery runs.
func Relay(t testing.TB, client *dynamodb.Client, tables []string, deliver Deliver, options ...Options) (stop func()) {
	t.Helper()
	o := Options{}
	if len(options) > 0 {
		o = options[0]
	}
	if o.Every == 0 {
		o.Every = 250 * time.Millisecond
	}
	if o.Most == 0 {
		o.Most = 100
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var group sync.WaitGroup
	for _, table := range tables {
		shards, err := shardsOf(ctx, client, table)
		must.OK(t, err)
		for _, s := range shards {
			progress := o.Progress.shard()
			group.Go(func() {
				if err := (relay{o, deliver, progress}).run(ctx, s); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			})
		}
	}
	stop = sync.OnceFunc(func() {
		cancel()
		group.Wait()
	})
	t.Cleanup(stop)
	return stop
}

type relay struct {
	Options
	deliver  Deliver
	progress *progress
}

// run relays a shard until it ends or ctx does.
func (r relay) run(ctx context.Context, s *shard) error {
	for {
		began := time.Now()
		batch, err := s.read(ctx, r.Most)
		if err != nil {
			return err
		}
		if err := r.insist(ctx, batch); err != nil {
			return err
		}
		if s.last == 0 || s.ended() {
			r.progress.note(began, s.ended())
		}
		if s.ended() {
			return nil
		}
		if s.last < r.Most {
			if err := pause(ctx, r.Every); err != nil {
				return err
			}
		}
	}
}

// insist delivers a batch until none of it has failed.
func (r relay) insist(ctx context.Context, batch []Record) error {
	for len(batch) > 0 {
		err := r.try(ctx, batch)
		if err == nil && r.Twice != nil && r.Twice() {
			err = r.try(ctx, batch)
		}
		var failed *Failure
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &failed):
			at := slices.IndexFunc(batch, func(x Record) bool { return x.DynamoDB.SequenceNumber == failed.SequenceNumber })
			batch = batch[max(at, 0):] // an unknown number fails the whole batch
		case r.Bisect && len(batch) > 1:
			half := len(batch) / 2
			if err := r.insist(ctx, batch[:half]); err != nil {
				return err
			}
			batch = batch[half:]
		}
		if err := pause(ctx, r.Every); err != nil {
			return err
		}
	}
	return nil
}

// try delivers a batch once.
func (r relay) try(ctx context.Context, batch []Record) error {
	event, err := json.Marshal(map[string][]Record{"Records": batch})
	if err != nil {
		return err
	}
	return r.deliver(ctx, event)
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
