package infra_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// deploy creates the tables of the template's stg stack on an engine, under the names of
// another environment.
func deploy(ctx context.Context, client *dynamodb.Client, environment string) error {
	core, err := document()
	if err != nil {
		return err
	}
	template, err := cfn.EvaluateDocument(core, needed("stg"))
	if err != nil {
		return err
	}
	for _, t := range dynamo.CoreTables() {
		table, err := tableOf(template.Resources[tableID(t)], environment)
		if err != nil {
			return err
		}
		if _, err := client.CreateTable(ctx, &table.CreateTableInput); err != nil {
			return err
		}
		if table.TimeToLiveSpecification == nil {
			continue
		}
		if _, err := client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
			TableName: table.TableName, TimeToLiveSpecification: table.TimeToLiveSpecification,
		}); err != nil {
			return err
		}
	}
	return nil
}

// table has a table's properties under the SDK's names, which are the same.
type table struct {
	dynamodb.CreateTableInput
	TimeToLiveSpecification *types.TimeToLiveSpecification
}

func tableOf(r cfn.Resource, environment string) (table, error) {
	content, err := json.Marshal(r.Properties)
	if err != nil {
		return table{}, err
	}
	var t table
	if err := json.Unmarshal(content, &t); err != nil {
		return table{}, err
	}
	t.SSESpecification = nil          // of the same name, but in a different form
	if t.StreamSpecification != nil { // as a template means it
		on := true
		t.StreamSpecification.StreamEnabled = &on
	}
	name := strings.Replace(*t.TableName, "-stg-", "-"+environment+"-", 1)
	t.TableName = &name
	return t, nil
}

// TestSameTables: an engine describes the template's tables exactly like those of
// `voicememo tables create`.
func TestSameTables(t *testing.T) {
	ours := described(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment)
	})
	if !strings.Contains(ours, "family-timestamp-index") {
		t.Errorf("got the description %s, want an index in it", ours)
	}
	if diff := cmp.Diff(ours, described(t, deploy)); diff != "" {
		t.Errorf("tables (-program +template)\n%s", diff)
	}
}

// described returns an engine's description of the tables, without what always differs.
func described(t *testing.T, create localengine.Create) string {
	t.Helper()
	client, environment := localengine.Streaming(t, create)
	told := ""
	for _, table := range dynamo.CoreTables() {
		name := dynamo.TableName(environment, table.Suffix)
		out, err := client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &name})
		must.OK(t, err)
		d := out.Table
		told += asText(t, d.AttributeDefinitions, d.KeySchema, d.BillingModeSummary.BillingMode, d.LocalSecondaryIndexes, d.StreamSpecification)
		for _, index := range d.GlobalSecondaryIndexes {
			told += asText(t, index.IndexName, index.KeySchema, index.Projection)
		}
		ttl, err := client.DescribeTimeToLive(t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: &name})
		must.OK(t, err)
		told += asText(t, ttl.TimeToLiveDescription)
	}
	return told
}

func asText(t *testing.T, values ...any) string {
	t.Helper()
	content, err := json.MarshalIndent(values, "", " ")
	must.OK(t, err)
	return string(content) + "\n"
}
