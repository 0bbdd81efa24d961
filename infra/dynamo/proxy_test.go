package dynamo

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/memo"
)

// proxy stands in front of the engine and causes faults that the engine never has.
type proxy struct {
	client Client
	// before can answer instead of the engine; after can drop the engine's answer.
	before, after func(in any) error
}

func through[In, Out any](p proxy, in In, call func() (Out, error)) (Out, error) {
	var none Out
	if p.before != nil {
		if err := p.before(in); err != nil {
			return none, err
		}
	}
	out, err := call()
	if p.after != nil {
		if lost := p.after(in); lost != nil {
			return none, lost
		}
	}
	return out, err
}

func (p proxy) GetItem(ctx context.Context, in *dynamodb.GetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	return through(p, in, func() (*dynamodb.GetItemOutput, error) { return p.client.GetItem(ctx, in, o...) })
}

func (p proxy) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	return through(p, in, func() (*dynamodb.BatchGetItemOutput, error) { return p.client.BatchGetItem(ctx, in, o...) })
}

func (p proxy) Query(ctx context.Context, in *dynamodb.QueryInput, o ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	return through(p, in, func() (*dynamodb.QueryOutput, error) { return p.client.Query(ctx, in, o...) })
}

func (p proxy) PutItem(ctx context.Context, in *dynamodb.PutItemInput, o ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	return through(p, in, func() (*dynamodb.PutItemOutput, error) { return p.client.PutItem(ctx, in, o...) })
}

func (p proxy) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return through(p, in, func() (*dynamodb.UpdateItemOutput, error) { return p.client.UpdateItem(ctx, in, o...) })
}

func (p proxy) DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput, o ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	return through(p, in, func() (*dynamodb.DeleteItemOutput, error) { return p.client.DeleteItem(ctx, in, o...) })
}

func (p proxy) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	return through(p, in, func() (*dynamodb.TransactWriteItemsOutput, error) { return p.client.TransactWriteItems(ctx, in, o...) })
}

// errDead is the error of every call after a process's death.
var errDead = errors.New("connection reset by peer")

// times returns a hook that answers the first n calls with err.
func times(n int, err func(in any) error) func(any) error {
	var mu sync.Mutex
	return func(in any) error {
		mu.Lock()
		defer mu.Unlock()
		if n == 0 {
			return nil
		}
		if e := err(in); e != nil {
			n--
			return e
		}
		return nil
	}
}

// conflict returns DynamoDB's error for a write that conflicts with a transaction; nil
// for reads.
func conflict(in any) error {
	switch in.(type) {
	case *dynamodb.TransactWriteItemsInput:
		return cancelled(in, reasonConflict)
	case *dynamodb.PutItemInput, *dynamodb.UpdateItemInput, *dynamodb.DeleteItemInput:
		return &types.TransactionConflictException{}
	}
	return nil
}

// cancelled returns DynamoDB's error for a transaction that is cancelled for its last
// step; nil for other calls.
func cancelled(in any, code string) error {
	tx, ok := in.(*dynamodb.TransactWriteItemsInput)
	if !ok {
		return nil
	}
	reasons := make([]types.CancellationReason, len(tx.TransactItems))
	for i := range reasons {
		reasons[i].Code = aws.String("None")
	}
	reasons[len(reasons)-1].Code = &code
	return &types.TransactionCanceledException{CancellationReasons: reasons}
}

// world returns a family world on tables of its own, which uses the client that wrap
// returns. The DB has the same tables without wrap.
func world(t *testing.T, wrap func(Client) Client) (*familytest.World, *DB) {
	t.Helper()
	client, environment := tables(t)
	w := familytest.NewWorld(t, func(*testing.T) (memo.Store, family.Store, invite.Store) {
		db := unsampled(Open(wrap(client), environment))
		return db.Memos(), db.Families(), db.Invites()
	})
	return w, unsampled(Open(client, environment))
}

func plain(c Client) Client { return c }

// unsampled makes added memos not note their families.
func unsampled(db *DB) *DB {
	db.Sample = nil
	return db
}
