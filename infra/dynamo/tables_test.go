package dynamo

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

func TestTables(t *testing.T) {
	client, environment := tables(t)
	check.Equal(t, CreateTables(t.Context(), client, environment), nil, "second CreateTables")
	infos, err := DescribeTables(t.Context(), client, environment)
	must.OK(t, err)
	names := TablesOf(environment)
	for i, want := range []TableInfo{
		{Name: names.Memos, TTL: "purgeAt", Indexes: []string{familyIndex}, Stream: true}, {Name: names.Users, Stream: true},
		{Name: names.InviteCodes, TTL: "expiresAt"}, {Name: names.Connections, TTL: "ttl", Indexes: []string{roomIndex}},
	} {
		want.Status = "ACTIVE"
		if got := infos[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// ofModule is the table of a module.
var ofModule = Table{
	Suffix: "module", Partition: "a", Sort: "b", TTL: "end", Stream: true,
	Indexes: []Index{{Name: "by-c", Partition: "c", Sort: "d", KeysOnly: true}, {Name: "by-b", Partition: "b"}},
}

// TestTablesOfModules: the tables of modules are created, described and examined with
// those of the core, and the core's stores do not need them.
func TestTablesOfModules(t *testing.T) {
	client, environment := localengine.Streaming(t, func(ctx context.Context, c *dynamodb.Client, environment string) error {
		return CreateTables(ctx, c, "dev-"+environment, ofModule)
	})
	environment = "dev-" + environment
	infos, err := DescribeTables(t.Context(), client, environment, ofModule)
	if err != nil || len(infos) != len(CoreTables())+1 {
		t.Fatal(infos, err)
	}
	want := TableInfo{Name: TableName(environment, "module"), Status: "ACTIVE", TTL: "end", Indexes: []string{"by-c", "by-b"}, Stream: true}
	if got := infos[len(infos)-1]; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	examined, err := Examine(t.Context(), client, environment, ofModule)
	if err != nil || len(examined) != len(infos) {
		t.Fatal(examined, err)
	}
	for _, e := range examined {
		if len(e.Wrong) > 0 {
			t.Errorf("%s: got %q, want nothing wrong", e.Name, e.Wrong)
		}
	}
	for _, e := range []Table{ofModule, CoreTables()[3]} {
		name := TableName(environment, e.Suffix)
		must.OK(t, must.Err(client.DeleteTable(t.Context(), &dynamodb.DeleteTableInput{TableName: &name})))
	}
	check.Equal(t, Open(client, environment).Ping(t.Context()), nil, "Ping without the tables of connections and of the module")
}

// TestStreamOfExistingTable: CreateTables adds the stream that a table of an earlier
// version lacks, and does not replace one that exists, which has readers.
func TestStreamOfExistingTable(t *testing.T) {
	client, environment := localengine.Streaming(t, func(ctx context.Context, c *dynamodb.Client, environment string) error {
		for _, d := range definitions(environment, nil) {
			d.Stream = false
			if err := d.create(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
	name := TablesOf(environment).Memos
	stream := func() string {
		out, err := client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &name})
		must.OK(t, err)
		if s := out.Table.StreamSpecification; s != nil && s.StreamViewType != types.StreamViewTypeNewAndOldImages {
			t.Errorf("got a stream of %s, want both images", s.StreamViewType)
		}
		return aws.ToString(out.Table.LatestStreamArn)
	}
	if got := stream(); got != "" {
		t.Fatalf("got the stream %s, want none", got)
	}
	var was string
	for range 2 {
		must.OK(t, CreateTables(t.Context(), client, environment))
		now := stream()
		if now == "" || was != "" && now != was {
			t.Errorf("got the stream %q after %q, want one that stays", now, was)
		}
		was = now
	}
}

// forever is an engine on which TTL cannot be switched on.
type forever struct {
	Admin
	err error
}

func (f forever) UpdateTimeToLive(context.Context, *dynamodb.UpdateTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error) {
	return nil, f.err
}

// TestTablesWithoutTTL: if TTL cannot be switched on, all tables are made, the error
// names the tables that need TTL, and a second call finishes.
func TestTablesWithoutTTL(t *testing.T) {
	environment, names := "", Tables{}
	client, _ := localengine.Streaming(t, func(ctx context.Context, client *dynamodb.Client, e string) error {
		environment, names = e, TablesOf(e)
		err := CreateTables(ctx, forever{client, &smithy.GenericAPIError{Code: "UnknownOperationException", Message: "secret"}}, e)
		if err == nil {
			t.Error("got no error")
			return nil
		}
		for _, part := range []string{names.Memos + " by purgeAt", names.InviteCodes + " by expiresAt", "run the same command again", "UnknownOperationException"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("got %q, want %q in it", err, part)
			}
		}
		if strings.Contains(err.Error(), names.Users) || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %q, with more than it should say", err)
		}
		return nil
	})
	check.Equal(t, CreateTables(t.Context(), client, environment), nil, "repeating")
	infos, err := DescribeTables(t.Context(), client, environment)
	if err != nil || len(infos) != 4 {
		t.Fatal(infos, err)
	}
	for i, ttl := range []string{"purgeAt", "", "expiresAt", "ttl"} {
		if infos[i].Status != "ACTIVE" || infos[i].TTL != ttl {
			t.Errorf("got %+v, want it active with TTL %q", infos[i], ttl)
		}
	}
}

// early is an engine with point-in-time recovery, for which a new table is not ready at once.
type early struct {
	Admin
	err   error // of the first refusals
	waits int
	on    []string // the tables for which it is on
}

func (e *early) DescribeContinuousBackups(context.Context, *dynamodb.DescribeContinuousBackupsInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeContinuousBackupsOutput, error) {
	return &dynamodb.DescribeContinuousBackupsOutput{}, nil
}

func (e *early) UpdateContinuousBackups(_ context.Context, in *dynamodb.UpdateContinuousBackupsInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateContinuousBackupsOutput, error) {
	if e.waits > 0 {
		e.waits--
		return nil, e.err
	}
	if s := in.PointInTimeRecoverySpecification; *s.PointInTimeRecoveryEnabled && *s.RecoveryPeriodInDays == RecoveryDays {
		e.on = append(e.on, *in.TableName)
	}
	return &dynamodb.UpdateContinuousBackupsOutput{}, nil
}

// TestTablesWithHistory: recovery is switched on when a new table is ready for it, except for
// connections. If it cannot be switched on, the error names the table.
func TestTablesWithHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := definition{CoreTables()[0], "memos", "prod"}
		e := &early{err: &types.ContinuousBackupsUnavailableException{}, waits: 3}
		if err := d.keepHistory(t.Context(), e); err != nil || !slices.Equal(e.on, []string{"memos"}) {
			t.Errorf("got %v and recovery for %q, want memos", err, e.on)
		}
		e = &early{err: &types.ContinuousBackupsUnavailableException{}, waits: backupTries}
		if err := d.keepHistory(t.Context(), e); err == nil || len(e.on) > 0 {
			t.Errorf("never ready: got %v and %q, want an error", err, e.on)
		}
	})
	localengine.Environment(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		names, e := TablesOf("prod-"+environment), &early{Admin: client, err: &smithy.GenericAPIError{Code: codeDenied}, waits: 1}
		err := CreateTables(ctx, e, "prod-"+environment)
		if err == nil || !strings.Contains(err.Error(), "recovery or protection is not on for "+names.Memos+";") || len(e.on) != 2 {
			t.Errorf("got %v and recovery for %q, want it refused for memos", err, e.on)
		}
		return CreateTables(ctx, e, "prod-"+environment)
	})
}

func TestMissingTables(t *testing.T) {
	client := localengine.Client(localengine.ForTest(t))
	infos, err := DescribeTables(t.Context(), client, "nowhere")
	if err != nil || len(infos) != 4 || infos[0].Status != "" {
		t.Errorf("got %+v, %v", infos, err)
	}
	if err := Open(client, "nowhere").Ping(t.Context()); !models.IsCode(err, models.CodeInternal) {
		t.Errorf("Ping: got %v", err)
	}
}
