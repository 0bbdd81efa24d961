package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
)

// workers is how many requests run at the same time.
const workers = 8

// TestMinute sends a sample of a peak minute of a million families through both surfaces:
// no request may fail.
func TestMinute(t *testing.T) {
	run := MinuteRun{Families: 1e6, Sample: 20000} // 50 families
	if long() {
		run.Sample = 1000
	}
	town := newTown(t, run.Families/run.Sample)
	town.meter.Reset()
	began := time.Now()
	town.play(t, &run)
	run.SecondsRun = rounded(time.Since(began).Seconds())
	town.account(&run)
	run.LargestItem = town.largest(t)
	if run.Errors > 0 || run.Requests == 0 {
		t.Errorf("got %+v, want no errors", run)
	}
	t.Logf("%+v", run)
	record(t, func(m *Measured) { m.Minute = run })
}

// town is many families of three: two people and an Echo, with 60 memos each.
type town struct {
	*site
	families int
	familyOf map[string]string // by a person's id
	random   *rand.Rand
	etags    sync.Map // by family
	changed  sync.Map // event -> *atomic.Int64, how often it happened
}

func newTown(t *testing.T, families int) *town {
	t.Helper()
	tn := &town{site: newSite(t, nil), families: families, familyOf: map[string]string{}, random: rand.New(rand.NewPCG(1, 2))}
	store := dynamo.Bulk(tn.client, tn.env)
	var memos, people, all []bulk.Record
	for n := range families {
		m, p, f := tn.household(n)
		memos, people, all = append(memos, m...), append(people, p...), append(all, f)
	}
	for _, records := range [][]bulk.Record{memos, people, all} {
		must(t, store.Write(t.Context(), records))
	}
	return tn
}

// member returns the id of a family's member; the third one is an Echo, whose ids are
// long.
func member(family, n int) models.UserID {
	if n == 2 {
		return models.UserID(fmt.Sprintf("amzn1.ask.account.%0160d", family))
	}
	return models.UserID(fmt.Sprintf("%020d%d", family, n))
}

// household returns the records of a family.
func (tn *town) household(n int) (memos, people []bulk.Record, family bulk.Record) {
	now := time.Now().Add(-24 * time.Hour).Truncate(time.Millisecond)
	f := models.Family{ID: models.FamilyID(fmt.Sprintf("00000000-0000-4000-8000-%012d", n)), OwnerID: member(n, 0), CreatedAt: now.AddDate(-1, 0, 0)}
	for i := range memberCount {
		id, source := member(n, i), models.SourceOIDC
		if i == 2 {
			source = models.SourceAlexa
		}
		tn.familyOf[string(id)] = string(f.ID)
		f.MemberIDs = append(f.MemberIDs, id)
		people = append(people, bulk.Record{Person: &models.User{
			ID: id, FamilyID: f.ID, Name: fmt.Sprintf("家族%d", i), IsOwner: i == 0, Source: source, CreatedAt: f.CreatedAt, UpdatedAt: f.CreatedAt, JoinedAt: f.CreatedAt,
		}})
	}
	for i := range 60 {
		ref := memo.Key(fmt.Sprint(n, " stored ", i)).Ref(f.MemberIDs[i%memberCount])
		memos = append(memos, bulk.Record{Memo: &models.Memo{
			UserID: ref.UserID, ID: ref.ID, FamilyID: f.ID, Timestamp: now.Add(-time.Duration(i) * time.Hour),
			Content: fmt.Sprintf("%d: 図書館の本を返す。予約した本も受け取る", i), CreatedByName: "家族", Version: 1,
		}})
	}
	return memos, people, bulk.Record{Family: &f}
}

// event is one request of a family.
type event struct {
	family int
	action string
}

// weights returns the activity of families by rank.
func weights(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = math.Pow(float64(i+1), -zipf)
	}
	return all
}

// events returns a peak minute: the model's requests, by families chosen by their
// activity, in a random order.
func (tn *town) events() (all []event) {
	cumulated := weights(tn.families)
	for i := 1; i < len(cumulated); i++ {
		cumulated[i] += cumulated[i-1]
	}
	for _, r := range model {
		if r.action == "web: page" {
			continue // needs no store
		}
		times := float64(tn.families) * r.perDay * peak / 1440
		whole := int(times)
		if tn.random.Float64() < times-float64(whole) {
			whole++
		}
		for range whole {
			at := tn.random.Float64() * cumulated[len(cumulated)-1]
			family := 0
			for cumulated[family] < at {
				family++
			}
			all = append(all, event{family, r.action})
		}
	}
	tn.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// play sends the events.
func (tn *town) play(t *testing.T, run *MinuteRun) {
	t.Helper()
	queue := make(chan event)
	var mu sync.Mutex
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for e := range queue {
				err := tn.do(t, e)
				mu.Lock()
				if run.Requests++; strings.HasPrefix(e.action, "voice: ") {
					run.Requests--
					run.Turns++
				}
				if err != nil {
					run.Errors++
					t.Errorf("%s: %v", e.action, err)
				}
				mu.Unlock()
			}
		})
	}
	for _, e := range tn.events() {
		queue <- e
	}
	close(queue)
	group.Wait()
}

