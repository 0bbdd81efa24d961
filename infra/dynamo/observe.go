package dynamo

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"

	"voicememo/infra/calls"
	"voicememo/models"
)

// Observed is an option of dynamodb.New: o receives each request of a store, with the SDK's
// retries as one. A refused condition or a conflict of transactions is a Conflict, because
// DynamoDB has answered.
func Observed(o calls.Observer) func(*dynamodb.Options) {
	measure := func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
		began := time.Now()
		out, metadata, err := next.HandleInitialize(ctx, in)
		o.Done(began, answered(err))
		return out, metadata, err
	}
	return dynamodb.WithAPIOptions(func(s *middleware.Stack) error {
		return s.Initialize.Add(middleware.InitializeMiddlewareFunc("StoreCall", measure), middleware.Before)
	})
}

// answered is translate for a request whose refusals are not yet understood.
func answered(err error) error {
	var refused *types.ConditionalCheckFailedException
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &refused) || errors.As(err, &cancelled) || conflicted(err) {
		return models.Conflict(models.ReasonChanged)
	}
	return translate(err)
}
