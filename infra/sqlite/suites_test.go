package sqlite_test

import (
	"testing"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/infra/enginetest/authtest"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/enginetest/invitetest"
	"voicememo/infra/enginetest/memotest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
)

func TestMemos(t *testing.T)    { t.Parallel(); memotest.Run(t, sqlitetest.Fresh) }
func TestFamilies(t *testing.T) { t.Parallel(); familytest.Run(t, sqlitetest.Fresh) }
func TestInvites(t *testing.T)  { t.Parallel(); invitetest.Run(t, sqlitetest.Fresh) }
func TestAccess(t *testing.T)   { authtest.Run(t, fresh) }
func TestDevices(t *testing.T)  { authtest.RunDevices(t, freshDevices) }

func TestMemosContention(t *testing.T)    { memotest.RunContention(t, sqlitetest.Fresh) }
func TestFamiliesContention(t *testing.T) { familytest.RunContention(t, sqlitetest.Fresh) }
func TestInvitesContention(t *testing.T)  { invitetest.RunContention(t, sqlitetest.Fresh) }
func TestAccessContention(t *testing.T)   { authtest.RunContention(t, fresh) }

// fresh returns the stores that the suite of package authtest needs.
func fresh(t *testing.T) (auth.Store, memo.Store, family.Store, invite.Store) {
	t.Helper()
	db := sqlitetest.FreshDB(t)
	return db.Access(), db.Memos(), db.Families(), db.Invites()
}

func freshDevices(t *testing.T) auth.Devices { return sqlitetest.FreshDB(t).Devices() }
