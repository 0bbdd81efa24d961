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
	// reserveName is a file that only takes up space.
	reserveName = "voicememo.reserve"
	// reserveSize is how many bytes it has: enough for the log of some hundred deletions.
	reserveSize = 1 << 20
)

// reserve is space that is kept for deletions. While it is used up, nothing else is
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

// drop makes the space free. It reports whether there was any.
func (r *reserve) drop() bool {
	r.used.Store(true)
	return os.Remove(r.path) == nil
}

// restore takes the space if the disk has it. A disk that cannot be written to for
// another reason has no reserve, and is not full.
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
	_, err = io.CopyN(f, rand.Reader, reserveSize) // a file system may store zeros as nothing
	return err
}

// RestoreRoom keeps room for deletions again once the disk has it. full reports that it
// has not: then only what deletes is written.
func (db *DB) RestoreRoom() (full bool) {
	if db.writer.reserve.used.Load() {
		db.writer.reserve.restore()
	}
	return db.writer.reserve.used.Load()
}

// Full reports whether the disk was full and only what deletes is written.
func (db *DB) Full() bool { return db.writer.reserve.used.Load() }
