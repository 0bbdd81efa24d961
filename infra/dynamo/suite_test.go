package dynamo

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/infra/dynamo/localengine"
	"voicememo/invite"
	"voicememo/invite/invitetest"
	"voicememo/memo"
	"voicememo/memo/memotest"
)

// tables makes empty tables for one test on the shared engine and gives a client
// and their environment's name.
func tables(t testing.TB) (*dynamodb.Client, string) {
	t.Helper()
	client := localengine.Client(localengine.ForTest(t))
	environment := "test-" + rand.Text()
	if err := CreateTables(t.Context(), client, environment); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		for _, d := range definitions(TablesOf(environment)) {
			if _, err := client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: &d.name}); err != nil {
				t.Error(err)
			}
		}
	})
	return client, environment
}

// fresh is the suites' maker of empty engines.
func fresh(t *testing.T) (memo.Store, family.Store, invite.Store) {
	client, environment := tables(t)
	db := Open(client, environment)
	return db.Memos(), db.Families(), db.Invites()
}

func TestMemos(t *testing.T)              { memotest.Run(t, fresh) }
func TestMemosContention(t *testing.T)    { memotest.RunContention(t, fresh) }
func TestFamilies(t *testing.T)           { familytest.Run(t, fresh) }
func TestFamiliesContention(t *testing.T) { familytest.RunContention(t, fresh) }
func TestInvites(t *testing.T)            { invitetest.Run(t, fresh) }
func TestInvitesContention(t *testing.T)  { invitetest.RunContention(t, fresh) }
