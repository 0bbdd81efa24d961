package connect_test

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/dynamo/localengine"
)

// TestOpen: the SDK's own variables lead to the engine.
func TestOpen(t *testing.T) {
	_, environment := localengine.Environment(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment)
	})
	t.Setenv(localengine.EndpointVariable, localengine.ForTest(t))
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_ACCESS_KEY_ID", "local")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "local")
	db, err := connect.Open(t.Context(), environment)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
