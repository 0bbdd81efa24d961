package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// The people of the earlier system. Taro can sign in with --dev.
var (
	oldTaro  = "dev#" + hash("太郎")
	oldEcho  = "amzn1.ask.account.ECHO"
	oldLost  = "amzn1.ask.account.LOST" // wrote for Taro's family, and has no entry among the users
	oldOwner = "100000000000000000009"  // has no entry and no memos, but others name this owner
)

const (
	oldHanako  = "100000000000000000002" // in Taro's family
	oldJiro    = "100000000000000000003" // has left Taro's family
	oldSaburo  = "100000000000000000004" // knows no family
	oldShiro   = "100000000000000000005" // in the family of an owner without an entry
	oldGoro    = "100000000000000000006" // in a family whose id is not a person's
	oldRoku    = "100000000000000000007" // the owner of that family
	oldUUID    = "550e8400-e29b-41d4-a716-446655440000"
	oldMany    = 1050 // memos of Taro
	oldContent = "牛乳とパンを買って帰る、それから郵便局に寄って荷物を受け取る。"
)

func hash(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}

// row is an item in the form in which a test writes it.
type row map[string]any

func (r row) item() map[string]types.AttributeValue {
	it := map[string]types.AttributeValue{}
	for name, value := range r {
		switch v := value.(type) {
		case string:
			it[name] = &types.AttributeValueMemberS{Value: v}
		case bool:
			it[name] = &types.AttributeValueMemberBOOL{Value: v}
		case []string:
			it[name] = &types.AttributeValueMemberSS{Value: v}
		case []byte:
			it[name] = &types.AttributeValueMemberB{Value: v}
		default:
			it[name] = &types.AttributeValueMemberN{Value: fmt.Sprint(v)}
		}
	}
	return it
}

// oldDay is when the first memo of the earlier system was created.
var oldDay = time.Date(2025, 7, 14, 9, 30, 15, 123e6, time.UTC)

func oldUsers() []row {
	return []row{
		{"userId": oldTaro, "familyId": oldTaro, "userName": "太郎", "isOwner": true, "email": "taro@example.com", "source": "google",
			"createdAt": "2025-07-01T00:00:00.000Z", "updatedAt": "2025-07-02T00:00:00.000Z"},
		{"userId": oldHanako, "familyId": oldTaro, "name": "花子", "isOwner": false, "source": "google", "createdAt": oldDay.UnixMilli()},
		{"userId": oldEcho, "familyId": oldTaro},
		{"userId": oldJiro, "familyId": oldJiro, "userName": "次郎", "isOwner": "true", "createdAt": fmt.Sprint(oldDay.Unix())},
		{"userId": oldSaburo, "userName": "三郎"},
		{"userId": oldShiro, "familyId": oldOwner, "userName": strings.Repeat("四", 60), "createdAt": "2025-07-03T00:00:00Z"},
		{"userId": oldGoro, "familyId": oldUUID, "userName": "五郎", "createdAt": "2025-01-01T00:00:00Z"},
		{"userId": oldRoku, "familyId": oldUUID, "userName": "六", "isOwner": true, "createdAt": "2025-02-01T00:00:00Z"},
	}
}

// oldMemos returns memos of every form, and how many of them have no readable text.
func oldMemos() (memos []row, empty int) {
	for i := range oldMany {
		at := oldDay.Add(time.Duration(i) * time.Second)
		memos = append(memos, row{
			"userId": oldTaro, "memoId": fmt.Sprintf("memo_%d_%04x", at.UnixMilli(), i), "familyId": oldTaro, "deleted": "false",
			"text": fmt.Sprint(i, " ", strings.Repeat(oldContent, 10)), "timestamp": at.Format("2006-01-02T15:04:05.000Z"), "createdByName": "太郎",
		})
	}
	ms := fmt.Sprint(oldDay.UnixMilli())
	return append(memos,
		row{"userId": oldTaro, "memoId": "empty-1", "familyId": oldTaro, "text": "", "timestamp": oldDay.Format(time.RFC3339)},
		row{"userId": oldTaro, "memoId": "empty 2", "familyId": oldTaro, "timestamp": oldDay.Format(time.RFC3339)},
		row{"userId": oldTaro, "memoId": "bytes", "familyId": oldTaro, "text": []byte("牛乳"), "timestamp": oldDay.Format(time.RFC3339)},
		row{"userId": oldHanako, "memoId": "1", "familyId": oldTaro, "text": "ゴミ箱の中", "deleted": "true", "timestamp": oldDay.UnixMilli(), "updatedAt": "2025-07-20T00:00:00Z"},
		row{"userId": oldHanako, "memoId": "2", "familyId": oldTaro, "text": "ほんとうの印", "deleted": true, "timestamp": oldDay.Unix()},
		row{"userId": oldHanako, "memoId": "3", "familyId": oldTaro, "text": "にせの印", "deleted": false, "timestamp": ms, "updatedAt": oldDay.Add(time.Hour).UnixMilli()},
		row{"userId": oldHanako, "memoId": "4", "familyId": oldTaro, "text": "長い" + strings.Repeat("長", 700) + "\n二行目", "timestamp": oldDay.Format(time.RFC3339)},
		row{"userId": oldEcho, "memoId": ms + "4abc", "familyId": oldTaro, "text": "時刻は番号の中"},
		row{"userId": oldEcho, "memoId": "never", "familyId": oldTaro, "text": "いつのものか分からない"},
		row{"userId": oldEcho, "memoId": "late", "familyId": oldTaro, "text": "エコーの新しいメモ", "timestamp": "2025-12-31T00:00:00+09:00"},
		row{"userId": oldLost, "memoId": "5", "familyId": oldTaro, "text": "持ち主の知れないメモ", "timestamp": oldDay.Format(time.RFC3339), "createdByName": "台所"},
		row{"userId": oldJiro, "memoId": "6", "familyId": oldTaro, "text": "次郎が残したメモ", "timestamp": oldDay.Format(time.RFC3339)},
		row{"userId": oldHanako, "memoId": "8", "familyId": oldTaro, "text": []string{"集合の中"}, "deleted": 1, "timestamp": "2025/07/14 18:30:00 +0900"},
		row{"userId": oldHanako, "memoId": "9", "familyId": oldTaro, "content": "まだ来ない日", "deletedAt": "2030-01-01", "timestamp": "2031-01-01T00:00:00Z"},
		row{"userId": oldSaburo, "memoId": "7", "text": "三郎のメモ", "timestamp": oldDay.Format(time.RFC3339)},
	), 3
}

