package dynamo

import (
	"context"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/models"
)

const (
	// scanSegments is how many parts of a table are read at the same time.
	scanSegments = 4
	// scanPage is the maximum number of items on a page.
	scanPage = 500
)

// scan calls visit with all items of a table, page by page, with consistent reads.
// Segments are read concurrently and pages visited one after another; an error stops all
// segments.
func (s bulkStore) scan(ctx context.Context, table string, visit func([]item) error) error {
	caller := ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var turn sync.Mutex
	var group sync.WaitGroup
	for segment := range int32(scanSegments) {
		group.Go(func() {
			err := s.scanSegment(ctx, table, segment, func(page []item) error {
				turn.Lock()
				defer turn.Unlock()
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				err := visit(page)
				if err != nil {
					stop(err) // before another segment has its turn
				}
				return err
			})
			if err != nil {
				stop(err) // the first one counts
			}
		})
	}
	group.Wait()
	if caller.Err() != nil {
		return models.Unavailable(caller.Err())
	}
	return context.Cause(ctx)
}

func (s bulkStore) scanSegment(ctx context.Context, table string, segment int32, visit func([]item) error) error {
	in := &dynamodb.ScanInput{
		TableName: &table, ConsistentRead: aws.Bool(true), Limit: aws.Int32(scanPage),
		Segment: &segment, TotalSegments: aws.Int32(scanSegments),
	}
	for {
		out, err := s.bulk.Scan(ctx, in)
		if err != nil {
			return translate(err)
		}
		if err := visit(out.Items); err != nil {
			return err
		}
		if in.ExclusiveStartKey = out.LastEvaluatedKey; in.ExclusiveStartKey == nil {
			return nil
		}
	}
}
