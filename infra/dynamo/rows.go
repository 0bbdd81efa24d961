package dynamo

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// Item is an item, a key, or the values of an expression.
type Item = item

// Rows is a table of a module. Its methods return CodeUnavailable if DynamoDB cannot be
// reached or throttles, and try again before that.
//
// An expression writes an attribute as #attribute and a value as :value.
type Rows struct {
	db   *DB
	name string
}

// Rows returns the table t of db's environment.
func (db *DB) Rows(t Table) Rows { return Rows{db: db, name: TableName(db.environment, t.Suffix)} }

// Text returns a text as an attribute's value.
func Text[T ~string](s T) types.AttributeValue { return text(s) }

// Number returns a number as an attribute's value.
func Number(n int64) types.AttributeValue { return number(n) }

// TextOf returns a text attribute; "": there is none.
func TextOf(it Item, name string) string { return textOf(it[name]) }

// NumberOf returns a number that this program wrote; 0: there is none.
func NumberOf(it Item, name string) int64 {
	n, _ := intOf(it[name])
	return n
}

// Put stores an item in place of the one with the same key and reports whether it is
// stored. It is not if only is not "" and does not hold for the item in its place.
func (r Rows) Put(ctx context.Context, it Item, only string, values Item) (bool, error) {
	return r.db.put(ctx, write{table: r.name, item: it, only: only, values: values})
}

// Delete deletes the item with a key if only, which is not "", holds for it. It reports
// whether it did.
func (r Rows) Delete(ctx context.Context, key Item, only string, values Item) (bool, error) {
	out, err := r.db.remove(ctx, write{table: r.name, key: key, only: only, values: values})
	return out.done, err
}

// Add adds n to a number of the item with a key. An item or number that does not exist
// begins with 0. After an error the number may have changed, and after a lost answer twice.
func (r Rows) Add(ctx context.Context, key Item, attribute string, n int64) error {
	e := newEdit(r.name, key)
	e.add(attribute, number(n))
	return r.db.apply(ctx, e, nil)
}

// Selection is what Query reads: the items that fulfill Key, in the order of the sort key.
type Selection struct {
	Key    string // such as "#userId = :user"
	Values Item
	Index  string // "": the table itself, with consistent reads. An index lags.
	Most   int    // 0: all
}

// Query returns the items of a selection.
func (r Rows) Query(ctx context.Context, s Selection) ([]Item, error) {
	q := query{table: r.name, index: s.Index, key: s.Key, values: s.Values, oldest: true}
	var found []Item
	for {
		if s.Most > 0 {
			q.limit = int32(s.Most - len(found)) //nolint:gosec // a few hundred
		}
		out, err := r.db.query(ctx, q)
		if err != nil {
			return nil, err
		}
		found = append(found, out.Items...)
		if q.start = out.LastEvaluatedKey; q.start == nil || len(found) == s.Most {
			return found, nil
		}
	}
}

// Get returns the item with a key as it is now; nil: there is none.
func (r Rows) Get(ctx context.Context, key Item) (Item, error) { return r.db.get(ctx, r.name, key) }

// Scan calls visit with all items, page by page, one page after another. client must be
// that of the DB.
func (r Rows) Scan(ctx context.Context, client BulkClient, visit func([]Item) error) error {
	return bulkStore{DB: r.db, bulk: client}.scan(ctx, r.name, visit)
}

// Damaged returns the error of an item that is not of its documented form; see IsDamaged. It
// does not contain the content.
func Damaged(attribute string) error {
	return models.Internalf("stored attribute %q is %w", attribute, errForm)
}
