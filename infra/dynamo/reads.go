package dynamo

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// keysOf returns the keys of ids.
func keysOf[T any](ids []T, key func(T) item) []item {
	keys := make([]item, len(ids))
	for i, id := range ids {
		keys[i] = key(id)
	}
	return keys
}

// readItems returns what read reads of each item.
func readItems[T any](items []item, read func(item) (T, error)) ([]T, error) {
	all := make([]T, len(items))
	for i, it := range items {
		var err error
		if all[i], err = read(it); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// get reads one item as it is now; nil: there is none.
func (db *DB) get(ctx context.Context, table string, key item) (item, error) {
	out, err := db.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: &table, Key: key, ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return nil, translate(err)
	}
	return out.Item, nil
}

const (
	// batchKeys is how many keys one BatchGetItem may name.
	batchKeys = 100
	// batchTries bounds how often keys that DynamoDB left unprocessed are requested.
	batchTries = 8
)

// getAll reads the items of those keys that exist, in no particular order. A read that is
// not consistent costs half as much and may lag by a moment.
func (db *DB) getAll(ctx context.Context, table string, keys []item, consistent bool) ([]item, error) {
	var found []item
	for from := 0; from < len(keys); from += batchKeys {
		part, err := db.getBatch(ctx, table, keys[from:min(from+batchKeys, len(keys))], consistent)
		if err != nil {
			return nil, err
		}
		found = append(found, part...)
	}
	return found, nil
}

func (db *DB) getBatch(ctx context.Context, table string, keys []item, consistent bool) ([]item, error) {
	var found []item
	for try := 1; ; try++ {
		out, err := db.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
			RequestItems: map[string]types.KeysAndAttributes{
				table: {Keys: keys, ConsistentRead: &consistent},
			},
		})
		if err != nil {
			return nil, translate(err)
		}
		found = append(found, out.Responses[table]...)
		if keys = out.UnprocessedKeys[table].Keys; len(keys) == 0 {
			return found, nil
		}
		if try == batchTries {
			return nil, models.Unavailable(errors.New("dynamodb leaves keys unprocessed"))
		}
		if err := db.pause(ctx, try); err != nil {
			return nil, err
		}
	}
}
