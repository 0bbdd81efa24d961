package legacy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// Client lists the DynamoDB operations that an import uses. *dynamodb.Client implements it.
type Client interface {
	Scan(context.Context, *dynamodb.ScanInput, ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error)
	DescribeTable(context.Context, *dynamodb.DescribeTableInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error)
}

// Source is the set of the earlier system's tables.
type Source struct {
	Client              Client
	Memos, Users, Codes string // the tables' names; Codes is only counted and need not exist
}

// ErrPresentForm is returned if the tables are in this program's own form.
var ErrPresentForm = errors.New("the tables have the form of this program")

// TableError reports a table that is missing or not one of the earlier system's.
type TableError struct{ Problem string }

// Error returns the problem, worded for the operator.
func (e *TableError) Error() string { return e.Problem }

// Check verifies the keys of the tables. It returns ErrPresentForm, a *TableError or
// an error of the SDK.
func (s Source) Check(ctx context.Context) error {
	for _, table := range []struct {
		name string
		keys []string
	}{
		{s.Memos, []string{"userId", "memoId"}}, {s.Users, []string{"userId"}},
	} {
		keys, err := s.keys(ctx, table.name)
		switch {
		case err != nil:
			return err
		case slices.Equal(keys, []string{"userId", "id"}):
			return ErrPresentForm
		case !slices.Equal(keys, table.keys):
			return &TableError{fmt.Sprintf("the keys of %s are %v and not %v", table.name, keys, table.keys)}
		}
	}
	return nil
}

// invitations counts the invitations; -1: the table does not exist or may not be read.
func (s Source) invitations(ctx context.Context) (int, error) {
	in := &dynamodb.ScanInput{TableName: &s.Codes, Select: types.SelectCount}
	for n := 0; ; {
		out, err := s.Client.Scan(ctx, in)
		var missing *types.ResourceNotFoundException
		var refused smithy.APIError
		switch {
		case errors.As(err, &missing), errors.As(err, &refused) && refused.ErrorCode() == "AccessDeniedException":
			return -1, nil
		case err != nil:
			return 0, err
		}
		n += int(out.Count)
		if in.ExclusiveStartKey = out.LastEvaluatedKey; in.ExclusiveStartKey == nil {
			return n, nil
		}
	}
}

// keys returns the names of a table's keys, the partition key first.
func (s Source) keys(ctx context.Context, table string) ([]string, error) {
	out, err := s.Client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &table})
	var missing *types.ResourceNotFoundException
	if errors.As(err, &missing) {
		return nil, &TableError{"there is no table " + table}
	}
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, role := range []types.KeyType{types.KeyTypeHash, types.KeyTypeRange} {
		for _, k := range out.Table.KeySchema {
			if k.KeyType == role {
				keys = append(keys, aws.ToString(k.AttributeName))
			}
		}
	}
	return keys, nil
}

// each calls visit with every page of a table, in order.
func (s Source) each(ctx context.Context, table string, visit func([]item) error) error {
	in := &dynamodb.ScanInput{TableName: &table, ConsistentRead: aws.Bool(true)}
	for {
		out, err := s.Client.Scan(ctx, in)
		if err != nil {
			return err
		}
		if err := visit(out.Items); err != nil {
			return err
		}
		if in.ExclusiveStartKey = out.LastEvaluatedKey; in.ExclusiveStartKey == nil {
			return nil
		}
	}
}
