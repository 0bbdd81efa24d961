package dynamo_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// described is an engine whose tables are described differently from what they are.
type described struct {
	*dynamodb.Client
	change  func(*types.TableDescription) // nil: as it is
	backups *types.PointInTimeRecoveryDescription
	refuses error // to transactions; nil: they are done
}

// TransactWriteItems implements dynamo.Examiner.
func (d described) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	if d.refuses != nil {
		return nil, d.refuses
	}
	return d.Client.TransactWriteItems(ctx, in, o...)
}

// DescribeTable implements dynamo.Examiner.
func (d described) DescribeTable(ctx context.Context, in *dynamodb.DescribeTableInput, o ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error) {
	out, err := d.Client.DescribeTable(ctx, in, o...)
	if err == nil && d.change != nil {
		d.change(out.Table)
	}
	return out, err
}

// DescribeContinuousBackups implements dynamo.Examiner.
func (d described) DescribeContinuousBackups(ctx context.Context, in *dynamodb.DescribeContinuousBackupsInput, o ...func(*dynamodb.Options)) (*dynamodb.DescribeContinuousBackupsOutput, error) {
	if d.backups == nil {
		return d.Client.DescribeContinuousBackups(ctx, in, o...)
	}
	return &dynamodb.DescribeContinuousBackupsOutput{
		ContinuousBackupsDescription: &types.ContinuousBackupsDescription{PointInTimeRecoveryDescription: d.backups},
	}, nil
}

// TestExamine checks what Examine reports for each table.
func TestExamine(t *testing.T) {
	client, environment := localengine.Streaming(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		for _, stage := range []string{"prod-", "dev-"} {
			if err := dynamo.CreateTables(ctx, client, stage+environment); err != nil {
				return err
			}
		}
		return nil
	})
	good := &types.PointInTimeRecoveryDescription{
		PointInTimeRecoveryStatus: types.PointInTimeRecoveryStatusEnabled, RecoveryPeriodInDays: aws.Int32(7),
	}
	short := *good
	short.RecoveryPeriodInDays = aws.Int32(1)
	off := &types.PointInTimeRecoveryDescription{PointInTimeRecoveryStatus: types.PointInTimeRecoveryStatusDisabled}
	protect := func(t *types.TableDescription) { t.DeletionProtectionEnabled = aws.Bool(true) }
	also := func(change func(*types.TableDescription)) func(*types.TableDescription) {
		return func(t *types.TableDescription) { protect(t); change(t) }
	}
	for name, c := range map[string]struct {
		stage  string
		engine described
		wrong  [4]string // of memos, users, invite codes, connections
	}{
		"all well":              {"prod-", described{change: protect, backups: good}, [4]string{}},
		"dev may go":            {"dev-", described{backups: off}, [4]string{}},
		"as created":            {"prod-", described{backups: good}, [4]string{}},
		"not protected":         {"prod-", described{change: func(t *types.TableDescription) { t.DeletionProtectionEnabled = nil }, backups: good}, [4]string{"deletion-protection", "deletion-protection", "deletion-protection"}},
		"no recovery":           {"prod-", described{change: protect, backups: off}, [4]string{"RecoveryPeriodInDays=7", "RecoveryPeriodInDays=7", "RecoveryPeriodInDays=7"}},
		"a day's recovery":      {"prod-", described{change: protect, backups: &short}, [4]string{"7 days", "7 days", "7 days"}},
		"recovery is not known": {"prod-", described{change: protect}, [4]string{}},
		"no index":              {"prod-", described{backups: good, change: also(func(t *types.TableDescription) { t.GlobalSecondaryIndexes = nil })}, [4]string{"family-timestamp-index on (familyId, timestamp)", "", "", "roomId-index on (roomId)"}},
		"an index of keys": {"prod-", described{backups: good, change: also(func(t *types.TableDescription) {
			for i := range t.GlobalSecondaryIndexes {
				t.GlobalSecondaryIndexes[i].Projection.ProjectionType = types.ProjectionTypeKeysOnly
			}
		})}, [4]string{"family-timestamp-index", "", "", "roomId-index"}},
		"no stream": {"prod-", described{backups: good, change: also(func(t *types.TableDescription) { t.StreamSpecification = nil })}, [4]string{"has no stream", "has no stream"}},
		"the earlier system": {"prod-", described{backups: good, change: also(func(t *types.TableDescription) {
			for i := range t.KeySchema {
				if aws.ToString(t.KeySchema[i].AttributeName) == "id" {
					t.KeySchema[i].AttributeName = aws.String("memoId")
				}
			}
		})}, [4]string{"(userId, memoId) in place of (userId, id)"}},
		"being made": {"dev-", described{change: func(t *types.TableDescription) { t.TableStatus = types.TableStatusCreating }}, [4]string{"CREATING", "CREATING", "CREATING", "CREATING"}},
		"missing":    {"stg-", described{}, [4]string{"restore it first", "tables create --environment stg-", "tables create", "is missing; run: voicememo tables create"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.engine.Client = client
			tables, err := dynamo.Examine(t.Context(), c.engine, c.stage+environment)
			if err != nil || len(tables) != 4 {
				t.Fatal(tables, err)
			}
			for i, table := range tables {
				got := strings.Join(table.Wrong, "; ")
				if (got == "") != (c.wrong[i] == "") || !strings.Contains(got, c.wrong[i]) {
					t.Errorf("%s: got %q, want %q", table.Name, got, c.wrong[i])
				}
				kept := !strings.HasSuffix(table.Name, "-connections")
				if unknown := strings.Join(table.Unknown, ""); (unknown != "") != (kept && c.stage == "prod-" && c.engine.backups == nil) {
					t.Errorf("%s: unknown is %q", table.Name, unknown)
				}
			}
		})
	}
}

