package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"voicememo/family"
	"voicememo/infra/calls"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// FileName is the name of the database file in the data directory.
const FileName = "voicememo.db"

// lockName is the lock file held by the process that has the database open.
const lockName = "voicememo.lock"

// DB is an open database. It belongs to one process at a time.
type DB struct {
	path       string
	lock       *os.File
	created    bool
	upgraded   Upgrade
	fresh      bool      // a killed process may have begun to create it
	unmarked   error     // see Unmarked
	checked    bool      // the whole file was read to find damage
	written    time.Time // when the file was last written before Open; zero if it did not exist
	own        []ownFile
	read       *queries
	writer     *writer
	people     *kept[models.User]
	removed    atomic.Bool             // the files are not those of the directory any more; see present
	damaged    atomic.Pointer[refusal] // damage found since Open
	unerased   atomic.Int64            // consecutive calls of EraseDeleted that could not erase everything
	patience   time.Duration           // how long EraseDeleted waits for other connections
	stuckAfter time.Duration
	parts      []Part
	close      func() error // runs once
}

// Options configure Open.
type Options struct {
	// New allows Open to create an empty database where an expected one is gone or empty.
	New bool
	// Beside are the paths of other files that exist only if a server has run with this
	// directory: if one does, the database is expected to exist.
	Beside []string
	// Parts are the tables of the program's modules. Those of other modules stay as they are.
	Parts []Part
	// Accept, if not nil, is called with the rows that are not what this program wrote, which
	// Open refuses otherwise, and reports whether they are accepted as they are.
	Accept func([]Foreign) bool
	// Observe receives the transactions and queries of the stores; nil: they are not measured.
	Observe calls.Observer
}

// Open calls OpenWith without options.
func Open(dir string) (*DB, error) { return OpenWith(dir, Options{}) }

// OpenWith opens the database in dir, creates both if necessary (0700, 0600), and updates
// its schema, after copying an older file beside it. It reads the whole database to find
// damage, unless the file has the present schema, is larger than checkedAtOnce and was
// closed cleanly; the caller should then call Check soon. ErrLocked: another process has it
// open. ErrNoLocks: its file system has no locks. ErrRefused: only a person can repair it.
// Every error is one sentence for the person who started the program.
func OpenWith(dir string, o Options) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the data directory cannot be made: %w", err)
	}
	lock, err := acquireLock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	removeLeftovers(dir)
	db := &DB{path: filepath.Join(dir, FileName), lock: lock, patience: erasePatience, stuckAfter: stuckAfter, parts: o.Parts}
	db.close = sync.OnceValue(db.closeAll)
	err = db.open(o)
	if (IsFull(err) || isCode(err, codeIO)) && os.Remove(filepath.Join(dir, reserveName)) == nil {
		err = db.open(o) // with the space of the reserve
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// checkedAtOnce is the size, in bytes, of the largest cleanly closed file that is read
// completely before it is used.
const checkedAtOnce = 64 << 20

func (db *DB) open(o Options) error {
	unclean, err := db.claim(o)
	if err != nil {
		return err
	}
	// secure_delete overwrites deleted content with zeros in the file immediately.
	write, err := sql.Open("sqlite", dsn(db.path, "mode=rw&_pragma=secure_delete(1)&_txlock=immediate"))
	if err != nil {
		return fmt.Errorf("the database cannot be opened: %w", err)
	}
	write.SetMaxOpenConns(2) // for the check
	db.checked = unclean || o.Accept != nil || fileSize(db.path) <= checkedAtOnce
	if db.upgraded, err = prepare(write, db.path, db.checked, db.created || db.fresh, o); err != nil {
		return errors.Join(err, write.Close())
	}
	write.SetMaxOpenConns(1)
	if _, err := write.Exec("PRAGMA shrink_memory"); err != nil { // the pages that the check has read
		return errors.Join(err, write.Close())
	}
	if db.writer, err = newWriter(write, filepath.Dir(db.path), o.Parts); err != nil {
		return errors.Join(err, write.Close())
	}
	read, err := sql.Open("sqlite", fileURL(db.path, "_pragma=busy_timeout(10000)&_pragma=query_only(1)&mode=ro"))
	if err != nil {
		return fmt.Errorf("the database cannot be opened for reading: %w", err)
	}
	read.SetMaxOpenConns(max(4, runtime.NumCPU()))
	read.SetMaxIdleConns(max(4, runtime.NumCPU()))
	db.read = &queries{db: read, sound: db.sound, met: db.met, observe: o.Observe}
	if db.own, err = ownFiles(db.path, db.path+"-wal", db.lock.Name()); err != nil {
		return fmt.Errorf("the database's files cannot be read: %w", err)
	}
	db.people = newKept[models.User](&db.writer.commits, func() bool { return !db.removed.Load() })
	db.writer.observe = o.Observe
	db.writer.shrink = func(vacuum bool) { _, _ = db.compact(context.Background(), vacuum) }          // what fails is tried again
	db.writer.met, db.writer.ready = db.met, func() error { return cmp.Or(db.sound(), db.present()) } // no job exists yet
	if err := syncDir(filepath.Dir(db.path)); err != nil {                                            // persists the log's name
		return fmt.Errorf("the data directory cannot be written: %w", err)
	}
	db.mark(markOpen)
	return nil
}

// claim inspects the directory, creates the database file if allowed, and records in the
// lock file that it is being opened. unclean reports whether the last process did not
// close it.
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
	if err := touch(db.path); err != nil { // SQLite would open a read-only file
		return false, fmt.Errorf("the database cannot be written: %w", err)
	}
	if db.created {
		return false, nil // the mark stays until the database is complete
	}
	db.mark(markOpening)
	return found.unclean(), nil
}

