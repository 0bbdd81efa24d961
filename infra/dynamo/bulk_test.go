package dynamo

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// someMemos returns n memos.
func someMemos(n int) []bulk.Record {
	records := make([]bulk.Record, n)
	for i := range records {
		records[i].Memo = &models.Memo{
			UserID: "u", ID: models.MemoID(fmt.Sprintf("%013daaaaaaaaaaaa", i)), FamilyID: "f", Timestamp: time.Now(), Version: 1,
		}
	}
	return records
}

func countMemos(t *testing.T, s bulk.Store) (n int) {
	t.Helper()
	err := s.Each(t.Context(), bulk.Memos, func(batch []bulk.Record) error {
		n += len(batch)
		return nil
	})
	must.OK(t, err)
	return n
}

// busy is a table with little capacity: it writes half of each request's items, and
// refuses every third request.
type busy struct {
	*dynamodb.Client
	requests atomic.Int64
}

// BatchWriteItem implements BulkClient.
func (b *busy) BatchWriteItem(ctx context.Context, in *dynamodb.BatchWriteItemInput, opts ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error) {
	if b.requests.Add(1)%3 == 0 {
		return nil, &types.ProvisionedThroughputExceededException{}
	}
	left := map[string][]types.WriteRequest{}
	for table, batch := range in.RequestItems {
		if half := len(batch) / 2; half > 0 {
			in = &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table: batch[half:]}}
			left[table] = batch[:half]
		}
	}
	if _, err := b.Client.BatchWriteItem(ctx, in, opts...); err != nil {
		return nil, err
	}
	return &dynamodb.BatchWriteItemOutput{UnprocessedItems: left}, nil
}

// TestBulkBusy: items that a table has no capacity for are retried until they are
// written.
func TestBulkBusy(t *testing.T) {
	client, environment := tables(t)
	s := Bulk(&busy{Client: client}, environment)
	must.OK(t, s.Write(t.Context(), someMemos(100)))
	check.Equal(t, countMemos(t, s), 100, "memos")
}

// stuck is a table that never writes an item.
type stuck struct{ BulkClient }

// BatchWriteItem implements BulkClient.
func (stuck) BatchWriteItem(_ context.Context, in *dynamodb.BatchWriteItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error) {
	return &dynamodb.BatchWriteItemOutput{UnprocessedItems: in.RequestItems}, nil
}

// TestBulkStuck: a table that writes nothing for long is an error, not an endless loop.
func TestBulkStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		err := Bulk(stuck{}, "any").Write(t.Context(), someMemos(60))
		if !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v", err)
		}
	})
}

// TestBulkKeepsMarks: writing a family keeps the marks of members whose memos are still
// to follow.
func TestBulkKeepsMarks(t *testing.T) {
	client, environment := tables(t)
	db, s := Open(client, environment), Bulk(client, environment)
	f := models.Family{
		ID: "f", OwnerID: "a", MemberIDs: []models.UserID{"a", "b", "gone"},
		FormerIDs: []models.UserID{"former"},
		Moving:    map[models.UserID][]models.FamilyID{"b": {"old"}, "gone": {"older"}, "former": {"oldest"}},
	}
	must.OK(t, must.Err(db.put(t.Context(), write{table: db.tables.Users, item: familyItem(f), only: userMissing})))
	f.MemberIDs = []models.UserID{"a", "b", "c"}
	must.OK(t, s.Write(t.Context(), []bulk.Record{{Family: &f}}))
	got, err := db.marksOf(t.Context(), "f")
	if err != nil || len(got.Moving) != 2 || len(got.Moving["b"]) != 1 || len(got.Moving["former"]) != 1 || !got.Has("c") {
		t.Errorf("Family: got %+v, %v", got, err)
	}
}

