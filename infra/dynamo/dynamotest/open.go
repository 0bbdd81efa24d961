// Package dynamotest makes real tables on the local engine for tests. They are deleted
// when the test ends.
package dynamotest

import (
	"context"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/localengine"
)

// Open returns empty tables.
func Open(t testing.TB) *dynamo.DB {
	t.Helper()
	return dynamo.Open(localengine.Environment(t, create))
}

// OpenThrough returns empty tables whose every HTTP exchange, each try of the SDK
// included, goes through the client that wrap returns.
func OpenThrough(t testing.TB, wrap func(next aws.HTTPClient) aws.HTTPClient) *dynamo.DB {
	t.Helper()
	client, environment := localengine.Environment(t, create)
	wrapped := dynamodb.New(client.Options(), func(o *dynamodb.Options) { o.HTTPClient = wrap(o.HTTPClient) })
	return dynamo.Open(wrapped, environment)
}

// HTTPFunc is a function that serves as the SDK's HTTP client.
type HTTPFunc func(*http.Request) (*http.Response, error)

// Do implements aws.HTTPClient.
func (f HTTPFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }

func create(ctx context.Context, client *dynamodb.Client, environment string) error {
	return dynamo.CreateTables(ctx, client, environment)
}
