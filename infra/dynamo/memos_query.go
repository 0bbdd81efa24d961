package dynamo

import (
	"cmp"
	"context"
	"math"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// query is one page of a Query: in an index, which may lag, or in the table itself, which
// never lags.
type query struct {
	table  string // "": the memos table
	index  string // "": none
	key    string // the key condition
	filter string // "": none; what it drops is paid for nevertheless
	values item
	start  item  // where the previous page stopped
	limit  int32 // how many to read before filtering; 0: a page of 1 MB
	count  bool  // return only the count
	oldest bool  // oldest first instead of newest first
}

func (db *DB) query(ctx context.Context, q query) (*dynamodb.QueryOutput, error) {
	in := &dynamodb.QueryInput{
		TableName: aws.String(cmp.Or(q.table, db.tables.Memos)), IndexName: given(q.index), KeyConditionExpression: &q.key, ScanIndexForward: &q.oldest,
		ExpressionAttributeNames: names(nil, q.key, q.filter), ExpressionAttributeValues: used(q.values, q.key, q.filter),
		FilterExpression: given(q.filter), ExclusiveStartKey: q.start, ConsistentRead: aws.Bool(q.index == ""),
	}
	if q.limit > 0 {
		in.Limit = &q.limit
	}
	if q.count {
		in.Select = types.SelectCount
	}
	out, err := db.client.Query(ctx, in)
	return out, translate(err)
}

// byAuthor selects all of an author's memos.
const byAuthor = "#userId = :author"

// ofAuthor selects an author's memos whose id is at or above :from and at or below :to.
const ofAuthor = byAuthor + " AND #id BETWEEN :from AND :to"

// The bounds of all ids: an id begins with a digit.
const (
	firstID = "0"
	lastID  = ":" // the character after "9"
)

// authored reads an author's memos between two ids from the table, newest id first or, with
// oldest, last, at most limit of them; 0: one page.
func (db *DB) authored(ctx context.Context, author models.UserID, from, to string, limit int, oldest bool) ([]models.Memo, error) {
	out, err := db.query(ctx, query{
		key: ofAuthor, oldest: oldest, limit: int32(limit), //nolint:gosec // a page's limit
		values: item{":author": text(author), ":from": text(from), ":to": text(to)},
	})
	if err != nil {
		return nil, err
	}
	return readMemos(out.Items)
}

// countLive counts those of an author's memos in the table that are not deleted.
func (db *DB) countLive(ctx context.Context, author models.UserID) (int, error) {
	return db.countAll(ctx, query{
		key: byAuthor, filter: both(memoNotDeleted, memoNotRemoved), values: item{":author": text(author), ":false": flag(false)},
	}, math.MaxInt)
}

// countAll counts what q and the pages after it select, until there are most or more.
func (db *DB) countAll(ctx context.Context, q query, most int) (n int, err error) {
	for q.count = true; ; {
		out, err := db.query(ctx, q)
		if err != nil {
			return 0, err
		}
		n += int(out.Count)
		if q.start = out.LastEvaluatedKey; q.start == nil || n >= most {
			return n, nil
		}
	}
}
