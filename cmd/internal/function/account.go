package function

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/calls"
	"voicememo/infra/dynamo"
	"voicememo/internal/staleconn"
)

// Account is the region and credentials that Lambda sets for every function, in the form
// that the SDK's clients need.
type Account struct {
	Region      string
	Credentials aws.CredentialsProvider
	HTTPClient  *awshttp.BuildableClient
	FIPS        aws.FIPSEndpointState
	DualStack   aws.DualStackEndpointState

	getenv func(string) string
}

// NewAccount reads the variables. AWS_ENDPOINT_URL (also with an underscore and the name
// of a service), AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT and AWS_CA_BUNDLE have
// the same meaning as in every SDK. The SDK's own config package also reads files,
// profiles and other credentials; a function has none of them, and their code would slow
// down each start. The error names the variable that is wrong.
func NewAccount(getenv func(string) string, logger *slog.Logger) (Account, error) {
	region := cmp.Or(getenv("AWS_REGION"), getenv("AWS_DEFAULT_REGION"))
	id, secret := getenv("AWS_ACCESS_KEY_ID"), getenv("AWS_SECRET_ACCESS_KEY")
	for _, needed := range [][2]string{{"AWS_REGION", region}, {"AWS_ACCESS_KEY_ID", id}, {"AWS_SECRET_ACCESS_KEY", secret}} {
		if needed[1] == "" {
			return Account{}, fmt.Errorf("%s is empty; Lambda sets it for every function", needed[0])
		}
	}
	trusted, err := newTrust(getenv, logger)
	if err != nil {
		return Account{}, err
	}
	a := Account{
		Region: region, Credentials: credentials.NewStaticCredentialsProvider(id, secret, getenv("AWS_SESSION_TOKEN")),
		HTTPClient: dynamo.HTTPClient().WithTransportOptions(trusted.apply),
		getenv:     getenv,
	}
	if strings.EqualFold(getenv("AWS_USE_FIPS_ENDPOINT"), "true") {
		a.FIPS = aws.FIPSEndpointStateEnabled
	}
	if strings.EqualFold(getenv("AWS_USE_DUALSTACK_ENDPOINT"), "true") {
		a.DualStack = aws.DualStackEndpointStateEnabled
	}
	return a, nil
}

// Endpoint returns the address that the variables set for a service, such as DYNAMODB;
// nil: the default address of AWS.
func (a Account) Endpoint(service string) *string {
	if url := cmp.Or(a.getenv("AWS_ENDPOINT_URL_"+service), a.getenv("AWS_ENDPOINT_URL")); url != "" {
		return &url
	}
	return nil
}

// Address returns the address of a service by its name in addresses, such as
// secretsmanager, and in variables; see Endpoint. It is for services whose addresses differ
// from those of DynamoDB for IPv4 in the first label only. "": the region is unknown.
func (a Account) Address(label, service string) string {
	if set := a.Endpoint(service); set != nil {
		return *set
	}
	if a.FIPS == aws.FIPSEndpointStateEnabled {
		label += "-fips"
	}
	known, err := dynamodb.NewDefaultEndpointResolverV2().ResolveEndpoint(context.Background(), dynamodb.EndpointParameters{Region: &a.Region})
	if err != nil {
		return ""
	}
	_, region, _ := strings.Cut(known.URI.Host, ".")
	return "https://" + label + "." + region + "/"
}

// DynamoDB returns a client that continues to work after Lambda has frozen the function.
// observe receives the requests of the stores.
func (a Account) DynamoDB(observe calls.Observer) *dynamodb.Client {
	options := dynamodb.Options{
		Region: a.Region, Credentials: a.Credentials, HTTPClient: a.HTTPClient, BaseEndpoint: a.Endpoint("DYNAMODB"),
	}
	options.EndpointOptions.UseFIPSEndpoint, options.EndpointOptions.UseDualStackEndpoint = a.FIPS, a.DualStack
	return dynamodb.New(options, staleconn.Options, dynamo.Observed(observe))
}
