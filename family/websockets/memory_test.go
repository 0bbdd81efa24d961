package websockets_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"voicememo/family/websockets"
	"voicememo/infra/enginetest/websockettest"
	"voicememo/models"
)

// memory is a Store whose index of rooms lags. A write reaches the index after the time
// that lag returns, in the order of the writes to a connection.
type memory struct {
	lag  func() time.Duration
	fail func() error // the error of a call; nil: none

	mu    sync.Mutex
	rows  map[websockets.ConnectionID]websockets.Connection
	rooms map[models.FamilyID]map[websockets.ConnectionID]websockets.Connection
	where map[websockets.ConnectionID]models.FamilyID // in rooms
	later []write
	last  map[websockets.ConnectionID]time.Time // of the newest write of later
}

// write is a write that the index does not show yet.
type write struct {
	at  time.Time
	id  websockets.ConnectionID
	row websockets.Connection // without a room: it is in none
}

func newMemory(lag func() time.Duration) *memory {
	return &memory{
		lag: lag, fail: func() error { return nil },
		rows:  map[websockets.ConnectionID]websockets.Connection{},
		rooms: map[models.FamilyID]map[websockets.ConnectionID]websockets.Connection{},
		where: map[websockets.ConnectionID]models.FamilyID{}, last: map[websockets.ConnectionID]time.Time{},
	}
}

func TestMemory(t *testing.T) {
	websockettest.Suite(t, func(*testing.T) websockets.Store { return newMemory(func() time.Duration { return 0 }) })
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
func (m *memory) put(id websockets.ConnectionID, row websockets.Connection) {
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
			m.rooms[w.row.Room] = map[websockets.ConnectionID]websockets.Connection{}
		}
		m.rooms[w.row.Room][w.id] = w.row
	}
	m.later = waiting
}

func (m *memory) Add(_ context.Context, c websockets.Connection) error {
	return m.enter(func() error {
		m.put(c.ID, c)
		return nil
	})
}

func (m *memory) Enter(_ context.Context, id websockets.ConnectionID, room models.FamilyID, expires time.Time) error {
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

func (m *memory) Get(_ context.Context, id websockets.ConnectionID) (c websockets.Connection, err error) {
	err = m.enter(func() error {
		var ok bool
		if c, ok = m.rows[id]; !ok {
			return models.NotFound("")
		}
		return nil
	})
	return c, err
}

func (m *memory) Remove(_ context.Context, id websockets.ConnectionID) error {
	return m.enter(func() error {
		m.put(id, websockets.Connection{})
		return nil
	})
}

func (m *memory) RemoveFrom(_ context.Context, id websockets.ConnectionID, room models.FamilyID) error {
	return m.enter(func() error {
		if c, ok := m.rows[id]; ok && c.Room == room {
			m.put(id, websockets.Connection{})
		}
		return nil
	})
}

func (m *memory) InRoom(_ context.Context, room models.FamilyID, most int) (all []websockets.Connection, err error) {
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
