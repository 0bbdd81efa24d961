package function

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// complete returns the variables that Lambda sets, except one.
func complete(name, value string) map[string]string {
	env := map[string]string{"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"}
	env[name] = value
	return env
}

func account(env map[string]string) (Account, error) {
	return NewAccount(func(k string) string { return env[k] }, slog.New(slog.DiscardHandler))
}

func TestAccountNamesTheWrongVariable(t *testing.T) {
	for _, c := range [][2]string{
		{"AWS_REGION", ""}, {"AWS_ACCESS_KEY_ID", ""}, {"AWS_SECRET_ACCESS_KEY", ""}, {"AWS_CA_BUNDLE", "/nowhere"},
	} {
		if _, err := account(complete(c[0], c[1])); err == nil || !strings.HasPrefix(err.Error(), c[0]+" is ") {
			t.Errorf("%s: got %v", c[0], err)
		}
	}
}

// TestClientFollowsTheVariables: the variables of every SDK have the same meaning here.
func TestClientFollowsTheVariables(t *testing.T) {
	for name, tc := range map[string]struct {
		env      map[string]string
		endpoint string
		options  dynamodb.EndpointResolverOptions
	}{
		"none":        {complete("AWS_REGION", "ap-northeast-1"), "", dynamodb.EndpointResolverOptions{}},
		"all":         {complete("AWS_ENDPOINT_URL", "http://all"), "http://all", dynamodb.EndpointResolverOptions{}},
		"dynamodb":    {complete("AWS_ENDPOINT_URL_DYNAMODB", "http://one"), "http://one", dynamodb.EndpointResolverOptions{}},
		"fips":        {complete("AWS_USE_FIPS_ENDPOINT", "true"), "", dynamodb.EndpointResolverOptions{UseFIPSEndpoint: aws.FIPSEndpointStateEnabled}},
		"both stacks": {complete("AWS_USE_DUALSTACK_ENDPOINT", "TRUE"), "", dynamodb.EndpointResolverOptions{UseDualStackEndpoint: aws.DualStackEndpointStateEnabled}},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := account(tc.env)
			must.OK(t, err)
			got := a.DynamoDB(nil).Options()
			if aws.ToString(got.BaseEndpoint) != tc.endpoint || got.Region != tc.env["AWS_REGION"] ||
				got.EndpointOptions.UseFIPSEndpoint != tc.options.UseFIPSEndpoint || got.EndpointOptions.UseDualStackEndpoint != tc.options.UseDualStackEndpoint {
				t.Errorf("got %q in %s, %+v", aws.ToString(got.BaseEndpoint), got.Region, got.EndpointOptions)
			}
		})
	}
}

// TestAddress: the address of another service, as the SDK's client for it would find it.
func TestAddress(t *testing.T) {
	for name, tc := range map[string]struct {
		env  map[string]string
		want string
	}{
		"a region":      {complete("AWS_REGION", "ap-northeast-1"), "https://secretsmanager.ap-northeast-1.amazonaws.com/"},
		"China":         {complete("AWS_REGION", "cn-north-1"), "https://secretsmanager.cn-north-1.amazonaws.com.cn/"},
		"Europe's own":  {complete("AWS_REGION", "eusc-de-east-1"), "https://secretsmanager.eusc-de-east-1.amazonaws.eu/"},
		"an unknown":    {complete("AWS_REGION", "xx-there-1"), "https://secretsmanager.xx-there-1.amazonaws.com/"},
		"fips":          {complete("AWS_USE_FIPS_ENDPOINT", "true"), "https://secretsmanager-fips.us-east-1.amazonaws.com/"},
		"both stacks":   {complete("AWS_USE_DUALSTACK_ENDPOINT", "true"), "https://secretsmanager.us-east-1.amazonaws.com/"},
		"all":           {complete("AWS_ENDPOINT_URL", "http://all"), "http://all"},
		"its own":       {complete("AWS_ENDPOINT_URL_SECRETS_MANAGER", "http://one"), "http://one"},
		"DynamoDB's":    {complete("AWS_ENDPOINT_URL_DYNAMODB", "http://one"), "https://secretsmanager.us-east-1.amazonaws.com/"},
		"fips, US gov":  {fipsIn("us-gov-west-1"), "https://secretsmanager-fips.us-gov-west-1.amazonaws.com/"},
		"fips in China": {fipsIn("cn-north-1"), "https://secretsmanager-fips.cn-north-1.amazonaws.com.cn/"},
	} {
		a, err := account(tc.env)
		must.OK(t, err)
		check.Equal(t, a.Address("secretsmanager", "SECRETS_MANAGER"), tc.want, name)
	}
}

func fipsIn(region string) map[string]string {
	env := complete("AWS_REGION", region)
	env["AWS_USE_FIPS_ENDPOINT"] = "true"
	return env
}

// TestTokenOfTheRole: Lambda's credentials are temporary and include a session token.
func TestTokenOfTheRole(t *testing.T) {
	a, err := account(complete("AWS_SESSION_TOKEN", "token"))
	must.OK(t, err)
	c, err := a.DynamoDB(nil).Options().Credentials.Retrieve(t.Context())
	if err != nil || c.AccessKeyID != "id" || c.SecretAccessKey != "secret" || c.SessionToken != "token" {
		t.Errorf("got other credentials, %v", err)
	}
}
