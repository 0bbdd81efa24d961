package websockets_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/family/websockets"
	"voicememo/models"
)

// The sizes of the model. MEMOTEST_LIVE_FAMILIES sets the long form.
const (
	modelFamilies = 30
	modelTime     = 12 * time.Minute
	longTime      = 150 * time.Minute // longer than a connection may last
	pagesOfOne    = 10                // for each family, of two to five people
)

// upToDate is how long a change may take until every connected page has it, and a person
// who has left may still receive hints.
const upToDate = 2 * time.Second

// again is when a page reads once more after hello.
const again = 1500 * time.Millisecond

// TestModel: families change, people move, pages come and go, API Gateway loses calls and
// ends of connections, the index of rooms lags and the store fails now and then. Every
// connected page is up to date within two seconds, no page receives a hint of a family that
// its person has left, and in the end no row is left.
func TestModel(t *testing.T) {
	families, lasts := modelFamilies, modelTime
	if long := os.Getenv("MEMOTEST_LIVE_FAMILIES"); long != "" {
		var err error
		if families, err = strconv.Atoi(long); err != nil {
			t.Fatal(err)
		}
		lasts = longTime
	}
	synctest.Test(t, func(t *testing.T) { newModel(t, families).run(lasts) })
}

// model is a deployment with its pages, in a bubble of synctest.
type model struct {
	t       *testing.T
	service *websockets.Service
	store   *memory
	tickets *websockets.Tickets

	mu       sync.Mutex
	random   *rand.Rand
	families []models.FamilyID
	people   map[models.UserID]models.FamilyID
	left     map[models.UserID]map[models.FamilyID]time.Time
	version  map[models.FamilyID]int
	streams  [4][]models.Event // two shards of two tables
	lines    map[websockets.ConnectionID]*line
	next     int
	checks   int // of a page and a change
	hints    int
	stopped  chan struct{}
	pages    []*page
}

// line is a connection as API Gateway has it.
type line struct {
	person models.UserID
	open   bool // the handshake has ended
	events chan string
	ended  chan struct{}
}

func newModel(t *testing.T, families int) *model {
	m := &model{
		t: t, tickets: websockets.NewTickets([]byte("key")), random: rand.New(rand.NewPCG(19, 2026)),
		people: map[models.UserID]models.FamilyID{}, left: map[models.UserID]map[models.FamilyID]time.Time{},
		version: map[models.FamilyID]int{}, lines: map[websockets.ConnectionID]*line{}, stopped: make(chan struct{}),
	}
	m.store = newMemory(func() time.Duration { return m.upTo(websockets.IndexLag) })
	m.store.fail = func() error {
		time.Sleep(m.upTo(10 * time.Millisecond))
		if m.one(500) {
			return models.Unavailable(errors.New("throttled"))
		}
		return nil
	}
	m.service = websockets.NewService(m.store, m, m, m.tickets)
	for f := range families {
		id := models.FamilyID(fmt.Sprintf("family %d", f))
		m.families = append(m.families, id)
		persons := 2 + m.random.IntN(4)
		for i := range persons {
			m.people[models.UserID(fmt.Sprintf("person %d of %d", i, f))] = id
		}
		for i := range pagesOfOne {
			m.pages = append(m.pages, &page{model: m, person: models.UserID(fmt.Sprintf("person %d of %d", i%persons, f))})
		}
	}
	return m
}

// upTo returns a random time below most.
func (m *model) upTo(most time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Duration(m.random.Int64N(int64(most)))
}

// one reports true once in n times.
func (m *model) one(n int64) bool { return m.upTo(time.Duration(n)) == 0 }

// rest waits, or reports false if the model has stopped.
func (m *model) rest(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-m.stopped:
		return false
	}
}

