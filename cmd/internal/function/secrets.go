package function

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
)

// SecretsManager sends requests to AWS Secrets Manager. The SDK's client for it builds
// tables of all its requests at each start.
//
// Source of the protocol: "Making API requests" of the AWS Secrets Manager User Guide, and
// AWS JSON 1.1 of the Smithy documentation.
type SecretsManager struct {
	account Account
	address string
}

// NewSecretsManager returns the SecretsManager of an account.
func NewSecretsManager(a Account) SecretsManager {
	return SecretsManager{a, a.Address("secretsmanager", "SECRETS_MANAGER")}
}

// RefusedError is a request that Secrets Manager has refused. It keeps only the code of the
// answer, because the text names the account.
type RefusedError struct {
	Code   string // such as ResourceNotFoundException; "": the answer has none
	status int
	date   time.Time // by the service's clock; zero: the answer has none
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("secrets manager: %s, status %d", e.Code, e.status)
}

// Temporary reports whether the same request may succeed later.
func (e *RefusedError) Temporary() bool {
	_, throttled := retry.DefaultThrottleErrorCodes[e.Code]
	_, retryable := retry.DefaultRetryableErrorCodes[e.Code]
	return throttled || retryable || e.Code == "" || e.status >= http.StatusInternalServerError || e.skewed()
}

// skewed reports whether the clocks may differ by more than a signature allows.
func (e *RefusedError) skewed() bool {
	switch e.Code {
	case "InvalidSignatureException", "SignatureDoesNotMatch", "RequestTimeTooSkewed", "RequestExpired":
		return !e.date.IsZero()
	}
	return false
}

// tries is how often a request is sent, and retryPause the time between two tries; a person
// waits.
const (
	tries      = 3
	retryPause = 100 * time.Millisecond
)

// Call sends a request, a few times if necessary, and decodes the answer. The error is a
// *RefusedError, or there was no answer.
func (s SecretsManager) Call(ctx context.Context, action string, in, out any) (err error) {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	var late time.Duration // of this clock
	for try := range tries {
		if try > 0 {
			select {
			case <-time.After(retryPause):
			case <-ctx.Done():
				return err
			}
		}
		err = s.send(ctx, action, body, late, out)
		var refused *RefusedError
		switch {
		case err == nil || errors.As(err, &refused) && !refused.Temporary():
			return err
		case refused != nil && refused.skewed():
			late = time.Until(refused.date)
		}
	}
	return err
}

// send sends a request once. late is by how much the present time is later than this clock.
func (s SecretsManager) send(ctx context.Context, action string, body []byte, late time.Duration, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-amz-json-1.1")
	req.Header.Set("X-Amz-Target", "secretsmanager."+action)
	if err := s.account.Sign(req, body, "secretsmanager", time.Now().Add(late)); err != nil {
		return err
	}
	res, err := s.account.HTTPClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	switch {
	case err != nil:
		return err
	case res.StatusCode != http.StatusOK:
		date, _ := http.ParseTime(res.Header.Get("Date")) // otherwise zero
		return &RefusedError{code(answer), res.StatusCode, date}
	}
	return json.Unmarshal(answer, out)
}

// maxAnswer is a length that no answer reaches: a secret has at most 64 KiB.
const maxAnswer = 1 << 20

// code returns the code in the answer of a refusal, which may have a namespace before it.
func code(answer []byte) string {
	var said struct {
		Type string `json:"__type"`
	}
	_ = json.Unmarshal(answer, &said) // an answer of another service between has no code
	return said.Type[strings.LastIndexByte(said.Type, '#')+1:]
}
