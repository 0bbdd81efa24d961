package push_test

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/pushservice"
)

// torn is a store in which what is stored about some people cannot be read.
type torn struct {
	push.Store
	people map[models.UserID]error
}

func (s torn) Load(ctx context.Context, person models.UserID) (push.Record, error) {
	if err := s.people[person]; err != nil {
		return push.Record{}, err
	}
	return s.Store.Load(ctx, person)
}

// TestDamaged: events that concern a person whose data are damaged are taken, and everyone
// else is told. Events are reported again after any other error.
func TestDamaged(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	jiro := h.Join(h.Person("次郎"), taro)
	h.add(jiro, "ja")
	h.forget()
	store := torn{h.store, map[models.UserID]error{jiro.ID: models.Internalf("damaged")}}
	h.service = h.serviceOver(store)
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	h.tells("太郎さん", "牛乳")
	store.people[hanako.ID] = models.Unavailable(fmt.Errorf("away"))
	h.Add(taro, "卵")
	if err := h.service.Happened(h.Ctx(), h.take()); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %v, want Unavailable", err)
	}
}

// TestManyDamaged: any number of people whose batches cannot be read do not keep others
// from being told.
func TestManyDamaged(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	store := torn{h.store, map[models.UserID]error{}}
	for i := range 50 {
		person := models.UserID(fmt.Sprint("torn", i))
		store.people[person] = models.Internalf("damaged")
		h.OK(h.store.SaveBatch(h.Ctx(), push.Batch{Person: person, ID: "1-a", Due: h.Now().Add(-time.Hour), Until: h.Now()}))
	}
	h.service = h.serviceOver(store)
	h.Add(taro, "牛乳")
	h.handOn()
	h.Advance(time.Minute)
	if _, err := h.service.Work(h.Ctx()); err == nil {
		t.Error("got no error, want that of the damaged data")
	}
	h.tells("太郎さん", "牛乳")
}

// near is a store whose Due reads no more batches than it may return people, as that of an
// index does.
type near struct {
	push.Store
	asked atomic.Int64
}

func (s *near) Due(ctx context.Context, now time.Time, most int) (people []models.UserID, next time.Time, err error) {
	s.asked.Add(1)
	all, next, err := s.Store.Due(ctx, now, math.MaxInt)
	read := 0
	for _, person := range all {
		r, err := s.Load(ctx, person)
		if err != nil {
			return nil, time.Time{}, err
		}
		for _, b := range r.Batches {
			if b.Due.IsZero() || b.Due.After(now) {
				continue
			}
			if read++; read > most {
				return people, now, nil
			}
			if !slices.Contains(people, person) {
				people = append(people, person)
			}
		}
	}
	return people, next, err
}

// TestTooManyForOneRun: a person with more batches that are due than can be sent in one
// round keeps no other person from being told, and the store is not asked again and again:
// the next round is a minute later.
func TestTooManyForOneRun(t *testing.T) {
	h := newHouse(t)
	store := &near{Store: h.store}
	taro, _, _ := h.pair()
	for i := range 100 { // which cannot be read
		h.OK(h.store.SaveBatch(h.Ctx(), push.Batch{Person: "many", ID: push.BatchID(fmt.Sprintf("%03d-a", i)), Due: h.Now().Add(-time.Hour), Until: h.Now()}))
	}
	torn := torn{store, map[models.UserID]error{"many": models.Internalf("damaged")}}
	h.service = h.serviceOver(torn)
	h.Add(taro, "牛乳")
	h.handOn()
	h.Advance(time.Minute)
	next, err := h.service.Work(h.Ctx())
	if want := h.Now().Add(time.Minute); err == nil || !next.Equal(want) {
		t.Errorf("got %v, %v; want %v and an error", next, err, want)
	}
	h.tells("太郎さん", "牛乳")
	if got := store.asked.Load(); got > 10 {
		t.Errorf("got %d questions to the store, want a few", got)
	}
}

// TestEndOfARun: a run that has to end before all is sent names a time that is not past.
func TestEndOfARun(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	h.Add(taro, "牛乳")
	h.handOn()
	h.Advance(time.Hour)
	ctx, cancel := context.WithTimeout(h.Ctx(), time.Second)
	defer cancel()
	next, err := h.service.Work(ctx)
	h.OK(err)
	h.tellsNothing()
	if want := h.Now().Add(time.Minute); !next.Equal(want) {
		t.Errorf("got %v, want %v", next, want)
	}
}

