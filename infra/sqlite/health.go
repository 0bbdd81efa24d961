package sqlite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite"
)

// Health is the result of Examine.
type Health struct {
	Size  int64 // the file and its log, in bytes
	Whole bool  // the whole database was checked before ctx ended
}

// Examine checks the database in dir for as long as ctx lasts, also while a server is
// using it. It does not update the schema. Every error is one sentence for a person.
func Examine(ctx context.Context, dir string) (h Health, err error) {
	path := filepath.Join(dir, FileName)
	db, err := openBeside(ctx, path)
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	h.Size = fileSize(path) + fileSize(path+"-wal")
	switch err := refuseDamage(check(ctx, db)); {
	case errors.Is(err, ErrRefused):
		return h, err
	case ctx.Err() != nil:
		return h, nil
	case err != nil:
		return h, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	h.Whole = true
	return h, nil
}

// openBeside opens a database whether or not a server has it open. After an unclean stop
// it refuses what Open would refuse, and leaves the log for the next start to inspect.
func openBeside(ctx context.Context, path string) (*sql.DB, error) {
	found, err := unused(path)
	if err != nil {
		return nil, err
	}
	mode := "mode=rw" // a read-only connection could not remove its -wal and -shm
	if found == nil || found.unclean() {
		return openKeeping(ctx, path, mode)
	}
	return openOurs(ctx, path, mode)
}

// unused inspects the files of a database that no process has open; nil if a process has it open.
func unused(path string) (*files, error) {
	name := filepath.Join(filepath.Dir(path), lockName)
	if !there(name) {
		return nil, nil
	}
	lock, err := acquireLock(name)
	if errors.Is(err, ErrLocked) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := readMark(lock)
	again := rebooted(lock)
	if err = errors.Join(err, releaseLock(lock)); err != nil {
		return nil, err
	}
	found := &files{path: path, mark: m, rebooted: again}
	return found, found.inspect(nil)
}

// openKeeping is like openOurs, but its last connection leaves the log in place, because
// the lock file says that it exists. This also holds if the server is killed meanwhile.
func openKeeping(ctx context.Context, path, mode string) (*sql.DB, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	base, err := driver.NewConnector(plainDSN(path, mode))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", path, err)
	}
	db := sql.OpenDB(keepingLog{base})
	db.SetMaxOpenConns(1)
	if err := checkOurs(ctx, db, path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// keepingLog makes connections that leave the log in place when they close.
type keepingLog struct{ sqldriver.Connector }

// Connect implements driver.Connector.
func (k keepingLog) Connect(ctx context.Context) (sqldriver.Conn, error) {
	conn, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.(driver.FileControl).FileControlPersistWAL("main", 1); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// InUse reports whether a process has the database in dir open.
func InUse(dir string) bool {
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock, err := acquireLock(path)
	if err != nil {
		return errors.Is(err, ErrLocked)
	}
	_ = releaseLock(lock)
	return false
}
