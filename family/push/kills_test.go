package push_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/infra/dynamo"
	dynamopush "voicememo/infra/dynamo/push"
	sqlitepush "voicememo/infra/sqlite/push"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/pushservice"
	"voicememo/tools/testkit/sizes"
)

// town is two families whose members have browsers, some of them with quiet hours.
type town struct {
	*house
	random  *rand.Rand
	people  [2][]models.User
	owners  map[string]models.User // by endpoint
	quiet   map[models.UserID]push.Settings
	away    bool                  // the push service
	well    bool                  // the push service accepts every message
	wrote   map[models.UserID]int // memos
	repeats []models.Event        // may be reported again

	mu      sync.Mutex
	luck    *rand.Rand                  // of the push service
	screens map[string]map[string]shown // what each device shows, by endpoint and tag
}

// newTown returns a town over the stores of h, and a store of notifications.
func newTown(h *house, store push.Store, seed uint64) *town {
	h.store, h.service = store, h.serviceOver(store)
	w := &town{
		house: h, random: rand.New(rand.NewPCG(seed, 0)), luck: rand.New(rand.NewPCG(seed, 1)), owners: map[string]models.User{}, quiet: map[models.UserID]push.Settings{},
		wrote: map[models.UserID]int{}, screens: map[string]map[string]shown{},
	}
	for f := range w.people {
		owner := h.Person("代表")
		for i := range 3 {
			u := owner
			if i > 0 {
				u = h.Join(h.Person(fmt.Sprint("人", i)), owner)
			}
			w.people[f] = append(w.people[f], u)
			w.settle(u)
		}
	}
	w.happenings() // people joined
	h.web.Answers(w.answer)
	return w
}

// settle adds up to two browsers of a person, and their settings.
func (w *town) settle(u models.User) {
	for range w.random.IntN(3) {
		w.owners[w.add(u, "ja").Subscription.Endpoint] = u
	}
	s := push.Settings{What: push.All, TimeZone: "America/New_York"}
	if w.random.IntN(2) == 0 {
		s.QuietFrom, s.QuietTo = w.random.IntN(24), w.random.IntN(24)
	}
	w.quiet[u.ID] = s
	w.OK(w.service.SetSettings(w.Ctx(), u, s))
}

// answer answers as a push service that is away for a time, accepts messages without saying
// so, and refuses some.
func (w *town) answer(m pushservice.Message) pushservice.Answer {
	w.mu.Lock()
	defer w.mu.Unlock()
	a := pushservice.Answer{}
	switch n := w.luck.IntN(10); {
	case w.away:
		return pushservice.Answer{Status: http.StatusServiceUnavailable}
	case w.well:
	case n == 0:
		return pushservice.Answer{Status: http.StatusInternalServerError}
	case n == 1:
		return pushservice.Answer{Status: http.StatusTooManyRequests, RetryAfter: fmt.Sprint(w.luck.IntN(300))}
	case n == 2:
		a.Late = true
	}
	w.show(m)
	return a
}

// show shows a message on its device, and checks that it may be shown now.
func (w *town) show(m pushservice.Message) {
	var s shown
	check.Equal(w.T, json.Unmarshal(m.Body, &s), nil, "the message %q", m.Body)
	s.QuietFrom, s.QuietTo = time.Time{}, time.Time{} // those after the try, not of the batch
	reader := w.owners[m.Endpoint]
	quiet := w.quiet[reader.ID]
	zone, err := time.LoadLocation(quiet.TimeZone)
	if err != nil {
		w.T.Error(err)
	}
	if hour := w.Now().In(zone).Hour(); within(quiet, hour) {
		w.T.Errorf("got a message at %d o'clock, in the quiet hours of %+v", hour, quiet)
	}
	if !strings.HasPrefix(s.Body, string(reader.FamilyID)) {
		w.T.Errorf("got %q, want a memo of the family %s", s.Body, reader.FamilyID)
	}
	if strings.Contains(s.Body, "by "+string(reader.ID)+" ") {
		w.T.Errorf("got %q, want no memo of the reader", s.Body)
	}
	if w.screens[m.Endpoint] == nil {
		w.screens[m.Endpoint] = map[string]shown{}
	}
	if before, ok := w.screens[m.Endpoint][s.Tag]; ok && before != s {
		w.T.Errorf("got %+v after %+v with the same tag", s, before)
	}
	w.screens[m.Endpoint][s.Tag] = s
}

