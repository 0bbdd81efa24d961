package dynamo

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// lagging answers queries of the index from a second set of tables, which every write of
// a memo reaches late. Each query of the index lets one more write through, unless the
// index is frozen.
type lagging struct {
	Client
	shadow string // the second memos table
	frozen bool
	only   models.FamilyID // the family whose index is late; "": all

	mu      sync.Mutex
	pending []func(context.Context) error
}

// newLagging returns the wrap function of a world whose index lags.
func newLagging(t *testing.T) (*lagging, func(Client) Client) {
	t.Helper()
	_, environment := tables(t)
	l := &lagging{shadow: TablesOf(environment).Memos}
	return l, func(c Client) Client {
		l.Client = c
		return l
	}
}

// late queues a write for the shadow. The memo's own condition holds there as it
// did here, because it finds the memo in the same state.
func (l *lagging) late(in *dynamodb.TransactWriteItemsInput) {
	if len(in.TransactItems) > 0 {
		l.pending = append(l.pending, func(ctx context.Context) error {
			_, err := l.Client.TransactWriteItems(ctx, in)
			return err
		})
	}
}

func (l *lagging) catchUp(t *testing.T) {
	t.Helper()
	l.arrive(t, len(l.pending))
}

// arrive lets the first n writes through.
func (l *lagging) arrive(t *testing.T, n int) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; n > 0; l.pending, n = l.pending[1:], n-1 {
		must.OK(t, l.pending[0](t.Context()))
	}
}

func (l *lagging) Query(ctx context.Context, in *dynamodb.QueryInput, o ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	family := textOf(in.ExpressionAttributeValues[":family"])
	if in.IndexName == nil || l.only != "" && family != string(l.only) {
		return l.Client.Query(ctx, in, o...)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	late := *in
	late.TableName = &l.shadow
	out, err := l.Client.Query(ctx, &late, o...)
	if err == nil && len(l.pending) > 0 && !l.frozen {
		err = l.pending[0](ctx)
		l.pending = l.pending[1:]
	}
	return out, err
}

func (l *lagging) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	late := &dynamodb.TransactWriteItemsInput{}
	for _, step := range in.TransactItems {
		switch {
		case step.Put != nil && strings.HasSuffix(*step.Put.TableName, "-memos"):
			w := *step.Put
			w.TableName = &l.shadow
			late.TransactItems = append(late.TransactItems, types.TransactWriteItem{Put: &w})
		case step.Update != nil && strings.HasSuffix(*step.Update.TableName, "-memos"):
			w := *step.Update
			w.TableName = &l.shadow
			late.TransactItems = append(late.TransactItems, types.TransactWriteItem{Update: &w})
		case step.Delete != nil && strings.HasSuffix(*step.Delete.TableName, "-memos"):
			w := *step.Delete
			w.TableName = &l.shadow
			late.TransactItems = append(late.TransactItems, types.TransactWriteItem{Delete: &w})
		}
	}
	out, err := l.Client.TransactWriteItems(ctx, in, o...)
	if err == nil {
		l.late(late)
	}
	return out, err
}

func (l *lagging) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out, err := l.Client.UpdateItem(ctx, in, o...)
	if err == nil && strings.HasSuffix(*in.TableName, "-memos") {
		l.late(&dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{Update: &types.Update{
			TableName: &l.shadow, Key: in.Key, UpdateExpression: in.UpdateExpression,
			ConditionExpression:       in.ConditionExpression,
			ExpressionAttributeNames:  in.ExpressionAttributeNames,
			ExpressionAttributeValues: in.ExpressionAttributeValues,
		}}}})
	}
	return out, err
}

func (l *lagging) DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput, o ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out, err := l.Client.DeleteItem(ctx, in, o...)
	if err == nil && strings.HasSuffix(*in.TableName, "-memos") {
		l.late(&dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{Delete: &types.Delete{
			TableName: &l.shadow, Key: in.Key, ConditionExpression: in.ConditionExpression,
			ExpressionAttributeNames:  in.ExpressionAttributeNames,
			ExpressionAttributeValues: in.ExpressionAttributeValues,
		}}}})
	}
	return out, err
}

