package infra_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/cfn"
)

// wantTables: the tables are those that the program itself would create, and are protected
// against loss in dev too, except those whose loss is not noticed.
func wantTables(s stack) resources {
	wanted := resources{}
	for _, t := range dynamo.CoreTables() {
		p := object{"SSESpecification": object{"SSEEnabled": true, "SSEType": "KMS"}}
		if !t.Fleeting {
			p["PointInTimeRecoverySpecification"] = object{"PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": 7}
			p["DeletionProtectionEnabled"] = s.prod()
		}
		maps.Copy(p, program()[s.environment][s.tableName(t.Suffix)])
		wanted[tableID(t)] = kept(cfn.Resource{Type: "AWS::DynamoDB::Table", Properties: p}, s.prod() && !t.Fleeting)
	}
	return wanted
}

// tableID returns the logical id of a table: InviteCodesTable of invite-codes.
func tableID(t dynamo.Table) string {
	id := ""
	for word := range strings.SplitSeq(t.Suffix, "-") {
		id += strings.ToUpper(word[:1]) + word[1:]
	}
	return id + "Table"
}

// kept returns the resource with the deletion policy for whether it outlives its stack.
func kept(r cfn.Resource, outlives bool) cfn.Resource {
	r.DeletionPolicy = "Delete"
	if outlives {
		r.DeletionPolicy = "Retain"
	}
	r.UpdateReplacePolicy = r.DeletionPolicy
	return r
}

// program returns the tables that dynamo.CreateTables creates, as properties by environment
// and name.
var program = sync.OnceValue(func() map[string]map[string]object {
	made := map[string]map[string]object{}
	for _, environment := range []string{"dev", "stg", "prod"} {
		r := &recorder{tables: map[string]object{}}
		if err := dynamo.CreateTables(context.Background(), r, environment); err != nil {
			panic(err)
		}
		made[environment] = r.tables
	}
	return made
})

// recorder records the tables that CreateTables requests.
type recorder struct{ tables map[string]object }

// CreateTable records a table. A template with a StreamSpecification always switches the
// stream on, so that CloudFormation does not know StreamEnabled.
func (r *recorder) CreateTable(_ context.Context, in *dynamodb.CreateTableInput, _ ...func(*dynamodb.Options)) (*dynamodb.CreateTableOutput, error) {
	p := asProperties(in)
	if stream, ok := p["StreamSpecification"].(object); ok {
		delete(stream, "StreamEnabled")
	}
	if encryption, ok := p["SSESpecification"].(object); ok { // whose field has another name in a template
		encryption["SSEEnabled"] = encryption["Enabled"]
		delete(encryption, "Enabled")
	}
	r.tables[*in.TableName] = p
	return &dynamodb.CreateTableOutput{}, nil
}

func (r *recorder) UpdateTable(context.Context, *dynamodb.UpdateTableInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTableOutput, error) {
	return nil, errors.New("a table that was just created is updated")
}

func (r *recorder) UpdateTimeToLive(_ context.Context, in *dynamodb.UpdateTimeToLiveInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error) {
	r.tables[*in.TableName]["TimeToLiveSpecification"] = asProperties(in.TimeToLiveSpecification)
	return &dynamodb.UpdateTimeToLiveOutput{}, nil
}

func (r *recorder) DescribeTable(_ context.Context, in *dynamodb.DescribeTableInput, _ ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error) {
	protected, _ := r.tables[*in.TableName]["DeletionProtectionEnabled"].(bool)
	return &dynamodb.DescribeTableOutput{Table: &types.TableDescription{TableStatus: types.TableStatusActive, DeletionProtectionEnabled: &protected}}, nil
}

func (r *recorder) DescribeContinuousBackups(context.Context, *dynamodb.DescribeContinuousBackupsInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeContinuousBackupsOutput, error) {
	return &dynamodb.DescribeContinuousBackupsOutput{}, nil
}

func (r *recorder) UpdateContinuousBackups(_ context.Context, in *dynamodb.UpdateContinuousBackupsInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateContinuousBackupsOutput, error) {
	r.tables[*in.TableName]["PointInTimeRecoverySpecification"] = asProperties(in.PointInTimeRecoverySpecification)
	return &dynamodb.UpdateContinuousBackupsOutput{}, nil
}

func (r *recorder) DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTimeToLiveOutput, error) {
	return &dynamodb.DescribeTimeToLiveOutput{}, nil
}

// asProperties returns an input of the SDK as a template's properties: the fields have the
// same names.
func asProperties(input any) object {
	content, err := json.Marshal(input)
	if err != nil {
		panic(err)
	}
	var p object
	if err := json.Unmarshal(content, &p); err != nil {
		panic(err)
	}
	return given(p).(object)
}

// given removes the fields that an input does not set, and makes numbers those of YAML.
func given(v any) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for key, value := range v {
			if value = given(value); value != nil {
				out[key] = value
			}
		}
		return out
	case list:
		var out list
		for _, value := range v {
			out = append(out, given(value))
		}
		return out
	case float64:
		return int(v)
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}
