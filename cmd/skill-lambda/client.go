package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family"
	"voicememo/models"
)

// attemptTimeout bounds one HTTP exchange, the connection included; the SDK's
// retries come on top, and the turn's deadline bounds them all.
const attemptTimeout = 2 * time.Second

// newClient makes the SDK's client from what Lambda sets for every function:
// region and credentials. AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL,
// AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT and AWS_CA_BUNDLE mean what
// they mean to every SDK. The SDK's own config package also looks for files,
// profiles and other ways to sign in; a function has none of them and would pay
// for their code at each start. The error names the variable that is wrong.
func newClient(getenv func(string) string, logger *slog.Logger) (*dynamodb.Client, error) {
	region := cmp.Or(getenv("AWS_REGION"), getenv("AWS_DEFAULT_REGION"))
	id, secret := getenv("AWS_ACCESS_KEY_ID"), getenv("AWS_SECRET_ACCESS_KEY")
	for _, needed := range [][2]string{{"AWS_REGION", region}, {"AWS_ACCESS_KEY_ID", id}, {"AWS_SECRET_ACCESS_KEY", secret}} {
		if needed[1] == "" {
			return nil, fmt.Errorf("%s is empty; Lambda sets it for every function", needed[0])
		}
	}
	trusted, err := newTrust(getenv, logger)
	if err != nil {
		return nil, err
	}
	options := dynamodb.Options{
		Region: region, Credentials: credentials.NewStaticCredentialsProvider(id, secret, getenv("AWS_SESSION_TOKEN")),
		HTTPClient: awshttp.NewBuildableClient().WithTimeout(attemptTimeout).WithTransportOptions(func(t *http.Transport) {
			t.MaxIdleConnsPerHost = t.MaxIdleConns // all of them go to DynamoDB
			trusted.apply(t)
		}),
	}
	if endpoint := cmp.Or(getenv("AWS_ENDPOINT_URL_DYNAMODB"), getenv("AWS_ENDPOINT_URL")); endpoint != "" {
		options.BaseEndpoint = &endpoint
	}
	if strings.EqualFold(getenv("AWS_USE_FIPS_ENDPOINT"), "true") {
		options.EndpointOptions.UseFIPSEndpoint = aws.FIPSEndpointStateEnabled
	}
	if strings.EqualFold(getenv("AWS_USE_DUALSTACK_ENDPOINT"), "true") {
		options.EndpointOptions.UseDualStackEndpoint = aws.DualStackEndpointStateEnabled
	}
	return dynamodb.New(options), nil
}

// warmTime is how long the start may wait for DynamoDB. Lambda gives a start
// ten seconds.
const warmTime = 3 * time.Second

// nobody is an account that never exists, so that a read costs no more than it must.
const nobody = "start"

// warm reads once in the background and closes warmed when that has ended.
// Lambda gives a start more CPU than most functions have afterwards, so this is
// the time to shake hands and to run the SDK's code for the first time. If
// DynamoDB is away the function starts all the same, and says so to whoever speaks.
func warm(ctx context.Context, people family.Store, logger *slog.Logger) (warmed <-chan struct{}) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(ctx, warmTime)
		defer cancel()
		if _, err := people.Person(ctx, nobody); err != nil && !models.IsCode(err, models.CodeNotFound) {
			logger.Error("dynamodb does not answer at the start", "error", err.Error())
		}
	}()
	return done
}