// TestLag: lists are complete although the index lags.
func TestLag(t *testing.T) {
	l, wrap := newLagging(t)
	w, _ := world(t, wrap)
	owner := w.Person("Owner")
	member := w.Join(w.Person("Member"), owner)
	w.OK(w.Memos.Settle(w.Ctx(), member))
	l.frozen = true

	t.Run("own adds are seen immediately", func(t *testing.T) {
		w.Add(owner, "just now")
		w.Same(w.Contents(owner, false), []string{"just now"})
		if n := len(w.All(member, false)); n != 0 {
			t.Fatalf("got %d memos for the other member, want an index that lags", n)
		}
		l.catchUp(t)
		w.Same(w.Contents(member, false), []string{"just now"})
	})
	t.Run("own adds are seen immediately whatever their keys", func(t *testing.T) {
		echo := w.Echo("Echo")
		for _, key := range []memo.Key{"amzn1.echo-api.request.1", "amzn1.echo-api.request.2", "019f2f3c-5d00-7000-8000-000000000000"} {
			w.Advance(time.Millisecond)
			_, _, err := w.Memos.Add(w.Ctx(), echo, memo.Draft{Content: string(key), Key: key})
			w.OK(err)
		}
		if got := w.Contents(echo, false); len(got) != 3 {
			t.Errorf("got %v, want three memos", got)
		}
	})
	t.Run("an old copy in the index does not win", func(t *testing.T) {
		m := w.All(owner, false)[0]
		w.OK(must.Err(w.Memos.Edit(w.Ctx(), owner, m.Ref(), "edited", 0)))
		w.Same(w.Contents(owner, false), []string{"edited"})
		w.OK(must.Err(w.Memos.Trash(w.Ctx(), owner, m.Ref())))
		w.Same(w.Contents(owner, false), []string{})
		w.Same(w.Contents(owner, true), []string{"edited"})
		l.catchUp(t)
		w.Same(w.Contents(owner, false), []string{})
	})
	t.Run("an own memo is done immediately", func(t *testing.T) {
		m := w.Add(owner, "milk")
		l.catchUp(t)
		for _, done := range []bool{true, false} {
			w.OK(must.Err(w.Memos.Done(w.Ctx(), owner, m.Ref(), done, 0)))
			for _, other := range []bool{true, false} {
				list, err := w.Memos.List(w.Ctx(), w.Again(owner), memo.Query{Done: &other})
				w.OK(err)
				if (len(list.Memos) == 1) != (done == other) {
					t.Errorf("done %v, list of done %v: got %+v", done, other, list.Memos)
				}
			}
		}
		l.catchUp(t)
		w.OK(must.Err(w.Memos.Trash(w.Ctx(), owner, m.Ref())))
		l.catchUp(t)
	})
	t.Run("a joiner's memos are seen immediately", func(t *testing.T) {
		joiner := w.Person("Joiner")
		w.Add(joiner, "brought along")
		joiner = w.Join(joiner, owner)
		for _, u := range []models.User{owner, member, joiner} {
			if f := w.FamilyOf(u); len(f.Moving) == 0 {
				t.Fatal("got a move that is over, want a pending one")
			}
			page, err := w.MemoStore.List(w.Ctx(), memo.Listing{Family: w.FamilyOf(u), Viewer: w.Again(u), Limit: 50, Now: w.Now()})
			w.OK(err)
			if len(page.Memos) != 1 || page.Memos[0].Content != "brought along" {
				t.Errorf("%s sees %+v", u.ID, page.Memos)
			}
		}
		l.frozen = false
		w.OK(w.Memos.Settle(w.Ctx(), joiner))
		l.catchUp(t)
		w.Same(w.Contents(member, false), []string{"brought along"})
	})
}

// TestLagThroughoutMove: during a move with an index that always lags, no list lacks a
// memo, and afterwards all memos are listed.
func TestLagThroughoutMove(t *testing.T) {
	l, wrap := newLagging(t)
	w, _ := world(t, wrap)
	joiner, owner := w.Person("Joiner"), w.Person("Owner")
	for i := range 30 {
		w.Add(joiner, fmt.Sprint("memo ", i))
	}
	l.catchUp(t) // the index is late, but not by more than a page of one person
	w.Join(joiner, owner)
	for range 100 {
		f := w.FamilyOf(owner)
		if len(f.Moving) == 0 {
			break
		}
		if n := len(everything(w, f, owner, 7)); n != 30 {
			t.Fatalf("got %d memos, want 30", n)
		}
		must.OK(t, must.Err(w.MemoStore.Settle(w.Ctx(), f, 4)))
	}
	if f := w.FamilyOf(owner); len(f.Moving) > 0 {
		t.Fatal("Settle: got a move that does not end")
	}
	l.catchUp(t)
	w.Same(len(w.All(owner, false)), 30)
}

// TestArrivalIsLate: if the index drops memos from the old family before it lists them
// under the new one, the mark stays meanwhile, and no list lacks a memo.
func TestArrivalIsLate(t *testing.T) {
	l, wrap := newLagging(t)
	w, _ := world(t, wrap)
	joiner, owner := w.Person("Joiner"), w.Person("Owner")
	for i := range 20 {
		w.Add(joiner, fmt.Sprint("memo ", i))
	}
	joiner = w.Join(joiner, owner)
	l.only, l.frozen = owner.FamilyID, true
	for range 4 {
		w.Same(len(w.All(owner, false)), 20)
		if done, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), 99); done || err != nil {
			t.Fatalf("got done %v, %v", done, err)
		}
	}
	for len(l.pending) > 0 { // up to the last write that has not arrived
		w.Same(len(w.FamilyOf(owner).Moving), 1)
		l.arrive(t, 1)
		w.Same(len(everything(w, w.FamilyOf(owner), owner, 7)), 20)
	}
	settled(w, w.MemoStore, joiner, 99)
	w.Same(len(w.All(owner, false)), 20)
}
