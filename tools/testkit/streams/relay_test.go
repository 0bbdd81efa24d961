package streams

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/tools/testkit/localengine"
)

// stage is a table with a stream, and what was delivered from it.
type stage struct {
	*testing.T
	client *dynamodb.Client
	table  string

	mu        sync.Mutex
	delivered []string // the ids of the items, in the order of delivery
	sizes     []int    // of the events
}

type item = map[string]types.AttributeValue

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func newStage(t *testing.T) *stage {
	s := &stage{T: t}
	client, environment := localengine.Streaming(t, func(ctx context.Context, c *dynamodb.Client, environment string) error {
		_, err := c.CreateTable(ctx, &dynamodb.CreateTableInput{
			TableName: aws.String("a-" + environment + "-things"), BillingMode: types.BillingModePayPerRequest,
			KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
			AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
			StreamSpecification:  &types.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages},
		})
		return err
	})
	s.client, s.table = client, "a-"+environment+"-things"
	return s
}

func (s *stage) put(it item) {
	s.Helper()
	if _, err := s.client.PutItem(s.Context(), &dynamodb.PutItemInput{TableName: &s.table, Item: it}); err != nil {
		s.Fatal(err)
	}
}

// fill puts n items, with the ids 00, 01 and so on, and returns the ids.
func (s *stage) fill(n int) (ids []string) {
	s.Helper()
	for i := range n {
		ids = append(ids, fmt.Sprintf("%02d", i))
		s.put(item{"id": text(ids[i])})
	}
	return ids
}

