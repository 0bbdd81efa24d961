package dynamo

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/bulk"
	"voicememo/internal/parallel"
	"voicememo/models"
)

const (
	// bulkBatch is the maximum number of items in one BatchWriteItem.
	bulkBatch = 25
	// bulkFlights is how many of them run at the same time.
	bulkFlights = 8
	// bulkTries is how often a throttled batch is tried in total while no item of it is
	// written; the pauses grow to bulkPause, about a minute together.
	bulkTries = 24
	bulkPause = 5 * time.Second
)

// Write implements bulk.Store.
func (s bulkStore) Write(ctx context.Context, records []bulk.Record) error {
	if len(records) == 0 {
		return nil
	}
	kind := records[0].Kind()
	unique := map[bulk.Key]bulk.Record{} // a batch takes no key twice
	for _, r := range records {
		unique[r.Key()] = r
	}
	marks, err := s.marks(ctx, unique)
	if err != nil {
		return err
	}
	if kind == bulk.People {
		if err := s.writeAccess(ctx, unique); err != nil {
			return err
		}
		if err := s.writeBeside(ctx, unique); err != nil {
			return err
		}
	}
	requests := make([]types.WriteRequest, 0, len(unique))
	for key, r := range unique {
		it := forms[kind].item(r)
		if moving, ok := marks[key]; ok {
			it["moving"] = moving
		}
		requests = append(requests, putOf(it))
	}
	return s.writeAll(ctx, s.table(kind), requests)
}

// writeAccess writes the details of people's accesses, before the people, and sets the rest
// in the records: the accesses of the record or, without them in it, those that are stored.
func (s bulkStore) writeAccess(ctx context.Context, people map[bulk.Key]bulk.Record) error {
	kept, err := s.keptAccess(ctx, people)
	if err != nil {
		return err
	}
	var requests []types.WriteRequest
	for key, r := range people {
		u := *r.Person
		if is, stays := kept[u.ID]; stays {
			u.Access, u.SessionsValidAfter = is.Access, is.SessionsValidAfter
		} else {
			var details []models.Access
			if u.Access, details = r.Stored(); len(details) > 0 {
				requests = append(requests, putOf(accessItem(u.ID, details...)))
			} else {
				requests = append(requests, dropOf(accessKey(u.ID)))
			}
		}
		r.Person = &u
		people[key] = r
	}
	return s.writeAll(ctx, s.tables.Users, requests)
}

// keptAccess reads the stored people whose records do not have their accesses.
func (s bulkStore) keptAccess(ctx context.Context, people map[bulk.Key]bulk.Record) (map[models.UserID]models.User, error) {
	var ids []models.UserID
	for _, r := range people {
		if r.Access == nil {
			ids = append(ids, r.Person.ID)
		}
	}
	return s.readPeople(ctx, true, ids...)
}

// writeBeside writes what belongs to people but is not part of a record: the items of
// their numbers, and the notes of due erasures and of work.
func (s bulkStore) writeBeside(ctx context.Context, people map[bulk.Key]bulk.Record) error {
	b := beside{due: map[time.Time][]models.UserID{}}
	for _, r := range people {
		b.take(*r.Person, time.Now())
	}
	for of, accounts := range b.due {
		if err := s.noteDue(ctx, of, accounts...); err != nil {
			return err
		}
	}
	if len(b.working) > 0 {
		if err := s.note(ctx, time.Now(), workingSet, b.working...); err != nil {
			return err
		}
	}
	var numbers []types.WriteRequest
	for _, it := range b.numbers {
		numbers = append(numbers, putOf(it))
	}
	return s.writeAll(ctx, s.tables.InviteCodes, numbers)
}

// beside is what the invite-codes table has of people.
type beside struct {
	numbers []item
	due     map[time.Time][]models.UserID // by day
	working []models.UserID
}

// take adds what the table has of u.
func (b *beside) take(u models.User, now time.Time) {
	b.numbers = append(b.numbers, numberItems(u, now)...)
	if at := dueFrom(u, now); !at.IsZero() {
		of := at.UTC().Truncate(day)
		b.due[of] = append(b.due[of], u.ID)
	}
	if len(u.Author.Work) > 0 {
		b.working = append(b.working, u.ID)
	}
}

func putOf(it item) types.WriteRequest {
	return types.WriteRequest{PutRequest: &types.PutRequest{Item: it}}
}

