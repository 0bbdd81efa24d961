package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// shelf returns a module with the first n of its migrations.
func shelf(n int) Part {
	return Part{
		Name: "shelf",
		Migrations: []string{
			`CREATE TABLE shelf_things (user_id TEXT NOT NULL PRIMARY KEY, thing TEXT NOT NULL, checksum INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
			CREATE TRIGGER shelf_erased AFTER DELETE ON users BEGIN DELETE FROM shelf_things WHERE user_id = old.user_id; END`,
			"ALTER TABLE shelf_things ADD COLUMN shade TEXT NOT NULL DEFAULT ''",
		}[:n],
		Tables: []Table{{"shelf_things", "user_id", []string{"user_id, thing", "user_id, thing, shade"}[n-1]}},
	}
}

// with opens the database in dir with parts, calls do, and closes it.
func with(t *testing.T, dir string, do func(*DB), parts ...Part) {
	t.Helper()
	db, err := OpenWith(dir, Options{Parts: parts})
	must.OK(t, err)
	do(db)
	if err := db.Check(t.Context()); err != nil {
		t.Errorf("Check: got %v, want no damage", err)
	}
	must.OK(t, db.Close())
}

func things(t *testing.T, db *DB) (all []string) {
	t.Helper()
	must.OK(t, db.Read(t.Context(), "SELECT thing FROM shelf_things ORDER BY user_id", nil, func(row Row) error {
		var thing string
		err := row.Scan(&thing)
		all = append(all, thing)
		return err
	}))
	return all
}

func put(t *testing.T, db *DB, person, thing string) {
	t.Helper()
	must.OK(t, db.Write(t.Context(), func(tx Tx) error {
		tx.Exec("REPLACE INTO shelf_things (user_id, thing) VALUES (?, ?)", person, thing)
		return nil
	}))
}

// TestPart: the tables of a module are created and updated, stay while a program has no such
// module, and are used again afterwards.
func TestPart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	with(t, dir, func(*DB) {})
	with(t, dir, func(db *DB) { put(t, db, "taro", "book") }, shelf(1))
	scripts, err := migrationNames()
	must.OK(t, err)
	if !there(fmt.Sprintf("%s.schema-%d", path, len(scripts))) {
		t.Error("got no copy of the file as it was without the module")
	}
	with(t, dir, func(*DB) {})
	with(t, dir, func(db *DB) {
		put(t, db, "hanako", "cup")
		if got := things(t, db); !slices.Equal(got, []string{"cup", "book"}) {
			t.Errorf("got %v, want both things", got)
		}
	}, shelf(2))
	_, err = OpenWith(dir, Options{Parts: []Part{shelf(1)}})
	if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "shelf 2, this one knows 1") {
		t.Errorf("an earlier version of the module: got %v, want ErrRefused", err)
	}
}

// TestPartOfAccount: a trigger of a module deletes what belongs to an erased account.
func TestPartOfAccount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	with(t, dir, func(db *DB) {
		put(t, db, "taro", "book")
		must.OK(t, db.Families().Create(t.Context(), models.User{ID: "taro", FamilyID: "f", IsOwner: true, Membership: models.Membership{MoveEpoch: 1}}))
		taro, err := db.Families().Person(t.Context(), "taro")
		must.OK(t, err)
		f, err := db.Families().Roster(t.Context(), "f")
		must.OK(t, err)
		must.OK(t, db.Families().Close(t.Context(), family.Close{User: taro, From: f}))
		must.OK(t, must.Err(db.Memos().Erase(t.Context(), "taro", 10)))
		if got := things(t, db); len(got) > 0 {
			t.Errorf("got %v, want nothing", got)
		}
	}, shelf(1))
}

// TestPartIsDamaged: a changed row of a module's table is found, also by a program without
// the module.
func TestPartIsDamaged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	with(t, dir, func(db *DB) { put(t, db, "taro", "book") }, shelf(1))
	raw := rawDB(t, filepath.Join(dir, FileName))
	must.OK(t, must.Err(raw.Exec("UPDATE shelf_things SET checksum = checksum + 1")))
	must.OK(t, raw.Close())
	refused(t, dir, "not what was written: shelf_things")
	if _, err := OpenWith(dir, Options{Parts: []Part{shelf(2)}}); !errors.Is(err, ErrRefused) {
		t.Errorf("an update of a damaged table: got %v, want ErrRefused", err)
	}
}

// TestPartFailsAsAWhole: a migration that fails leaves the file as it was.
func TestPartFailsAsAWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	with(t, dir, func(db *DB) { put(t, db, "taro", "book") }, shelf(1))
	bad := shelf(2)
	bad.Migrations[1] += "; UPDATE missing SET x = 1"
	if _, err := OpenWith(dir, Options{Parts: []Part{bad}}); err == nil || !strings.Contains(err.Error(), "module shelf") {
		t.Errorf("got %v, want that the module's migration failed", err)
	}
	with(t, dir, func(db *DB) {
		if got := things(t, db); !slices.Equal(got, []string{"book"}) {
			t.Errorf("got %v, want the book", got)
		}
	}, shelf(1))
}
