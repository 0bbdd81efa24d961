// Package connect reaches DynamoDB as the SDK's own variables and files say. It
// stands apart because the SDK's config package knows every way to sign in, and
// a Lambda function, which needs one, would pay for all of them at each start.
package connect

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/models"
)

// Client makes a client as the SDK's own variables say (AWS_REGION,
// AWS_ENDPOINT_URL_DYNAMODB, credentials, ...).
func Client(ctx context.Context) (*dynamodb.Client, error) {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithHTTPClient(dynamo.HTTPClient()))
	if err != nil {
		return nil, models.Unavailable(err)
	}
	return dynamodb.NewFromConfig(cfg), nil
}

// Open opens the tables of environment with Client. It reads nothing: Ping tells
// whether the tables are there.
func Open(ctx context.Context, environment string) (*dynamo.DB, error) {
	client, err := Client(ctx)
	if err != nil {
		return nil, err
	}
	return dynamo.Open(client, environment), nil
}
