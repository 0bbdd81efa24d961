package bench

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"

	"voicememo/tools/testkit/localengine"
)

// cost is a turn's use of DynamoDB.
type cost struct {
	requests    int     // in all
	sequential  int     // that had to wait for one another
	read, write float64 // RCU and WCU
}

// meter records every request of a client.
type meter struct {
	mu       sync.Mutex
	requests []request
}

type request struct {
	from, to    time.Time
	read, write float64
}

// client returns a client of the engine whose requests are recorded, each with the
// capacity that the engine reports.
func (m *meter) client(endpoint string) *dynamodb.Client {
	return dynamodb.New(localengine.Client(endpoint).Options(), func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
			return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("meter", m.note), middleware.Before)
		})
	})
}

func (m *meter) note(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
	askForCapacity(in.Parameters)
	r := request{from: time.Now()}
	out, metadata, err := next.HandleInitialize(ctx, in)
	r.to = time.Now()
	r.read, r.write = consumed(out.Result)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, r)
	return out, metadata, err
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = nil
}

// cost returns the sum. The sequential requests are the longest chain in which each
// begins after the previous one has ended.
func (m *meter) cost() cost {
	m.mu.Lock()
	defer m.mu.Unlock()
	slices.SortFunc(m.requests, func(a, b request) int { return a.to.Compare(b.to) })
	c := cost{requests: len(m.requests)}
	var end time.Time
	for _, r := range m.requests {
		if !r.from.Before(end) {
			c.sequential++
			end = r.to
		}
		c.read += r.read
		c.write += r.write
	}
	return c
}

func askForCapacity(parameters any) {
	const indexes = types.ReturnConsumedCapacityIndexes
	switch in := parameters.(type) {
	case *dynamodb.GetItemInput:
		in.ReturnConsumedCapacity = indexes
	case *dynamodb.BatchGetItemInput:
		in.ReturnConsumedCapacity = indexes
	case *dynamodb.QueryInput:
		in.ReturnConsumedCapacity = indexes
	case *dynamodb.PutItemInput:
		in.ReturnConsumedCapacity = indexes
	case *dynamodb.UpdateItemInput:
		in.ReturnConsumedCapacity = indexes
	case *dynamodb.DeleteItemInput:
		in.ReturnConsumedCapacity = indexes
	case *dynamodb.TransactWriteItemsInput:
		in.ReturnConsumedCapacity = indexes
	}
}

// consumed returns the RCU and WCU of a result; zero for a failed request.
func consumed(result any) (read, write float64) {
	switch out := result.(type) {
	case *dynamodb.GetItemOutput:
		read = units(out.ConsumedCapacity)
	case *dynamodb.BatchGetItemOutput:
		read = sum(out.ConsumedCapacity)
	case *dynamodb.QueryOutput:
		read = units(out.ConsumedCapacity)
	case *dynamodb.PutItemOutput:
		write = units(out.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		write = units(out.ConsumedCapacity)
	case *dynamodb.DeleteItemOutput:
		write = units(out.ConsumedCapacity)
	case *dynamodb.TransactWriteItemsOutput:
		write = sum(out.ConsumedCapacity)
	}
	return read, write
}

func units(used *types.ConsumedCapacity) float64 {
	if used == nil {
		return 0
	}
	return aws.ToFloat64(used.CapacityUnits)
}

func sum(all []types.ConsumedCapacity) (total float64) {
	for _, used := range all {
		total += units(&used)
	}
	return total
}

// TestCost checks that overlapping requests are not counted as sequential.
func TestCost(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(int64(ms)) }
	m := &meter{requests: []request{
		{at(0), at(2), 1, 0}, {at(2), at(9), 0.5, 0}, {at(3), at(5), 0, 5}, {at(4), at(6), 1, 0}, {at(6), at(8), 0, 1},
	}}
	if got, want := m.cost(), (cost{requests: 5, sequential: 3, read: 2.5, write: 6}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if m.reset(); m.cost() != (cost{}) {
		t.Errorf("got %+v, want nothing left", m.cost())
	}
}
