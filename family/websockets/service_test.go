package websockets_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/family/websockets"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// house is a Service over a memory, with people and a gateway that keeps what it was asked.
type house struct {
	*websockets.Service
	t       *testing.T
	store   *memory
	tickets *websockets.Tickets

	mu     sync.Mutex
	people map[models.UserID]models.FamilyID
	heard  map[websockets.ConnectionID][]string
	ended  []websockets.ConnectionID
	post   func(websockets.ConnectionID) error // the result of Post; nil: none
	hangUp error                               // the result of Disconnect
	counts map[string]int
}

// inHouse runs a test with a clock of its own.
func inHouse(t *testing.T, run func(h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := &house{
			t: t, store: newMemory(func() time.Duration { return 0 }), tickets: websockets.NewTickets([]byte("key")),
			people: map[models.UserID]models.FamilyID{"taro": "home", "hanako": "home", "jiro": "away"},
			heard:  map[websockets.ConnectionID][]string{}, counts: map[string]int{},
		}
		h.Service = websockets.NewService(h.store, h, h, h.tickets)
		h.Count = func(metric string, n int) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.counts[metric] += n
		}
		run(h)
	})
}

func (h *house) Person(_ context.Context, id models.UserID) (models.User, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if family := h.people[id]; family != "" {
		return models.User{ID: id, FamilyID: family}, nil
	}
	return models.User{}, models.NotFound(models.ReasonPerson)
}

func (h *house) Post(_ context.Context, id websockets.ConnectionID, text string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.post != nil {
		if err := h.post(id); err != nil {
			return err
		}
	}
	h.heard[id] = append(h.heard[id], text)
	return nil
}

func (h *house) Disconnect(_ context.Context, id websockets.ConnectionID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = append(h.ended, id)
	return h.hangUp
}

func (h *house) ok(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatalf("got %v, want no error", err)
	}
}

// open opens connections of a person, and says hello on them.
func (h *house) open(person models.UserID, ids ...websockets.ConnectionID) {
	h.t.Helper()
	for _, id := range ids {
		ticket, _ := h.tickets.Seal(person, time.Now())
		h.ok(h.Connect(h.t.Context(), id, ticket))
		h.ok(h.Hello(h.t.Context(), id))
	}
}

// got returns what a connection has received since the last call.
func (h *house) got(id websockets.ConnectionID) []string {
	got := h.heard[id]
	delete(h.heard, id)
	return got
}

// rows returns the ids of the stored connections.
func (h *house) rows() []websockets.ConnectionID { return slices.Sorted(maps.Keys(h.store.rows)) }

const (
	helloEvent   = `{"event":"hello"}`
	changedEvent = `{"event":"changed"}`
	pongEvent    = `{"event":"pong"}`
)

func (h *house) wants(id websockets.ConnectionID, want ...string) {
	h.t.Helper()
	check.Slices(h.t, h.got(id), want, "connection %s", id)
}

func (h *house) wantsRows(want ...websockets.ConnectionID) {
	h.t.Helper()
	if got := h.rows(); !slices.Equal(got, want) {
		h.t.Errorf("got rows %q, want %q", got, want)
	}
}

func (h *house) wantsEnded(want ...websockets.ConnectionID) {
	h.t.Helper()
	slices.Sort(h.ended)
	check.Slices(h.t, h.ended, want, "ended")
	h.ended = nil
}

// TestHints: the connections of a family receive one hint for a batch, and no others.
func TestHints(t *testing.T) {
	inHouse(t, func(h *house) {
		h.open("taro", "a", "b")
		h.open("hanako", "c")
		h.open("jiro", "d")
		for _, id := range []websockets.ConnectionID{"a", "b", "c", "d"} {
			h.wants(id, helloEvent)
		}
		h.ok(h.Happened(h.t.Context(), []models.Event{
			{Kind: models.EventAdded, Family: "home", Actor: "taro"}, {Kind: models.EventDone, Family: "home"},
			{Kind: models.EventAccountErased, Person: "x"}, {Kind: models.EventChanged, Family: "nowhere"},
		}))
		for id, want := range map[websockets.ConnectionID][]string{"a": {changedEvent}, "b": {changedEvent}, "c": {changedEvent}, "d": nil} {
			h.wants(id, want...)
		}
		if want := map[string]int{"LiveConnections": 4, "LiveHints": 3}; !maps.Equal(h.counts, want) {
			t.Errorf("got %v counted, want %v", h.counts, want)
		}
	})
}

