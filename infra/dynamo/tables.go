package dynamo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"voicememo/infra/bulk"
)

// familyIndex is the index that lists a family's memos by time.
const familyIndex = "family-timestamp-index"

// Table is the definition of a table. Its keys, and those of its indexes, are texts.
type Table struct {
	Suffix    string // after the environment in the table's name, such as "memos"
	Partition string
	Sort      string // "": none
	TTL       string // the attribute whose time makes items expire; "": none
	Indexes   []Index
	Stream    bool // changes are listed in a stream, with the item before and after
	Fleeting  bool // a loss of its items is not noticed, so it needs no protection

	// Bulk returns what a copy of everything takes from a module's table. Nil: nothing.
	Bulk func(client BulkClient, environment string) bulk.Part
}

// Index is the definition of a global secondary index.
type Index struct {
	Name, Partition string
	Sort            string // "": none
	KeysOnly        bool   // it has the keys of the items and no other attributes
}

// CoreTables returns the tables that every environment has, whatever its modules are.
func CoreTables() []Table {
	return []Table{
		{
			Suffix: "memos", Partition: "userId", Sort: "id", TTL: "purgeAt", Stream: true,
			Indexes: []Index{{Name: familyIndex, Partition: "familyId", Sort: "timestamp"}},
		},
		{Suffix: "users", Partition: "userId", Stream: true},
		{Suffix: "invite-codes", Partition: "code", TTL: "expiresAt"},
		{
			Suffix: "connections", Partition: "connectionId", TTL: "ttl", Fleeting: true,
			Indexes: []Index{{Name: roomIndex, Partition: "roomId"}},
		},
	}
}

// TableName returns the name of the table with a suffix in an environment.
func TableName(environment, suffix string) string {
	return "alexa-voice-memo-" + environment + "-" + suffix
}

// Tables holds the names of one environment's tables, except those of modules.
type Tables struct {
	Memos, Users, InviteCodes, Connections string
}

// TablesOf returns the names of the tables of environment: "alexa-voice-memo-dev-memos"
// and so on.
func TablesOf(environment string) Tables {
	of := func(suffix string) string { return TableName(environment, suffix) }
	return Tables{Memos: of("memos"), Users: of("users"), InviteCodes: of("invite-codes"), Connections: of("connections")}
}

// Admin is the part of DynamoDB's API that creates and describes tables. *dynamodb.Client
// implements it.
type Admin interface {
	CreateTable(context.Context, *dynamodb.CreateTableInput, ...func(*dynamodb.Options)) (*dynamodb.CreateTableOutput, error)
	DescribeTable(context.Context, *dynamodb.DescribeTableInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error)
	UpdateTable(context.Context, *dynamodb.UpdateTableInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTableOutput, error)
	UpdateTimeToLive(context.Context, *dynamodb.UpdateTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error)
	DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTimeToLiveOutput, error)
	DescribeContinuousBackups(context.Context, *dynamodb.DescribeContinuousBackupsInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeContinuousBackupsOutput, error)
	UpdateContinuousBackups(context.Context, *dynamodb.UpdateContinuousBackupsInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateContinuousBackupsOutput, error)
}

// tableWait bounds how long a new table may take until it can be used.
const tableWait = 2 * time.Minute