// do sends one event.
func (tn *town) do(t *testing.T, e event) error {
	if words, ok := spoken[e.action]; ok {
		n, _ := tn.changed.LoadOrStore(e, new(atomic.Int64))
		return tn.speak(t.Context(), t, e.family, numbered(words, int(n.(*atomic.Int64).Add(1))))
	}
	who := member(e.family, 0)
	switch e.action {
	case "web: me":
		return tn.want(who, http.StatusOK, http.MethodGet, "/api/me", "")
	case "web: list":
		w := tn.ask(who, http.MethodGet, "/api/memos?limit=50", "")
		tn.etags.Store(e.family, w.Header().Get("ETag"))
		return status(w.Code, http.StatusOK)
	case "web: unchanged":
		etag, _ := tn.etags.Load(e.family) // the family may have changed since: then it is a list
		w := tn.ask(who, http.MethodGet, "/api/memos?limit=50", "", "If-None-Match", fmt.Sprint(etag))
		return status(w.Code, http.StatusOK, http.StatusNotModified)
	case "web: seen":
		return tn.want(who, http.StatusNoContent, http.MethodPut, "/api/me/seen", `{"until":"`+models.FormatTime(time.Now())+`"}`)
	}
	return tn.change(e, member(e.family, 1))
}

// change adds a memo, or changes one of the author's stored memos: each kind has its own.
func (tn *town) change(e event, who models.UserID) error {
	if e.action == "web: add" {
		return tn.want(who, http.StatusCreated, http.MethodPost, "/api/memos", `{"content":"牛乳とパンを買って帰る"}`, "Idempotency-Key", string(memo.NewKey()))
	}
	n, _ := tn.changed.LoadOrStore(e, new(atomic.Int64))
	times := n.(*atomic.Int64).Add(1)
	target := func(first int64) string {
		return "/api/memos/" + memo.Key(fmt.Sprint(e.family, " stored ", first+3*(times%6))).Ref(who).String()
	}
	switch e.action {
	case "web: edit":
		return tn.want(who, http.StatusOK, http.MethodPut, target(1), fmt.Sprintf(`{"content":"卵を%d個買う"}`, times))
	case "web: done":
		return tn.want(who, http.StatusOK, http.MethodPut, target(19)+"/done", `{"done":true}`)
	case "web: delete":
		return tn.want(who, http.StatusOK, http.MethodDelete, target(37), "")
	}
	return errors.New("the simulation does not know this action")
}

// speak speaks words to a family's Echo in a new conversation.
func (tn *town) speak(ctx context.Context, t *testing.T, family int, words []string) error {
	device := tn.device(t, member(family, 2))
	for _, w := range words {
		answer, err := device.Say(ctx, w)
		if err != nil {
			return err
		}
		if answer.Speech == "" || strings.Contains(answer.Speech, "つながりません") || strings.Contains(answer.Speech, "うまくいきませんでした") {
			return fmt.Errorf("%q was answered with %q", w, answer.Speech)
		}
	}
	return nil
}

// want sends a request and compares the status.
func (tn *town) want(who models.UserID, want int, method, target, body string, headers ...string) error {
	w := tn.ask(who, method, target, body, headers...)
	return status(w.Code, want)
}

func status(got int, want ...int) error {
	for _, w := range want {
		if got == w {
			return nil
		}
	}
	return fmt.Errorf("got status %d, want one of %v", got, want)
}

// account sums up what the requests consumed, by table and by key.
func (tn *town) account(run *MinuteRun) {
	run.Units = map[string]Units{}
	index, users := map[string]float64{}, map[string]float64{}
	for _, r := range tn.meter.Requests() {
		for _, u := range r.Used {
			name := part(u, tn.tables)
			sum := run.Units[name]
			run.Units[name] = Units{sum.Read + u.Read, sum.Write + u.Write}
			for _, key := range u.Keys {
				each := (u.Read + u.Write) / float64(len(u.Keys))
				switch name {
				case memosIndex:
					if f, ok := tn.familyOf[key]; ok {
						key = f
					}
					index[key] += each
				case usersTable:
					users[key] += each
				}
			}
		}
	}
	run.BusiestFamily, run.BusiestUser = largestShare(index), largestShare(users)
}

// largestShare returns the share of the largest value in the sum.
func largestShare(of map[string]float64) float64 {
	var most, sum float64
	for _, v := range of {
		most, sum = max(most, v), sum+v
	}
	return rounded(most / max(sum, 1))
}

// largest returns the size of the largest item of each table.
func (tn *town) largest(t *testing.T) map[string]int {
	t.Helper()
	all := map[string]int{}
	for name, table := range map[string]string{memosTable: tn.tables.Memos, usersTable: tn.tables.Users, codesTable: tn.tables.InviteCodes} {
		pages := dynamodb.NewScanPaginator(tn.client, &dynamodb.ScanInput{TableName: aws.String(table)})
		for pages.HasMorePages() {
			out, err := pages.NextPage(t.Context())
			must(t, err)
			for _, it := range out.Items {
				all[name] = max(all[name], sizeOf(&types.AttributeValueMemberM{Value: it}))
			}
		}
	}
	return all
}

// sizeOf returns the size of a value as DynamoDB counts it ("DynamoDB item sizes and
// formats").
func sizeOf(v types.AttributeValue) (size int) {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return len(v.Value)
	case *types.AttributeValueMemberN:
		return len(v.Value)/2 + 2
	case *types.AttributeValueMemberSS:
		for _, s := range v.Value {
			size += len(s)
		}
	case *types.AttributeValueMemberM:
		for name, of := range v.Value {
			size += len(name) + sizeOf(of)
		}
	default:
		return 1
	}
	return size
}
