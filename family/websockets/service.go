package websockets

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// Limits and times of connections. API Gateway ends a connection after two hours, and one
// without a frame after ten minutes.
//
// Source: "Quotas for configuring and running a WebSocket API in API Gateway" of the
// Amazon API Gateway Developer Guide.
const (
	// MaxPerPerson is how many connections a person can have. Another one ends the oldest.
	MaxPerPerson = 10
	// MaxPerRoom is how many connections a family can have. Another one is ended.
	MaxPerRoom = 200

	// helloTime is how long a connection may take until its hello.
	helloTime = time.Minute
	// keepTime is how long the row of a connection is kept whose end was not reported.
	keepTime = 3 * time.Hour
	// IndexLag is how long Store.InRoom may lag. The index of DynamoDB usually lags less.
	IndexLag = time.Second
	// atPrecision is the precision of Event.At, which may be the time of a stream's record.
	atPrecision = time.Second
)

// How many requests are made at the same time.
const (
	roomsAtOnce = 8
	sendsAtOnce = 16
)

// How often a room is read, how often a call of API Gateway's is made, which throttles calls
// for about a second, and the pause before the second time. Each further pause is twice as
// long.
const (
	roomTries = 3
	callTries = 5
	pause     = 100 * time.Millisecond
)

// Events that are sent to a page.
const (
	helloEvent   = `{"event":"hello"}`
	pongEvent    = `{"event":"pong"}`
	changedEvent = `{"event":"changed"}`
)

// The metrics that a Service counts.
const (
	MetricConnections = "LiveConnections" // connections that said hello
	MetricHints       = "LiveHints"       // hints sent
	MetricGone        = "LiveGone"        // connections found gone, or given up
	MetricFailures    = "LiveFailures"    // calls of API Gateway's that failed each time, and events that could not be handled
)

// ErrGone is the error of a Poster if a connection has ended or is not open yet.
var ErrGone = errors.New("connections: the connection is gone")

// Poster is API Gateway's side of the connections.
type Poster interface {
	// Post sends a text to a page. ErrGone: see there. Another error: it may not have been
	// sent.
	Post(ctx context.Context, id ConnectionID, text string) error
	// Disconnect ends a connection. No error: it has ended.
	Disconnect(ctx context.Context, id ConnectionID) error
}

// Families reads people. *family.Service implements it.
type Families interface {
	// Person returns an account as it is now. NotFound: there is none.
	Person(ctx context.Context, id models.UserID) (models.User, error)
}

// Service has the rules of connections. A connection belongs to a person from its
// beginning, and enters the room of that person's family once, with its hello. If the
// person leaves the family, the connection is ended, and the page opens another one.
//
// A change that is committed after a page has received hello reaches it as a hint, except
// while the index of rooms lags. So a page reads everything again at hello and once more
// after IndexLag. Hints have no content.
type Service struct {
	store   Store
	people  Families
	poster  Poster
	tickets *Tickets

	Now   func() time.Time
	Count func(metric string, n int)                       // adds to a metric
	Sleep func(ctx context.Context, d time.Duration) error // waits, or returns the context's error
}

