package streams

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

// shard is a part of a table's stream, and how far it has been read.
type shard struct {
	client *dynamodbstreams.Client
	stream string // its ARN
	next   *string
	last   int // how many records the last reading found, those without a change included
}

// shardsOf returns the shards of a table's stream, to be read from their beginning. The
// streams are at the endpoint of the engine.
func shardsOf(ctx context.Context, client *dynamodb.Client, table string) ([]*shard, error) {
	description, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &table})
	if err != nil {
		return nil, err
	}
	o := client.Options()
	reader := dynamodbstreams.New(dynamodbstreams.Options{
		BaseEndpoint: o.BaseEndpoint, Region: o.Region, Credentials: o.Credentials, HTTPClient: o.HTTPClient,
	})
	arn := description.Table.LatestStreamArn
	stream, err := reader.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{StreamArn: arn})
	if err != nil {
		return nil, err
	}
	var shards []*shard
	for _, s := range stream.StreamDescription.Shards {
		begin, err := reader.GetShardIterator(ctx, &dynamodbstreams.GetShardIteratorInput{
			StreamArn: arn, ShardId: s.ShardId, ShardIteratorType: types.ShardIteratorTypeTrimHorizon,
		})
		if err != nil {
			return nil, err
		}
		shards = append(shards, &shard{client: reader, stream: aws.ToString(arn), next: begin.ShardIterator})
	}
	return shards, nil
}

// ended reports whether the shard has been read to its end and gets no more records.
func (s *shard) ended() bool { return s.next == nil }

// read returns the next records, up to most. Fewer are not the end.
func (s *shard) read(ctx context.Context, most int) ([]Record, error) {
	out, err := s.client.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{
		ShardIterator: s.next, Limit: aws.Int32(int32(most)), //nolint:gosec // at most 1,000
	})
	if err != nil {
		return nil, err
	}
	s.next, s.last = out.NextShardIterator, len(out.Records)
	var records []Record
	for _, r := range out.Records {
		if changes(r) {
			records = append(records, recordOf(s.stream, r))
		}
	}
	return records, nil
}

// Reader reads the streams of tables.
type Reader struct{ shards []*shard }

// NewReader returns a Reader that begins at the beginning of the tables' streams.
func NewReader(ctx context.Context, client *dynamodb.Client, tables ...string) (*Reader, error) {
	r := &Reader{}
	for _, table := range tables {
		shards, err := shardsOf(ctx, client, table)
		if err != nil {
			return nil, err
		}
		r.shards = append(r.shards, shards...)
	}
	return r, nil
}

// Next returns the records that the streams have after those of the last call, table by
// table.
func (r *Reader) Next(ctx context.Context) ([]Record, error) {
	var all []Record
	for _, s := range r.shards {
		for !s.ended() {
			found, err := s.read(ctx, mostRecords)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
			if s.last < mostRecords {
				break
			}
		}
	}
	return all, nil
}

// mostRecords is how many records one GetRecords may return.
const mostRecords = 1000
