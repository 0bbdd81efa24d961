package dynamo

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// meter adds up the capacity that DynamoDB says each request consumed, its
// writes to the index included.
type meter struct {
	client       Client
	mu           sync.Mutex
	reads, write float64 // RCU and WCU
}

func (m *meter) add(to *float64, used ...types.ConsumedCapacity) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range used {
		*to += aws.ToFloat64(u.CapacityUnits)
	}
}

// addOne fails the measurement, rather than counting nothing, if the answer
// tells no capacity.
func (m *meter) addOne(to *float64, used *types.ConsumedCapacity) {
	if used == nil {
		used = &types.ConsumedCapacity{CapacityUnits: aws.Float64(math.Inf(1))}
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

// ledger of what was measured beside what was promised.
type bill struct {
	t     *testing.T
	meter *meter
	table strings.Builder
	out   *tabwriter.Writer
}

func newBill(t *testing.T, m *meter) *bill {
	b := &bill{t: t, meter: m}
	b.out = tabwriter.NewWriter(&b.table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(b.out, "access\tRCU\tpromised\tWCU\tpromised")
	t.Cleanup(func() {
		b.out.Flush()
		t.Log("\n" + b.table.String())
	})
	return b
}

// line measures one access, divided by how many things it does.
func (b *bill) line(access string, rcu, wcu float64, things int, do func() error) {
	b.t.Helper()
	b.meter.reads, b.meter.write = 0, 0
	if err := do(); err != nil {
		b.t.Fatalf("%s: %v", access, err)
	}
	reads, writes := b.meter.reads/float64(things), b.meter.write/float64(things)
	fmt.Fprintf(b.out, "%s\t%.2f\t%.2f\t%.2f\t%.2f\n", access, reads, rcu, writes, wcu)
	if reads > rcu || writes > wcu {
		b.t.Errorf("%s: %.2f RCU and %.2f WCU, promised are %.2f and %.2f", access, reads, writes, rcu, wcu)
	}
	if reads+writes == 0 {
		b.t.Errorf("%s: nothing was measured", access)
	}
}

// TestCapacity measures what each access may cost, as docs and bills promise it.
func TestCapacity(t *testing.T) {
	m := &meter{}
	w, db := world(t, func(c Client) Client { m.client = c; return m })
	ctx, now := t.Context(), w.Now()
	person := func(n int) models.User {
		u, err := w.Families.Ensure(ctx, models.Profile{
			ID: models.UserID(fmt.Sprintf("%021d", n)), Name: "山田太郎", Email: "taro@example.com",
			Picture: "https://lh3.googleusercontent.com/a/" + strings.Repeat("x", 60), Source: models.SourceGoogle,
		})
		w.OK(err)
		return u
	}
	owner, small := person(1), person(2)
	for n := range 3 {
		w.Join(person(10+n), owner)
	}
	w.OK(w.Memos.Settle(ctx, owner))
	owner = w.Again(owner)
	fill(t, db, owner, 10_000, now)
	fill(t, db, small, 100, now)
	b := newBill(t, m)
	b.reads(w.FamilyStore, w.MemoStore, owner, small, now)

	var added models.Memo
	b.line("add memo", 0, 5, 1, func() (err error) {
		added, _, err = w.MemoStore.Add(ctx, models.Memo{
			UserID: owner.ID, ID: memo1, FamilyID: owner.FamilyID, Content: "牛乳とパンを買って帰る", Timestamp: now, Version: 1,
		})
		return err
	})
	for name, c := range map[string]memo.Change{"edit": {Content: "卵も"}} {
		b.line(name, 0, 2, 1, func() error { return second(w.MemoStore.Update(ctx, added.Ref(), c)) })
	}
	b.line("delete", 0, 2, 1, func() error { return second(w.Memos.Trash(quiet(b, ctx), owner, added.Ref())) })
}

const memo1 = "0000000000001aaaaaaaaaaaa"
