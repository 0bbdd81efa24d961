package dynamo

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"voicememo/models"
)

// translate turns what the SDK returns into what the contracts name. Refused
// conditions never come here: the callers decide what each of them means.
//
// A request that DynamoDB calls wrong is our own fault. Everything else
// (throttling, conflicts that outlast every retry, 5xx, network, credentials,
// a context that ended) means that the store is away.
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

// wrong is a request that DynamoDB calls wrong. The text that comes with it stays
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

// away reports that the same request may succeed in a moment. A conflict is
// another matter: it is answered, and by somebody else's transaction.
func away(err error) bool {
	return err != nil && !conflicted(err) && models.IsCode(translate(err), models.CodeUnavailable)
}

// throttled reports that DynamoDB asks for fewer requests.
func throttled(err error) bool {
	return retry.IsErrorThrottles(retry.DefaultThrottles).IsErrorThrottle(err) == aws.TrueTernary
}

// conflicted reports that a transaction under way holds one of the items.
func conflicted(err error) bool {
	var conflict *types.TransactionConflictException
	return errors.As(err, &conflict)
}

// overload is a transaction that DynamoDB cancelled, with nothing done, because
// one of its steps met a limit. The SDK does not repeat it.
type overload struct{ error }

func (o overload) Unwrap() error { return o.error }

func overloaded(err error) bool {
	var o overload
	return errors.As(err, &o)
}
