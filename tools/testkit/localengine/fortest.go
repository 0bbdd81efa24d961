package localengine

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"

	"voicememo/tools/testkit/must"
)

// shared is the one engine of a test process.
var shared = sync.OnceValues(func() (string, error) {
	endpoint, _, err := Start(context.Background()) // it ends with the process
	return endpoint, err
})

// ForTest returns the address of the engine that all tests of this process share. Each
// test needs an environment name of its own. Without an engine the test fails.
func ForTest(t testing.TB) string {
	t.Helper()
	endpoint, err := shared()
	must.OK(t, err)
	return endpoint
}

// Create is a function that makes the tables of an environment, as dynamo.CreateTables
// does.
type Create func(ctx context.Context, client *dynamodb.Client, environment string) error

// Environment makes empty tables without streams for a test on the shared engine and
// returns a client and the name of their environment. The tables are deleted when the test
// ends.
//
// The engine takes the longer for a write to a table with a stream, the more records the
// streams of all its tables have had, so only tests that need streams have them.
func Environment(t testing.TB, create Create) (client *dynamodb.Client, environment string) {
	t.Helper()
	return environmentOf(t, create, func(o *dynamodb.Options) { o.APIOptions = append(o.APIOptions, leaveOutStreams) })
}

// Streaming is Environment with the streams of the tables.
func Streaming(t testing.TB, create Create) (client *dynamodb.Client, environment string) {
	t.Helper()
	return environmentOf(t, create)
}

func environmentOf(t testing.TB, create Create, options ...func(*dynamodb.Options)) (client *dynamodb.Client, environment string) {
	t.Helper()
	client, environment = Client(ForTest(t)), "test-"+rand.Text()
	must.OK(t, create(t.Context(), dynamodb.New(client.Options(), options...), environment))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := drop(ctx, client, environment); err != nil {
			t.Error(err)
		}
	})
	return client, environment
}

// leaveOutStreams has CreateTable create tables without streams.
func leaveOutStreams(stack *middleware.Stack) error {
	return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("LeaveOutStreams",
		func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
			if create, ok := in.Parameters.(*dynamodb.CreateTableInput); ok {
				create.StreamSpecification = nil
			}
			return next.HandleInitialize(ctx, in)
		}), middleware.Before)
}

// drop deletes the tables that have an environment in their names.
func drop(ctx context.Context, client *dynamodb.Client, environment string) error {
	pages := dynamodb.NewListTablesPaginator(client, &dynamodb.ListTablesInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, name := range page.TableNames {
			if !strings.Contains(name, "-"+environment+"-") {
				continue
			}
			_, err := client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: &name})
			if err != nil { // it is protected
				_, err = client.UpdateTable(ctx, &dynamodb.UpdateTableInput{TableName: &name, DeletionProtectionEnabled: new(bool)})
				if err == nil {
					_, err = client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: &name})
				}
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
