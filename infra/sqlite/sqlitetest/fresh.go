// Package sqlitetest gives tests a real database that goes with them.
package sqlitetest

import (
	"testing"

	"voicememo/family"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
)

// Fresh gives the stores of an empty database. It is the suites' maker of engines.
func Fresh(t *testing.T) (memo.Store, family.Store, invite.Store) {
	t.Helper()
	db, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db.Memos(), db.Families(), db.Invites()
}
