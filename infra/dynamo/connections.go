package dynamo

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

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

// Add puts the item.
func (s connectionStore) Add(ctx context.Context, c websockets.Connection) error {
	it := connectionKey(c.ID)
	it["userId"] = text(c.User)
	it["timestamp"] = instant(c.At)
	it["ttl"] = seconds(c.Expires)
	optional(it, "roomId", c.Room)
	_, err := s.put(ctx, write{table: s.tables.Connections, item: it})
	return err
}

// Enter sets the room of an item that exists.
func (s connectionStore) Enter(ctx context.Context, id websockets.ConnectionID, room models.FamilyID, expires time.Time) error {
	e := newEdit(s.tables.Connections, connectionKey(id))
	e.when("attribute_exists(#connectionId)")
	e.setText("roomId", string(room))
	e.set("ttl", seconds(expires))
	out, err := s.update(ctx, e.write())
	if err == nil && !out.done {
		err = models.NotFound("")
	}
	return err
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
	return readConnected(it)
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
	const key = "#roomId = :room"
	out, err := s.client.Query(ctx, &dynamodb.QueryInput{
		TableName: &s.tables.Connections, IndexName: aws.String(roomIndex), Limit: aws.Int32(int32(most)), //nolint:gosec // a few hundred
		KeyConditionExpression: aws.String(key), ExpressionAttributeNames: names(nil, key),
		ExpressionAttributeValues: item{":room": text(room)},
	})
	if err != nil {
		return nil, translate(err)
	}
	all := make([]websockets.Connection, len(out.Items))
	for i, it := range out.Items {
		if all[i], err = readConnected(it); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readConnected reads an item of the connections table.
func readConnected(it item) (websockets.Connection, error) {
	r := reader{item: it}
	c := websockets.Connection{
		ID: websockets.ConnectionID(r.text("connectionId")), User: models.UserID(r.text("userId")),
		Room: models.FamilyID(r.text("roomId")), At: r.time("timestamp"), Expires: r.expiry("ttl"),
	}
	return c, r.err
}
