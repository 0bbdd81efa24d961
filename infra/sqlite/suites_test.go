package sqlite_test

import (
	"testing"

	"voicememo/family/familytest"
	"voicememo/family/jointest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite/invitetest"
	"voicememo/memo/memotest"
)

func TestMemos(t *testing.T)    { memotest.Run(t, sqlitetest.Fresh) }
func TestFamilies(t *testing.T) { familytest.Run(t, sqlitetest.Fresh) }
func TestInvites(t *testing.T)  { invitetest.Run(t, sqlitetest.Fresh) }

func TestMemosContention(t *testing.T)    { memotest.RunContention(t, sqlitetest.Fresh) }
func TestFamiliesContention(t *testing.T) { familytest.RunContention(t, sqlitetest.Fresh) }
func TestInvitesContention(t *testing.T)  { invitetest.RunContention(t, sqlitetest.Fresh) }

func TestJoining(t *testing.T) { jointest.RunProperty(t, sqlitetest.Fresh) }
