package sqlite_test

import (
	"testing"

	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/invite/invitetest"
	"voicememo/memo"
	"voicememo/memo/memotest"
)

// fresh gives the stores of an empty database that the test takes with it.
func fresh(t *testing.T) (memo.Store, family.Store, invite.Store) {
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

func TestMemos(t *testing.T)    { memotest.Run(t, fresh) }
func TestFamilies(t *testing.T) { familytest.Run(t, fresh) }
func TestInvites(t *testing.T)  { invitetest.Run(t, fresh) }

func TestMemosContention(t *testing.T)    { memotest.RunContention(t, fresh) }
func TestFamiliesContention(t *testing.T) { familytest.RunContention(t, fresh) }
func TestInvitesContention(t *testing.T)  { invitetest.RunContention(t, fresh) }
