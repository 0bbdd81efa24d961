package skill_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// faulty is a client between the skill and DynamoDB that injects the faults of networks
// and throttled tables from a given exchange on.
type faulty struct {
	next aws.HTTPClient

	mu    sync.Mutex
	calls int
	after int // exchanges before the fault; negative: no fault
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

// breakAfter injects the fault after n more exchanges.
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

// faults are the ways in which a store is unavailable.
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

// faultScript is a conversation whose last line meets the fault.
type faultScript struct {
	before func(*world)
	lines  []string
}

var faultScripts = map[string]faultScript{
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
	"name confirmed": {lived, []string{"私は寿限無", "はい"}},
	"name undone":    {lived, []string{"私は太郎", "元に戻して"}},
	"room":           {lived, []string{"このエコーは台所"}},
	"read one":       {lived, []string{"3番を読んで"}},
	"read new":       {lived, []string{"新しいメモを読んで"}},
	"done":           {lived, []string{"一覧", "2番済み"}},
	"done by text":   {lived, []string{"卵を買った"}},
	"done undone":    {lived, []string{"一覧", "2番済み", "元に戻して"}},
	"delete by text": {lived, []string{"卵を消して"}},
	"delete last":    {lived, []string{"最後のメモを消して"}},
	"undo later":     {deleted, []string{"元に戻して"}},
	"undo add":       {lived, []string{"一覧", "紙を買う を追加", "元に戻して"}},
	"undo add later": {twice, []string{"元に戻して"}},
}

// forsaken is an Echo with a recovery number for the memo of another account.
func forsaken(w *world) {
	w.read(w.says(w.other(w.word("ja-JP", "en-US")), w.word("卵を買う を追加", "add buy eggs")))
	w.must(w.families.Disable(w.t.Context(), kitchen))
}

// deleted is an Echo that deleted a memo in an earlier session.
func deleted(w *world) {
	lived(w)
	w.says(w.talk("ja-JP"), "卵を消して")
}

// twice is an Echo that added two memos in earlier sessions.
func twice(w *world) {
	lived(w)
	w.says(w.talk("ja-JP"), "紙を買う を追加")
	w.says(w.talk("ja-JP"), "糊を買う を追加")
}

// added is an Echo that was added to a family and has not said so yet.
func added(w *world) { w.connected("ja-JP") }

// longFaults is the environment variable that makes TestFaults inject every fault at
// every exchange. Without it, each exchange meets one fault, in turn.
const longFaults = "MEMOTEST_FAULTS"

// TestFaults checks every exchange with the store at which it can fail. The speaker
// hears one plain sentence or the normal answer, within the deadline, and never that
// there are no memos. Nothing is left half done, and a repeat of the request completes
// it exactly once.
func TestFaults(t *testing.T) {
	var longest longest
	kinds := slices.Sorted(maps.Keys(faults))
	for i, name := range slices.Sorted(maps.Keys(faultScripts)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, faultScripts[name])
			want := s.undisturbed(t)
			for n := range want.calls {
				for k, kind := range kinds {
					if os.Getenv(longFaults) == "" && k != (i+n)%len(kinds) {
						continue
					}
					t.Run(fmt.Sprintf("%s/%d", kind, n), func(t *testing.T) {
						s.rewind(t)
						synctest.Test(t, func(t *testing.T) { longest.add(s.disturbed(t, want, n, faults[kind])) })
					})
				}
			}
		})
	}
	t.Cleanup(func() { t.Logf("longest answer: %v", longest.most) })
}

// longest is the maximum of the durations added.
type longest struct {
	mu   sync.Mutex
	most time.Duration
}

func (l *longest) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.most = max(l.most, d)
}

// outcome is the answer to the last line of a script, the state after it, and the
// number of exchanges it takes.
type outcome struct {
	speech, left string
	calls        int
}

// undisturbed sends the last line without a fault.
func (s *stage) undisturbed(t *testing.T) outcome {
	t.Helper()
	w := s.world(t)
	s.faulty.breakAfter(-1, nil)
	out, err := w.send(t.Context(), s.last)
	w.must(err)
	calls := s.faulty.heal()
	return outcome{speech: speechOf(t, out), left: w.left(), calls: calls}
}

// disturbed sends the last line with a fault after n exchanges, and repeats it when the
// store is back. It returns how long the first answer took by the clock of the current
// bubble.
func (s *stage) disturbed(t *testing.T, want outcome, n int, fault func(*http.Request) (*http.Response, error)) time.Duration {
	w := s.world(t, ownTimes)
	s.faulty.breakAfter(n, fault)
	began := time.Now()
	out, err := w.send(t.Context(), s.last)
	took := time.Since(began)
	s.faulty.heal()
	w.must(err)
	if took > turnTime {
		t.Errorf("got an answer after %v, want one within %v", took, turnTime)
	}
	if got := speechOf(t, out); (got != plainJa || isOpen(t, out)) && got != want.speech {
		t.Errorf("the store is away: got %q, open %v, want %q, or %q", got, isOpen(t, out), plainJa, want.speech)
	}
	if _, err := w.send(t.Context(), s.last); err != nil {
		t.Fatal(err)
	}
	if got := w.left(); got != want.left {
		t.Errorf("after the fault and the same request again: got\n%s\nwant\n%s", got, want.left)
	}
	return took
}

// left describes everything that the Echo can see: its family, the memos, which of them
// are done, the trash and the names of voices and rooms.
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
	return fmt.Sprintf("members %q\nmemos %q\ndone %q\ntrash %q\nname %q\nvoices %q\nrooms %q",
		members, w.contents(), w.finished(), trashed, u.Name, u.Skill.Voices, u.Skill.Rooms)
}
