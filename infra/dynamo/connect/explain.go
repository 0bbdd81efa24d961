package connect

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// Error says in one sentence, without the SDK's own text, why DynamoDB cannot be used and
// what to change.
type Error struct {
	Problem string
	Passing bool  // the same may succeed later without a change
	Err     error // the cause
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Problem }

// Answered reports whether a server has answered and refused: it is not the network.
func (e *Error) Answered() bool {
	var response *awshttp.ResponseError
	return errors.As(e.Err, &response) && response.HTTPStatusCode() > 0
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

const (
	setCredentials = "set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" //nolint:gosec // names of variables
	endpoint       = "AWS_ENDPOINT_URL_DYNAMODB"
)

// Explain returns an *Error for an error of the SDK, whose Passing says whether a person
// must act. It returns other errors as they are, and nil for nil.
func Explain(err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	for _, explain := range []func(error) *Error{ofProfile, ofCredentials, ofAnswer, ofConnection} {
		if found := explain(err); found != nil {
			found.Err = err
			return found
		}
	}
	return err
}

// ofProfile explains files of the SDK that cannot be used.
func ofProfile(err error) *Error {
	var profile config.SharedConfigProfileNotExistError
	var file config.SharedConfigLoadError
	switch {
	case errors.As(err, &profile):
		return &Error{Problem: fmt.Sprintf("there is no profile %s in the AWS configuration; check AWS_PROFILE and ~/.aws/config", profile.Profile)}
	case errors.As(err, &file):
		return &Error{Problem: "the AWS configuration cannot be read; check ~/.aws/config and ~/.aws/credentials"}
	}
	return nil
}

// ofCredentials explains credentials that could not be obtained. The SDK asks the metadata
// service of EC2 last, so its error means that no other source has any.
func ofCredentials(err error) *Error {
	var operation *smithy.OperationError
	for e := err; errors.As(e, &operation); e = operation.Err {
		switch operation.ServiceID {
		case "ec2imds":
			return &Error{Problem: "there are no AWS credentials; " + setCredentials}
		case "STS", "SSO", "SSO OIDC":
			var api smithy.APIError
			return &Error{Problem: "AWS issues no credentials for this configuration; sign in again, or " + setCredentials, Passing: !errors.As(e, &api)}
		}
	}
	return nil
}

// The codes of refused requests for which the SDK has no types.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
var (
	refusedCredentials = map[string]bool{
		"UnrecognizedClientException": true, "InvalidSignatureException": true, "IncompleteSignatureException": true,
		"MissingAuthenticationTokenException": true, "MissingAuthenticationToken": true, "InvalidClientTokenId": true,
		"ExpiredTokenException": true, "SignatureDoesNotMatch": true,
	}
	refusedAccess = map[string]bool{"AccessDeniedException": true, "AccessDenied": true, "NotAuthorized": true}
)

// ofAnswer explains what DynamoDB, or a server in its place, answered.
func ofAnswer(err error) *Error {
	var missing *types.ResourceNotFoundException
	var api smithy.APIError
	var response *awshttp.ResponseError
	switch {
	case errors.As(err, &missing):
		return &Error{Problem: "a table does not exist; check the name of the environment and AWS_REGION, or run voicememo tables create for it"}
	case retry.IsErrorThrottles(retry.DefaultThrottles).IsErrorThrottle(err) == aws.TrueTernary:
		return &Error{Problem: "DynamoDB throttles the requests; try again later", Passing: true}
	case errors.As(err, &api) && refusedAccess[api.ErrorCode()]:
		return &Error{Problem: fmt.Sprintf("the AWS credentials do not allow %s on these tables; add it to the policy of their role or user, or use others: %s", action(err), setCredentials)}
	case errors.As(err, &api) && refusedCredentials[api.ErrorCode()]:
		return &Error{Problem: fmt.Sprintf("the AWS credentials are refused (%s); renew them, or use others: %s", api.ErrorCode(), setCredentials)}
	case errors.As(err, &response) && response.HTTPStatusCode() >= http.StatusInternalServerError:
		return &Error{Problem: "DynamoDB does not work at the moment; try again later", Passing: true}
	case errors.As(err, &response) && response.HTTPStatusCode() > 0 && unlikeDynamoDB(err):
		return &Error{Problem: "what answers is not DynamoDB; check " + endpoint}
	}
	return nil
}

// action returns the action that a policy must allow for a failed request.
func action(err error) string {
	var operation *smithy.OperationError
	if errors.As(err, &operation) {
		return "dynamodb:" + operation.OperationName
	}
	return "this"
}

// unlikeDynamoDB reports whether an answer was not in the format of DynamoDB.
func unlikeDynamoDB(err error) bool {
	var format *smithy.DeserializationError
	var api smithy.APIError
	return errors.As(err, &format) || errors.As(err, &api) && api.ErrorCode() == "UnknownError"
}

// ofConnection explains an address that cannot be reached. If a person has set the address
// of the endpoint, that is what is wrong; the network may recover.
func ofConnection(err error) *Error {
	var host *net.DNSError
	var sent *url.Error
	var network net.Error
	at := endpointVariable()
	scheme := ""
	if u, err := url.Parse(os.Getenv(at)); err == nil {
		scheme = u.Scheme
	}
	switch {
	case at != "" && errors.As(err, &sent) && scheme != "http" && scheme != "https":
		return &Error{Problem: fmt.Sprintf("the address in %s cannot be used; write it such as http://localhost:8000", at)}
	case at != "" && (errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &host) && host.IsNotFound):
		return &Error{Problem: fmt.Sprintf("no server answers at the address in %s; check it, or remove it to use AWS", at)}
	case errors.As(err, &host):
		return &Error{Problem: "DynamoDB of this region cannot be found; check AWS_REGION and the network", Passing: true}
	case errors.As(err, &network), errors.Is(err, context.DeadlineExceeded):
		return &Error{Problem: "DynamoDB does not answer; check the network, and try again later", Passing: true}
	}
	return nil
}

// endpointVariable returns the variable that sets the address of DynamoDB; "": none.
func endpointVariable() string {
	for _, name := range []string{endpoint, "AWS_ENDPOINT_URL"} {
		if os.Getenv(name) != "" {
			return name
		}
	}
	return ""
}