// run runs the model for a time, and then until all its rows have expired.
func (m *model) run(lasts time.Duration) {
	var all sync.WaitGroup
	for _, p := range m.pages {
		all.Go(p.live)
	}
	for shard := range m.streams {
		all.Go(func() { m.relay(shard) })
	}
	all.Go(m.act)
	for end := time.Now().Add(lasts); time.Now().Before(end); {
		time.Sleep(10 * time.Minute)
		m.store.expire()
	}
	close(m.stopped)
	all.Wait()
	if m.checks < len(m.pages) || m.hints < len(m.pages) {
		m.t.Errorf("got %d checks and %d hints, want more than %d", m.checks, m.hints, len(m.pages))
	}
	lost := m.store.expire()
	time.Sleep(3 * time.Hour)
	if rows := m.store.expire(); rows != 0 {
		m.t.Errorf("got %d rows in the end, want none", rows)
	}
	m.t.Logf("%d pages, %d hints, %d checks, %d rows without a connection after the last", len(m.pages), m.hints, m.checks, lost)
}

// act changes families, and now and then moves a person into another one.
func (m *model) act() {
	for m.rest(m.upTo(time.Minute / time.Duration(len(m.families)))) {
		if m.one(8) {
			m.move()
			continue
		}
		m.mu.Lock()
		family := m.families[m.random.IntN(len(m.families))]
		m.change(models.Event{Kind: models.EventAdded, Family: family}, 2)
		m.mu.Unlock()
	}
}

// change commits a change of a family, whose event the stream of a table has. table is 0
// for that of people and 2 for that of memos.
func (m *model) change(e models.Event, table int) {
	m.version[e.Family]++
	shard := table + len(e.Family)%2
	m.streams[shard] = append(m.streams[shard], e)
	family, version, at := e.Family, m.version[e.Family], time.Now()
	time.AfterFunc(upToDate, func() { m.check(family, version, at) })
}

// move moves a person into another family, or into the one that they came from.
func (m *model) move() {
	m.mu.Lock()
	defer m.mu.Unlock()
	person := m.pages[m.random.IntN(len(m.pages))].person
	from, to := m.people[person], m.families[m.random.IntN(len(m.families))]
	if from == to {
		return
	}
	if m.left[person] == nil {
		m.left[person] = map[models.FamilyID]time.Time{}
	}
	m.left[person][from] = time.Now()
	delete(m.left[person], to)
	m.people[person] = to
	kind := []models.EventKind{models.EventLeft, models.EventRemoved, models.EventChanged}[m.random.IntN(3)]
	m.change(models.Event{Kind: kind, Family: from, Person: person, At: time.Now().Truncate(time.Second)}, 0)
	m.change(models.Event{Kind: models.EventJoined, Family: to, Person: person}, 0)
}

// check fails the test if a page that was connected at a change, and still is, has not read
// it.
func (m *model) check(family models.FamilyID, version int, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.pages {
		if p.family != family || p.since.IsZero() || p.since.After(at) || m.people[p.person] != family {
			continue
		}
		m.checks++
		if p.seen < version {
			m.t.Errorf("page of %s: got version %d of %s %v after version %d", p.person, p.seen, family, time.Since(at), version)
		}
	}
}

