package dynamo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// Examiner is the part of DynamoDB's API that Examine uses. *dynamodb.Client implements
// it.
type Examiner interface {
	Admin
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
}

// RecoveryDays is how many days back point-in-time recovery should reach.
const RecoveryDays = 7

// Examination is the result of Examine for one table.
type Examination struct {
	Name string
	// Wrong lists what a person should mend, each a clause that continues the name.
	Wrong []string
	// Unknown lists what could not be examined.
	Unknown []string
}

// Examine compares the tables of environment, those of modules included, with what this
// program needs of them. Except for fleeting tables, point-in-time recovery is required
// outside dev, and deletion protection for prod; "prod-restored" is treated like prod. It
// changes nothing.
func Examine(ctx context.Context, client Examiner, environment string, modules ...Table) ([]Examination, error) {
	var all []Examination
	for _, d := range definitions(environment, modules) {
		found, err := d.examine(ctx, client, environment)
		if err != nil {
			return nil, translate(err)
		}
		all = append(all, found)
	}
	return all, nil
}

func (d definition) examine(ctx context.Context, client Examiner, environment string) (Examination, error) {
	e := Examination{Name: d.name}
	out, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &d.name})
	var missing *types.ResourceNotFoundException
	switch {
	case errors.As(err, &missing) && d.Fleeting:
		e.wrong("is missing; run: voicememo tables create --environment %s", environment)
		return e, nil
	case errors.As(err, &missing):
		// An empty table in its place would prevent the restore.
		e.wrong("is missing; if it was there before, restore it first (infra/README.md), and if not, "+
			"run: voicememo tables create --environment %s", environment)
		return e, nil
	case err != nil:
		return Examination{}, err
	}
	d.examineForm(&e, out.Table)
	if d.Stream && !hasStream(out.Table) {
		e.wrong("has no stream, from which open pages and notifications on AWS learn of changes; run: voicememo tables create --environment %s", environment)
	}
	if d.stage == "prod" && !d.Fleeting && !aws.ToBool(out.Table.DeletionProtectionEnabled) {
		e.wrong("can be deleted by mistake; run: aws dynamodb update-table --table-name %s --deletion-protection-enabled", d.name)
	}
	if on, err := d.ttlAttribute(ctx, client); err != nil {
		return Examination{}, err
	} else if d.TTL != "" && on != d.TTL {
		e.wrong("does not let items expire by %[1]s; run: aws dynamodb update-time-to-live --table-name %[2]s "+
			"--time-to-live-specification Enabled=true,AttributeName=%[1]s", d.TTL, d.name)
	}
	err = d.examineTransactions(ctx, client, &e)
	if err == nil && d.stage != "dev" && !d.Fleeting {
		err = d.examineRecovery(ctx, client, &e)
	}
	if err != nil {
		return Examination{}, err
	}
	return e, nil
}

// The error codes of an engine that does not know an operation, and of a caller without
// permission for it.
const (
	codeUnknown = "UnknownOperationException"
	codeDenied  = "AccessDeniedException"
)

// examineTransactions tries a transaction that writes nothing. Some engines compatible
// with DynamoDB have no transactions, and every memo is added in one.
func (d definition) examineTransactions(ctx context.Context, client Examiner, e *Examination) error {
	nothing := write{table: d.name, key: item{d.Partition: text(pingKey)}, only: "attribute_not_exists(#" + d.Partition + ")"}
	if d.Sort != "" {
		nothing.key[d.Sort] = text(pingKey)
	}
	_, err := client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{nothing.asCheck()}})
	var refused smithy.APIError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused):
		return err
	case refused.ErrorCode() == codeUnknown:
		e.wrong("is kept by an engine without TransactWriteItems, which this program needs; use DynamoDB, or an engine that knows it")
	default: // denied, throttled, or a table of another form, which is reported already
		e.Unknown = append(e.Unknown, "transactions")
	}
	return nil
}

// examineForm checks keys, index and status.
func (d definition) examineForm(e *Examination, t *types.TableDescription) {
	want := d.input()
	if !sameKeys(t.KeySchema, want.KeySchema) {
		e.wrong("has the key %s in place of %s; if it is a table of the earlier system, see: voicememo import --help",
			keyNames(t.KeySchema), keyNames(want.KeySchema))
	}
	if t.TableStatus != types.TableStatusActive {
		e.wrong("is %s; wait until it is ACTIVE", t.TableStatus)
	}
	for _, index := range want.GlobalSecondaryIndexes {
		at := slices.IndexFunc(t.GlobalSecondaryIndexes, func(i types.GlobalSecondaryIndexDescription) bool {
			return aws.ToString(i.IndexName) == *index.IndexName && sameKeys(i.KeySchema, index.KeySchema) &&
				i.Projection != nil && i.Projection.ProjectionType == index.Projection.ProjectionType
		})
		if at < 0 {
			e.wrong("has no index %s on %s with %s; add it, or create new tables and copy the data",
				*index.IndexName, keyNames(index.KeySchema), projected(index.Projection.ProjectionType))
		}
	}
}

// projected returns what an index has of the items, as a person reads it.
func projected(p types.ProjectionType) string {
	if p == types.ProjectionTypeKeysOnly {
		return "the keys"
	}
	return "all attributes"
}

// examineRecovery checks point-in-time recovery. Some engines do not have it, and some
// callers lack permission to read it.
func (d definition) examineRecovery(ctx context.Context, client Examiner, e *Examination) error {
	on, err := d.recoverable(ctx, client)
	var refused smithy.APIError
	if errors.As(err, &refused) && slices.Contains([]string{codeDenied, codeUnknown}, refused.ErrorCode()) {
		e.Unknown = append(e.Unknown, "point-in-time recovery")
		return nil
	}
	if err == nil && !on {
		e.wrong("cannot be restored to every point of the last %[1]d days; run: aws dynamodb update-continuous-backups --table-name %[2]s "+
			"--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays=%[1]d", RecoveryDays, d.name)
	}
	return err
}

// recoverable reports whether the table can be restored to every point of RecoveryDays.
func (d definition) recoverable(ctx context.Context, admin Admin) (bool, error) {
	out, err := admin.DescribeContinuousBackups(ctx, &dynamodb.DescribeContinuousBackupsInput{TableName: &d.name})
	if err != nil {
		return false, err
	}
	var pitr types.PointInTimeRecoveryDescription
	if b := out.ContinuousBackupsDescription; b != nil && b.PointInTimeRecoveryDescription != nil {
		pitr = *b.PointInTimeRecoveryDescription
	}
	return pitr.PointInTimeRecoveryStatus == types.PointInTimeRecoveryStatusEnabled && aws.ToInt32(pitr.RecoveryPeriodInDays) >= RecoveryDays, nil
}

func (e *Examination) wrong(format string, args ...any) {
	e.Wrong = append(e.Wrong, fmt.Sprintf(format, args...))
}

// keyNames returns a key in the form (userId, id).
func keyNames(schema []types.KeySchemaElement) string {
	var names []string
	for _, k := range schema {
		names = append(names, aws.ToString(k.AttributeName))
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// sameKeys reports whether the keys have the same attributes in the same order: partition
// before sort.
func sameKeys(a, b []types.KeySchemaElement) bool { return keyNames(a) == keyNames(b) }

// PendingMoves returns how many families are noted because members' memos are still to
// follow.
func (db *DB) PendingMoves(ctx context.Context) (int, error) {
	families, err := db.noted(ctx)
	return len(families), err
}