// mark records the stage of the process. Without it the next start knows less about how this
// one ended, but can still serve.
func (db *DB) mark(m mark) { db.unmarked = writeMark(db.lock, m) }

// Unmarked returns why the lock file does not say that the database is open; nil: it does.
func (db *DB) Unmarked() error { return db.unmarked }

// Checked reports whether Open has read the whole database to find damage.
func (db *DB) Checked() bool { return db.checked }

// Created reports whether Open created the database.
func (db *DB) Created() bool { return db.created }

// Upgraded returns what Open has done to bring the database up to date.
func (db *DB) Upgraded() Upgrade { return db.upgraded }

// dsn returns the data source name of a file with the pragmas of every connection.
// busy_timeout comes first so that the other pragmas also wait. synchronous(FULL):
// acknowledged writes survive a power cut. The log is written back to the file when it has
// logPages, 16 MB, which is also its size afterwards: pages that change often are then
// written back less often. See https://sqlite.org/pragma.html.
func dsn(path, extra string) string {
	return fileURL(path, "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"+
		"&_pragma=foreign_keys(1)&_pragma=wal_autocheckpoint("+strconv.Itoa(logPages)+")&_pragma=journal_size_limit(16777216)&"+extra)
}

// fileURL returns a file's name as an SQLite URI with parameters.
func fileURL(path, query string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: query}
	return u.String()
}

// Close waits for pending writes and closes the file. Further calls do nothing.
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

// Memos returns the database as a store of memos.
func (db *DB) Memos() memo.Store { return memoStore{db} }

// Families returns the database as a store of people and families.
func (db *DB) Families() family.Store {
	s := familyStore{db}
	return family.Store{People: s, Membership: s, Requests: s, Echos: s}
}

// Invites returns the database as a store of invitations.
func (db *DB) Invites() invite.Store { return inviteStore{db} }

func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// touch creates the file readable only by its owner before SQLite writes to it; the
// files beside it inherit that.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// removeLeftovers removes the unfinished files of killed upgrades, restores and salvages.
// The caller holds the lock, so none of these is running.
func removeLeftovers(dir string) {
	for _, pattern := range []string{"." + FileName + copySuffix + "*", "." + lockName + "-*", FileName + restoring, FileName + keeping, salvaging} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern)) // fails only for a bad pattern
		for _, name := range names {
			_ = os.RemoveAll(name) // what remains is removed the next time
		}
	}
}
