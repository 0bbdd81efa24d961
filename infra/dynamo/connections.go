package dynamo

import (
	"context"
	"time"

	"voicememo/family/websockets"
	"voicememo/models"
)

// roomIndex is the index that lists the connections of a room. A connection without a
// room is not in it.
const roomIndex = "roomId-index"

// connectionStore implements websockets.Store.
type connectionStore struct{ *DB }

// Connections returns the store of open WebSockets.
func (db *DB) Connections() websockets.Store { return connectionStore{db} }

func connectionKey(id websockets.ConnectionID) item { return item{"connectionId": text(id)} }

// connectedAttributes describes an item of the connections table.
func connectedAttributes(c *codec, n *websockets.Connection) {
	required(c, "connectionId", &n.ID)
	required(c, "userId", &n.User)
	c.instant("timestamp", &n.At)
	c.seconds("ttl", &n.Expires)
	optional(c, "roomId", &n.Room)
}

func readConnection(it item) (websockets.Connection, error) { return read(connectedAttributes, it) }

// Add puts the item.
func (s connectionStore) Add(ctx context.Context, c websockets.Connection) error {
	_, err := s.put(ctx, write{table: s.tables.Connections, item: itemOf(connectedAttributes, c)})
	return err
}

// Enter sets the room of an item that exists.
func (s connectionStore) Enter(ctx context.Context, id websockets.ConnectionID, room models.FamilyID, expires time.Time) error {
	e := newEdit(s.tables.Connections, connectionKey(id))
	e.when("attribute_exists(#connectionId)")
	e.setText("roomId", string(room))
	e.set("ttl", seconds(expires))
	return s.apply(ctx, e, models.NotFound(""))
}

// Get reads the table, not the index.
func (s connectionStore) Get(ctx context.Context, id websockets.ConnectionID) (websockets.Connection, error) {
	it, err := s.get(ctx, s.tables.Connections, connectionKey(id))
	if err == nil && it == nil {
		err = models.NotFound("")
	}
	if err != nil {
		return websockets.Connection{}, err
	}
	return readConnection(it)
}

// Remove deletes the item, whatever its room is.
func (s connectionStore) Remove(ctx context.Context, id websockets.ConnectionID) error {
	_, err := s.remove(ctx, write{table: s.tables.Connections, key: connectionKey(id)})
	return err
}

// RemoveFrom deletes the item if it still has the room.
func (s connectionStore) RemoveFrom(ctx context.Context, id websockets.ConnectionID, room models.FamilyID) error {
	_, err := s.remove(ctx, write{
		table: s.tables.Connections, key: connectionKey(id), only: "#roomId = :room", values: item{":room": text(room)},
	})
	return err
}

// InRoom reads the index, which lags behind the table.
func (s connectionStore) InRoom(ctx context.Context, room models.FamilyID, most int) ([]websockets.Connection, error) {
	out, err := s.query(ctx, query{
		table: s.tables.Connections, index: roomIndex, limit: int32(most), //nolint:gosec // a few hundred
		key: "#roomId = :room", values: item{":room": text(room)},
	})
	if err != nil {
		return nil, err
	}
	return readItems(out.Items, readConnection)
}
