package dynamo

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"voicememo/models"
)

// translate returns the contracts' error for an error of the SDK. It is never called with
// a refused condition: what that means depends on the caller.
//
// A request that DynamoDB calls invalid is a bug of this program (CodeInternal).
// Everything else (throttling, conflicts that outlast every retry, 5xx, network,
// credentials, a context that ended) means that the store is unavailable.
func translate(err error) error {
	var known *models.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	if ourFault(err) {
		return models.Internalf("dynamodb: %w", wrongOf(err))
	}
	return models.Unavailable(err)
}

// wrong is the error of a request that DynamoDB calls invalid. DynamoDB's own text stays
// out of the log, because it quotes keys and values.
type wrong struct {
	operation, code string
	cause           error
}

func wrongOf(err error) wrong {
	w := wrong{operation: "request", code: "refused", cause: err}
	var operation *smithy.OperationError
	if errors.As(err, &operation) {
		w.operation = operation.Operation()
	}
	var api smithy.APIError
	if errors.As(err, &api) {
		w.code = api.ErrorCode()
	}
	return w
}

func (w wrong) Error() string { return w.operation + ": " + w.code }

func (w wrong) Unwrap() error { return w.cause }

func ourFault(err error) bool {
	var api smithy.APIError
	if !errors.As(err, &api) || throttled(err) || conflicted(err) || overloaded(err) {
		return false
	}
	switch api.ErrorCode() {
	case "ValidationException", "SerializationException": // the SDK has no types for these
		return true
	}
	return api.ErrorFault() == smithy.FaultClient
}

// away reports whether the store is unavailable, so that the same request may succeed in
// a moment. A conflict with another transaction does not count: DynamoDB has answered.
func away(err error) bool {
	return err != nil && !conflicted(err) && models.IsCode(translate(err), models.CodeUnavailable)
}

// throttled reports whether DynamoDB asks for fewer requests.
func throttled(err error) bool {
	return retry.IsErrorThrottles(retry.DefaultThrottles).IsErrorThrottle(err) == aws.TrueTernary
}

// conflicted reports whether a running transaction holds one of the items.
func conflicted(err error) bool {
	var conflict *types.TransactionConflictException
	return errors.As(err, &conflict)
}

// overload is the error of a transaction that DynamoDB cancelled as a whole because one
// of its steps met a limit. The SDK does not retry it.
type overload struct{ error }

func (o overload) Unwrap() error { return o.error }

func overloaded(err error) bool {
	var o overload
	return errors.As(err, &o)
}