// TestExamineTransactions: an engine without transactions is reported; for a caller
// without permission to try one, the result is unknown.
func TestExamineTransactions(t *testing.T) {
	client, environment := localengine.Streaming(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, "dev-"+environment)
	})
	for name, c := range map[string]struct {
		err            error
		wrong, unknown string
	}{
		"done":    {nil, "", ""},
		"unknown": {&smithy.GenericAPIError{Code: "UnknownOperationException"}, "without TransactWriteItems", ""},
		"denied":  {&smithy.GenericAPIError{Code: "AccessDeniedException"}, "", "transactions"},
	} {
		t.Run(name, func(t *testing.T) {
			tables, err := dynamo.Examine(t.Context(), described{Client: client, refuses: c.err}, "dev-"+environment)
			if err != nil || len(tables) != 4 {
				t.Fatal(tables, err)
			}
			for _, table := range tables {
				wrong, unknown := strings.Join(table.Wrong, "; "), strings.Join(table.Unknown, ", ")
				if !strings.Contains(wrong, c.wrong) || (wrong == "") != (c.wrong == "") || unknown != c.unknown {
					t.Errorf("%s: got wrong %q, unknown %q, want %q, %q", table.Name, wrong, unknown, c.wrong, c.unknown)
				}
			}
		})
	}
}

// TestExamineWithoutTTL: items that never expire are found.
func TestExamineWithoutTTL(t *testing.T) {
	client, environment := localengine.Streaming(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment)
	})
	name := dynamo.TablesOf(environment).InviteCodes
	_, err := client.UpdateTimeToLive(t.Context(), &dynamodb.UpdateTimeToLiveInput{
		TableName: &name, TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String("expiresAt"), Enabled: aws.Bool(false)},
	})
	must.OK(t, err)
	tables, err := dynamo.Examine(t.Context(), client, environment)
	if err != nil || len(tables[0].Wrong) > 0 || len(tables[2].Wrong) != 1 || !strings.Contains(tables[2].Wrong[0], "AttributeName=expiresAt") {
		t.Errorf("%+v, %v", tables, err)
	}
}