// relay delivers the events of a shard in order, in batches, as Lambda does: it polls four
// times a second, and repeats a batch that failed.
func (m *model) relay(shard int) {
	for m.rest(250 * time.Millisecond) {
		m.mu.Lock()
		batch := m.streams[shard]
		batch = batch[:min(len(batch), 100)]
		m.streams[shard] = m.streams[shard][len(batch):]
		m.mu.Unlock()
		ctx := context.WithValue(context.Background(), batchKey{}, batch)
		for len(batch) > 0 && m.service.Happened(ctx, batch) != nil {
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// batchKey is the key of the batch in the context of its calls.
type batchKey struct{}

// Person implements websockets.Families.
func (m *model) Person(_ context.Context, id models.UserID) (models.User, error) {
	time.Sleep(m.upTo(10 * time.Millisecond))
	m.mu.Lock()
	defer m.mu.Unlock()
	return models.User{ID: id, FamilyID: m.people[id]}, nil
}

// Post implements websockets.Poster. One call in fifty fails.
func (m *model) Post(ctx context.Context, id websockets.ConnectionID, text string) error {
	time.Sleep(m.upTo(20 * time.Millisecond))
	if m.one(50) {
		return errors.New("no answer")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.lines[id]
	if l == nil || !l.open {
		if l != nil {
			m.t.Error("a connection whose handshake is in progress was sent an event")
		}
		return websockets.ErrGone
	}
	if batch, ok := ctx.Value(batchKey{}).([]models.Event); ok {
		m.hints++
		m.requireMember(l.person, batch)
	}
	l.events <- text
	return nil
}

// requireMember fails the test unless a person is in a family of a batch, or left one less
// than upToDate ago.
func (m *model) requireMember(person models.UserID, batch []models.Event) {
	if !slices.ContainsFunc(batch, func(e models.Event) bool {
		left, known := m.left[person][e.Family]
		return m.people[person] == e.Family || known && time.Since(left) < upToDate
	}) {
		m.t.Errorf("%s received a hint of %v and is in %s", person, batch, m.people[person])
	}
}

// Disconnect implements websockets.Poster. One call in fifty fails.
func (m *model) Disconnect(_ context.Context, id websockets.ConnectionID) error {
	if m.one(50) {
		return errors.New("no answer")
	}
	m.hangUp(id)
	return nil
}

// dial opens a line whose handshake is in progress.
func (m *model) dial(person models.UserID) (websockets.ConnectionID, *line) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next++
	id := websockets.ConnectionID(fmt.Sprintf("connection %d", m.next))
	m.lines[id] = &line{person: person, events: make(chan string, 1000), ended: make(chan struct{})}
	return id, m.lines[id]
}

// hangUp ends a connection. One end in four is not reported.
func (m *model) hangUp(id websockets.ConnectionID) {
	m.mu.Lock()
	l := m.lines[id]
	delete(m.lines, id)
	m.mu.Unlock()
	if l == nil {
		return
	}
	close(l.ended)
	if !m.one(4) {
		_ = m.service.Disconnect(context.Background(), id) // a failure is an end that is not reported
	}
}

// page is a page that a person has opened.
type page struct {
	model  *model
	person models.UserID

	// With the lock of the model:
	family models.FamilyID // that it has read last
	seen   int             // the version that it has read last
	since  time.Time       // when it received hello; zero: it is not connected
}

// live opens connections until the model stops.
func (p *page) live() {
	for p.model.rest(p.model.upTo(5 * time.Second)) {
		p.connect()
	}
}

// connect opens a connection and uses it until it ends.
func (p *page) connect() {
	m := p.model
	ticket, _ := m.tickets.Seal(p.person, time.Now())
	id, l := m.dial(p.person)
	defer func() {
		m.mu.Lock()
		p.since = time.Time{}
		m.mu.Unlock()
		m.hangUp(id)
	}()
	if m.service.Connect(m.t.Context(), id, ticket) != nil {
		return
	}
	m.mu.Lock()
	l.open = true
	m.mu.Unlock()
	p.listen(id, l)
}

// listen says hello and reads with each event, until the connection ends, its two hours
// are over, or the person closes the page.
func (p *page) listen(id websockets.ConnectionID, l *line) {
	m := p.model
	stays := min(2*time.Hour, (1+m.upTo(9))*m.upTo(time.Hour))
	over, ping, reads := time.After(stays), time.NewTicker(5*time.Minute), make(<-chan time.Time)
	defer ping.Stop()
	_ = m.service.Hello(m.t.Context(), id) // a page does not learn of a failure, and is without hello
	late := time.After(10 * time.Second)
	for {
		select {
		case event := <-l.events:
			if p.read(); event == helloEvent {
				late, reads = nil, time.After(again)
			}
		case <-reads:
			p.read()
		case <-ping.C:
			_ = m.service.Ping(m.t.Context(), id) // likewise
		case <-late:
			return
		case <-over:
			return
		case <-l.ended:
			return
		case <-m.stopped:
			return
		}
	}
}

// read reads what the person's family has. Since the first time, the page is connected.
func (p *page) read() {
	m := p.model
	time.Sleep(m.upTo(50 * time.Millisecond))
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.family = m.people[p.person]; p.since.IsZero() {
		p.since = time.Now()
	}
	p.seen = m.version[p.family]
}
