// Package connect reaches DynamoDB as the SDK's own variables and files say. It
// stands apart because the SDK's config package knows every way to sign in, and
// a Lambda function, which needs one, would pay for all of them at each start.
package connect

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/logging"

	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/thaw"
	"voicememo/models"
)

// Connector makes clients. The zero value is ready to use.
type Connector struct {
	// Logger receives the SDK's warnings. Nil: they are dropped; left to itself the SDK
	// writes them to the standard error as plain text.
	Logger *slog.Logger
}

// Client makes a client as the SDK's own variables say (AWS_REGION,
// AWS_ENDPOINT_URL_DYNAMODB, credentials, ...).
func (c Connector) Client(ctx context.Context) (*dynamodb.Client, error) {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithHTTPClient(dynamo.HTTPClient()), config.WithLogger(c.logger()))
	if err != nil {
		return nil, models.Unavailable(err)
	}
	return dynamodb.NewFromConfig(cfg, thaw.Options), nil
}

// Open opens the tables of environment with Client. It reads nothing: Ping tells
// whether the tables are there.
func (c Connector) Open(ctx context.Context, environment string) (*dynamo.DB, error) {
	client, err := c.Client(ctx)
	if err != nil {
		return nil, err
	}
	return dynamo.Open(client, environment), nil
}

// logger returns a logger for the SDK. What the SDK classes as debugging is dropped: it
// is about files that are ignored, and quotes headers and signatures if asked to.
func (c Connector) logger() logging.Logger {
	if c.Logger == nil {
		return logging.Nop{}
	}
	return logging.LoggerFunc(func(class logging.Classification, format string, v ...any) {
		if class == logging.Warn {
			c.Logger.Warn("aws sdk", "warning", fmt.Sprintf(format, v...))
		}
	})
}

// Client makes a client that drops the SDK's warnings; see Connector.
func Client(ctx context.Context) (*dynamodb.Client, error) { return Connector{}.Client(ctx) }

// Open opens tables with such a client; see Connector.
func Open(ctx context.Context, environment string) (*dynamo.DB, error) {
	return Connector{}.Open(ctx, environment)
}
