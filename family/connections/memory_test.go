package connections_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"voicememo/family/connections"
	"voicememo/family/connections/connectionstest"
	"voicememo/models"
)

// memory is a Store whose index of rooms lags. A write reaches the index after the time
// that lag returns, in the order of the writes to a connection.
type memory struct {
	lag  func() time.Duration
	fail func() error // the error of a call; nil: none

	mu    sync.Mutex
	rows  map[connections.ConnectionID]connections.Connection
	rooms map[models.FamilyID]map[connections.ConnectionID]connections.Connection
	where map[connections.ConnectionID]models.FamilyID // in rooms
	later []write
	last  map[connections.ConnectionID]time.Time // of the newest write of later
}

// write is a write that the index does not show yet.
type write struct {
	at  time.Time
	id  connections.ConnectionID
	row connections.Connection // without a room: it is in none
}

func newMemory(lag func() time.Duration) *memory {
	return &memory{
		lag: lag, fail: func() error { return nil },
		rows:  map[connections.ConnectionID]connections.Connection{},
		rooms: map[models.FamilyID]map[connections.ConnectionID]connections.Connection{},
		where: map[connections.ConnectionID]models.FamilyID{}, last: map[connections.ConnectionID]time.Time{},
	}
}

func TestMemory(t *testing.T) {
	connectionstest.Suite(t, func(*testing.T) connections.Store { return newMemory(func() time.Duration { return 0 }) })
}

// enter begins a call.
func (m *memory) enter(do func() error) error {
	if err := m.fail(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return do()
}

// put stores a row, or deletes it if it has no ID.
func (m *memory) put(id connections.ConnectionID, row connections.Connection) {
	if row.ID == "" {
		delete(m.rows, id)
	} else {
		m.rows[id] = row
	}
	at := time.Now().Add(m.lag())
	if at.Before(m.last[id]) {
		at = m.last[id]
	}
	m.last[id] = at
	m.later = append(m.later, write{at, id, row})
}

// show applies the writes whose time has come.
func (m *memory) show() {
	waiting := m.later[:0]
	for _, w := range m.later {
		if w.at.After(time.Now()) {
			waiting = append(waiting, w)
			continue
		}
		delete(m.rooms[m.where[w.id]], w.id)
		if m.where[w.id] = w.row.Room; w.row.Room == "" {
			delete(m.where, w.id)
			continue
		}
		if m.rooms[w.row.Room] == nil {
			m.rooms[w.row.Room] = map[connections.ConnectionID]connections.Connection{}
		}
		m.rooms[w.row.Room][w.id] = w.row
	}
	m.later = waiting
}

func (m *memory) Add(_ context.Context, c connections.Connection) error {
	return m.enter(func() error {
		m.put(c.ID, c)
		return nil
	})
}

func (m *memory) Enter(_ context.Context, id connections.ConnectionID, room models.FamilyID, expires time.Time) error {
	return m.enter(func() error {
		c, ok := m.rows[id]
		if !ok {
			return models.NotFound("")
		}
		c.Room, c.Expires = room, expires
		m.put(id, c)
		return nil
	})
}

func (m *memory) Get(_ context.Context, id connections.ConnectionID) (c connections.Connection, err error) {
	err = m.enter(func() error {
		var ok bool
		if c, ok = m.rows[id]; !ok {
			return models.NotFound("")
		}
		return nil
	})
	return c, err
}

func (m *memory) Remove(_ context.Context, id connections.ConnectionID) error {
	return m.enter(func() error {
		m.put(id, connections.Connection{})
		return nil
	})
}

func (m *memory) RemoveFrom(_ context.Context, id connections.ConnectionID, room models.FamilyID) error {
	return m.enter(func() error {
		if c, ok := m.rows[id]; ok && c.Room == room {
			m.put(id, connections.Connection{})
		}
		return nil
	})
}

func (m *memory) InRoom(_ context.Context, room models.FamilyID, most int) (all []connections.Connection, err error) {
	err = m.enter(func() error {
		m.show()
		for _, c := range m.rooms[room] {
			if len(all) < most {
				all = append(all, c)
			}
		}
		return nil
	})
	return all, err
}

// expire deletes the expired rows, as DynamoDB's TTL does, and returns how many are left.
func (m *memory) expire() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, c := range m.rows {
		if !c.Expires.After(time.Now()) {
			m.put(id, connections.Connection{})
		}
	}
	return len(m.rows)
}
