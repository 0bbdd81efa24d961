package sqlite

import (
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
)

const (
	// reserveName is a file that only occupies space.
	reserveName = "voicememo.reserve"
	// reserveSize is its smallest size in bytes: enough for a small log and its way back into
	// the file.
	reserveSize = 1 << 20
	// logRoom is how much of the disk must be free beside the reserve, for a small log.
	logRoom = 1 << 19
)

// reserve is space kept free for deletions. While it is used up, only deletions are
// written.
type reserve struct {
	path string
	used atomic.Bool
	mu   sync.Mutex // held while the file is changed
}

func newReserve(dir string) *reserve {
	r := &reserve{path: filepath.Join(dir, reserveName)}
	r.restore()
	return r
}

// drop frees the space and reports whether there was any.
func (r *reserve) drop() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used.Store(true)
	return os.Remove(r.path) == nil
}

// restore occupies the space if the disk has it, and some for the log beside it. Otherwise
// it occupies less, and the disk counts as full. If the disk cannot be written to for another
// reason, there is no reserve, and the disk does not count as full.
func (r *reserve) restore() {
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	for _, size := range []int64{r.most(), reserveSize} {
		has := fileSize(r.path)
		free, known := freeSpace(filepath.Dir(r.path))
		switch {
		case has >= size && (!r.used.Load() || !known || free >= logRoom):
			err = nil
		case known && free+has < size+logRoom:
			err = syscall.ENOSPC
		default:
			err = r.fill(size)
		}
		if !noSpace(err) {
			break
		}
	}
	if r.used.Store(noSpace(err)); noSpace(err) {
		r.hold()
	}
}

// hold occupies what is left of a full disk, except for some for the log, so that no other
// program takes it.
func (r *reserve) hold() {
	if free, known := freeSpace(filepath.Dir(r.path)); known && !there(r.path) && free > logRoom+logRoom/4 {
		_ = r.fill(min(free-logRoom, r.most()))
	}
}

// holdOn is hold after deletions.
func (r *reserve) holdOn() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hold()
}

// most is the size wanted: a third of the database, because a memo takes more space in the
// trash than in the list, and all may be deleted.
func (r *reserve) most() int64 {
	return max(reserveSize, fileSize(filepath.Join(filepath.Dir(r.path), FileName))/3)
}

func noSpace(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// fill makes the file; after an error there is none.
func (r *reserve) fill(size int64) (err error) {
	f, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(r.path)
		}
	}()
	handOver(f)
	if allocate(f, size) == nil {
		return nil
	}
	_, err = io.CopyN(f, rand.Reader, size) // a file system may not allocate space for zeros
	return err
}

// RestoreRoom recreates the reserve for deletions once the disk has room, and enlarges it
// with the database. full reports that it has none: until then only deletions are written.
func (db *DB) RestoreRoom() (full bool) {
	db.writer.reserve.restore()
	return db.writer.reserve.used.Load()
}

// Full reports whether the disk was full, so that only deletions are written.
func (db *DB) Full() bool { return db.writer.reserve.used.Load() }