// within reports whether an hour is one of the quiet hours, in the terms of the settings.
func within(s push.Settings, hour int) bool {
	for h := s.QuietFrom; h != s.QuietTo; h = (h + 1) % 24 {
		if h == hour {
			return true
		}
	}
	return false
}

// write lets a person add a memo.
func (w *town) write() {
	family := w.people[w.random.IntN(2)]
	u := w.Again(family[w.random.IntN(3)])
	w.wrote[u.ID]++
	w.Add(u, fmt.Sprintf("%s by %s %d", u.FamilyID, u.ID, w.wrote[u.ID]))
}

// run lets a process take the events and do what is due, until it dies. The events that it
// did not take are reported again to the next one, with some that it did take.
func (w *town) run(calls int) {
	events := append(w.happenings(), w.repeats...)
	store := &dying{Store: w.store, after: w.random.IntN(2) == 0}
	store.left.Store(int64(calls))
	process := w.serviceOver(store)
	err := process.Happened(w.Ctx(), events)
	w.repeats = nil
	for _, e := range events {
		if err != nil || w.random.IntN(3) == 0 {
			w.repeats = append(w.repeats, e)
		}
	}
	if err == nil {
		_, _ = process.Work(w.Ctx())
	}
}

// happenings returns the events since the last time: those that the database has recorded
// if the notifications are in it, and otherwise those of the services.
func (w *town) happenings() []models.Event {
	w.T.Helper()
	events := w.take()
	if _, recorded := w.store.(*sqlitepush.Store); recorded {
		var err error
		events, err = w.db.Happened(w.Ctx(), 1000)
		w.OK(err)
		w.OK(w.db.Forget(w.Ctx(), events))
	}
	return events
}

// immortal is the number of calls of a process that does not die.
const immortal = 1 << 30

// live lets half a day pass in which people write, processes die and the push service is
// away for an hour. Then all goes well for more than a day.
func (w *town) live() {
	start := w.Now()
	for w.Now().Sub(start) < 12*time.Hour {
		for range w.random.IntN(2) {
			w.write()
		}
		w.Advance(time.Duration(w.random.IntN(600)) * time.Second)
		hours := w.Now().Sub(start).Hours()
		w.mu.Lock()
		w.away = hours > 5 && hours < 6
		w.mu.Unlock()
		w.run(w.random.IntN(60))
	}
	w.mu.Lock()
	w.away, w.well = false, true
	w.mu.Unlock()
	for range 26 * 2 {
		w.Advance(30 * time.Minute)
		w.run(immortal)
	}
}

// check compares what each device has shown with what was written.
func (w *town) check() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for endpoint, reader := range w.owners {
		got, want := 0, 0
		for _, s := range w.screens[endpoint] {
			got++
			var more int
			if _, others, ok := strings.Cut(s.Body, " ほか"); ok {
				if _, err := fmt.Sscanf(others, "%d件", &more); err != nil {
					w.T.Errorf("got %q", s.Body)
				}
			}
			got += more
		}
		for _, family := range w.people {
			for _, u := range family {
				if u.FamilyID == reader.FamilyID && u.ID != reader.ID {
					want += w.wrote[u.ID]
				}
			}
		}
		if got != want {
			w.T.Errorf("got %d memos on a device of %s, want %d", got, reader.ID, want)
		}
	}
}

// TestKills: whenever processes die, whatever push services answer and whichever events are
// reported again, each device is told once of each memo of the other members, not in the
// quiet hours, and of no other memo. So it is over each engine.
func TestKills(t *testing.T) {
	kills(t, 2, func(*house) push.Store { return pushtest.NewMemory() })
	t.Run("sqlite", func(t *testing.T) {
		kills(t, 1, func(h *house) push.Store { return sqlitepush.Open(h.db) })
	})
	t.Run("dynamodb", func(t *testing.T) {
		sizes.Nightly(t)
		kills(t, 3, func(h *house) push.Store {
			return dynamopush.Open(dynamo.Open(localengine.Environment(h.T, func(ctx context.Context, client *dynamodb.Client, environment string) error {
				return dynamo.CreateTables(ctx, client, environment, dynamopush.Tables()...)
			})))
		})
	})
}

// kills lets towns live, each over a store of its own.
func kills(t *testing.T, towns int, open func(h *house) push.Store) {
	t.Helper()
	h := newHouse(t)
	for seed := range towns {
		w := newTown(h, open(h), uint64(seed))
		w.live()
		w.check()
		for _, u := range slices.Concat(w.people[0], w.people[1]) {
			if n := h.waiting(u); n != 0 {
				t.Errorf("got %d batches of %s that are not finished", n, u.ID)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		h.forget()
	}
}