// TestNeverAnswered: a push service that does not answer in time is asked once in a round,
// however many batches wait for it. The person's other device is told of each, and a device
// of another person is not kept waiting.
func TestNeverAnswered(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.service.SetSendTime(3 * time.Second)
	taro, hanako, slow := h.pair()
	h.add(hanako, "en")
	var asked atomic.Int64
	h.web.Answers(func(m pushservice.Message) pushservice.Answer {
		if m.Endpoint != slow.Subscription.Endpoint {
			return pushservice.Answer{}
		}
		asked.Add(1)
		return pushservice.Answer{Never: true}
	})
	for i := range 5 { // five batches, sent in one round
		h.Add(taro, fmt.Sprint("牛乳", i))
		h.handOn()
		h.Advance(time.Hour)
		h.OK(h.service.Happened(h.Ctx(), []models.Event{{ID: fmt.Sprint("later", i), Kind: models.EventJoined, Family: taro.FamilyID, Person: "unknown", At: h.Now()}}))
		h.closeBatches(hanako)
	}
	h.work(0)
	check.Equal(t, asked.Load(), 1, "requests")
	if got := h.told(); len(got) != 5 {
		t.Errorf("got %+v, want five messages to the other device", got)
	}
	h.web.Answers(nil)
	h.work(time.Minute)
	if got := h.told(); len(got) != 5 || got[0].Title != "太郎さん" {
		t.Errorf("got %+v, want five messages to the device that answers again", got)
	}
}

// TestSlowAnswers: a person whose push service takes nearly the allowed time for each
// message uses little more than that in a round. The other batches wait for the next one.
func TestSlowAnswers(t *testing.T) {
	t.Parallel()
	const allowed, batches = 200 * time.Millisecond, 8
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	h.web.Answers(func(pushservice.Message) pushservice.Answer {
		time.Sleep(allowed / 2)
		return pushservice.Answer{}
	})
	for i := range batches {
		h.Add(taro, fmt.Sprint("牛乳", i))
		h.handOn()
		h.Advance(time.Hour)
		h.closeBatches(hanako)
	}
	usual := h.service.SetSendTime(allowed)
	h.work(0)
	if got := len(h.told()); got >= batches {
		t.Errorf("got all %d messages in one round, want fewer", got)
	}
	h.web.Answers(nil)
	h.service.SetSendTime(usual)
	h.work(time.Minute)
	check.Equal(t, h.waiting(hanako), 0, "batches that wait")
}

// closeBatches closes a person's batches, as when they have been tried before, so that
// later events open others.
func (h *house) closeBatches(u models.User) {
	h.T.Helper()
	r, err := h.store.Load(h.Ctx(), u.ID)
	h.OK(err)
	for _, b := range r.Batches {
		if b.Open {
			b.Open = false
			for _, d := range r.Devices {
				b.Devices = append(b.Devices, d.ID)
			}
			h.OK(h.store.SaveBatch(h.Ctx(), b))
		}
	}
}

// TestRenewed: a browser that is added again while its former subscription is found gone
// stays a device.
func TestRenewed(t *testing.T) {
	h := newHouse(t)
	taro, hanako, old := h.pair()
	renewed := subscription(h.web.Subscribe())
	h.web.Answers(func(pushservice.Message) pushservice.Answer {
		_, err := h.service.Add(h.Ctx(), h.Again(hanako), push.SignIn{Access: old.Access, Until: old.Until}, "Browser", "ja", renewed)
		if err != nil {
			t.Error(err)
		}
		return pushservice.Answer{Status: http.StatusGone}
	})
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	h.web.Answers(nil)
	h.Add(taro, "卵")
	h.work(time.Minute)
	h.tells("太郎さん", "卵")
}

// together is a store whose first reads of a person end at the same time.
type together struct {
	push.Store
	read *sync.WaitGroup
}

func (s together) Load(ctx context.Context, person models.UserID) (push.Record, error) {
	r, err := s.Store.Load(ctx, person)
	s.read.Done()
	s.read.Wait()
	return r, err
}

// TestTwoTabs: a browser that is added by two tabs at the same time is one device.
func TestTwoTabs(t *testing.T) {
	h := newHouse(t)
	u, access := h.signIn(h.Person("花子"))
	store := together{h.store, new(sync.WaitGroup)}
	store.read.Add(2)
	service, sub := h.serviceOver(store), subscription(h.web.Subscribe())
	var tabs sync.WaitGroup
	for range 2 {
		tabs.Go(func() {
			if _, err := service.Add(h.Ctx(), u, access, "Browser", "ja", sub); err != nil {
				t.Error(err)
			}
		})
	}
	tabs.Wait()
	check.Equal(t, h.devices(u), 1, "devices")
}

