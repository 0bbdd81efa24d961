package cfn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"voicememo/tools/testkit/cfn"
)

// evaluate evaluates a template with one resource of these properties, a few others, and
// further lines.
func evaluate(t *testing.T, around, properties string) (cfn.Resource, *cfn.Template, error) {
	t.Helper()
	text := "Parameters:\n  Environment: {Type: String}\n  Empty: {Type: String, Default: ''}\n" +
		"Conditions:\n  Prod: !Equals [!Ref Environment, prod]\n  Other: !Not [!Equals [!Ref Environment, prod]]\n" +
		"Resources:\n" +
		"  Table: {Type: 'AWS::DynamoDB::Table', Properties: {TableName: !Sub 'memos-${Environment}'}}\n" +
		"  Streaming: {Type: 'AWS::DynamoDB::Table', Properties: {StreamSpecification: {StreamViewType: KEYS_ONLY}}}\n" +
		"  Queue: {Type: 'AWS::SQS::Queue', Properties: {QueueName: letters}}\n" +
		"  Topic: {Type: 'AWS::SNS::Topic'}\n" +
		"  Api: {Type: 'AWS::ApiGatewayV2::Api'}\n" +
		"  ElsewhereOnly: {Type: 'AWS::SNS::Topic', Condition: Other}\n" +
		"  It:\n    Type: AWS::Serverless::Function\n    Properties: " + properties + "\n" + around
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	template, err := cfn.EvaluateDocument(&document, map[string]string{"Environment": "prod"})
	if err != nil {
		return cfn.Resource{}, nil, err
	}
	return template.Resources["It"], template, nil
}

func TestValues(t *testing.T) {
	for properties, want := range map[string]any{
		"{V: text}":                                                "text",
		"{V: 2012-10-17}":                                          "2012-10-17",
		"{V: [1, 2.5, true]}":                                      []any{1, 2.5, true},
		"{V: !Ref Environment}":                                    "prod",
		"{V: {Ref: Environment}}":                                  "prod",
		"{V: !Ref 'AWS::StackName'}":                               "voicememo-prod",
		"{V: [1, !Ref 'AWS::NoValue']}":                            []any{1},
		"{V: !Ref Table}":                                          "memos-prod",
		"{V: !Ref Topic}":                                          "arn:aws:sns:xx-there-1:101010101010:voicememo-prod-Topic",
		"{V: !Ref Api}":                                            "api",
		"{V: !GetAtt Table.Arn}":                                   "arn:aws:dynamodb:xx-there-1:101010101010:table/memos-prod",
		"{V: !GetAtt Streaming.StreamArn}":                         "arn:aws:dynamodb:xx-there-1:101010101010:table/voicememo-prod-Streaming/stream/2026-01-01T00:00:00.000",
		"{V: !GetAtt Queue.Arn}":                                   "arn:aws:sqs:xx-there-1:101010101010:letters",
		"{V: !GetAtt Queue.QueueName}":                             "letters",
		"{V: {'Fn::GetAtt': [Table, Arn]}}":                        "arn:aws:dynamodb:xx-there-1:101010101010:table/memos-prod",
		"{V: !Sub '${Table}/${Table.Arn}'}":                        "memos-prod/arn:aws:dynamodb:xx-there-1:101010101010:table/memos-prod",
		"{V: !Sub '${AWS::Region} ${!Table} $x {}'}":               "xx-there-1 ${Table} $x {}",
		"{V: !Sub ['${A}-${Environment}', {A: !If [Prod, 1, 2]}]}": "1-prod",
		"{V: !If [Prod, a, !Ref Nowhere]}":                         "a",
		"{V: !If [Other, a, {B: !Ref Empty}]}":                     map[string]any{"B": ""},
	} {
		r, _, err := evaluate(t, "", properties)
		if diff := cmp.Diff(want, r.Properties["V"]); err != nil || diff != "" {
			t.Errorf("%s: %v, (-want +got)\n%s", properties, err, diff)
		}
	}
}

