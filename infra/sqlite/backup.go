package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	driver "modernc.org/sqlite"
)

// Backup writes a copy of the database in dir, as it is at one moment, to the file
// target and replaces an existing file. It reads through its own connection, so a
// server may continue to use the database. The copy gets its name only when it is
// complete, checked and on the disk (0600); after an error, or when ctx ends, nothing
// is left, and what earlier processes that were killed have left is removed. Every error is
// one sentence for a person.
func Backup(ctx context.Context, dir, target string) error {
	source := filepath.Join(dir, FileName)
	for _, suffix := range append([]string{"", "-shm"}, written...) {
		if sameFile(source+suffix, target) {
			return wrongFile("%s is the database itself; name another file", target)
		}
	}
	RemoveScratch(target)
	db, err := openBeside(ctx, source)
	if err != nil {
		return err
	}
	if err := writeCopy(ctx, db, target); err != nil {
		return errors.Join(notCopied(source, target, err), db.Close())
	}
	return db.Close()
}

// notCopied explains why source could not be copied to target.
func notCopied(source, target string, err error) error {
	var found damage
	if errors.As(asDamage(err), &found) {
		return refuse("%s cannot be copied to %s: %w", source, target, refuseDamage(found))
	}
	return fmt.Errorf("%s cannot be copied to %s: %w", source, target, err)
}

// sameFile reports whether two names refer to the same existing file.
func sameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// openOurs opens a file that must be a database of this program with the present or an
// earlier schema. mode is the URI parameter of that name, https://sqlite.org/uri.html.
func openOurs(ctx context.Context, path, mode string) (*sql.DB, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", plainDSN(path, mode))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	if err := checkOurs(ctx, db, path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// regular refuses a path that is not a regular file.
func regular(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wrongFile("there is no database %s", path)
	case err != nil:
		return fmt.Errorf("the database cannot be read: %w", err)
	case !info.Mode().IsRegular():
		return wrongFile("%s is not a file", path)
	}
	return nil
}

// plainDSN names a file without the pragmas that would change it.
func plainDSN(path, mode string) string {
	return fileURL(path, "_pragma=busy_timeout(10000)&"+mode)
}

// ourTables counts the tables that every schema of this program has.
const ourTables = `SELECT count(*) FROM sqlite_master
	WHERE type = 'table' AND name IN ('users', 'families', 'memos', 'invite_codes', 'ledgers')`

// checkOurs refuses a file that this program, or only a newer version of it, has written.
func checkOurs(ctx context.Context, db *sql.DB, path string) error {
	var version, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return notOurs(path, err)
	}
	if err := db.QueryRowContext(ctx, ourTables).Scan(&tables); err != nil {
		return notOurs(path, err)
	}
	if version == 0 || tables < 5 {
		return refuse("%s is not a database of this program", path)
	}
	names, err := migrationNames()
	if err != nil {
		return err
	}
	return checkKnown(path, version, len(names))
}

// notOurs explains why the first query of a file failed.
func notOurs(path string, err error) error {
	if isCode(err, codeNotADatabase) {
		return refuse("%s is not a database of this program; name another --data, or restore a backup", path)
	}
	if isCode(err, codeReadOnly) {
		return fmt.Errorf("%s is read-only, or its disk is; let the user who runs the server write there", filepath.Dir(path))
	}
	var found damage
	if errors.As(asDamage(err), &found) {
		return refuseDamage(found)
	}
	return fmt.Errorf("%s cannot be read: %w", path, err)
}

// Primary result codes: https://sqlite.org/rescode.html.
const (
	codeError        = 1
	codeBusy         = 5
	codeReadOnly     = 8
	codeIO           = 10
	codeCorrupt      = 11
	codeFull         = 13
	codeNotADatabase = 26
)

// isCode reports whether SQLite's primary result code is one of codes.
func isCode(err error, codes ...int) bool {
	var engine *driver.Error
	return errors.As(err, &engine) && slices.Contains(codes, engine.Code()&0xff)
}

// writeCopy writes db's present state to target through a file in a hidden directory beside
// it.
func writeCopy(ctx context.Context, db *sql.DB, target string) (err error) {
	scratch, err := NewScratch(target)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	temporary, err := os.OpenFile(scratch.File(), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", temporary.Name())
	if err == nil {
		err = temporary.Sync() // the same file: VACUUM INTO fills an empty one
	}
	if err = errors.Join(err, temporary.Close()); err != nil {
		return err
	}
	if err := checkFile(ctx, temporary.Name()); err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), target); err != nil {
		return err
	}
	return syncDir(filepath.Dir(target))
}

// checkFile checks a database file to which no process is writing.
func checkFile(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite", plainDSN(path, "mode=ro&immutable=1")) // creates no files beside it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // a server may need the other CPU
	return check(ctx, db)
}