// CreateTables creates the missing tables of environment, those of modules included, with
// on-demand pricing, and switches TTL and streams on. Except for fleeting tables it also
// switches on, as infra/template.yaml does, point-in-time recovery for stg and prod, and
// protection against deletion for prod; new tables of both are encrypted with the key that
// AWS manages for the account. It changes nothing else of an existing table. If TTL,
// recovery or protection cannot be switched on, all tables are created nevertheless; the
// error names the tables without, and another call does the rest.
func CreateTables(ctx context.Context, admin Admin, environment string, modules ...Table) error {
	var without, open, lacks []string
	var cause error
	for _, d := range definitions(environment, modules) {
		if err := d.create(ctx, admin); err != nil {
			return translate(err)
		}
		if err := d.expire(ctx, admin); err != nil {
			without, cause = append(without, d.name+" by "+d.TTL), cmp.Or(cause, err)
		}
		if err := d.protect(ctx, admin); err != nil {
			open, cause = append(open, d.name), cmp.Or(cause, err)
		}
	}
	if cause == nil {
		return nil
	}
	var answered smithy.APIError
	if errors.As(cause, &answered) {
		cause = wrongOf(cause) // operation and code are enough
	}
	if without != nil {
		lacks = append(lacks, "TTL is not on for "+strings.Join(without, " and ")+", so that items never expire there")
	}
	if open != nil {
		lacks = append(lacks, "recovery or protection is not on for "+strings.Join(open, " and "))
	}
	return fmt.Errorf("all tables exist, but %s; run the same command again: %w", strings.Join(lacks, ", and "), translate(cause))
}

// TableInfo describes one table.
type TableInfo struct {
	Name    string
	Status  string   // "ACTIVE", another status of DynamoDB's, or "" if there is no such table
	Items   int64    // as DynamoDB last counted, about every six hours
	Bytes   int64    // likewise
	Indexes []string // names
	TTL     string   // the attribute whose time makes items expire; "": TTL is off or not needed
	Stream  bool     // it has a stream
}

// DescribeTables describes the tables of environment, those of modules included.
func DescribeTables(ctx context.Context, admin Admin, environment string, modules ...Table) ([]TableInfo, error) {
	var infos []TableInfo
	for _, d := range definitions(environment, modules) {
		info, err := d.describe(ctx, admin)
		if err != nil {
			return nil, translate(err)
		}
		infos = append(infos, info)
	}
	return infos, nil
}

// definition is a table of one environment.
type definition struct {
	Table
	name  string
	stage string // dev, stg or prod; that of prod-restored is prod
}

func definitions(environment string, modules []Table) []definition {
	var all []definition
	stage, _, _ := strings.Cut(environment, "-")
	for _, t := range append(CoreTables(), modules...) {
		all = append(all, definition{t, TableName(environment, t.Suffix), stage})
	}
	return all
}

// deployed reports whether the table is to be as safe as those of a deployed stack.
func (d definition) deployed() bool { return d.stage == "stg" || d.stage == "prod" }

func (d definition) create(ctx context.Context, admin Admin) error {
	_, err := admin.CreateTable(ctx, d.input())
	var exists *types.ResourceInUseException
	if err != nil && !errors.As(err, &exists) {
		return err
	}
	if err := d.wait(ctx, admin); err != nil || exists == nil || !d.Stream {
		return err
	}
	return d.startStream(ctx, admin)
}

// wait returns when the table can be used.
func (d definition) wait(ctx context.Context, admin Admin) error {
	waiter := dynamodb.NewTableExistsWaiter(admin, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = time.Second, 5*time.Second
	})
	return waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: &d.name}, tableWait)
}

// startStream adds a stream to an existing table that has none.
func (d definition) startStream(ctx context.Context, admin Admin) error {
	out, err := admin.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &d.name})
	if err != nil || hasStream(out.Table) {
		return err
	}
	if _, err := admin.UpdateTable(ctx, &dynamodb.UpdateTableInput{TableName: &d.name, StreamSpecification: bothImages()}); err != nil {
		return err
	}
	return d.wait(ctx, admin)
}

// bothImages is the setting of a table with a stream.
func bothImages() *types.StreamSpecification {
	return &types.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages}
}

// hasStream reports whether a table has a stream, of any view.
func hasStream(t *types.TableDescription) bool {
	return t.StreamSpecification != nil && aws.ToBool(t.StreamSpecification.StreamEnabled)
}

// expire switches TTL on if the schema wants it for the table.
func (d definition) expire(ctx context.Context, admin Admin) error {
	if d.TTL == "" {
		return nil
	}
	if on, err := d.ttlAttribute(ctx, admin); err != nil || on != "" {
		return err
	}
	_, err := admin.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName:               &d.name,
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: &d.TTL, Enabled: aws.Bool(true)},
	})
	return err
}

