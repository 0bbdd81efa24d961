package dynamo

import (
	"context"
	"os"
	"runtime/debug"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/infra/enginetest/authtest"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/enginetest/invitetest"
	"voicememo/infra/enginetest/jointest"
	"voicememo/infra/enginetest/memotest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/tools/testkit/localengine"
)

// TestMain lets the heap grow further between two garbage collections: these tests mostly
// send requests, whose memory is short-lived.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// tables makes empty tables for one test on the shared engine and returns a client and
// their environment's name.
func tables(t testing.TB) (*dynamodb.Client, string) {
	t.Helper()
	return localengine.Environment(t, func(ctx context.Context, c *dynamodb.Client, environment string) error {
		return CreateTables(ctx, c, environment)
	})
}

// fresh returns empty stores for the suites.
func fresh(t *testing.T) (memo.Store, family.Store, invite.Store) {
	client, environment := tables(t)
	db := Open(client, environment)
	return db.Memos(), db.Families(), db.Invites()
}

// freshAccess is fresh with accesses.
func freshAccess(t *testing.T) (auth.Store, memo.Store, family.Store, invite.Store) {
	client, environment := tables(t)
	db := Open(client, environment)
	return db.Access(), db.Memos(), db.Families(), db.Invites()
}

func TestMemos(t *testing.T)              { memotest.Run(t, fresh) }
func TestMemosEvents(t *testing.T)        { memotest.RunEvents(t, fresh) }
func TestMemosContention(t *testing.T)    { memotest.RunContention(t, fresh) }
func TestFamilies(t *testing.T)           { familytest.Run(t, fresh) }
func TestJoining(t *testing.T)            { jointest.RunProperty(t, fresh) }
func TestFamiliesEvents(t *testing.T)     { familytest.RunEvents(t, fresh) }
func TestFamiliesContention(t *testing.T) { familytest.RunContention(t, fresh) }
func TestInvites(t *testing.T)            { invitetest.Run(t, fresh) }
func TestInvitesContention(t *testing.T)  { invitetest.RunContention(t, fresh) }
func TestAccess(t *testing.T)             { authtest.Run(t, freshAccess) }
func TestAccessContention(t *testing.T)   { authtest.RunContention(t, freshAccess) }
func TestDevices(t *testing.T)            { authtest.RunDevices(t, freshDevices) }

func freshDevices(t *testing.T) auth.Devices {
	client, environment := tables(t)
	return Open(client, environment).Devices()
}
