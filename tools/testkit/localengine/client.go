package localengine

import (
	"cmp"
	"net/http"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Credentials and region for the local engine, which accepts any.
const (
	region = "us-east-1"
	keyID  = "local"
	secret = "local"
)

// Client returns a client for the engine at endpoint.
func Client(endpoint string) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		HTTPClient: awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
			t.MaxIdleConnsPerHost = t.MaxIdleConns // all of them go to the one engine
		}),
		Region: cmp.Or(os.Getenv("AWS_REGION"), region), BaseEndpoint: aws.String(endpoint),
		Credentials: credentials.NewStaticCredentialsProvider(
			cmp.Or(os.Getenv("AWS_ACCESS_KEY_ID"), keyID), cmp.Or(os.Getenv("AWS_SECRET_ACCESS_KEY"), secret), ""),
	})
}

// Environ returns the variables that point a program's own SDK at endpoint.
func Environ(endpoint string) []string {
	return []string{
		EndpointVariable + "=" + endpoint, "AWS_REGION=" + region,
		"AWS_ACCESS_KEY_ID=" + keyID, "AWS_SECRET_ACCESS_KEY=" + secret,
	}
}
