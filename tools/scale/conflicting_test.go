package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/dynamo"
)

// conflicting refuses a write of an item that a transaction is writing at the same time,
// and a transaction with an item that is being written, as DynamoDB does and the local
// engine never does. Each request takes the assumed time.
type conflicting struct {
	dynamo.Client
	refused atomic.Int64

	mu   sync.Mutex
	held map[string]bool // items being written
}

const (
	requestTime     = time.Duration(readLatency) * time.Millisecond
	transactionTime = time.Duration(transactLatency) * time.Millisecond
)

// hold marks items as being written unless one of them already is, at whose position it
// returns.
func (c *conflicting) hold(items []string) (at int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, it := range items {
		if c.held[it] {
			c.refused.Add(1)
			return i, false
		}
	}
	for _, it := range items {
		c.held[it] = true
	}
	return 0, true
}

func (c *conflicting) release(items []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, it := range items {
		delete(c.held, it)
	}
}

// itemName names an item of a table by those attributes that can be keys.
func itemName(table *string, key map[string]types.AttributeValue) string {
	name := aws.ToString(table)
	for _, attribute := range []string{"code", "userId", "id"} {
		if v, ok := key[attribute].(*types.AttributeValueMemberS); ok {
			name += "/" + v.Value
		}
	}
	return name
}

// stepName names the item of a step of a transaction.
func stepName(s types.TransactWriteItem) string {
	switch {
	case s.Put != nil:
		return itemName(s.Put.TableName, s.Put.Item)
	case s.Update != nil:
		return itemName(s.Update.TableName, s.Update.Key)
	case s.Delete != nil:
		return itemName(s.Delete.TableName, s.Delete.Key)
	}
	return itemName(s.ConditionCheck.TableName, s.ConditionCheck.Key)
}

// TransactWriteItems implements dynamo.Client.
func (c *conflicting) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	var items []string
	for _, s := range in.TransactItems {
		items = append(items, stepName(s))
	}
	if at, ok := c.hold(items); !ok {
		time.Sleep(requestTime)
		reasons := make([]types.CancellationReason, len(items))
		for i := range reasons {
			reasons[i].Code = aws.String("None")
		}
		reasons[at].Code = aws.String("TransactionConflict")
		return nil, &types.TransactionCanceledException{Message: aws.String(fmt.Sprint("conflict at ", at)), CancellationReasons: reasons}
	}
	defer c.release(items)
	time.Sleep(transactionTime)
	return c.Client.TransactWriteItems(ctx, in, o...)
}

// single sends a write of one item. Two of them do not conflict, so only transactions
// hold their items.
func single[O any](c *conflicting, item string, send func() (O, error)) (O, error) {
	time.Sleep(requestTime)
	c.mu.Lock()
	held := c.held[item]
	c.mu.Unlock()
	if held {
		c.refused.Add(1)
		var none O
		return none, &types.TransactionConflictException{Message: aws.String("conflict")}
	}
	return send()
}

// PutItem implements dynamo.Client.
func (c *conflicting) PutItem(ctx context.Context, in *dynamodb.PutItemInput, o ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	return single(c, itemName(in.TableName, in.Item), func() (*dynamodb.PutItemOutput, error) { return c.Client.PutItem(ctx, in, o...) })
}

// UpdateItem implements dynamo.Client.
func (c *conflicting) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return single(c, itemName(in.TableName, in.Key), func() (*dynamodb.UpdateItemOutput, error) { return c.Client.UpdateItem(ctx, in, o...) })
}

// DeleteItem implements dynamo.Client.
func (c *conflicting) DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput, o ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	return single(c, itemName(in.TableName, in.Key), func() (*dynamodb.DeleteItemOutput, error) { return c.Client.DeleteItem(ctx, in, o...) })
}

// GetItem implements dynamo.Client.
func (c *conflicting) GetItem(ctx context.Context, in *dynamodb.GetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	time.Sleep(requestTime)
	return c.Client.GetItem(ctx, in, o...)
}
