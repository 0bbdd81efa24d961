package dynamo

import (
	"context"
	"math"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// meter adds up the capacity that DynamoDB says each request consumed, its
// writes to the index included.
type meter struct {
	client       Client
	mu           sync.Mutex
	reads, write float64 // RCU and WCU
}

// add fails the measurement, rather than counting nothing, if the answer has no capacity.
func (m *meter) add(to *float64, used ...types.ConsumedCapacity) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(used) == 0 {
		*to = math.Inf(1)
	}
	for _, u := range used {
		if u.CapacityUnits == nil {
			*to = math.Inf(1)
			continue
		}
		*to += *u.CapacityUnits
	}
}

// addOne is add for an answer about a single table.
func (m *meter) addOne(to *float64, used *types.ConsumedCapacity) {
	if used == nil {
		used = &types.ConsumedCapacity{}
	}
	m.add(to, *used)
}

const indexes = types.ReturnConsumedCapacityIndexes

func (m *meter) GetItem(ctx context.Context, in *dynamodb.GetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	in.ReturnConsumedCapacity = indexes
	out, err := m.client.GetItem(ctx, in, o...)
	if err == nil {
		m.addOne(&m.reads, out.ConsumedCapacity)
	}
	return out, err
}

func (m *meter) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	in.ReturnConsumedCapacity = indexes
	out, err := m.client.BatchGetItem(ctx, in, o...)
	if err == nil {
		m.add(&m.reads, out.ConsumedCapacity...)
	}
	return out, err
}

func (m *meter) Query(ctx context.Context, in *dynamodb.QueryInput, o ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	in.ReturnConsumedCapacity = indexes
	out, err := m.client.Query(ctx, in, o...)
	if err == nil {
		m.addOne(&m.reads, out.ConsumedCapacity)
	}
	return out, err
}

func (m *meter) PutItem(ctx context.Context, in *dynamodb.PutItemInput, o ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	in.ReturnConsumedCapacity = indexes
	out, err := m.client.PutItem(ctx, in, o...)
	if err == nil {
		m.addOne(&m.write, out.ConsumedCapacity)
	}
	return out, err
}

func (m *meter) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	in.ReturnConsumedCapacity = indexes
	out, err := m.client.UpdateItem(ctx, in, o...)
	if err == nil {
		m.addOne(&m.write, out.ConsumedCapacity)
	}
	return out, err
}

func (m *meter) DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput, o ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	in.ReturnConsumedCapacity = indexes
	out, err := m.client.DeleteItem(ctx, in, o...)
	if err == nil {
		m.addOne(&m.write, out.ConsumedCapacity)
	}
	return out, err
}

func (m *meter) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	in.ReturnConsumedCapacity = indexes
	out, err := m.client.TransactWriteItems(ctx, in, o...)
	if err == nil {
		m.add(&m.write, out.ConsumedCapacity...)
	}
	return out, err
}
