// Package connect makes DynamoDB clients from the SDK's own environment variables and
// files. It is a separate package because the SDK's config package contains every way to
// sign in; a Lambda function needs only one and would pay for all of them at each start.
package connect

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/logging"

	"voicememo/infra/calls"
	"voicememo/infra/dynamo"
	"voicememo/internal/staleconn"
	"voicememo/models"
)

// Connector makes DynamoDB clients. The zero value is ready to use.
type Connector struct {
	// Logger receives the SDK's warnings. Nil: they are dropped. (By default the SDK
	// writes them to standard error as plain text.)
	Logger *slog.Logger
	// Observe receives the requests of the stores; nil: they are not measured.
	Observe calls.Observer
}

// Client returns a client configured by the SDK's own variables (AWS_REGION,
// AWS_ENDPOINT_URL_DYNAMODB, credentials, ...). If the configuration has no region or no
// credentials, the error is an *Error.
func (c Connector) Client(ctx context.Context) (*dynamodb.Client, error) {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithHTTPClient(dynamo.HTTPClient()), config.WithLogger(c.logger()))
	var wrong *Error
	switch explained := Explain(err); {
	case errors.As(explained, &wrong):
		return nil, wrong
	case err != nil:
		return nil, models.Unavailable(err)
	}
	if cfg.Region == "" {
		return nil, &Error{Problem: "no AWS region is set; set AWS_REGION, such as us-east-1"}
	}
	if _, err := cfg.Credentials.Retrieve(ctx); errors.As(Explain(err), &wrong) && !wrong.Passing {
		return nil, wrong
	}
	return dynamodb.NewFromConfig(cfg, staleconn.Options, dynamo.Observed(c.Observe)), nil
}

// Open opens the tables of environment with Client. It reads nothing; Ping reports
// whether the tables exist.
func (c Connector) Open(ctx context.Context, environment string) (*dynamo.DB, error) {
	client, err := c.Client(ctx)
	if err != nil {
		return nil, err
	}
	return dynamo.Open(client, environment), nil
}

// logger returns a logger for the SDK. Messages that the SDK classifies as debugging are
// dropped: they are about ignored files, and can quote headers and signatures.
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

// Client returns a client that drops the SDK's warnings; see Connector.
func Client(ctx context.Context) (*dynamodb.Client, error) { return Connector{}.Client(ctx) }