// TestBeforeHello: a connection without a hello receives nothing, and expires after a
// minute; a hello or ping after that ends it.
func TestBeforeHello(t *testing.T) {
	inHouse(t, func(h *house) {
		ticket, _ := h.tickets.Seal("taro", time.Now())
		h.ok(h.Connect(h.t.Context(), "a", ticket))
		h.ok(h.Happened(h.t.Context(), []models.Event{{Kind: models.EventAdded, Family: "home"}}))
		h.wants("a")
		time.Sleep(time.Minute)
		h.ok(h.Hello(h.t.Context(), "a"))
		h.wants("a")
		h.wantsEnded("a")
		h.wantsRows()
	})
}

// TestPing: a ping is answered while the connection is in the room of its person's family,
// and ends it otherwise.
func TestPing(t *testing.T) {
	inHouse(t, func(h *house) {
		h.open("taro", "a", "b")
		h.wants("a", helloEvent)
		h.ok(h.Ping(h.t.Context(), "a"))
		h.wants("a", pongEvent)
		h.ok(h.Hello(h.t.Context(), "a"))
		h.wants("a", helloEvent)
		h.people["taro"] = "away"
		h.ok(h.Ping(h.t.Context(), "a"))
		h.ok(h.Hello(h.t.Context(), "b"))
		h.ok(h.Ping(h.t.Context(), "unknown"))
		h.wantsEnded("a", "b", "unknown")
		h.wants("a")
		h.wantsRows()
	})
}

// TestEnd: a connection that has ended is removed, also one of a person who is gone.
func TestEnd(t *testing.T) {
	inHouse(t, func(h *house) {
		h.open("taro", "a", "b")
		h.ok(h.Service.Disconnect(h.t.Context(), "a"))
		h.ok(h.Service.Disconnect(h.t.Context(), "a"))
		h.wantsRows("b")
		delete(h.people, "taro")
		h.ok(h.Ping(h.t.Context(), "b"))
		h.wantsRows()
	})
}

// TestDepartures: the connections of a person who is no longer in the family end in the
// same run and receive no hint, whatever the kind of the event. Those of a person who is
// named and still a member stay.
func TestDepartures(t *testing.T) {
	for _, kind := range []models.EventKind{models.EventLeft, models.EventRemoved, models.EventChanged} {
		t.Run(string(kind), func(t *testing.T) {
			inHouse(t, func(h *house) {
				h.open("taro", "a", "b")
				h.open("hanako", "c")
				h.heard = map[websockets.ConnectionID][]string{}
				h.people["taro"] = "away"
				began := time.Now()
				h.ok(h.Happened(h.t.Context(), []models.Event{
					{Kind: kind, Family: "home", Person: "taro", At: began.Add(-1200 * time.Millisecond)}, {Kind: kind, Family: "home", Person: "hanako"},
					{Kind: models.EventJoined, Family: "away", Person: "taro"},
				}))
				h.wants("a")
				h.wants("c", changedEvent)
				h.wantsEnded("a", "b")
				h.wantsRows("c")
				if took := time.Since(began); took != websockets.IndexLag-200*time.Millisecond {
					t.Errorf("took %v, want to look again %v after the second of the event", took, websockets.IndexLag)
				}
			})
		})
	}
}

// TestDepartureBeforeTheIndex: a connection that entered just before its person left is
// ended although the index does not show it at first, and so is one that enters just after.
func TestDepartureBeforeTheIndex(t *testing.T) {
	inHouse(t, func(h *house) {
		h.store.lag = func() time.Duration { return websockets.IndexLag }
		h.open("taro", "a")
		h.people["taro"] = "away"
		h.ok(h.Happened(h.t.Context(), []models.Event{{Kind: models.EventRemoved, Family: "home", Person: "taro", At: time.Now()}}))
		h.wantsEnded("a")
		h.wantsRows()

		h.people["taro"] = "home"
		ticket, _ := h.tickets.Seal("taro", time.Now())
		h.ok(h.Connect(h.t.Context(), "b", ticket))
		entered := h.store.fail
		calls := 0
		h.store.fail = func() error {
			if calls++; calls == 3 { // Get, InRoom, Enter
				h.people["taro"] = "away"
			}
			return entered()
		}
		h.ok(h.Hello(h.t.Context(), "b"))
		h.wants("b")
		h.wantsEnded("b")
		h.wantsRows()
	})
}

