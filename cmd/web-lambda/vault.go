package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"voicememo/auth"
	"voicememo/cmd/internal/function"
	"voicememo/models"
)

// vault reads secrets from AWS Secrets Manager.
type vault struct{ manager function.SecretsManager }

func newVault(a function.Account) vault { return vault{function.NewSecretsManager(a)} }

// secrets are the secrets that the sign-in needs.
type secrets struct {
	clientSecret string
	keys         *auth.KeyRing
}

// read reads both secrets. Unavailable: they cannot be read now. Any other error names the
// variable that is wrong.
func (v vault) read(ctx context.Context, c config) (s secrets, err error) {
	found, err := v.batch(ctx, c.clientSecretID, c.sessionKeysID)
	if err != nil {
		return secrets{}, err
	}
	var (
		wg                 sync.WaitGroup
		ring               string
		keysErr, secretErr error
	)
	wg.Go(func() {
		s.clientSecret, secretErr = v.value(ctx, found, "VOICEMEMO_OIDC_CLIENT_SECRET_ID", c.clientSecretID)
	})
	wg.Go(func() { ring, keysErr = v.value(ctx, found, "VOICEMEMO_SESSION_KEYS_ID", c.sessionKeysID) })
	wg.Wait()
	if err := errors.Join(keysErr, secretErr); err != nil {
		return secrets{}, err
	}
	if s.keys, err = auth.ParseKeyRing([]byte(ring)); err != nil {
		return secrets{}, fmt.Errorf("VOICEMEMO_SESSION_KEYS_ID names a secret that cannot be used: %w", err)
	}
	return s, nil
}

// entry is a secret in an answer.
type entry struct{ ARN, Name, SecretString string }

// batch reads secrets with one request and returns those that it could read by the ids in
// the request. It returns none if this request is refused, as for a role of a template that
// did not have it. Unavailable: there was no answer.
func (v vault) batch(ctx context.Context, ids ...string) (found map[string]entry, err error) {
	var out struct{ SecretValues []entry }
	err = v.manager.Call(ctx, "BatchGetSecretValue", map[string]any{"SecretIdList": ids}, &out)
	var refused *function.RefusedError
	if err != nil && !errors.As(err, &refused) {
		return nil, models.Unavailable(err)
	}
	found = map[string]entry{}
	for _, e := range out.SecretValues {
		found[e.ARN], found[e.Name] = e, e
	}
	return found, nil
}

// value returns the secret that a variable names. One that is not in found is read alone,
// for its own error.
func (v vault) value(ctx context.Context, found map[string]entry, variable, id string) (string, error) {
	e, ok := found[id]
	if !ok {
		if err := v.manager.Call(ctx, "GetSecretValue", map[string]string{"SecretId": id}, &e); err != nil {
			return "", refusal(variable, err)
		}
	}
	value := strings.TrimSpace(e.SecretString)
	if value == "" {
		return "", fmt.Errorf("%s names a secret without text", variable)
	}
	return value, nil
}

// refusal distinguishes an operator's mistake from an unavailable service.
func refusal(variable string, err error) error {
	var refused *function.RefusedError
	if !errors.As(err, &refused) || refused.Temporary() {
		return models.Unavailable(err)
	}
	return fmt.Errorf("%s names a secret that cannot be read: %s", variable, refused.Code)
}
