package sqlite

import (
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
)

const (
	// reserveName is a file that only occupies space.
	reserveName = "voicememo.reserve"
	// reserveSize is its size in bytes: enough for the log of several hundred deletions.
	reserveSize = 1 << 20
)

// reserve is space kept free for deletions. While it is used up, only deletions are
// written.
type reserve struct {
	path string
	used atomic.Bool
}

func newReserve(dir string) *reserve {
	r := &reserve{path: filepath.Join(dir, reserveName)}
	r.restore()
	return r
}

// drop frees the space and reports whether there was any.
func (r *reserve) drop() bool {
	r.used.Store(true)
	return os.Remove(r.path) == nil
}

// restore occupies the space if the disk has it. If the disk cannot be written to for
// another reason, there is no reserve, and the disk does not count as full.
func (r *reserve) restore() {
	if fileSize(r.path) >= reserveSize {
		r.used.Store(false)
		return
	}
	err := r.fill()
	if err != nil {
		_ = os.Remove(r.path)
	}
	r.used.Store(errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT))
}

func (r *reserve) fill() (err error) {
	f, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	handOver(f)
	if allocate(f, reserveSize) == nil {
		return nil
	}
	_, err = io.CopyN(f, rand.Reader, reserveSize) // a file system may not allocate space for zeros
	return err
}

// RestoreRoom recreates the reserve for deletions once the disk has room. full reports
// that it has none: until then only deletions are written.
func (db *DB) RestoreRoom() (full bool) {
	if db.writer.reserve.used.Load() {
		db.writer.reserve.restore()
	}
	return db.writer.reserve.used.Load()
}

// Full reports whether the disk was full, so that only deletions are written.
func (db *DB) Full() bool { return db.writer.reserve.used.Load() }
