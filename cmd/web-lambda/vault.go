package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager"
	"github.com/aws/smithy-go"

	"voicememo/auth"
	"voicememo/cmd/internal/function"
	"voicememo/models"
)

// vault reads secrets from AWS Secrets Manager.
type vault struct{ client *secretsmanager.Client }

// retryPause is the longest pause before a retry; a person waits.
const retryPause = 100 * time.Millisecond

func newVault(a function.Account) vault {
	options := secretsmanager.Options{
		Region: a.Region, Credentials: a.Credentials, HTTPClient: a.HTTPClient, BaseEndpoint: a.Endpoint("SECRETS_MANAGER"),
		Retryer: retry.NewStandard(func(o *retry.StandardOptions) { o.MaxBackoff = retryPause }),
	}
	options.EndpointOptions.UseFIPSEndpoint, options.EndpointOptions.UseDualStackEndpoint = a.FIPS, a.DualStack
	return vault{secretsmanager.New(options)}
}

// secrets are the secrets that the sign-in needs.
type secrets struct {
	clientSecret string
	keys         *auth.KeyRing
}

// read reads both secrets concurrently, because each read is slow. Unavailable: they
// cannot be read now. Any other error names the variable that is wrong.
func (v vault) read(ctx context.Context, c config) (s secrets, err error) {
	var (
		wg                 sync.WaitGroup
		ring               string
		keysErr, secretErr error
	)
	wg.Go(func() { s.clientSecret, secretErr = v.value(ctx, "VOICEMEMO_OIDC_CLIENT_SECRET_ID", c.clientSecretID) })
	wg.Go(func() { ring, keysErr = v.value(ctx, "VOICEMEMO_SESSION_KEYS_ID", c.sessionKeysID) })
	wg.Wait()
	if err := errors.Join(keysErr, secretErr); err != nil {
		return secrets{}, err
	}
	if s.keys, err = auth.ParseKeyRing([]byte(ring)); err != nil {
		return secrets{}, fmt.Errorf("VOICEMEMO_SESSION_KEYS_ID names a secret that cannot be used: %w", err)
	}
	return s, nil
}

// value reads the secret that a variable names.
func (v vault) value(ctx context.Context, variable, id string) (string, error) {
	out, err := v.client.GetSecretValue(ctx, &secretsmanager.GetSecretValueInput{SecretId: &id})
	if err != nil {
		return "", refusal(variable, err)
	}
	value := strings.TrimSpace(aws.ToString(out.SecretString))
	if value == "" {
		return "", fmt.Errorf("%s names a secret without text", variable)
	}
	return value, nil
}

// refusal distinguishes an operator's mistake from an unavailable service. It keeps only
// the code of the answer, because the text names the account.
func refusal(variable string, err error) error {
	var (
		answered *awshttp.ResponseError
		api      smithy.APIError
	)
	throttled := retry.IsErrorThrottles(retry.DefaultThrottles).IsErrorThrottle(err) == aws.TrueTernary
	if !errors.As(err, &answered) || !errors.As(err, &api) || throttled || answered.HTTPStatusCode() >= http.StatusInternalServerError {
		return models.Unavailable(err)
	}
	return fmt.Errorf("%s names a secret that cannot be read: %s", variable, api.ErrorCode())
}
