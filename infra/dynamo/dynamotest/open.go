// Package dynamotest makes real tables on the local engine for tests. They are deleted
// when the test ends.
package dynamotest

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/localengine"
)

// Open returns empty tables.
func Open(t testing.TB) *dynamo.DB {
	t.Helper()
	return dynamo.Open(localengine.Environment(t, create))
}

func create(ctx context.Context, client *dynamodb.Client, environment string) error {
	return dynamo.CreateTables(ctx, client, environment)
}
