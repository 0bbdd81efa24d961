// Package sqlitetest provides tests with real databases that are closed with the test.
package sqlitetest

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	engine "modernc.org/sqlite"

	"voicememo/family"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/tools/testkit/must"
)

// Fresh returns the stores of an empty database, as the suites' constructor of an engine.
func Fresh(t *testing.T) (memo.Store, family.Store, invite.Store) {
	t.Helper()
	db := FreshDB(t)
	return db.Memos(), db.Families(), db.Invites()
}

// unsynced is the name of the directories whose databases do not wait for the disk.
const unsynced = "sqlitetest-unsynced"

func init() {
	engine.RegisterConnectionHook(func(conn engine.ExecQuerierContext, dsn string) error {
		if !strings.Contains(dsn, "/"+unsynced+"/") {
			return nil
		}
		_, err := conn.ExecContext(context.Background(), "PRAGMA synchronous = OFF", nil)
		return err
	})
}

// FreshDB returns an empty database as made by Open; it is closed with the test.
func FreshDB(t testing.TB, parts ...sqlite.Part) *sqlite.DB {
	t.Helper()
	dir := t.TempDir()
	db, err := Open(dir, parts...)
	must.OK(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		checkCounts(t, filepath.Join(dir, unsynced, sqlite.FileName))
	})
	return db
}

// Open opens an empty database, with the parts of modules, in a new directory of dir. It is a
// copy of a template and does not wait for the disk, so it is for tests of everything except
// creation, migration and durability.
func Open(dir string, parts ...sqlite.Part) (*sqlite.DB, error) {
	empty, err := template()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, unsynced)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, sqlite.FileName), empty, 0o600); err != nil {
		return nil, err
	}
	return sqlite.OpenWith(dir, sqlite.Options{Parts: parts})
}

// template returns the file of an empty database with the present schema.
var template = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", unsynced+"-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	own := filepath.Join(dir, unsynced)
	db, err := sqlite.Open(own)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(own, sqlite.FileName))
})

// checkCounts checks that each family's stored number of memos is right after the test.
func checkCounts(t testing.TB, path string) {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	must.OK(t, err)
	defer func() { _ = raw.Close() }()
	var wrong int
	err = raw.QueryRow(`SELECT count(*) FROM families WHERE memo_count <>
		(SELECT count(*) FROM memos WHERE memos.family_id = families.family_id)`).Scan(&wrong)
	if err != nil || wrong > 0 {
		t.Errorf("got %d families with a wrong number of memos, want 0: %v", wrong, err)
	}
}