// NewService returns a Service that counts nothing.
func NewService(store Store, people Families, poster Poster, tickets *Tickets) *Service {
	return &Service{store: store, people: people, poster: poster, tickets: tickets, Now: time.Now, Count: func(string, int) {}, Sleep: sleep}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Connect adds a connection whose handshake is in progress. It receives nothing until its
// hello. Unauthenticated: the ticket is not valid.
func (s *Service) Connect(ctx context.Context, id ConnectionID, ticket string) error {
	now := s.Now()
	user, err := s.tickets.Open(ticket, now)
	if err != nil {
		return err
	}
	return s.store.Add(ctx, Connection{ID: id, User: user, At: now, Expires: now.Add(helloTime).Truncate(time.Second)})
}

// Disconnect removes a connection that has ended.
func (s *Service) Disconnect(ctx context.Context, id ConnectionID) error {
	return s.store.Remove(ctx, id)
}

// Hello makes a connection receive hints, and answers it. A connection is ended if it is
// unknown, its person no longer exists, or its family has MaxPerRoom others. If its person
// has MaxPerPerson others, the oldest are ended.
func (s *Service) Hello(ctx context.Context, id ConnectionID) error {
	c, family, err := s.present(ctx, id)
	switch {
	case err != nil:
		return err
	case family == "" || c.Room != "" && c.Room != family:
		return s.end(ctx, id)
	case c.Room == "":
		if ok, err := s.enter(ctx, c, family); err != nil || !ok {
			return errors.Join(err, s.end(ctx, id))
		}
		s.Count(MetricConnections, 1)
	}
	return s.answer(ctx, id, helloEvent)
}

// Ping answers a connection, whose frame has kept it open. It is ended if it is unknown or
// not in the room of its person's present family.
func (s *Service) Ping(ctx context.Context, id ConnectionID) error {
	c, family, err := s.present(ctx, id)
	switch {
	case err != nil:
		return err
	case family == "" || c.Room != family:
		return s.end(ctx, id)
	}
	return s.answer(ctx, id, pongEvent)
}

// present returns a connection and the present family of its person; "": either is gone.
func (s *Service) present(ctx context.Context, id ConnectionID) (Connection, models.FamilyID, error) {
	c, err := s.store.Get(ctx, id)
	switch {
	case models.IsCode(err, models.CodeNotFound) || err == nil && !c.Expires.After(s.Now()):
		return Connection{}, "", nil
	case err != nil:
		return Connection{}, "", err
	}
	family, err := s.familyOf(ctx, c.User)
	return c, family, err
}

// familyOf returns a person's present family; "": the person is gone.
func (s *Service) familyOf(ctx context.Context, id models.UserID) (models.FamilyID, error) {
	u, err := s.people.Person(ctx, id)
	if models.IsCode(err, models.CodeNotFound) || u.Membership.Gone {
		return "", nil
	}
	return u.FamilyID, err
}

// enter puts a connection into a room. It reports false if the room is full, or if the
// connection or its person has left meanwhile.
func (s *Service) enter(ctx context.Context, c Connection, room models.FamilyID) (bool, error) {
	if ok, err := s.makeRoom(ctx, c, room); err != nil || !ok {
		return false, err
	}
	err := s.store.Enter(ctx, c.ID, room, s.Now().Add(keepTime).Truncate(time.Second))
	if models.IsCode(err, models.CodeNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	// A person who left before the connection entered was looked for in vain.
	family, err := s.familyOf(ctx, c.User)
	return family == room, err
}

// makeRoom ends the oldest connections of a person who has MaxPerPerson besides c. It
// reports false if the room is full nevertheless. While the index lags, there may be a few
// more connections than allowed.
func (s *Service) makeRoom(ctx context.Context, c Connection, room models.FamilyID) (bool, error) {
	there, err := s.inRoom(ctx, room)
	if err != nil {
		return false, err
	}
	var own []Connection
	for _, other := range there {
		if other.User == c.User {
			own = append(own, other)
		}
	}
	slices.SortFunc(own, func(a, b Connection) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	ended := max(0, len(own)-MaxPerPerson+1)
	for _, oldest := range own[:ended] {
		if err := s.expel(ctx, oldest); err != nil {
			return false, err
		}
	}
	return len(there)-ended < MaxPerRoom, nil
}

// inRoom returns the connections of a room, without those that should have been deleted.
func (s *Service) inRoom(ctx context.Context, room models.FamilyID) ([]Connection, error) {
	all, err := s.store.InRoom(ctx, room, 2*MaxPerRoom)
	return slices.DeleteFunc(all, func(c Connection) bool { return !c.Expires.After(s.Now()) }), err
}

// Happened sends a hint to each connection of the families in which something happened, one
// for each family, and ends the connections of people who are no longer in it. An error
// means that a family could not be read; the caller should report all events again. A page
// that cannot be reached is disconnected, so that it connects and reads again.
func (s *Service) Happened(ctx context.Context, events []models.Event) error {
	rooms, moved := map[models.FamilyID]people{}, time.Time{}
	for _, e := range events {
		if e.Family == "" {
			continue
		}
		if rooms[e.Family] == nil {
			rooms[e.Family] = people{}
		}
		if e.Person != "" && slices.Contains(leaving, e.Kind) {
			rooms[e.Family][e.Person] = true
			moved = later(moved, e.At)
		}
	}
	err := s.eachRoom(ctx, rooms, func(room models.FamilyID) error { return s.hint(ctx, room, rooms[room]) })
	maps.DeleteFunc(rooms, func(_ models.FamilyID, named people) bool { return len(named) == 0 })
	if err != nil || len(rooms) == 0 {
		return err
	}
	// A connection may have entered so shortly before its person left that the index does
	// not show it yet.
	if err := s.Sleep(ctx, min(IndexLag, moved.Add(IndexLag+atPrecision).Sub(s.Now()))); err != nil {
		return err
	}
	return s.eachRoom(ctx, rooms, func(room models.FamilyID) error {
		_, err := s.stay(ctx, room, rooms[room])
		return err
	})
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// leaving are the kinds of events after which Event.Person may no longer be in the family.
// An engine reports EventChanged when the last member leaves and the family ends.
var leaving = []models.EventKind{models.EventLeft, models.EventRemoved, models.EventChanged}

// people is a set of people.
type people map[models.UserID]bool

// eachRoom calls do for each room, a few times if necessary and some at the same time, and
// returns all errors.
func (s *Service) eachRoom(ctx context.Context, rooms map[models.FamilyID]people, do func(models.FamilyID) error) error {
	ids := slices.Collect(maps.Keys(rooms))
	errs := make([]error, len(ids))
	parallel.Each(len(ids), roomsAtOnce, func(i int) {
		errs[i] = s.try(ctx, roomTries, func() error { return do(ids[i]) })
	})
	return errors.Join(errs...)
}

// hint sends a hint to the connections of a room. named are people who may have left it.
func (s *Service) hint(ctx context.Context, room models.FamilyID, named people) error {
	there, err := s.stay(ctx, room, named)
	if err != nil {
		return err
	}
	errs := make([]error, len(there))
	parallel.Each(len(there), sendsAtOnce, func(i int) {
		if err := s.send(ctx, there[i].ID, changedEvent); err != nil {
			s.Count(MetricGone, 1)
			errs[i] = s.expel(ctx, there[i])
			return
		}
		s.Count(MetricHints, 1)
	})
	return errors.Join(errs...)
}

// stay returns the connections of a room after it has ended those of the people named who
// are no longer in the family.
func (s *Service) stay(ctx context.Context, room models.FamilyID, named people) (there []Connection, err error) {
	all, err := s.inRoom(ctx, room)
	if err != nil {
		return nil, err
	}
	left := map[models.UserID]bool{}
	for _, c := range all {
		if _, known := left[c.User]; named[c.User] && !known {
			family, err := s.familyOf(ctx, c.User)
			if err != nil {
				return nil, err
			}
			left[c.User] = family != room
		}
		if !left[c.User] {
			there = append(there, c)
		} else if err := s.expel(ctx, c); err != nil {
			return nil, err
		}
	}
	return there, nil
}

// expel ends a connection that is in a room. Its row is deleted first, so that it receives
// no further hint even if API Gateway cannot be reached.
func (s *Service) expel(ctx context.Context, c Connection) error {
	err := s.store.RemoveFrom(ctx, c.ID, c.Room)
	s.hangUp(ctx, c.ID)
	return err
}

// end ends a connection, in a room or not.
func (s *Service) end(ctx context.Context, id ConnectionID) error {
	err := s.store.Remove(ctx, id)
	s.hangUp(ctx, id)
	return err
}

// hangUp disconnects a page. If that fails, the page's next frame is from a connection
// without a row, and ends it.
func (s *Service) hangUp(ctx context.Context, id ConnectionID) {
	_ = s.call(ctx, func() error { return s.poster.Disconnect(ctx, id) })
}

// answer sends an event to the connection that has just sent a frame.
func (s *Service) answer(ctx context.Context, id ConnectionID, event string) error {
	if err := s.send(ctx, id, event); err != nil {
		s.Count(MetricGone, 1)
		return s.end(ctx, id)
	}
	return nil
}

// send sends an event.
func (s *Service) send(ctx context.Context, id ConnectionID, event string) error {
	return s.call(ctx, func() error { return s.poster.Post(ctx, id, event) })
}

// call calls API Gateway, a few times if necessary.
func (s *Service) call(ctx context.Context, do func() error) error {
	err := s.try(ctx, callTries, do)
	if err != nil && !errors.Is(err, ErrGone) {
		s.Count(MetricFailures, 1)
	}
	return err
}

// try calls do some times, with pauses, until it succeeds or the connection is gone.
func (s *Service) try(ctx context.Context, times int, do func() error) (err error) {
	for i := range times {
		if i > 0 && s.Sleep(ctx, pause<<(i-1)) != nil {
			return err
		}
		if err = do(); err == nil || errors.Is(err, ErrGone) {
			return err
		}
	}
	return err
}
