package skill_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/dynamo"
	"voicememo/skill"
	"voicememo/skill/skilltest"
	"voicememo/tools/testkit/localengine"
)

// stage is a script played up to its last line, on tables of its own behind a faulty
// client.
type stage struct {
	client *dynamodb.Client // bypasses the faulty client
	db     engine
	faulty *faulty
	last   []byte // the request of the last line, which was not sent

	tables []table
	now    time.Time
	ids    int
}

// table has a table's items before the last line, by key.
type table struct {
	name string
	key  []string // attribute names
	kept map[string]map[string]types.AttributeValue
}

var errNotSent = errors.New("not sent")

// newStage plays a script.
func newStage(t *testing.T, script faultScript) *stage {
	t.Helper()
	client, environment := localengine.Environment(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment)
	})
	s := &stage{client: client, faulty: &faulty{after: -1}}
	s.db = dynamo.Open(dynamodb.New(client.Options(), func(o *dynamodb.Options) {
		s.faulty.next = newOutside(t, o.HTTPClient)
		o.HTTPClient = s.faulty
	}), environment)
	w := newWorldOn(t, s.db)
	script.before(w)
	tk, last := w.talk("ja-JP"), len(script.lines)-1
	for _, line := range script.lines[:last] {
		w.says(tk, w.withCode(line))
	}
	tk.Send = func(_ context.Context, raw []byte) ([]byte, error) { s.last = raw; return nil, errNotSent }
	if _, err := tk.Say(t.Context(), w.withCode(script.lines[last])); !errors.Is(err, errNotSent) {
		t.Fatalf("got %v, want %v", err, errNotSent)
	}
	s.now, s.ids = w.now, w.ids
	names := dynamo.TablesOf(environment)
	s.tables = []table{{name: names.Memos, key: []string{"userId", "id"}}, {name: names.Users, key: []string{"userId"}}, {name: names.InviteCodes, key: []string{"code"}}}
	for i := range s.tables {
		s.tables[i].kept = s.items(t, s.tables[i])
	}
	return s
}

// world returns the world in which the last line is sent.
func (s *stage) world(t *testing.T, change ...func(*world, *skill.Options)) *world {
	t.Helper()
	w := newWorldOn(t, s.db, change...)
	w.now, w.ids = s.now, s.ids
	w.invites.Rand, w.families.Rand = rand.NewChaCha8([32]byte{2}), rand.NewChaCha8([32]byte{3})
	return w
}

// items reads a table, by the keys of its items.
func (s *stage) items(t *testing.T, from table) map[string]map[string]types.AttributeValue {
	t.Helper()
	items := map[string]map[string]types.AttributeValue{}
	pages := dynamodb.NewScanPaginator(s.client, &dynamodb.ScanInput{TableName: &from.name, ConsistentRead: aws.Bool(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range page.Items {
			var key []string
			for _, name := range from.key {
				key = append(key, it[name].(*types.AttributeValueMemberS).Value)
			}
			items[strings.Join(key, "\n")] = it
		}
	}
	return items
}

// rewind restores the tables to their state before the last line.
func (s *stage) rewind(t *testing.T) {
	t.Helper()
	for _, table := range s.tables {
		now := s.items(t, table)
		var writes []types.WriteRequest
		for key, it := range now {
			if table.kept[key] == nil {
				writes = append(writes, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: table.keyOf(it)}})
			}
		}
		for key, it := range table.kept {
			if !reflect.DeepEqual(it, now[key]) {
				writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: it}})
			}
		}
		for some := range slices.Chunk(writes, 25) { // the limit of BatchWriteItem
			out, err := s.client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table.name: some}})
			if err != nil || len(out.UnprocessedItems) > 0 {
				t.Fatalf("got %v and %d tables with items left, want none", err, len(out.UnprocessedItems))
			}
		}
	}
}

// keyOf returns the key of an item.
func (t table) keyOf(it map[string]types.AttributeValue) map[string]types.AttributeValue {
	key := map[string]types.AttributeValue{}
	for _, name := range t.key {
		key[name] = it[name]
	}
	return key
}

// isOpen reports whether the device listens after a reply.
func isOpen(t testing.TB, raw []byte) bool {
	t.Helper()
	var e skilltest.Envelope
	if err := json.Unmarshal(raw, &e); err != nil {
		t.Fatal(err)
	}
	return e.Response.End != nil && !*e.Response.End
}

// outside performs the requests of a bubble outside of it, one at a time, so that the
// bubble's time stands still meanwhile.
type outside struct {
	mu        sync.Mutex
	requests  chan *http.Request
	responses chan func() (*http.Response, error)
}

// newOutside returns an outside that ends with the test. It must be called outside of
// bubbles.
func newOutside(t *testing.T, next aws.HTTPClient) *outside {
	t.Helper()
	o := &outside{requests: make(chan *http.Request), responses: make(chan func() (*http.Response, error))}
	go func() {
		for r := range o.requests {
			res, err := whole(next.Do(r))
			o.responses <- func() (*http.Response, error) { return res, err }
		}
	}()
	t.Cleanup(func() { close(o.requests) })
	return o
}

// Do implements aws.HTTPClient. The request is not bound to its context, which belongs to
// the bubble.
func (o *outside) Do(r *http.Request) (*http.Response, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.requests <- r.WithContext(context.Background())
	return (<-o.responses)()
}

// whole reads the body of a response to its end.
func whole(res *http.Response, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(res.Body)
	res.Body = io.NopCloser(bytes.NewReader(body))
	return res, err
}
