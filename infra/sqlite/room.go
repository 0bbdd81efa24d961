package sqlite

import "path/filepath"

// spareRoom is the free space, in bytes, that a server should have in addition to twice
// the size of its database: for the log, and for a copy when an upgrade changes the schema.
const spareRoom = 100e6

// Room is the space of a data directory, in bytes.
type Room struct {
	Free int64
	Need int64 // how much should be free
	Size int64 // of the database and its log
}

// Low reports whether there is less free space than there should be.
func (r Room) Low() bool { return r.Free < r.Need }

// RoomOf returns the room of a data directory. known is false where the system does not
// report the free space.
func RoomOf(dir string) (r Room, known bool) {
	free, known := freeSpace(dir)
	path := filepath.Join(dir, FileName)
	size := fileSize(path)
	return Room{Free: free, Need: spareRoom + 2*size, Size: size + fileSize(path+"-wal")}, known
}
