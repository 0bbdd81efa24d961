package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	// copiesKept is how long the copy made before a migration is kept.
	copiesKept = 30 * 24 * time.Hour
	// compactSize is the size, in bytes, of the largest file that EraseDeleted compacts.
	// Tidy compacts larger ones.
	compactSize = 16 << 20
	// erasePatience is how long EraseDeleted waits for other connections. Writers wait
	// meanwhile.
	erasePatience = time.Second
	// eraseTries is how many consecutive attempts may be prevented by a reader before that
	// is an error.
	eraseTries = 10
)

// EraseDeleted removes every byte of what was deleted since the last call from the file
// and its write-ahead log. secure_delete overwrites most of it immediately, but not what
// SQLite has copied from one page to another, so the file is compacted as well, or by
// Tidy if it is larger than compactSize. If readers stay for long, the work is left to
// the next call, and each tenth such call in a row returns an error.
func (db *DB) EraseDeleted(ctx context.Context) error {
	if !db.writer.wrote.Swap(false) {
		return nil
	}
	compact := db.writer.purged.Load() && fileSize(db.path) <= compactSize
	done, err := db.compact(ctx, compact)
	if done {
		db.unerased.Store(0)
		return err
	}
	db.writer.wrote.Store(true)
	if n := db.unerased.Add(1); err == nil && n%eraseTries == 0 {
		err = fmt.Errorf("a reader has kept the database busy for %d tries", n)
	}
	return err
}

// compact empties the write-ahead log. If vacuum is set, it then compacts the file and
// empties the log again. It uses its own connection, because the writer's is always inside
// a transaction. Its cache is small, because VACUUM fills it and a second one, and an idle
// program keeps some of that memory. done reports whether the log is empty.
func (db *DB) compact(ctx context.Context, vacuum bool) (done bool, err error) {
	if err := db.present(); err != nil { // do not touch another database's log
		return false, err
	}
	own, err := sql.Open("sqlite", fileURL(db.path, fmt.Sprintf(
		"_pragma=busy_timeout(%d)&_pragma=synchronous(FULL)&_pragma=secure_delete(1)&_pragma=cache_size(-512)&mode=rw", db.patience.Milliseconds())))
	if err != nil {
		return false, translate(err)
	}
	own.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, translate(own.Close())) }()
	done, err = emptyLog(ctx, own) // also on a full disk, where it frees space
	if err != nil || !vacuum || db.Full() && !db.fits(ctx, own) {
		return done, err
	}
	db.writer.purged.Store(false)
	if _, err := own.ExecContext(ctx, "VACUUM"); err != nil {
		db.writer.purged.Store(true)
		_, again := emptyLog(ctx, own) // of what VACUUM has written to the log
		return false, errors.Join(unlessBusy(err), again)
	}
	return emptyLog(ctx, own)
}

// fits reports whether VACUUM has room on a full disk, for a log with what is left in the
// file. It then needs no temporary file.
func (db *DB) fits(ctx context.Context, own *sql.DB) bool {
	var used int64
	err := own.QueryRowContext(ctx, `SELECT (page_count - freelist_count) * page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&used)
	free, known := freeSpace(filepath.Dir(db.path))
	if err != nil || !known || free < used+used/4+smallLogPages<<12 {
		return false
	}
	_, err = own.ExecContext(ctx, "PRAGMA temp_store = MEMORY")
	return err == nil
}

// emptyLog folds the log back into the file and truncates it.
func emptyLog(ctx context.Context, db *sql.DB) (done bool, err error) {
	var busy bool
	var frames, moved int
	err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved)
	return err == nil && !busy, unlessBusy(err)
}

// unlessBusy drops the error of a database that other connections are using.
func unlessBusy(err error) error {
	if isCode(err, codeBusy) {
		return nil
	}
	return translate(err)
}

// eraseCopies removes the copies made before a migration that are older than copiesKept.
func (db *DB) eraseCopies(now time.Time) error {
	copies, err := filepath.Glob(db.path + copySuffix + "*")
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range copies {
		info, err := os.Stat(name)
		if err == nil && now.Sub(info.ModTime()) > copiesKept {
			err = os.Remove(name)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