const (
	// backupTries is how often recovery is switched on in total while a new table is not
	// ready for it, and backupPause the time between two tries: about a minute together.
	backupTries = 30
	backupPause = 2 * time.Second
)

// protect switches on protection against deletion and point-in-time recovery, if the table
// is to have them.
func (d definition) protect(ctx context.Context, admin Admin) error {
	if !d.deployed() || d.Fleeting {
		return nil
	}
	out, err := admin.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &d.name})
	if err == nil && d.stage == "prod" && !aws.ToBool(out.Table.DeletionProtectionEnabled) {
		_, err = admin.UpdateTable(ctx, &dynamodb.UpdateTableInput{TableName: &d.name, DeletionProtectionEnabled: aws.Bool(true)})
		if err == nil {
			err = d.wait(ctx, admin)
		}
	}
	if err != nil {
		return err
	}
	return d.keepHistory(ctx, admin)
}

// keepHistory switches on point-in-time recovery, which some engines do not know. A table
// that was just created may not be ready for it.
func (d definition) keepHistory(ctx context.Context, admin Admin) error {
	for try := 1; ; try++ {
		on, err := d.recoverable(ctx, admin)
		if err == nil && !on {
			_, err = admin.UpdateContinuousBackups(ctx, &dynamodb.UpdateContinuousBackupsInput{
				TableName: &d.name, PointInTimeRecoverySpecification: &types.PointInTimeRecoverySpecification{
					PointInTimeRecoveryEnabled: aws.Bool(true), RecoveryPeriodInDays: aws.Int32(RecoveryDays),
				},
			})
		}
		var refused smithy.APIError
		var early *types.ContinuousBackupsUnavailableException
		switch {
		case errors.As(err, &refused) && refused.ErrorCode() == codeUnknown:
			return nil
		case !errors.As(err, &early) || try == backupTries:
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(backupPause):
		}
	}
}

func (d definition) input() *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName: &d.name, BillingMode: types.BillingModePayPerRequest, KeySchema: keySchema(d.Partition, d.Sort),
	}
	attributes := []string{d.Partition, d.Sort}
	for _, x := range d.Indexes {
		attributes = append(attributes, x.Partition, x.Sort)
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
			IndexName: aws.String(x.Name), KeySchema: keySchema(x.Partition, x.Sort),
			Projection: &types.Projection{ProjectionType: x.projection()},
		})
	}
	for i, a := range attributes {
		if a != "" && !slices.Contains(attributes[:i], a) {
			in.AttributeDefinitions = append(in.AttributeDefinitions,
				types.AttributeDefinition{AttributeName: aws.String(a), AttributeType: types.ScalarAttributeTypeS})
		}
	}
	if d.Stream {
		in.StreamSpecification = bothImages()
	}
	if d.deployed() {
		in.SSESpecification = &types.SSESpecification{Enabled: aws.Bool(true), SSEType: types.SSETypeKms}
		if d.stage == "prod" && !d.Fleeting {
			in.DeletionProtectionEnabled = aws.Bool(true)
		}
	}
	return in
}

func (x Index) projection() types.ProjectionType {
	if x.KeysOnly {
		return types.ProjectionTypeKeysOnly
	}
	return types.ProjectionTypeAll
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
		return TableInfo{}, err
	}
	info.Status = string(out.Table.TableStatus)
	info.Items, info.Bytes = aws.ToInt64(out.Table.ItemCount), aws.ToInt64(out.Table.TableSizeBytes)
	info.Stream = hasStream(out.Table)
	for _, index := range out.Table.GlobalSecondaryIndexes {
		info.Indexes = append(info.Indexes, aws.ToString(index.IndexName))
	}
	if info.TTL, err = d.ttlAttribute(ctx, admin); err != nil {
		return TableInfo{}, err
	}
	return info, nil
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
