package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
)

// FileName is the name of the database in the data directory.
const FileName = "voicememo.db"

// lockName is the name of the file that the process holds which has it open.
const lockName = "voicememo.lock"

// DB is an open database. It belongs to one process at a time.
type DB struct {
	path   string
	lock   *os.File
	read   *queries
	writer *writer
	close  func() error // once
}

// Open opens the database in dir, making both if need be (0700, 0600), and
// brings its schema up to date; an older file is copied beside it first. After
// an unclean stop it checks the file. ErrLocked: another process has it open.
// Every error is one sentence for the person who started the program.
func Open(dir string) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the data directory cannot be made: %w", err)
	}
	lock, err := acquireLock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	db := &DB{path: filepath.Join(dir, FileName), lock: lock}
	db.close = sync.OnceValue(db.closeAll)
	if err := db.open(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func (db *DB) open() error {
	unclean, err := db.markOpen()
	if err != nil {
		return fmt.Errorf("the lock file cannot be written: %w", err)
	}
	if err := touch(db.path); err != nil {
		return fmt.Errorf("the database file cannot be opened: %w", err)
	}
	// What is deleted is overwritten with zeros, in the file at once.
	write, err := sql.Open("sqlite", dsn(db.path, "_pragma=secure_delete(1)&_txlock=immediate"))
	if err != nil {
		return fmt.Errorf("the database cannot be opened: %w", err)
	}
	write.SetMaxOpenConns(1)
	if err := prepare(write, db.path, unclean); err != nil {
		return errors.Join(err, write.Close())
	}
	if db.writer, err = newWriter(write); err != nil {
		return errors.Join(err, write.Close())
	}
	read, err := sql.Open("sqlite", dsn(db.path, "_pragma=query_only(1)"))
	if err != nil {
		return fmt.Errorf("the database cannot be opened for reading: %w", err)
	}
	read.SetMaxOpenConns(max(4, runtime.NumCPU()))
	read.SetMaxIdleConns(max(4, runtime.NumCPU()))
	db.read = &queries{db: read}
	return nil
}

// markOpen notes in the lock file that the database is open, and reports whether
// that note, or a write-ahead log, is left from before: then the last process did
// not close it. The note goes only with a clean close, so that a damaged file is
// found again at the next start.
func (db *DB) markOpen() (unclean bool, err error) {
	unclean = fileSize(db.lock.Name()) > 0 || fileSize(db.path+"-wal") > 0
	_, err = db.lock.WriteAt([]byte("open\n"), 0)
	return unclean, err
}

// dsn names the file and the pragmas of every connection. busy_timeout comes
// first so that the others wait too. synchronous(FULL): what was acknowledged
// survives a power cut. See https://sqlite.org/pragma.html.
func dsn(path, extra string) string {
	return fileURL(path, "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"+
		"&_pragma=foreign_keys(1)&_pragma=journal_size_limit(16777216)&"+extra)
}

// fileURL is a file's name as SQLite's URI, with parameters.
func fileURL(path, query string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: query}
	return u.String()
}

// Close waits for writes under way and closes the file; again it does nothing.
func (db *DB) Close() error { return db.close() }

func (db *DB) closeAll() error {
	var errs []error
	if db.read != nil {
		errs = append(errs, db.read.Close(), db.writer.Close(), db.lock.Truncate(0))
	} else if db.writer != nil {
		errs = append(errs, db.writer.Close())
	}
	return errors.Join(append(errs, releaseLock(db.lock))...)
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	return translate(db.read.row(ctx, "SELECT 1").Scan(&one))
}

// Memos is the database as a store of memos.
func (db *DB) Memos() memo.Store { return memos{db} }

// Families is the database as a store of people and families.
func (db *DB) Families() family.Store { return families{db} }

// Invites is the database as a store of invitations.
func (db *DB) Invites() invite.Store { return invites{db} }

func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// touch makes the file readable for its owner alone before SQLite writes to it;
// the files beside it inherit that.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}
