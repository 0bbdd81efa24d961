// Package modules_test compares the modules' parts of the template with the program.
package modules_test

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/push"
	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/promised"
)

// Short names for the parts of a template.
type (
	object = map[string]any
	list   = []any
)

// parameters are those of the whole template, with all of this module.
func parameters(environment string) map[string]string {
	return map[string]string{
		"Environment": environment, "AlexaSkillId": "amzn1.ask.skill.1", "OidcClientId": "client.example", "OidcClientSecret": "secret",
		"PushAlexaClientId": "amzn1.application-oa2-client.1", "PushAlexaClientSecret": "confidential", "PushAlexaRegion": "na", "PushAlexaStage": "development",
	}
}

// TestPromisedParameters: the parameters that the module adds to the stack stay.
func TestPromisedParameters(t *testing.T) {
	t.Parallel()
	var lines [2][]string
	for i, file := range []string{"../core.yaml", "../template.yaml"} {
		raw, err := os.ReadFile(file)
		must.OK(t, err)
		if lines[i], err = cfn.Interface(raw); err != nil {
			t.Fatal(err)
		}
	}
	promised.Check(t, slices.DeleteFunc(lines[1], func(line string) bool { return slices.Contains(lines[0], line) }))
}

func evaluate(t *testing.T, environment string) *cfn.Template {
	t.Helper()
	template, err := cfn.Evaluate("../template.yaml", parameters(environment))
	must.OK(t, err)
	return template
}

