package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Restore replaces the database in dir with a copy of the one in file. It keeps the
// old database in the same directory: kept is its new name, which contains now; "" if
// there was none. copied is called with the size, in bytes, of each piece copied.
//
// No other process may have the directory open: ErrLocked. Nothing changes before the
// single rename at the end. A process killed at any point leaves either the old or the
// new database, complete, and the call may be repeated. Every error is one sentence for
// a person.
func Restore(ctx context.Context, file, dir string, now time.Time, copied func(bytes int)) (kept string, err error) {
	if err := checkSource(ctx, file, filepath.Join(dir, FileName)); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the data directory cannot be made: %w", err)
	}
	lock, err := acquireLock(filepath.Join(dir, lockName))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, releaseLock(lock)) }()
	r := newRestore(file, dir, now, copied)
	defer func() { _ = os.Remove(r.fresh) }() // after the swap it does not exist
	for _, step := range r.steps() {
		if err := errors.Join(ctx.Err(), step(ctx)); err != nil {
			return "", err
		}
	}
	return r.kept, nil
}

// checkSource refuses a file that is not a finished copy, and the database itself.
func checkSource(ctx context.Context, file, database string) error {
	if sameFile(file, database) {
		return wrongFile("%s is the database itself; name a backup", file)
	}
	if sameFile(file, database+restoring) {
		return wrongFile("%s is left over from a killed restore; name a backup", file)
	}
	for _, suffix := range written {
		if fileSize(file+suffix) > 0 {
			return wrongFile("%s belongs to %s, which is not a finished copy; make one with: voicememo backup", file+suffix, file)
		}
	}
	db, err := openOurs(ctx, file, "mode=ro&immutable=1")
	if err != nil {
		return err
	}
	return db.Close()
}

// written are the suffixes of the files that SQLite writes beside a database. Their
// contents belong to that database: read together with another one, they would destroy
// it. See https://sqlite.org/howtocorrupt.html.
var written = []string{"-wal", "-journal"}

// restoring is the suffix of the copy that becomes the database.
const restoring = ".restoring"

// keeping is the suffix of the unfinished copy of the old database.
const keeping = ".before-restore.part"

// restore is the state of one Restore.
type restore struct {
	file   string // the copy to restore
	path   string // the database
	fresh  string // the copy that becomes the database
	kept   string // the name under which the old database is kept; "" if there was none
	ruined bool   // the old database's log cannot be folded into it, and is kept beside it
	copied func(bytes int)
}

func newRestore(file, dir string, now time.Time, copied func(int)) *restore {
	path := filepath.Join(dir, FileName)
	r := &restore{file: file, path: path, fresh: path + restoring, copied: copied}
	if fileSize(path) == 0 {
		return r
	}
	name := path + ".before-restore-" + now.Format("20060102-150405")
	r.kept = name
	for n := 2; fileSize(r.kept) > 0; n++ {
		r.kept = fmt.Sprintf("%s-%d", name, n)
	}
	return r
}

// steps returns the steps of a restore in order.
func (r *restore) steps() []func(context.Context) error {
	return []func(context.Context) error{r.fetch, r.fold, r.keep, r.clear, r.swap}
}

// fetch copies the new database into the data directory and checks it.
func (r *restore) fetch(ctx context.Context) error {
	if err := copyFile(ctx, r.file, r.fresh, r.copied); err != nil {
		return fmt.Errorf("%s cannot be copied to the data directory: %w", r.file, err)
	}
	if err := checkFile(ctx, r.fresh); err != nil {
		return fmt.Errorf("%s cannot be used: %w", r.file, err)
	}
	return nil
}

// fold writes the old database's log into its file. It also makes sure that no other
// connection is open, such as that of a backup: on closing, that connection would remove
// the log by its name, which by then would be the new database's log.
func (r *restore) fold(ctx context.Context) error {
	if r.kept == "" {
		return nil
	}
	if err := r.mark(markClosing); err != nil { // from here on the log may be missing
		return err
	}
	if r.ruined = refuseDamage(inspectLog(r.path, true)) != nil; r.ruined {
		return nil
	}
	db, err := sql.Open("sqlite", fileURL(r.path, "mode=rw&_pragma=busy_timeout(1000)"))
	if err != nil {
		return err
	}
	var mode string
	err = db.QueryRowContext(ctx, "PRAGMA journal_mode=DELETE").Scan(&mode)
	err = errors.Join(err, db.Close())
	switch {
	case err == nil:
		return nil
	case isCode(err, codeCorrupt, codeNotADatabase): // a damaged database is kept as well
		r.ruined = true
		return nil
	case isCode(err, codeBusy):
		return errors.New("another program is reading the database, such as a backup; try again when that has ended")
	}
	return fmt.Errorf("the present database cannot be closed: %w", err)
}

// keep copies the old database. It does not rename it, so that a database exists at
// every moment.
func (r *restore) keep(ctx context.Context) error {
	if r.kept == "" {
		return nil
	}
	names := []string{""}
	if r.ruined {
		names = append(names, written...)
	}
	for _, suffix := range names {
		if err := keepFile(ctx, r.path, r.kept, suffix); err != nil {
			return fmt.Errorf("the present database cannot be kept beside the new one: %w", err)
		}
	}
	return syncDir(filepath.Dir(r.path))
}

// keepFile copies the file of a database with this suffix, unless it is missing or empty.
func keepFile(ctx context.Context, path, kept, suffix string) error {
	if fileSize(path+suffix) == 0 {
		return nil
	}
	part := path + keeping
	err := copyFile(ctx, path+suffix, part, func(int) {})
	if err == nil {
		err = os.Rename(part, kept+suffix)
	}
	if err != nil {
		_ = os.Remove(part)
	}
	return err
}

// clear removes the files beside the old database, so that the new one never meets
// them. Their contents have been kept; a file with new contents means that another
// program has written to it.
func (r *restore) clear(context.Context) error {
	for _, suffix := range append([]string{"-shm"}, written...) {
		if suffix != "-shm" && !r.ruined && fileSize(r.path+suffix) > 0 {
			return fmt.Errorf("%s is in use by another program; end that and try again", r.path+suffix)
		}
		if err := os.Remove(r.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the old database's log cannot be removed: %w", err)
		}
	}
	return syncDir(filepath.Dir(r.path))
}

// swap puts the new database in place of the old one in one step.
func (r *restore) swap(context.Context) error {
	if err := os.Rename(r.fresh, r.path); err != nil {
		return fmt.Errorf("the new database cannot be put in its place: %w", err)
	}
	return errors.Join(syncDir(filepath.Dir(r.path)), r.mark(markClosed))
}

// mark records in the lock file how the database is left.
func (r *restore) mark(m mark) error {
	lock, err := os.OpenFile(filepath.Join(filepath.Dir(r.path), lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = errors.Join(writeMark(lock, m), lock.Close())
	}
	if err != nil {
		return fmt.Errorf("the lock file cannot be written: %w", err)
	}
	return nil
}

// copyFile copies a file into the data directory (0600), syncs it to the disk, and
// calls copied with the size of each piece.
func copyFile(ctx context.Context, from, to string, copied func(bytes int)) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	handOver(out)
	for piece := make([]byte, 1<<20); ; {
		n, err := in.Read(piece)
		if _, err := out.Write(piece[:n]); err != nil {
			return err
		}
		copied(n)
		switch {
		case errors.Is(err, io.EOF):
			return out.Sync()
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}
