package sqlite

import "path/filepath"

// spareRoom is the free space, in bytes, that a server should have beside twice its
// database: for its log, and for a copy when an upgrade brings the schema up to date.
const spareRoom = 100e6

// Room is how much space a data directory has, in bytes.
type Room struct {
	Free int64
	Need int64 // how much should be free
}

// Low reports whether more should be free.
func (r Room) Low() bool { return r.Free < r.Need }

// RoomOf looks at the disk of a data directory. known is false where the system does not
// tell.
func RoomOf(dir string) (r Room, known bool) {
	free, known := freeSpace(dir)
	return Room{Free: free, Need: spareRoom + 2*fileSize(filepath.Join(dir, FileName))}, known
}
