package sqlite

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
)

// FileName is the name of the database in the data directory.
const FileName = "voicememo.db"

// lockName is the lock file, which the process that has the database open holds.
const lockName = "voicememo.lock"

// DB is an open database. It belongs to one process at a time.
type DB struct {
	path     string
	lock     *os.File
	created  bool
	fresh    bool      // a killed process may have begun to make it
	checked  bool      // all of it was read to find damage
	written  time.Time // when its file was written last before Open; zero: it was not there
	own      []ownFile
	read     *queries
	writer   *writer
	damaged  atomic.Pointer[refusal] // what was found since Open
	unerased atomic.Int64            // calls of EraseDeleted in a row that had to leave something
	patience time.Duration           // how long EraseDeleted waits for others
	close    func() error            // once
}

// Options change what Open does.
type Options struct {
	// New makes an empty database where one should be that is gone or empty.
	New bool
	// Beside are other files that are in the directory only if a server has run with it,
	// as paths: then the database should be there.
	Beside []string
}

// Open is OpenWith without options.
func Open(dir string) (*DB, error) { return OpenWith(dir, Options{}) }

// OpenWith opens the database in dir, making both if need be (0700, 0600), and brings
// its schema up to date; an older file is copied beside it first. It reads the whole
// database to find damage, unless it is over checkedAtOnce and was closed cleanly: then
// Check should be called soon. ErrLocked: another process has it open. ErrRefused: only a
// person can set it right. Every error is one sentence for the person who started the
// program.
func OpenWith(dir string, o Options) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the data directory cannot be made: %w", err)
	}
	lock, err := acquireLock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	removeLeftovers(dir)
	db := &DB{path: filepath.Join(dir, FileName), lock: lock, patience: erasePatience}
	db.close = sync.OnceValue(db.closeAll)
	if err := db.open(o); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// checkedAtOnce is the largest file, in bytes, that is read whole before it is used
// although it was closed cleanly.
const checkedAtOnce = 64 << 20

func (db *DB) open(o Options) error {
	unclean, err := db.claim(o)
	if err != nil {
		return err
	}
	// What is deleted is overwritten with zeros, in the file at once.
	write, err := sql.Open("sqlite", dsn(db.path, "mode=rw&_pragma=secure_delete(1)&_txlock=immediate"))
	if err != nil {
		return fmt.Errorf("the database cannot be opened: %w", err)
	}
	write.SetMaxOpenConns(1)
	db.checked = unclean || fileSize(db.path) <= checkedAtOnce
	if err := prepare(write, db.path, db.checked, db.created || db.fresh); err != nil {
		return errors.Join(err, write.Close())
	}
	if db.writer, err = newWriter(write, filepath.Dir(db.path)); err != nil {
		return errors.Join(err, write.Close())
	}
	read, err := sql.Open("sqlite", fileURL(db.path, "_pragma=busy_timeout(10000)&_pragma=query_only(1)&mode=ro"))
	if err != nil {
		return fmt.Errorf("the database cannot be opened for reading: %w", err)
	}
	read.SetMaxOpenConns(max(4, runtime.NumCPU()))
	read.SetMaxIdleConns(max(4, runtime.NumCPU()))
	db.read = &queries{db: read, sound: db.sound, met: db.met}
	if db.own, err = ownFiles(db.path, db.path+"-wal", db.lock.Name()); err != nil {
		return fmt.Errorf("the database's files cannot be read: %w", err)
	}
	db.writer.met, db.writer.ready = db.met, func() error { return cmp.Or(db.sound(), db.present()) } // no job is there yet
	if err := syncDir(filepath.Dir(db.path)); err != nil {                                            // the log's name
		return fmt.Errorf("the data directory cannot be written: %w", err)
	}
	if err := writeMark(db.lock, markOpen); err != nil {
		return fmt.Errorf("the lock file cannot be written: %w", err)
	}
	return nil
}

// claim inspects what is in the directory, makes the database's file if it may, and notes
// in the lock file that it is being opened. unclean reports whether the last process did
// not close it.
func (db *DB) claim(o Options) (unclean bool, err error) {
	m, err := readMark(db.lock)
	if err != nil {
		return false, fmt.Errorf("the lock file cannot be read: %w", err)
	}
	found := files{path: db.path, mark: m, rebooted: rebooted(db.lock)}
	db.created, db.written, db.fresh = !found.exists(), found.written(), m == markNew
	switch err := found.inspect(o.Beside); {
	case err != nil && !(o.New && db.created):
		return false, err
	case err != nil:
		if err := found.setAside(); err != nil {
			return false, err
		}
	}
	if err := touch(db.path); err != nil { // SQLite would open one that is read-only
		return false, fmt.Errorf("the database cannot be written: %w", err)
	}
	if db.created {
		return false, nil // the mark stays until the database is whole
	}
	if err := writeMark(db.lock, markOpening); err != nil {
		return false, fmt.Errorf("the lock file cannot be written: %w", err)
	}
	return found.unclean(), nil
}

// Checked reports whether this Open has read the whole database to find damage.
func (db *DB) Checked() bool { return db.checked }

// Created reports whether this Open made the database.
func (db *DB) Created() bool { return db.created }

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
	open := db.own != nil
	if open {
		errs = append(errs, writeMark(db.lock, markClosing))
	}
	if db.read != nil {
		errs = append(errs, db.read.Close())
	}
	if db.writer != nil {
		errs = append(errs, db.writer.Close())
	}
	if open && db.damaged.Load() == nil && errors.Join(errs...) == nil {
		errs = append(errs, writeMark(db.lock, markClosed))
	}
	return errors.Join(append(errs, releaseLock(db.lock))...)
}

// Memos is the database as a store of memos.
func (db *DB) Memos() memo.Store { return memoStore{db} }

// Families is the database as a store of people and families.
func (db *DB) Families() family.Store { return familyStore{db} }

// Invites is the database as a store of invitations.
func (db *DB) Invites() invite.Store { return inviteStore{db} }

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

// removeLeftovers removes what killed upgrades, restores and salvages have left unfinished. The
// caller holds the lock, so that none is under way.
func removeLeftovers(dir string) {
	for _, pattern := range []string{"." + FileName + copySuffix + "*", "." + lockName + "-*", FileName + restoring, FileName + keeping, salvaging} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern)) // fails with a bad pattern alone
		for _, name := range names {
			_ = os.RemoveAll(name) // what stays is removed the next time
		}
	}
}
