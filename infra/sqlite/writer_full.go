package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"voicememo/models"
)

const (
	// lowRoom is the free space, in bytes, below which the log is kept small: one of the
	// usual size, and its way back into the file, would take the room for deletions.
	lowRoom = 48 << 20
	// logPages is how many pages the log has before it is written back to the file, and
	// smallLogPages on a disk that is nearly full: then it fits into the reserve.
	logPages, smallLogPages = 4000, 64
	// regainEvery is the shortest time between two attempts to make room for writes that
	// were not the first to find the disk full, and if nothing has been removed since.
	regainEvery = time.Second
)

// errNoRoom is the error of jobs that free no space while the reserve is used up.
var errNoRoom = errors.New("only deletions are written until the disk has room again")

// full reports whether an error means that the disk is full. If the log's index cannot
// grow, SQLite reports an I/O error instead.
func (w *writer) full(err error) bool {
	if isCode(err, codeIO) {
		free, known := freeSpace(filepath.Dir(w.reserve.path))
		return known && free < logRoom
	}
	return isCode(err, codeFull) || errors.Is(err, errNoRoom)
}

// again makes room on a full disk, and runs the jobs that failed for it once more, each in
// its own transaction. Without enough room for the reserve, only those that free space are
// written.
func (w *writer) again(jobs []*job) {
	if !w.reserve.used.Load() || time.Since(w.regained) >= regainEvery || w.unused() != w.spare {
		w.regain()
	}
	for _, j := range jobs {
		if !j.frees && w.reserve.used.Load() {
			j.err = models.UnavailableFor(models.ReasonStorageFull, errNoRoom)
			continue
		}
		j.err = w.alone(j)
		if w.full(j.err) && j.frees {
			w.reserve.drop()
			w.shrink(false)
			j.err = w.alone(j)
		}
		if w.full(j.err) {
			w.reserve.drop()
			j.err = models.UnavailableFor(models.ReasonStorageFull, j.err)
		}
	}
	if w.reserve.used.Load() {
		w.reserve.holdOn()
	}
}

// regain drops the reserve, uses its space to write the log back to the file and to compact
// it, and restores the reserve if there is room for it.
func (w *writer) regain() {
	if purged := w.purged.Load(); purged || !w.reserve.used.Load() {
		w.reserve.drop()
		w.shrink(purged)
	}
	w.reserve.restore()
	w.regained, w.spare = time.Now(), w.unused()
}

// unused returns how many pages of the file are not in use; -1: that cannot be read.
func (w *writer) unused() (pages int64) {
	if w.conn.QueryRowContext(context.Background(), "PRAGMA freelist_count").Scan(&pages) != nil {
		return -1
	}
	return pages
}

// alone runs one job in its own transaction.
func (w *writer) alone(j *job) error {
	if err := w.begin(); err != nil {
		return err
	}
	w.stepApart(j)
	return cmp.Or(w.commit(), j.err)
}

// mind keeps the log small while the disk is nearly full.
func (w *writer) mind() {
	free, known := freeSpace(filepath.Dir(w.reserve.path))
	low := known && free < lowRoom
	if low == w.low {
		return
	}
	pages := logPages
	if low {
		pages = smallLogPages
		w.shrink(false)
	}
	if _, err := w.conn.ExecContext(context.Background(), fmt.Sprintf("PRAGMA wal_autocheckpoint = %d", pages)); err == nil {
		w.low = low
	}
}