// TestEndedDevices: a device whose sign-in has ended makes room before one that is told.
func TestEndedDevices(t *testing.T) {
	h := newHouse(t)
	u := h.Person("花子")
	var all []push.Device
	for range push.MaxDevices {
		all = append(all, h.add(u, "ja"))
	}
	for _, d := range all[1:5] {
		h.OK(h.access.End(h.Ctx(), u.ID, u.ID, d.Access))
	}
	h.add(u, "ja")
	devices, err := h.service.Devices(h.Ctx(), h.Again(u))
	h.OK(err)
	if len(devices) != 7 || devices[0].ID != all[0].ID || h.devices(u) != 7 {
		t.Errorf("got %d of %d devices, want the seven with a sign-in, the oldest among them", len(devices), h.devices(u))
	}
}

// TestStrangeEndpoints: an endpoint cannot add a header to a request, name another person's
// device, or reach this machine or network by another spelling of its address.
func TestStrangeEndpoints(t *testing.T) {
	h := newHouse(t)
	core := h.core()
	core.PublicURL, core.Dev = "https://memo.example.com", false
	public, err := push.New(core, h.store)
	h.OK(err)
	u, access := h.signIn(h.Person("花子"))
	keys := h.web.Subscribe()
	for _, endpoint := range []string{
		"https://push.example.com/\r\nTopic: x", "https://push.example.com/\x00", "https://push.example.com\r\nHost: a.b/", "https://push.example.com\\@127.0.0.1/",
		"https://127.0.0.1/", "https://127.0.0.1:443/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://[fe80::1%25eth0]/", "https://[64:ff9b::a00:1]/",
		"https://localhost/", "https://localhost:443/", "http://push.example.com/", "https://push.example.com:22/", "https://push.example.com:0443/", "HTTPS:push.example.com",
		"//push.example.com/", "file:///etc/passwd", "https://a@push.example.com/", "https://push.example.com/#a", "https:///a.b",
	} {
		_, err := public.Add(h.Ctx(), u, access, "Browser", "ja", push.Subscription{Endpoint: endpoint, P256DH: keys.P256DH, Auth: keys.Auth})
		if !models.IsCode(err, models.CodeInvalid) {
			t.Errorf("%q: got %v, want Invalid", endpoint, err)
		}
	}
	check.Equal(t, h.devices(u), 0, "devices")
}

// TestTexts: texts with markup, many lines, characters of several code points and control
// characters of other tongues arrive as one line of valid text.
func TestTexts(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	for _, text := range []string{strings.Repeat("👨‍👩‍👧‍👦", 40), "<script>alert(1)</script>\n\n\"牛乳\"", strings.Repeat("牛乳\n", 150), "مرحبا بالعالم", strings.Repeat("e\u0301", 250)} {
		h.Add(taro, text)
		h.work(time.Minute)
		got := h.told()
		if len(got) != 1 || strings.Contains(got[0].Body, "\n") || len([]rune(got[0].Body)) > 200 || !strings.HasPrefix(got[0].Title, "太郎") {
			t.Errorf("%.20q: got %+v", text, got)
			continue
		}
		whole := slices.Contains([]string{"مرحبا بالعالم", `<script>alert(1)</script> "牛乳"`}, got[0].Body)
		if !whole && !strings.HasSuffix(got[0].Body, "…") {
			t.Errorf("got %q, want it whole, or cut with an ellipsis", got[0].Body)
		}
	}
}

// rounds is a store that counts the people of each round: those loaded between two calls
// of Due.
type rounds struct {
	push.Store
	loaded atomic.Int64
	most   int64
}

func (s *rounds) Load(ctx context.Context, person models.UserID) (push.Record, error) {
	s.loaded.Add(1)
	return s.Store.Load(ctx, person)
}

func (s *rounds) Due(ctx context.Context, now time.Time, most int) ([]models.UserID, time.Time, error) {
	s.most = max(s.most, s.loaded.Swap(0))
	return s.Store.Due(ctx, now, most)
}

// TestRoundsDoNotGrow: a round is for as many people as there is time for at the end of a
// run, however many were before it.
func TestRoundsDoNotGrow(t *testing.T) {
	h := newHouse(t)
	store := &rounds{Store: h.store}
	for i := range 100 {
		h.OK(h.store.SaveBatch(h.Ctx(), push.Batch{Person: models.UserID(fmt.Sprint("ended", i)), ID: "1-a", Due: h.Now().Add(-time.Hour), Until: h.Now()}))
	}
	h.service = h.serviceOver(store)
	h.work(0)
	if store.most != 20 {
		t.Errorf("got a round for %d people, want at most 20", store.most)
	}
	if people, _, err := h.store.Due(h.Ctx(), h.Now(), 100); err != nil || len(people) > 0 {
		t.Errorf("got %v, %v; want all done", people, err)
	}
}
