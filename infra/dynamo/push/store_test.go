package push_test

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/infra/dynamo"
	store "voicememo/infra/dynamo/push"
	"voicememo/tools/testkit/localengine"
)

// tables creates the tables of the core and of the module.
func tables(ctx context.Context, client *dynamodb.Client, environment string) error {
	return dynamo.CreateTables(ctx, client, environment, store.Tables()...)
}

func TestStore(t *testing.T) {
	pushtest.Suite(t, func(t *testing.T) push.Store {
		return store.Open(dynamo.Open(localengine.Environment(t, tables)))
	})
}
