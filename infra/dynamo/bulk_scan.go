package dynamo

import (
	"cmp"
	"context"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/internal/parallel"
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
	var (
		segments = make([]func(context.Context) error, scanSegments)
		turn     sync.Mutex
		refused  error // of visit
	)
	for i := range int32(scanSegments) {
		segments[i] = func(ctx context.Context) error {
			return s.scanSegment(ctx, table, i, func(page []item) error {
				turn.Lock()
				defer turn.Unlock()
				if refused == nil && ctx.Err() == nil {
					refused = visit(page)
				}
				return cmp.Or(refused, ctx.Err())
			})
		}
	}
	err := parallel.Do(ctx, segments...)
	if ctx.Err() != nil {
		return models.Unavailable(ctx.Err())
	}
	return err
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
