package skill_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"voicememo/infra/dynamo/dynamotest"
)

var patience = flag.Duration("patience", 100*time.Millisecond,
	"how long a turn with a faulty store may take; 0: as long as the skill itself allows")

// faulty stands between the skill and DynamoDB. From one exchange on it does
// what networks and throttled tables do.
type faulty struct {
	next aws.HTTPClient

	mu    sync.Mutex
	calls int
	after int // exchanges that still go well; negative: all
	fault func(*http.Request) (*http.Response, error)
}

func (f *faulty) Do(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	f.calls++
	broken := f.after >= 0 && f.calls > f.after
	f.mu.Unlock()
	if broken {
		return f.fault(r)
	}
	return f.next.Do(r)
}

// breakAfter lets n more exchanges through.
func (f *faulty) breakAfter(n int, fault func(*http.Request) (*http.Response, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls, f.after, f.fault = 0, n, fault
}

func (f *faulty) heal() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.after = -1
	return f.calls
}

// faults are the ways in which a store is away.
var faults = map[string]func(*http.Request) (*http.Response, error){
	"reset": func(*http.Request) (*http.Response, error) { return nil, errors.New("connection reset by peer") },
	"hangs": func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	},
	"throttled": func(*http.Request) (*http.Response, error) {
		return refusal(http.StatusBadRequest, "ThrottlingException"), nil
	},
}

func refusal(status int, kind string) *http.Response {
	body := fmt.Sprintf(`{"__type":"com.amazonaws.dynamodb.v20120810#%s","message":"secret"}`, kind)
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(body)),
	}
}

// faultScripts are conversations whose last line meets the fault.
var faultScripts = map[string]struct {
	before func(*world)
	lines  []string
}{
	"launch":         {lived, []string{"家族ボイスメモを開いて"}},
	"first contact":  {fresh, []string{"一覧"}},
	"add":            {lived, []string{"牛乳を買う を追加"}},
	"read":           {lived, []string{"一覧"}},
	"next":           {lived, []string{"一覧", "次"}},
	"previous":       {lived, []string{"一覧", "次", "前"}},
	"find":           {lived, []string{"牛乳 を探して"}},
	"delete":         {lived, []string{"一覧", "2番を削除"}},
	"undo":           {lived, []string{"一覧", "2番を削除", "元に戻して"}},
	"delete all":     {lived, []string{"家族ボイスメモを開いて", "全部消して"}},
	"delete all yes": {lived, []string{"家族ボイスメモを開いて", "全部消して", "はい"}},
	"invite":         {fresh, []string{"招待コードを作って"}},
	"join":           {inviting, []string{"招待コード %s で参加", "はい"}},
	"first add":      {fresh, []string{"牛乳を買う を追加"}},
	"connect":        {fresh, []string{"アカウントにつなぐ"}},
	"recover":        {forsaken, []string{"%r でメモを取り戻す", "はい"}},
	"told":           {added, []string{"一覧"}},
	"members":        {lived, []string{"家族は誰"}},
	"leave":          {lived, []string{"家族から抜ける", "はい"}},
	"name":           {lived, []string{"私は太郎"}},
}

// forsaken is an Echo whose number brings back the memo of another account.
func forsaken(w *world) {
	w.read(w.says(w.other("ja-JP"), "卵を買う を追加"))
	w.must(w.families.Disable(w.t.Context(), kitchen))
}

// added is an Echo that was added to a family and has not said so yet.
func added(w *world) { w.connected("ja-JP") }

// TestFaults: wherever in a turn the store goes away, the speaker hears one
// plain sentence, or what would be said anyway, and never that there are no memos;
// nothing is half done, and the same request again does the rest, once.
func TestFaults(t *testing.T) {
	var longest sync.Map
	for name, script := range faultScripts {
		want := undisturbed(t, script.before, script.lines)
		for kind, fault := range faults {
			for n := range want.calls {
				t.Run(fmt.Sprintf("%s/%s/%d", name, kind, n), func(t *testing.T) {
					t.Parallel()
					took := disturbed(t, script.before, script.lines, want, n, fault)
					longest.Store(fmt.Sprintf("%s/%s/%d", name, kind, n), took)
				})
			}
		}
	}
	t.Cleanup(func() {
		var most time.Duration
		longest.Range(func(_, took any) bool { most = max(most, took.(time.Duration)); return true })
		t.Logf("longest answer: %v", most.Round(time.Millisecond))
	})
}

// outcome is what the last line of a script says and leaves behind, and how many
// exchanges it takes.
type outcome struct {
	speech, left string
	calls        int
}

// undisturbed plays a script while all goes well.
func undisturbed(t *testing.T, before func(*world), lines []string) outcome {
	t.Helper()
	w, f := newFaultyWorld(t)
	before(w)
	tk := w.talk("ja-JP")
	last := len(lines) - 1
	for _, line := range lines[:last] {
		w.says(tk, w.withCode(line))
	}
	f.breakAfter(-1, nil)
	a := w.says(tk, w.withCode(lines[last]))
	calls := f.heal()
	return outcome{speech: a.Speech, left: w.left(), calls: calls}
}

// disturbed plays a script whose last line meets a fault after n exchanges, and
// sends the same request again when the store is back.
func disturbed(t *testing.T, before func(*world), lines []string, want outcome, n int, fault func(*http.Request) (*http.Response, error)) time.Duration {
	w, f := newFaultyWorld(t)
	before(w)
	tk := w.talk("ja-JP")
	last := len(lines) - 1
	for _, line := range lines[:last] {
		w.says(tk, w.withCode(line))
	}
	send := tk.Send
	tk.Send = func(ctx context.Context, raw []byte) ([]byte, error) {
		if *patience > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, *patience)
			defer cancel()
		}
		return send(ctx, raw)
	}
	f.breakAfter(n, fault)
	began := time.Now()
	a := w.says(tk, w.withCode(lines[last]))
	took := time.Since(began)
	f.heal()
	if (a.Speech != plainJa || a.Open) && a.Speech != want.speech {
		t.Errorf("the store is away, and it says %q, open %v", a.Speech, a.Open)
	}
	if _, err := w.send(t.Context(), a.Request); err != nil {
		t.Fatal(err)
	}
	if got := w.left(); got != want.left {
		t.Errorf("after the fault and the same request again:\n%s\nwant:\n%s", got, want.left)
	}
	return took
}

func newFaultyWorld(t *testing.T) (*world, *faulty) {
	t.Helper()
	f := &faulty{after: -1}
	db := dynamotest.OpenThrough(t, func(next aws.HTTPClient) aws.HTTPClient {
		f.next = next
		return f
	})
	return newWorldOn(t, db), f
}

// left describes everything that the Echo can see: its family, the memos and
// the trash.
func (w *world) left() string {
	w.t.Helper()
	ctx := w.t.Context()
	u := w.device()
	family, err := w.families.FamilyOf(ctx, u)
	w.must(err)
	var members []string
	for _, m := range family.Members {
		members = append(members, m.Name)
	}
	trash := memoQuery
	trash.Deleted = true
	list, err := w.memos.List(ctx, u, trash)
	w.must(err)
	var trashed []string
	for _, m := range list.Memos {
		trashed = append(trashed, m.Content)
	}
	slices.Sort(members)
	return fmt.Sprintf("members %q\nmemos %q\ntrash %q", members, w.contents(), trashed)
}
