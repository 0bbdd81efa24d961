// Package sqlitetest gives tests a real database that goes with them.
package sqlitetest

import (
	"database/sql"
	"path/filepath"
	"testing"

	"voicememo/family"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
)

// Fresh gives the stores of an empty database. It is the suites' maker of engines.
func Fresh(t *testing.T) (memo.Store, family.Store, invite.Store) {
	t.Helper()
	db := FreshDB(t)
	return db.Memos(), db.Families(), db.Invites()
}

// FreshDB returns an empty database.
func FreshDB(t *testing.T) *sqlite.DB {
	t.Helper()
	dir := t.TempDir()
	db, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		checkCounts(t, filepath.Join(dir, sqlite.FileName))
	})
	return db
}

// checkCounts checks that each family knows how many memos it has, whatever the test did.
func checkCounts(t *testing.T, path string) {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	var wrong int
	err = raw.QueryRow(`SELECT count(*) FROM families WHERE memo_count <>
		(SELECT count(*) FROM memos WHERE memos.family_id = families.family_id)`).Scan(&wrong)
	if err != nil || wrong > 0 {
		t.Errorf("got %d families with a wrong number of memos, want 0: %v", wrong, err)
	}
}