// note records an event, and returns the ids of its items and their sequence numbers.
func (s *stage) note(event []byte) (ids, numbers []string) {
	var e struct{ Records []Record }
	if err := json.Unmarshal(event, &e); err != nil {
		s.Error(err)
	}
	for _, r := range e.Records {
		id := r.DynamoDB.Keys["id"].(map[string]any)["S"].(string)
		ids, numbers = append(ids, id), append(numbers, r.DynamoDB.SequenceNumber)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delivered = append(s.delivered, ids...)
	s.sizes = append(s.sizes, len(ids))
	return ids, numbers
}

// await waits until the items with these ids were delivered, in this order.
func (s *stage) await(want []string) {
	s.Helper()
	var got []string
	for range 500 {
		s.mu.Lock()
		got = slices.Clone(s.delivered)
		s.mu.Unlock()
		if slices.Equal(got, want) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.Errorf("got %v, want %v", got, want)
}

var quick = Options{Every: time.Millisecond, Most: 4}

// TestRelay: every record is delivered in order, in events of limited size, those before
// the start and those after it.
func TestRelay(t *testing.T) {
	s := newStage(t)
	before := s.fill(10)
	stop := Relay(t, s.client, []string{s.table}, func(_ context.Context, event []byte) error {
		s.note(event)
		return nil
	}, quick)
	s.await(before)
	s.put(item{"id": text("later")})
	s.await(append(before, "later"))
	stop()
	s.put(item{"id": text("after the end")})
	time.Sleep(20 * time.Millisecond)
	s.await(append(before, "later"))
	if got := slices.Max(s.sizes); got != quick.Most {
		t.Errorf("got an event of %d records, want at most %d", got, quick.Most)
	}
}

// TestRelayRepeats: a batch that fails comes again, from the record that the function
// names, and later records wait.
func TestRelayRepeats(t *testing.T) {
	s := newStage(t)
	s.fill(6)
	failures := 0
	Relay(t, s.client, []string{s.table}, func(_ context.Context, event []byte) error {
		_, numbers := s.note(event)
		switch failures++; failures {
		case 1:
			return errors.New("the function failed")
		case 2:
			answer := fmt.Sprintf(`{"batchItemFailures": [{"itemIdentifier": %q}, {"itemIdentifier": "x"}]}`, numbers[2])
			return Answer([]byte(answer))
		}
		return Answer([]byte(`{"batchItemFailures": []}`))
	}, quick)
	s.await([]string{"00", "01", "02", "03", "00", "01", "02", "03", "02", "03", "04", "05"})
}

// TestRelayBisects: of a batch that fails as a whole, the half without the cause is done.
func TestRelayBisects(t *testing.T) {
	s := newStage(t)
	s.fill(4)
	tries := 0
	o := quick
	o.Bisect = true
	Relay(t, s.client, []string{s.table}, func(_ context.Context, event []byte) error {
		ids, _ := s.note(event)
		if tries++; slices.Contains(ids, "02") && tries < 5 {
			return errors.New("the function failed")
		}
		return nil
	}, o)
	s.await([]string{"00", "01", "02", "03", "00", "01", "02", "03", "02", "02", "03"})
}

// TestRelayTwice: a batch that was delivered may be delivered again.
func TestRelayTwice(t *testing.T) {
	s := newStage(t)
	s.fill(2)
	o := quick
	o.Twice = func() bool { return true }
	Relay(t, s.client, []string{s.table}, func(_ context.Context, event []byte) error {
		s.note(event)
		return nil
	}, o)
	s.await([]string{"00", "01", "00", "01"})
}

// TestRecord: a record has what Lambda's records have, and a write that changes nothing has
// no record.
func TestRecord(t *testing.T) {
	s := newStage(t)
	full := item{
		"id": text("1"), "n": &types.AttributeValueMemberN{Value: "1.5"}, "bool": &types.AttributeValueMemberBOOL{Value: true},
		"null": &types.AttributeValueMemberNULL{Value: true}, "b": &types.AttributeValueMemberB{Value: []byte{0, 1}},
		"ss": &types.AttributeValueMemberSS{Value: []string{"a"}}, "ns": &types.AttributeValueMemberNS{Value: []string{"1"}},
		"m": &types.AttributeValueMemberM{Value: item{"x": text("y")}}, "empty": &types.AttributeValueMemberM{Value: item{}},
		"l": &types.AttributeValueMemberL{Value: []types.AttributeValue{text("z")}},
	}
	s.put(full)
	s.put(full)
	s.put(item{"id": text("1")})
	if _, err := s.client.DeleteItem(t.Context(), &dynamodb.DeleteItemInput{TableName: &s.table, Key: item{"id": text("1")}}); err != nil {
		t.Fatal(err)
	}
	reader, err := NewReader(t.Context(), s.client, s.table)
	if err != nil {
		t.Fatal(err)
	}
	records, err := reader.Next(t.Context())
	if err != nil || len(records) != 3 {
		t.Fatalf("got %d records, %v, want 3", len(records), err)
	}
	const image = `{"b":{"B":"AAE="},"bool":{"BOOL":true},"empty":{"M":{}},"id":{"S":"1"},"l":{"L":[{"S":"z"}]},"m":{"M":{"x":{"S":"y"}}},` +
		`"n":{"N":"1.5"},"ns":{"NS":["1"]},"null":{"NULL":true},"ss":{"SS":["a"]}}`
	const key = `{"id":{"S":"1"}}`
	for i, want := range []struct{ name, before, after string }{
		{"INSERT", "null", image}, {"MODIFY", image, key}, {"REMOVE", key, "null"},
	} {
		r := records[i]
		before, _ := json.Marshal(r.DynamoDB.OldImage)
		after, _ := json.Marshal(r.DynamoDB.NewImage)
		if r.EventName != want.name || string(before) != want.before || string(after) != want.after {
			t.Errorf("got %s from %s to %s, want %+v", r.EventName, before, after, want)
		}
		if len(r.EventID) != 32 || r.EventSource != "aws:dynamodb" || r.DynamoDB.StreamViewType != "NEW_AND_OLD_IMAGES" || r.DynamoDB.SequenceNumber == "" {
			t.Errorf("got %+v, want a record as Lambda's", r)
		}
	}
	if again, err := reader.Next(t.Context()); err != nil || len(again) > 0 {
		t.Errorf("got %d records again, %v, want none", len(again), err)
	}
}
