package websockets

import (
	"context"
	"time"

	"voicememo/models"
)

// ConnectionID identifies a connection. API Gateway assigns it.
type ConnectionID string

// Connection is an open WebSocket of a page.
type Connection struct {
	ID   ConnectionID
	User models.UserID
	Room models.FamilyID // the family whose changes it hears; "": it has not said hello
	At   time.Time       // when it was opened
	// Expires is when the store may delete it, in whole seconds. Until the store has done
	// so, it may still return the connection.
	Expires time.Time
}

// Store keeps the open connections. Every method may return CodeUnavailable.
// connectionstest.Suite describes its behaviour.
type Store interface {
	// Add stores a connection.
	Add(ctx context.Context, c Connection) error
	// Enter moves a connection to a room and sets when it expires. NotFound: it is gone.
	Enter(ctx context.Context, id ConnectionID, room models.FamilyID, expires time.Time) error
	// Get returns a connection. NotFound: it is gone.
	Get(ctx context.Context, id ConnectionID) (Connection, error)
	// Remove deletes a connection. No error: it is gone.
	Remove(ctx context.Context, id ConnectionID) error
	// RemoveFrom deletes a connection that is in room. No error: it is gone, or it is in
	// another room.
	RemoveFrom(ctx context.Context, id ConnectionID, room models.FamilyID) error
	// InRoom returns up to most connections of a room, in no order. It may lag: it may lack
	// connections that have just entered, and return some that are gone or have moved.
	InRoom(ctx context.Context, room models.FamilyID, most int) ([]Connection, error)
}