// TestGone: a connection that API Gateway no longer has is removed; one that it cannot
// reach is tried again, and then ended, so that its page connects again.
func TestGone(t *testing.T) {
	errAway := errors.New("away")
	for name, c := range map[string]struct {
		fails    error
		times    int // how often Post fails
		tries    int
		received bool
	}{
		"gone":              {websockets.ErrGone, 1, 1, false},
		"away once":         {errAway, 1, 2, true},
		"away for a while":  {errAway, 4, 5, true},
		"away":              {errAway, 5, 5, false},
		"away, then gone":   {fmt.Errorf("later: %w", websockets.ErrGone), 1, 1, false},
		"there all the way": {nil, 0, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			inHouse(t, func(h *house) {
				h.open("taro", "a")
				h.open("hanako", "b")
				h.got("a")
				tries := 0
				h.post = func(id websockets.ConnectionID) error {
					if id != "a" {
						return nil
					}
					if tries++; tries <= c.times {
						return c.fails
					}
					return nil
				}
				h.ok(h.Happened(h.t.Context(), []models.Event{{Kind: models.EventAdded, Family: "home"}}))
				h.wants("b", helloEvent, changedEvent)
				if c.received {
					h.wants("a", changedEvent)
					h.wantsRows("a", "b")
				} else {
					h.wants("a")
					h.wantsRows("b")
					h.wantsEnded("a")
				}
				check.Equal(t, tries, c.tries, "tries")
			})
		})
	}
}

// TestThrottled: a call that API Gateway throttles is made again within the run, so that the
// page has its hint. What fails each time is counted, and a connection that is gone is not.
func TestThrottled(t *testing.T) {
	errThrottled := errors.New("api gateway: status 429")
	inHouse(t, func(h *house) {
		h.open("taro", "a")
		h.wants("a", helloEvent)
		throttled := 4
		h.post = func(websockets.ConnectionID) error {
			if throttled--; throttled < 0 {
				return nil
			}
			return errThrottled
		}
		event := []models.Event{{Kind: models.EventAdded, Family: "home"}}
		h.ok(h.Happened(h.t.Context(), event))
		h.wants("a", changedEvent)
		h.wantsRows("a")
		check.Equal(t, h.counts[websockets.MetricFailures], 0, "failures")
		throttled, h.hangUp = 5, errThrottled
		h.ok(h.Happened(h.t.Context(), event))
		h.wantsRows()
		h.wantsEnded("a", "a", "a", "a", "a")
		check.Equal(t, h.counts[websockets.MetricFailures], 2, "failures")
		h.hangUp = nil
		h.open("taro", "b")
		h.post = func(websockets.ConnectionID) error { return websockets.ErrGone }
		h.ok(h.Happened(h.t.Context(), event))
		check.Equal(t, h.counts[websockets.MetricFailures], 2, "failures")
	})
}

// TestLimits: an eleventh connection of a person ends their oldest, and the 201st of a
// family is ended itself.
func TestLimits(t *testing.T) {
	inHouse(t, func(h *house) {
		var ids []websockets.ConnectionID
		for i := range websockets.MaxPerPerson + 2 {
			ids = append(ids, websockets.ConnectionID(fmt.Sprintf("a%02d", i)))
			h.open("taro", ids[i])
			time.Sleep(time.Millisecond)
		}
		h.wantsEnded("a00", "a01")
		for i := range websockets.MaxPerRoom - websockets.MaxPerPerson {
			person := models.UserID(fmt.Sprintf("person %d", i/websockets.MaxPerPerson))
			h.people[person] = "home"
			h.open(person, websockets.ConnectionID(fmt.Sprintf("b%03d", i)))
		}
		h.wantsEnded()
		h.open("hanako", "c")
		h.wants("c")
		h.wantsEnded("c")
		h.open("taro", "d") // in place of their oldest
		h.wants("d", helloEvent)
		h.wantsEnded("a02")
		check.Equal(t, len(h.rows()), websockets.MaxPerRoom, "connections")
		time.Sleep(3 * time.Hour) // all have expired, although the store still has them
		h.open("hanako", "e")
		h.wants("e", helloEvent)
	})
}

// TestStoreFails: a family that cannot be read is read again, and is an error in the end;
// the others have their hints.
func TestStoreFails(t *testing.T) {
	inHouse(t, func(h *house) {
		h.open("taro", "a")
		h.open("jiro", "b")
		var fails atomic.Int64
		h.store.fail = func() error {
			if fails.Add(-1) < 0 {
				return nil
			}
			return models.Unavailable(errors.New("away"))
		}
		events := []models.Event{{Kind: models.EventAdded, Family: "home"}, {Kind: models.EventAdded, Family: "away"}}
		fails.Store(2)
		h.ok(h.Happened(h.t.Context(), events))
		h.wants("a", helloEvent, changedEvent)
		h.wants("b", helloEvent, changedEvent)
		fails.Store(3)
		if err := h.Happened(h.t.Context(), events[:1]); !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v, want unavailable", err)
		}
		h.wants("a")
	})
}
