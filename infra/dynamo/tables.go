package dynamo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// familyIndex is the index that lists a family's memos by time.
const familyIndex = "family-timestamp-index"

// Tables holds the names of one environment's tables.
type Tables struct {
	Memos, Users, InviteCodes string
}

// TablesOf returns the names of the tables of environment: "alexa-voice-memo-dev-memos"
// and so on.
func TablesOf(environment string) Tables {
	prefix := "alexa-voice-memo-" + environment
	return Tables{Memos: prefix + "-memos", Users: prefix + "-users", InviteCodes: prefix + "-invite-codes"}
}

// Admin is the part of DynamoDB's API that creates and describes tables. *dynamodb.Client
// implements it.
type Admin interface {
	CreateTable(context.Context, *dynamodb.CreateTableInput, ...func(*dynamodb.Options)) (*dynamodb.CreateTableOutput, error)
	DescribeTable(context.Context, *dynamodb.DescribeTableInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error)
	UpdateTimeToLive(context.Context, *dynamodb.UpdateTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error)
	DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTimeToLiveOutput, error)
}

// tableWait bounds how long a new table may take until it can be used.
const tableWait = 2 * time.Minute

// CreateTables creates the missing tables of environment, with on-demand pricing, and
// switches TTL on. It changes nothing else of an existing table. If TTL cannot be
// switched on, all tables are created nevertheless; the error names those whose items
// never expire, and another call does the rest.
func CreateTables(ctx context.Context, admin Admin, environment string) error {
	var without []string
	var cause error
	for _, d := range definitions(TablesOf(environment)) {
		if err := d.create(ctx, admin); err != nil {
			return translate(err)
		}
		if err := d.expire(ctx, admin); err != nil {
			without, cause = append(without, d.name+" by "+d.ttl), cmp.Or(cause, err)
		}
	}
	if cause == nil {
		return nil
	}
	var answered smithy.APIError
	if errors.As(cause, &answered) {
		cause = wrongOf(cause) // operation and code are enough
	}
	return fmt.Errorf("all tables exist, but TTL is not on for %s, so that items never expire there; run the same command again: %w",
		strings.Join(without, " and "), translate(cause))
}

// TableInfo describes one table.
type TableInfo struct {
	Name    string
	Status  string   // "ACTIVE", another status of DynamoDB's, or "" if there is no such table
	Items   int64    // as DynamoDB last counted, about every six hours
	Bytes   int64    // likewise
	Indexes []string // names
	TTL     string   // the attribute whose time makes items expire; "": TTL is off or not needed
}

// DescribeTables describes the three tables of environment.
func DescribeTables(ctx context.Context, admin Admin, environment string) ([]TableInfo, error) {
	var infos []TableInfo
	for _, d := range definitions(TablesOf(environment)) {
		info, err := d.describe(ctx, admin)
		if err != nil {
			return nil, translate(err)
		}
		infos = append(infos, info)
	}
	return infos, nil
}

// definition is one table of the schema.
type definition struct {
	name      string
	partition string
	sort      string // "": none
	ttl       string // "": none
	index     bool   // with familyIndex
}

func definitions(t Tables) []definition {
	return []definition{
		{name: t.Memos, partition: "userId", sort: "id", ttl: "purgeAt", index: true},
		{name: t.Users, partition: "userId"},
		{name: t.InviteCodes, partition: "code", ttl: "expiresAt"},
	}
}

func (d definition) create(ctx context.Context, admin Admin) error {
	_, err := admin.CreateTable(ctx, d.input())
	var exists *types.ResourceInUseException
	if err != nil && !errors.As(err, &exists) {
		return err
	}
	waiter := dynamodb.NewTableExistsWaiter(admin, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = time.Second, 5*time.Second
	})
	return waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: &d.name}, tableWait)
}

// expire switches TTL on if the schema wants it for the table.
func (d definition) expire(ctx context.Context, admin Admin) error {
	if d.ttl == "" {
		return nil
	}
	if on, err := d.ttlAttribute(ctx, admin); err != nil || on != "" {
		return err
	}
	_, err := admin.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName:               &d.name,
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: &d.ttl, Enabled: aws.Bool(true)},
	})
	return err
}

func (d definition) input() *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName: &d.name, BillingMode: types.BillingModePayPerRequest, KeySchema: keySchema(d.partition, d.sort),
	}
	attributes := []string{d.partition}
	if d.sort != "" {
		attributes = append(attributes, d.sort)
	}
	if d.index {
		attributes = append(attributes, "familyId", "timestamp")
		in.GlobalSecondaryIndexes = []types.GlobalSecondaryIndex{{
			IndexName: aws.String(familyIndex), KeySchema: keySchema("familyId", "timestamp"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}}
	}
	for _, a := range attributes {
		in.AttributeDefinitions = append(in.AttributeDefinitions,
			types.AttributeDefinition{AttributeName: aws.String(a), AttributeType: types.ScalarAttributeTypeS})
	}
	return in
}

func keySchema(partition, sort string) []types.KeySchemaElement {
	keys := []types.KeySchemaElement{{AttributeName: &partition, KeyType: types.KeyTypeHash}}
	if sort != "" {
		keys = append(keys, types.KeySchemaElement{AttributeName: &sort, KeyType: types.KeyTypeRange})
	}
	return keys
}

func (d definition) describe(ctx context.Context, admin Admin) (TableInfo, error) {
	info := TableInfo{Name: d.name}
	out, err := admin.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &d.name})
	var missing *types.ResourceNotFoundException
	if errors.As(err, &missing) {
		return info, nil
	}
	if err != nil {
		return info, err
	}
	info.Status = string(out.Table.TableStatus)
	info.Items, info.Bytes = aws.ToInt64(out.Table.ItemCount), aws.ToInt64(out.Table.TableSizeBytes)
	for _, index := range out.Table.GlobalSecondaryIndexes {
		info.Indexes = append(info.Indexes, aws.ToString(index.IndexName))
	}
	info.TTL, err = d.ttlAttribute(ctx, admin)
	return info, err
}

// ttlAttribute returns the attribute whose time makes items expire; "": none.
func (d definition) ttlAttribute(ctx context.Context, admin Admin) (string, error) {
	out, err := admin.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: &d.name})
	if err != nil || out.TimeToLiveDescription == nil {
		return "", err
	}
	switch ttl := out.TimeToLiveDescription; ttl.TimeToLiveStatus {
	case types.TimeToLiveStatusEnabled, types.TimeToLiveStatusEnabling:
		return aws.ToString(ttl.AttributeName), nil
	default:
		return "", nil
	}
}