func dropOf(key item) types.WriteRequest {
	return types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: key}}
}

// marks reads the marks of families that are about to be replaced, as far as the new
// families list those people: their memos may still be listed elsewhere, and a record
// does not have the marks.
func (s bulkStore) marks(ctx context.Context, records map[bulk.Key]bulk.Record) (map[bulk.Key]types.AttributeValue, error) {
	var keys []item
	for _, r := range records {
		if r.Family != nil {
			keys = append(keys, familyKey(r.Family.ID))
		}
	}
	items, err := s.getAll(ctx, s.tables.Users, keys, true)
	if err != nil {
		return nil, err
	}
	marks := map[bulk.Key]types.AttributeValue{}
	for _, it := range items {
		moving := maps.Clone(fieldsOf(it["moving"]))
		key := bulk.Key{ID: textOf(it["familyId"])}
		maps.DeleteFunc(moving, func(u string, _ types.AttributeValue) bool { return !records[key].Family.Lists(models.UserID(u)) })
		if len(moving) > 0 {
			marks[key] = asMap(moving)
		}
	}
	return marks, nil
}

// Remove implements bulk.Store.
func (s bulkStore) Remove(ctx context.Context, kind bulk.Kind, keys []bulk.Key) error {
	if kind == bulk.People {
		if err := s.removeNumbers(ctx, keys); err != nil {
			return err
		}
	}
	keys = slices.Compact(slices.SortedFunc(slices.Values(keys), bulk.Key.Compare))
	var requests []types.WriteRequest
	for _, key := range keys {
		if kind == bulk.People {
			requests = append(requests, dropOf(accessKey(models.UserID(key.ID))))
		}
		requests = append(requests, dropOf(forms[kind].key(key)))
	}
	return s.writeAll(ctx, s.table(kind), requests)
}

// removeNumbers removes the items of people's numbers.
func (s bulkStore) removeNumbers(ctx context.Context, people []bulk.Key) error {
	var ids []models.UserID
	for _, key := range people {
		ids = append(ids, models.UserID(key.ID))
	}
	known, err := s.readPeople(ctx, true, ids...)
	if err != nil {
		return err
	}
	var requests []types.WriteRequest
	for _, u := range known {
		for _, number := range numberItems(u, time.Time{}) {
			requests = append(requests, dropOf(codeOf(number)))
		}
	}
	return s.writeAll(ctx, s.tables.InviteCodes, requests)
}

// writeAll executes requests, a few batches at the same time. An error prevents batches
// that have not begun.
func (s bulkStore) writeAll(ctx context.Context, table string, requests []types.WriteRequest) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	batches := slices.Collect(slices.Chunk(requests, bulkBatch))
	parallel.Each(len(batches), bulkFlights, func(i int) {
		if err := s.writeBatch(ctx, table, batches[i]); err != nil {
			stop(err) // the first one counts
		}
	})
	return translate(context.Cause(ctx))
}

// writeBatch repeats what DynamoDB has left unprocessed, after pauses that grow while no
// item is written.
func (s bulkStore) writeBatch(ctx context.Context, table string, batch []types.WriteRequest) error {
	for try := 1; ; try++ {
		rest, err := s.tryBatch(ctx, table, batch)
		if len(rest) == 0 || err != nil && !throttled(err) {
			return translate(err)
		}
		if len(rest) < len(batch) {
			try = 1
		}
		if try == bulkTries {
			return models.Unavailable(cmp.Or(err, errors.New("dynamodb leaves items unprocessed")))
		}
		batch = rest
		if err := pauseUpTo(ctx, min(bulkPause, 20*time.Millisecond<<try)); err != nil {
			return err
		}
	}
}

// tryBatch returns the requests that are left to do.
func (s bulkStore) tryBatch(ctx context.Context, table string, batch []types.WriteRequest) ([]types.WriteRequest, error) {
	if ctx.Err() != nil {
		return batch, context.Cause(ctx)
	}
	out, err := s.bulk.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{table: batch},
	})
	if err != nil {
		return batch, err
	}
	return out.UnprocessedItems[table], nil
}

// pauseUpTo waits a random part of d.
func pauseUpTo(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return models.Unavailable(ctx.Err())
	case <-time.After(rand.N(d)): //nolint:gosec // jitter, not a secret
		return nil
	}
}