// TestRefusals checks that each template is refused with an error that names the place.
func TestRefusals(t *testing.T) {
	for properties, place := range map[string]string{
		"{V: !Ref Nowhere}":                       "It.Properties.V Ref",
		"{V: !Ref ElsewhereOnly}":                 "V Ref",
		"{V: !GetAtt Table.StreamArn}":            "V Fn::GetAtt",
		"{V: !GetAtt Table.QueueName}":            "V Fn::GetAtt",
		"{V: !GetAtt Api.Arn}":                    "V Fn::GetAtt",
		"{V: !GetAtt [Table]}":                    "V Fn::GetAtt",
		"{V: [!Sub 'a${Nowhere}']}":               "V[0] Fn::Sub",
		"{V: !Sub 'a${Table'}":                    "V Fn::Sub",
		"{V: !Sub {A: 1}}":                        "V Fn::Sub",
		"{V: !If [Nowhere, a, b]}":                "V Fn::If",
		"{V: !If [Prod, a]}":                      "V Fn::If",
		"{V: !Base64 a}":                          "V Fn::Base64",
		"{V: {'Fn::Join': ['', [a]]}}":            "V Fn::Join",
		"{V: }":                                   "V: it is null",
		"{V: !Equals [a]}":                        "V Fn::Equals",
		"{V: !Not [a]}":                           "V Fn::Not",
		"{V: 1, V: 2}":                            "V: it is set twice",
		"{V: &a 1, W: *a}":                        "W: CloudFormation",
		"[1]":                                     "Properties: line",
		"{}\n    Metadata2: 1":                    "It.Metadata2",
		"{}\n    DependsOn: Nowhere":              "It.DependsOn",
		"{}\n    DependsOn: {A: 1}":               "It.DependsOn",
		"{}\n    DependsOn: [1]":                  "It.DependsOn",
		"{}\n    DeletionPolicy: 1":               "It.DeletionPolicy",
		"{}\n    Condition: Nowhere":              "It.Condition.Nowhere",
		"{}\n  Bucket: {Type: 'AWS::S3::Bucket'}": "Bucket.Type",
		"{V: !Ref Bucket}\n  Bucket: {Type: 'AWS::S3::Bucket'}":                      "Ref: Bucket",
		"{FunctionName: !Ref It}":                                                    "FunctionName",
		"{V: !Ref Role}\n  Role: {Type: 'AWS::IAM::Role', Properties: {V: !Ref It}}": "wait for each other: It -> Role -> It",
		"{}\n  Role: {Type: 'AWS::IAM::Role', DependsOn: It}\n  It2: 1":              "It2",
	} {
		_, _, err := evaluate(t, "", properties)
		if err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%s: got %v, want an error with %q", properties, err, place)
		}
	}
	for around, place := range map[string]string{
		"Rules: {A: 1}":                       "Rules",
		"Outputs: {A: {Value: !Ref Nowhere}}": "Outputs.A.Value",
		"Outputs: {A: {Value: 1, Export: 2}}": "Outputs.A.Export",
		"Outputs: {A: 1}":                     "Outputs.A",
		"Transform: 1":                        "Transform",
	} {
		_, _, err := evaluate(t, around, "{}")
		if err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%s: got %v, want an error with %q", around, err, place)
		}
	}
}

func TestParameters(t *testing.T) {
	for _, c := range []struct {
		declared, place string
		given           map[string]string
	}{
		{"{A: {Type: String}}", "", map[string]string{"A": "1"}},
		{"{A: {Type: String}}", "A: it is not given", nil},
		{"{A: {Type: Number}}", "A.Type", nil},
		{"{A: {Type: String, Default: 1}}", "A: it is not given", nil},
		{"{A: {Type: String, Default: '', MinLength: 1}}", "A.MinLength", nil},
		{"{A: {Type: String, AllowedValues: [b, c]}}", "A: \"d\"", map[string]string{"A": "d"}},
		{"{A: {Type: String, AllowedPattern: b|c}}", "A: \"bc\"", map[string]string{"A": "bc"}},
		{"{A: {Type: String, AllowedPattern: '('}}", "A: error parsing", map[string]string{"A": "b"}},
		{"{}", "A: the template has no such", map[string]string{"A": "d"}},
	} {
		var document yaml.Node
		if err := yaml.Unmarshal([]byte("Parameters: "+c.declared), &document); err != nil {
			t.Fatal(err)
		}
		_, err := cfn.EvaluateDocument(&document, c.given)
		if (err == nil) != (c.place == "") || err != nil && !strings.Contains(err.Error(), "Parameters."+c.place) {
			t.Errorf("%s with %v: %v", c.declared, c.given, err)
		}
	}
}

func TestConditionsInACircle(t *testing.T) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte("Conditions: {A: !Not [!If [B, a, b]], B: !Not [!If [A, a, b]]}"), &document); err != nil {
		t.Fatal(err)
	}
	if _, err := cfn.EvaluateDocument(&document, nil); err == nil || !strings.Contains(err.Error(), "depends on itself") {
		t.Error(err)
	}
}

func TestAllowed(t *testing.T) {
	_, template, err := evaluate(t, "  Role:\n    Type: AWS::IAM::Role\n    Properties: {Policies: [{PolicyDocument: {Statement: ["+
		"{Effect: Allow, Action: [b:Two, a:One], Resource: !Ref Table}, {Effect: Allow, Action: a:One, Resource: [x, !Ref Table]}, "+
		"{Effect: Deny, Action: c:Three, Resource: x}]}}]}", "{}")
	if err != nil {
		t.Fatal(err)
	}
	want := []cfn.Grant{{"a:One", "memos-prod"}, {"a:One", "x"}, {"b:Two", "memos-prod"}}
	if diff := cmp.Diff(want, template.Allowed("Role")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if grants := template.Allowed("Nobody"); grants != nil {
		t.Errorf("Allowed of a missing role: got %v, want none", grants)
	}
}

func TestNoTemplate(t *testing.T) {
	if _, err := cfn.Evaluate(t.TempDir()+"/none.yaml", nil); err == nil {
		t.Error("Evaluate of a missing file: got no error")
	}
	if _, err := cfn.EvaluateDocument(&yaml.Node{}, nil); err == nil {
		t.Error("Evaluate of an empty document: got no error")
	}
}
