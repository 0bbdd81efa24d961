package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"voicememo/infra/bulk"
	"voicememo/models"
)

// Salvaged is the result of Salvage.
type Salvaged struct {
	Kept     string            // the new name of the damaged database; its log is beside it
	Records  map[bulk.Kind]int // how many of each kind are in the new database
	Doubtful []models.MemoRef  // memos whose checksum does not match, kept as they can be read
	Broken   bool              // some rows may be missing: a part of the log is gone, or a table could not be read to its end
}

// Salvage replaces a damaged database in dir with a new one of everything that can be
// read. The damaged one is kept in the same directory, with now in its name. No other
// process may have the directory open: ErrLocked. Nothing changes before the damaged files
// are kept; if the process is killed after that, the call may be repeated. Invitations,
// accesses and what modules keep are not copied: every person signs in again. Every error is one sentence for a
// person.
func Salvage(ctx context.Context, dir string, now time.Time) (found Salvaged, err error) {
	path := filepath.Join(dir, FileName)
	if fileSize(path) == 0 {
		return Salvaged{}, refuse("there is nothing to read in %s; restore a backup with voicememo restore, or begin with an empty database with voicememo serve --new", path)
	}
	lock, err := acquireLock(filepath.Join(dir, lockName))
	if err != nil {
		return Salvaged{}, err
	}
	defer func() { err = errors.Join(err, releaseLock(lock)) }()
	work, err := os.MkdirTemp(dir, salvaging) // 0700
	if err != nil {
		return Salvaged{}, fmt.Errorf("a new database cannot be made: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	s := salvage{path: path, work: work, found: Salvaged{Records: map[bulk.Kind]int{}}}
	m, err := readMark(lock)
	if err != nil {
		return Salvaged{}, err
	}
	before := files{path: path, mark: m, rebooted: rebooted(lock)}
	s.found.Broken = before.inspect(nil) != nil // a part of its log is gone
	for _, step := range []func(context.Context) error{s.copy, s.read, s.write} {
		if err := step(ctx); err != nil {
			return Salvaged{}, fmt.Errorf("what is left of %s cannot be read: %w", path, err)
		}
	}
	if err := s.swap(ctx, lock, now); err != nil {
		return Salvaged{}, fmt.Errorf("the new database cannot be put in its place: %w", err)
	}
	return s.found, nil
}

// salvaging is the pattern of the directory in which Salvage works.
const salvaging = ".voicememo-salvage-*"

// salvage is the state of one Salvage.
type salvage struct {
	path    string // the damaged database
	work    string // a directory with the damaged database (old) and the new one (new)
	found   Salvaged
	records map[bulk.Kind]map[bulk.Key]bulk.Record
}

func (s *salvage) old() string { return filepath.Join(s.work, "old.db") }
func (s *salvage) new() string { return filepath.Join(s.work, "new") }

// copy copies the damaged database, because SQLite may change it while reading.
func (s *salvage) copy(ctx context.Context) error {
	for _, suffix := range []string{"", "-wal"} {
		if suffix != "" && !there(s.path+suffix) {
			continue
		}
		if err := copyFile(ctx, s.path+suffix, s.old()+suffix, func(int) {}); err != nil {
			return err
		}
	}
	return nil
}

// directions are the orders in which a table is read: from both ends, because rows behind
// a damaged page can often be read from the other end.
var directions = []string{" ASC", " DESC"}

// read reads everything that can be read of a database of this version's schema.
func (s *salvage) read(ctx context.Context) error {
	db, err := sql.Open("sqlite", plainDSN(s.old(), "mode=rw"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // the copy is discarded
	db.SetMaxOpenConns(1)
	var version int
	if names, err := migrationNames(); err != nil {
		return err
	} else if err := db.QueryRow("PRAGMA user_version").Scan(&version); err == nil && version > 0 && version < len(names) {
		return fmt.Errorf("an earlier version has written it (schema %d): run repair --accept-damage of that version", version)
	}
	s.records = map[bulk.Kind]map[bulk.Key]bulk.Record{}
	for _, kind := range []bulk.Kind{bulk.Memos, bulk.Ledgers, bulk.People, bulk.Families} {
		s.records[kind] = map[bulk.Key]bulk.Record{}
		for _, direction := range directions {
			if err := s.readKind(ctx, db, kind, all(kind)+" ORDER BY "+orders[kind]+direction); err != nil {
				return err
			}
		}
	}
	if err := s.readByAuthor(ctx, db); err != nil {
		return err
	}
	if len(s.records[bulk.Memos])+len(s.records[bulk.People]) == 0 {
		return errors.New("no memos and no people were found in it")
	}
	return nil
}

// all returns the query of all rows of a kind.
func all(kind bulk.Kind) string {
	if kind == bulk.People { // without their accesses, which end
		return "SELECT " + userColumns + ", '[]' FROM users"
	}
	return selectAll[kind]
}

// orders are the first columns of the tables' keys.
var orders = map[bulk.Kind]string{bulk.Memos: "family_id", bulk.Ledgers: "name", bulk.People: "user_id", bulk.Families: "family_id"}

// readKind reads rows of a kind until the end or the first damage. A row that cannot be
// decoded is dropped.
func (s *salvage) readKind(ctx context.Context, db *sql.DB, kind bulk.Kind, query string, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err == nil {
		for rows.Next() {
			s.keep(kind, rows)
		}
		err = errors.Join(rows.Err(), rows.Close())
	}
	if err != nil && ctx.Err() == nil {
		s.found.Broken = true
		err = nil
	}
	return err
}

// readByAuthor reads each memo listed in the index separately, which avoids damaged pages
// of the table.
func (s *salvage) readByAuthor(ctx context.Context, db *sql.DB) error {
	for _, direction := range directions {
		keys, err := lines(ctx, db, "SELECT user_id || char(0) || id FROM memos INDEXED BY memos_by_author ORDER BY user_id"+direction)
		if err != nil {
			s.found.Broken = true
		}
		for _, key := range keys {
			author, id, _ := strings.Cut(key, "\x00")
			if _, known := s.records[bulk.Memos][bulk.Key{ID: author, Memo: id}]; known {
				continue
			}
			if err := s.readKind(ctx, db, bulk.Memos, all(bulk.Memos)+" WHERE user_id = ? AND id = ?", author, id); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func (s *salvage) keep(kind bulk.Kind, row scanner) {
	r, whole, err := s.scan(kind, row)
	if err != nil {
		s.found.Broken = true
		return
	}
	if _, known := s.records[kind][r.Key()]; known {
		return
	}
	s.records[kind][r.Key()] = r
	if !whole {
		s.found.Doubtful = append(s.found.Doubtful, r.Memo.Ref())
	}
}

func (s *salvage) scan(kind bulk.Kind, row scanner) (r bulk.Record, whole bool, err error) {
	if kind != bulk.Memos {
		r, err = scanRecord(kind, row)
		r.Access = nil
		return r, true, err
	}
	m, whole, err := scanMemoAsIs(row)
	m.Content = strings.ToValidUTF8(m.Content, "\uFFFD")
	return bulk.Record{Memo: &m}, whole, err
}

// write creates the new database.
func (s *salvage) write(ctx context.Context) error {
	db, err := Open(s.new())
	if err != nil {
		return err
	}
	for _, kind := range bulk.Kinds() {
		var records []bulk.Record
		for _, r := range s.records[kind] {
			records = append(records, r)
		}
		s.found.Records[kind] = len(records)
		if err := db.Bulk().Write(ctx, records); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	return db.Close()
}

// swap keeps the damaged files and puts the new database in their place.
func (s *salvage) swap(ctx context.Context, lock *os.File, now time.Time) error {
	s.found.Kept = s.path + ".damaged-" + now.Format("20060102-150405")
	for _, suffix := range []string{"", "-wal"} {
		if err := keepFile(ctx, s.path, s.found.Kept, suffix); err != nil {
			return err
		}
	}
	if err := writeMark(lock, markSwap); err != nil {
		return err
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.RemoveAll(s.path + suffix); err != nil {
			return err
		}
	}
	if err := os.Rename(filepath.Join(s.new(), FileName), s.path); err != nil {
		return err
	}
	return errors.Join(syncDir(filepath.Dir(s.path)), writeMark(lock, markClosed))
}
