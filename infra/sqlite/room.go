package sqlite

import "path/filepath"

// spareRoom is the free space, in bytes, that a server should have in addition to twice
// the size of its database: for the log, and for a copy when an upgrade changes the schema.
const spareRoom = 100e6

// Room is the space of a data directory, in bytes.
type Room struct {
	Free int64
	Need int64 // how much should be free
}

// Low reports whether there is less free space than there should be.
func (r Room) Low() bool { return r.Free < r.Need }

// RoomOf returns the room of a data directory. known is false where the system does not
// report it.
func RoomOf(dir string) (r Room, known bool) {
	free, known := freeSpace(dir)
	return Room{Free: free, Need: spareRoom + 2*fileSize(filepath.Join(dir, FileName))}, known
}
