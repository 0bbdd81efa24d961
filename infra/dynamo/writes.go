package dynamo

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// outcome is the result of a conditional write.
type outcome struct {
	done bool
	item item // after an update: the new item; after a refusal: the one found; nil: there is none

	// unsure: an earlier try got no answer. That try may have been done and be the cause
	// of this refusal.
	unsure bool
}

// put writes w.item if w.only holds and reports whether it is stored, be it by an earlier try.
func (db *DB) put(ctx context.Context, w write) (bool, error) {
	out, err := db.single(ctx, func(once func(*dynamodb.Options)) (item, error) {
		_, err := db.client.PutItem(ctx, w.putInput(), once)
		return nil, err
	})
	return out.done || out.unsure && same(out.item, w.item), err
}

// add writes w.item. It returns the error refused if w.only does not hold.
func (db *DB) add(ctx context.Context, w write, refused error) error {
	stored, err := db.put(ctx, w)
	if err == nil && !stored {
		err = refused
	}
	return err
}

// apply writes e. It returns the error refused if a condition of e does not hold; nil means
// that there is then nothing to do.
func (db *DB) apply(ctx context.Context, e *edit, refused error) error {
	out, err := db.update(ctx, e.write())
	if err == nil && !out.done {
		err = refused
	}
	return err
}

// applyOnce is apply for an update whose result does not meet its conditions: after a try
// without an answer, a refusal means that it was done.
func (db *DB) applyOnce(ctx context.Context, e *edit, refused error) error {
	out, err := db.update(ctx, e.write())
	if err == nil && !out.done && !out.unsure {
		err = refused
	}
	return err
}

// update applies w.update if w.only holds.
func (db *DB) update(ctx context.Context, w write) (outcome, error) {
	return db.single(ctx, func(once func(*dynamodb.Options)) (item, error) {
		out, err := db.client.UpdateItem(ctx, w.updateInput(), once)
		if err != nil {
			return nil, err
		}
		return out.Attributes, nil
	})
}

// remove deletes the item of w.key if w.only holds.
func (db *DB) remove(ctx context.Context, w write) (outcome, error) {
	return db.single(ctx, func(once func(*dynamodb.Options)) (item, error) {
		_, err := db.client.DeleteItem(ctx, w.deleteInput(), once)
		return nil, err
	})
}

// awayTries is how often a write of one item is tried in total while DynamoDB is
// unavailable.
const awayTries = 3

// single runs a write of one item. The SDK's own retries are switched off: unlike those
// of a transaction they carry no token, and only code that has seen a try go unanswered
// can tell a refusal from a repetition.
func (db *DB) single(ctx context.Context, call func(once func(*dynamodb.Options)) (item, error)) (outcome, error) {
	var out outcome
	err := db.patiently(ctx, conflictTries, func() (err error) {
		for try := 1; ; try++ {
			out.item, err = call(func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })
			if !away(err) || try == awayTries {
				return err
			}
			out.unsure = out.unsure || !throttled(err)
			if err := db.pause(ctx, 4*try); err != nil {
				return err
			}
		}
	})
	var refused *types.ConditionalCheckFailedException
	if errors.As(err, &refused) {
		out.item = refused.Item
		return out, nil
	}
	if err != nil {
		return outcome{}, translate(err)
	}
	out.done = true
	return out, nil
}

// refusals lists, for each step of a transaction in order, whether its condition was
// refused. nil: the transaction was done.
type refusals []types.CancellationReason

// Codes of types.CancellationReason, as the API reference of
// TransactWriteItems lists them.
const (
	reasonRefused   = "ConditionalCheckFailed"
	reasonConflict  = "TransactionConflict"
	reasonCapacity  = "ProvisionedThroughputExceeded"
	reasonThrottled = "ThrottlingError"
	// The codes of the errors that say the same about a whole request.
	reasonRequests   = "RequestLimitExceeded"
	reasonInProgress = "TransactionInProgress"
)

// at reports whether step i was refused.
func (r refusals) at(i int) bool { return r.code(i) == reasonRefused }

// item returns the item that the refused step i found; nil: there was none.
func (r refusals) item(i int) item { return r[i].Item }

func (r refusals) code(i int) string {
	if i >= len(r) || r[i].Code == nil {
		return ""
	}
	return *r[i].Code
}

func (r refusals) has(codes ...string) bool {
	for i := range r {
		if slices.Contains(codes, r.code(i)) {
			return true
		}
	}
	return false
}

// transact does all steps or none.
func (db *DB) transact(ctx context.Context, steps ...types.TransactWriteItem) (refusals, error) {
	return db.transactWithin(ctx, conflictTries, steps...)
}

// transactWithin does all steps or none, in at most tries tries if it conflicts with
// other transactions. The SDK sends a token with each try, so that its own retry after a
// lost answer does nothing twice.
func (db *DB) transactWithin(ctx context.Context, tries int, steps ...types.TransactWriteItem) (refusals, error) {
	var refused refusals
	err := db.patiently(ctx, tries, func() error {
		refused = nil
		_, err := db.client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: steps})
		var cancelled *types.TransactionCanceledException
		if !errors.As(err, &cancelled) {
			return err
		}
		refused = refusals(cancelled.CancellationReasons)
		switch {
		case refused.has(reasonConflict):
			return &types.TransactionConflictException{}
		case refused.has(reasonCapacity, reasonThrottled, reasonRequests, reasonInProgress):
			return overload{err}
		case !refused.has(reasonRefused):
			return models.Internalf("dynamodb: %w", wrongOf(err))
		}
		return nil
	})
	if err != nil {
		return nil, translate(err)
	}
	return refused, nil
}

// How often, in total, a write is tried that conflicts with a running transaction on one
// of its items, and a transaction that was cancelled because of load.
const (
	conflictTries = 12
	overloadTries = 5
)

// patiently repeats a call that conflicted with another transaction, at most tries times
// in total, or that met too much load. The pauses are random and grow; together they take
// about half a second for conflicts and a third of a second for load.
func (db *DB) patiently(ctx context.Context, tries int, call func() error) error {
	for conflicts, overloads := 0, 0; ; {
		err := call()
		wait := 0
		switch {
		case conflicted(err):
			conflicts++
			wait = conflicts
		case overloaded(err):
			overloads++
			wait = 4 * overloads
		}
		if wait == 0 || conflicts == tries || overloads == overloadTries {
			return err
		}
		if err := db.pause(ctx, wait); err != nil {
			return err
		}
	}
}

// pause waits a random time of up to 15 ms times try.
func (db *DB) pause(ctx context.Context, try int) error {
	d := time.Duration(rand.IntN(15*try)+1) * time.Millisecond //nolint:gosec // jitter, not a secret
	after := time.After
	if db.after != nil {
		after = db.after
	}
	select {
	case <-ctx.Done():
		return models.Unavailable(ctx.Err())
	case <-after(d):
		return nil
	}
}