// oldCodes returns an invitation that is live in the earlier system.
func oldCodes(now time.Time) []row {
	return []row{{
		"code": "1111", "familyId": oldTaro, "createdBy": oldTaro, "createdAt": now.Format(time.RFC3339),
		"ttl": now.Add(5 * time.Minute).Unix(), "used": false,
	}}
}

// oldSystem creates the tables of the earlier system and returns their environment.
func oldSystem(t *testing.T) (client *dynamodb.Client, environment string) {
	t.Helper()
	client, environment = localengine.Client(localengine.ForTest(t)), fmt.Sprint("old", time.Now().UnixNano())
	names := dynamo.TablesOf(environment)
	memos, _ := oldMemos()
	for _, table := range []struct {
		name string
		keys []string
		rows []row
	}{
		{names.Memos, []string{"userId", "memoId"}, memos},
		{names.Users, []string{"userId"}, oldUsers()},
		{names.InviteCodes, []string{"code"}, oldCodes(time.Now())},
	} {
		in := &dynamodb.CreateTableInput{TableName: &table.name, BillingMode: types.BillingModePayPerRequest}
		for i, key := range table.keys {
			role := []types.KeyType{types.KeyTypeHash, types.KeyTypeRange}[i]
			in.KeySchema = append(in.KeySchema, types.KeySchemaElement{AttributeName: &key, KeyType: role})
			in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{AttributeName: &key, AttributeType: types.ScalarAttributeTypeS})
		}
		must.OK(t, must.Err(client.CreateTable(t.Context(), in)))
		t.Cleanup(func() {
			if _, err := client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: &table.name}); err != nil {
				t.Error(err)
			}
		})
		put(t, client, table.name, table.rows)
	}
	return client, environment
}

// put writes rows into a table.
func put(t *testing.T, client *dynamodb.Client, table string, rows []row) {
	t.Helper()
	for part := range slices.Chunk(rows, 25) {
		var requests []types.WriteRequest
		for _, r := range part {
			requests = append(requests, types.WriteRequest{PutRequest: &types.PutRequest{Item: r.item()}})
		}
		_, err := client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table: requests}})
		must.OK(t, err)
	}
}

// watched is a proxy of the engine that records the requests to an environment's tables,
// and can hold them.
type watched struct {
	url string

	mu      sync.Mutex
	actions map[string]int
	hold    request       // which requests wait
	held    chan struct{} // closed when one does
	holding bool
}

// request reports whether a request is of some kind.
type request func(action, body string) bool

func watch(t *testing.T, environment string) *watched {
	t.Helper()
	engine, err := url.Parse(localengine.ForTest(t))
	must.OK(t, err)
	w := &watched{actions: map[string]int{}}
	w.holdAt(nil)
	next := httputil.NewSingleHostReverseProxy(engine)
	next.ErrorLog = log.New(io.Discard, "", 0) // a killed process does not read the answer
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, action, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
		if strings.Contains(string(body), "-"+environment+"-") && w.note(action, string(body)) {
			<-r.Context().Done()
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		next.ServeHTTP(rw, r)
	}))
	t.Cleanup(server.Close)
	w.url = server.URL
	return w
}

// note counts a request and reports whether it must wait.
func (w *watched) note(action, body string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.actions[action]++
	if w.hold == nil || !w.hold(action, body) {
		return false
	}
	if !w.holding {
		close(w.held)
	}
	w.holding = true
	return true
}

// holdAt makes these requests wait from now on; nil: none. The returned channel is closed
// when one waits.
func (w *watched) holdAt(hold request) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hold, w.held, w.holding = hold, make(chan struct{}), false
	return w.held
}

// from matches the n-th of some requests and all requests after it.
func (r request) from(n int) request {
	return func(action, body string) bool {
		if !r(action, body) {
			return false
		}
		n--
		return n <= 0
	}
}

// ofMemos matches an action on the table of memos.
func ofMemos(action string) request {
	return func(asked, body string) bool { return asked == action && strings.Contains(body, "-memos\"") }
}

// firstPage is the first of the requests that read a quarter of the memos.
func firstPage(action, body string) bool {
	return ofMemos("Scan")(action, body) && strings.Contains(body, `"Segment":0`) && !strings.Contains(body, "ExclusiveStartKey")
}

func (w *watched) env() []string { return localengine.Environ(w.url) }

// killedAt runs the program until one of its requests waits, and kills it.
func (h home) killedAt(t *testing.T, held <-chan struct{}, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Env = append(os.Environ(), h.env...)
	must.OK(t, cmd.Start())
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }() // it is killed
	select {
	case <-held:
	case <-ended:
		t.Fatalf("%v: ended with %v before it was killed", args, cmd.ProcessState)
	}
	_ = cmd.Process.Kill()
	<-ended
}