// TestPushSchedule: the module's work is called once a minute.
func TestPushSchedule(t *testing.T) {
	schedule := evaluate(t, "prod").Resources["PushSchedule"].Properties
	target := schedule["Target"].(object)
	got := []any{schedule["ScheduleExpression"], target["Arn"], target["Input"]}
	want := []any{"rate(1 minute)", "arn:aws:lambda:xx-there-1:101010101010:function:voicememo-prod-live", `{"voicememo":"push"}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// created records the properties of the tables that are created.
type created struct{ tables map[string]object }

func (c *created) CreateTable(_ context.Context, in *dynamodb.CreateTableInput, _ ...func(*dynamodb.Options)) (*dynamodb.CreateTableOutput, error) {
	c.tables[*in.TableName] = object{
		"AttributeDefinitions": in.AttributeDefinitions, "KeySchema": in.KeySchema,
		"GlobalSecondaryIndexes": in.GlobalSecondaryIndexes, "BillingMode": in.BillingMode,
	}
	return &dynamodb.CreateTableOutput{}, nil
}

func (c *created) UpdateTable(context.Context, *dynamodb.UpdateTableInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTableOutput, error) {
	return &dynamodb.UpdateTableOutput{}, nil
}

func (c *created) UpdateTimeToLive(_ context.Context, in *dynamodb.UpdateTimeToLiveInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error) {
	c.tables[*in.TableName]["TimeToLiveSpecification"] = in.TimeToLiveSpecification
	return &dynamodb.UpdateTimeToLiveOutput{}, nil
}

func (c *created) DescribeTable(context.Context, *dynamodb.DescribeTableInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error) {
	return &dynamodb.DescribeTableOutput{Table: &types.TableDescription{TableStatus: types.TableStatusActive}}, nil
}

func (c *created) DescribeContinuousBackups(context.Context, *dynamodb.DescribeContinuousBackupsInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeContinuousBackupsOutput, error) {
	return &dynamodb.DescribeContinuousBackupsOutput{}, nil
}

func (c *created) UpdateContinuousBackups(context.Context, *dynamodb.UpdateContinuousBackupsInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateContinuousBackupsOutput, error) {
	return &dynamodb.UpdateContinuousBackupsOutput{}, nil
}

func (c *created) DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTimeToLiveOutput, error) {
	return &dynamodb.DescribeTimeToLiveOutput{}, nil
}

// TestPushTable: the table is the one that the program itself would create, and is as
// protected as the table of people.
func TestPushTable(t *testing.T) {
	for _, environment := range []string{"dev", "prod"} {
		template, program := evaluate(t, environment), &created{map[string]object{}}
		must.OK(t, dynamo.CreateTables(t.Context(), program, environment, push.Tables()...))
		notices, users := template.Resources["NoticesTable"], template.Resources["UsersTable"]
		name := dynamo.TableName(environment, "notices")
		want := program.tables[name]
		want["TableName"] = name
		for _, protection := range []string{"PointInTimeRecoverySpecification", "SSESpecification", "DeletionProtectionEnabled"} {
			want[protection] = users.Properties[protection]
		}
		if diff := cmp.Diff(plain(t, want), plain(t, notices.Properties)); diff != "" {
			t.Errorf("%s: the table (-program +template)\n%s", environment, diff)
		}
		if notices.DeletionPolicy != users.DeletionPolicy || notices.UpdateReplacePolicy != users.UpdateReplacePolicy {
			t.Errorf("%s: got the policies %s and %s, want those of the users table", environment, notices.DeletionPolicy, notices.UpdateReplacePolicy)
		}
		if got := template.Outputs["NoticesTableName"]; got != name {
			t.Errorf("%s: got the output %v, want %s", environment, got, name)
		}
		if got := template.Outputs["PushKeyId"]; got != "arn:aws:secretsmanager:xx-there-1:101010101010:secret:voicememo-"+environment+"-PushKey-AbCdEf" {
			t.Errorf("%s: got the output %v, want the key's secret", environment, got)
		}
	}
}

// plain returns a value as a template has it: only what is set.
func plain(t *testing.T, v any) any {
	t.Helper()
	content, err := json.Marshal(v)
	must.OK(t, err)
	var read any
	must.OK(t, json.Unmarshal(content, &read))
	return given(read)
}

func given(v any) any {
	switch v := v.(type) {
	case object:
		maps.DeleteFunc(v, func(name string, value any) bool { v[name] = given(value); return v[name] == nil })
		return v
	case list:
		for i := range v {
			v[i] = given(v[i])
		}
	}
	return v
}

// TestPushVariables: each function gets the key, and only the one that sends to Alexa gets
// that client, whose secret AWS does not show.
func TestPushVariables(t *testing.T) {
	template := evaluate(t, "prod")
	key := "{{resolve:secretsmanager:arn:aws:secretsmanager:xx-there-1:101010101010:secret:voicememo-prod-PushKey-AbCdEf:SecretString}}"
	all := map[string]any{
		"VOICEMEMO_PUSH_KEY": key, "VOICEMEMO_PUSH_ALEXA_CLIENT_ID": "amzn1.application-oa2-client.1",
		"VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET": "confidential", "VOICEMEMO_PUSH_ALEXA_REGION": "na", "VOICEMEMO_PUSH_ALEXA_STAGE": "development",
	}
	for function, want := range map[string]map[string]any{
		"LiveFunction": all, "WebFunction": {"VOICEMEMO_PUSH_KEY": key}, "SkillFunction": {"VOICEMEMO_PUSH_KEY": key},
	} {
		got := maps.Clone(template.Resources[function].Properties["Environment"].(object)["Variables"].(object))
		maps.DeleteFunc(got, func(name string, _ any) bool { return !strings.HasPrefix(name, "VOICEMEMO_PUSH") })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", function, diff)
		}
	}
	for name, p := range template.Parameters {
		if strings.HasPrefix(name, "Push") && p.NoEcho != (name == "PushAlexaClientSecret") {
			t.Errorf("%s is hidden: got %v", name, p.NoEcho)
		}
	}
	for name, value := range map[string]string{"PushAlexaRegion": "jp", "PushAlexaStage": "live"} {
		wrong := parameters("prod")
		wrong[name] = value
		if _, err := cfn.Evaluate("../template.yaml", wrong); err == nil {
			t.Errorf("%s=%s: got no error", name, value)
		}
	}
}

// TestPushDefaults: without its parameters, the module has no client at Alexa.
func TestPushDefaults(t *testing.T) {
	few := parameters("prod")
	maps.DeleteFunc(few, func(name, _ string) bool { return strings.HasPrefix(name, "Push") })
	template, err := cfn.Evaluate("../template.yaml", few)
	must.OK(t, err)
	variables := template.Resources["LiveFunction"].Properties["Environment"].(object)["Variables"].(object)
	if id, secret := variables["VOICEMEMO_PUSH_ALEXA_CLIENT_ID"], variables["VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET"]; id != "" || secret != "" {
		t.Errorf("got id %v and secret %v, want none", id, secret)
	}
}

// TestPushOnDashboard: the dashboard shows what the module counts and its table.
func TestPushOnDashboard(t *testing.T) {
	body, _ := evaluate(t, "prod").Resources["Dashboard"].Properties["DashboardBody"].(string)
	if !json.Valid([]byte(body)) {
		t.Fatalf("got the dashboard %s, want JSON", body)
	}
	for _, metric := range []string{
		`"PushSent"`, `"PushFailed"`, `"PushGone"`, `"PushPending"`,
		`"ConsumedReadCapacityUnits", "TableName", "alexa-voice-memo-prod-notices"`, `"ConsumedWriteCapacityUnits", "TableName", "alexa-voice-memo-prod-notices"`,
	} {
		if strings.Count(body, metric) != 1 {
			t.Errorf("got %s %d times, want once", metric, strings.Count(body, metric))
		}
	}
}