// TestBulkBeside: items that belong to people are written and removed with them, and are
// in no record.
func TestBulkBeside(t *testing.T) {
	client, environment := tables(t)
	db, s := Open(client, environment), Bulk(client, environment)
	ctx, now := t.Context(), time.Now().UTC()
	later := now.Add(models.KeepFor).Truncate(time.Millisecond)
	echo := models.User{
		ID: "echo", FamilyID: "f", Echo: models.EchoState{Connection: models.Connection{Number: "12345678", ExpiresAt: later}, Recovery: "hash"}, EraseAt: later,
	}
	closing := models.User{ID: "closing", Closing: true}
	echo.Author.Work = map[models.WorkKind]models.Work{models.WorkTrash: {Family: "f", Began: now.Truncate(time.Millisecond), Left: 1}}
	must.OK(t, s.Write(ctx, []bulk.Record{{Person: &echo}, {Person: &closing}}))
	db.noteMove(ctx, "f")
	must.OK(t, db.noteFull(ctx, "f"))
	db.Sample = func() bool { return true }
	db.noteSample(ctx, "f")
	numbers := []string{family.NumberKey("12345678"), family.RecoveryKey("hash")}
	for _, key := range numbers {
		if holder, err := db.Families().Holder(ctx, key); err != nil || holder != "echo" {
			t.Errorf("got %s, %v", holder, err)
		}
	}
	for at, want := range map[time.Time][]models.UserID{now: {"closing"}, later: {"closing", "echo"}} {
		due, err := db.Families().Due(ctx, at)
		if err != nil || !slices.Equal(due, want) {
			t.Errorf("Due: got %v, %v, want %v", due, err, want)
		}
	}
	if working, err := db.Memos().Working(ctx, now); err != nil || len(working) != 1 || working[0].ID != "echo" {
		t.Errorf("Working: got %v, %v, want the Echo", working, err)
	}
	for _, kind := range []bulk.Kind{bulk.Invites, bulk.Ledgers} {
		err := s.Each(ctx, kind, func(records []bulk.Record) error {
			t.Errorf("%s: %+v", kind, records)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	must.OK(t, s.Remove(ctx, bulk.People, []bulk.Key{{ID: "echo"}, {ID: "echo"}, {ID: "nobody"}}))
	for _, key := range numbers {
		if _, err := db.Families().Holder(ctx, key); !models.IsReason(err, models.ReasonInviteNotValid) {
			t.Errorf("number of a removed person: got %v", err)
		}
	}
}

// TestBulkAccess: a person's record has the accesses that the program began, and the item
// with their details goes with the person.
func TestBulkAccess(t *testing.T) {
	client, environment := tables(t)
	db, s := Open(client, environment), Bulk(client, environment)
	ctx, now := t.Context(), time.Now().UTC().Truncate(time.Millisecond)
	a := models.Access{ID: accessID(1), Kind: models.AccessToken, Since: now, Until: now, LastUsed: models.Day(now)}
	u := models.User{ID: "u", FamilyID: "f", Name: "U", Author: models.AuthorState{ListFull: true}}
	must.OK(t, must.Err(db.put(ctx, write{table: db.tables.Users, item: personItem(u)})))
	must.OK(t, db.Access().Begin(ctx, u.ID, a, nil))
	want := bulk.Accesses(map[models.AccessID]models.Use{a.ID: {LastUsed: a.LastUsed}}, []models.Access{a})
	err := s.Each(ctx, bulk.People, func(batch []bulk.Record) error {
		if r := batch[0]; len(batch) != 1 || !slices.Equal(r.Access, want) || r.Person.Access != nil || r.Person.Author.ListFull {
			t.Errorf("got %+v of %+v, want %+v", batch, batch[0].Person, want)
		}
		return nil
	})
	must.OK(t, err)
	must.OK(t, s.Remove(ctx, bulk.People, []bulk.Key{{ID: "u"}}))
	if it, err := db.get(ctx, db.tables.Users, accessKey("u")); it != nil || err != nil {
		t.Errorf("got details %v, %v of a removed person, want none", it, err)
	}
}
