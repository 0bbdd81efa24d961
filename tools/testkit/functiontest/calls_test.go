package functiontest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/cfn"
)

// TestCalls checks which permissions IAM would check for each request.
func TestCalls(t *testing.T) {
	for name, c := range map[string]struct {
		service, action, body string
		want                  []string
	}{
		"an item":   {"DynamoDB_20120810", "GetItem", `{"TableName":"a"}`, []string{"dynamodb:GetItem a"}},
		"a query":   {"DynamoDB_20120810", "Query", `{"TableName":"a"}`, []string{"dynamodb:Query a"}},
		"the index": {"DynamoDB_20120810", "Query", `{"TableName":"a","IndexName":"i"}`, []string{"dynamodb:Query a/index/i"}},
		"a batch":   {"DynamoDB_20120810", "BatchGetItem", `{"RequestItems":{"a":{},"b":{}}}`, []string{"dynamodb:BatchGetItem a", "dynamodb:BatchGetItem b"}},
		"a transaction": {
			"DynamoDB_20120810", "TransactWriteItems",
			`{"TransactItems":[{"ConditionCheck":{"TableName":"a"}},{"Put":{"TableName":"b"}},{"Update":{"TableName":"a"}},{"Delete":{"TableName":"b"}}]}`,
			[]string{"dynamodb:ConditionCheckItem a", "dynamodb:DeleteItem b", "dynamodb:PutItem b", "dynamodb:UpdateItem a"},
		},
		"a secret": {"secretsmanager", "GetSecretValue", `{"SecretId":"s"}`, []string{"secretsmanager:GetSecretValue s"}},
		"secrets": {
			"secretsmanager", "BatchGetSecretValue", `{"SecretIdList":["s","t"]}`,
			[]string{"secretsmanager:BatchGetSecretValue *", "secretsmanager:GetSecretValue s", "secretsmanager:GetSecretValue t"},
		},
	} {
		var got []string
		for _, g := range calls(c.service, c.action, []byte(c.body)) {
			got = append(got, g.Action+" "+strings.TrimPrefix(g.Resource, tableARN))
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// failures is a test whose failures are recorded.
type failures struct {
	testing.TB
	said []string
}

func (f *failures) Errorf(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

// TestRequirePolicy checks that both missing and superfluous permissions are found.
func TestRequirePolicy(t *testing.T) {
	read, write := cfn.Grant{Action: "dynamodb:GetItem", Resource: "a"}, cfn.Grant{Action: "dynamodb:PutItem", Resource: "a"}
	template := &cfn.Template{Resources: map[string]cfn.Resource{"Role": {Properties: map[string]any{
		"Policies": []any{map[string]any{"PolicyDocument": map[string]any{"Statement": []any{map[string]any{
			"Effect": "Allow", "Action": []any{read.Action, write.Action, "logs:PutLogEvents"}, "Resource": "a",
		}}}}},
	}}}}
	for name, c := range map[string]struct {
		called []cfn.Grant
		says   []string
	}{
		"equal":    {[]cfn.Grant{read, write}, nil},
		"too much": {[]cfn.Grant{read}, []string{"Role may dynamodb:PutItem on a, and nothing"}},
		"missing":  {[]cfn.Grant{read, write, {Action: "dynamodb:Scan", Resource: "a"}}, []string{"Role may not dynamodb:Scan on a"}},
	} {
		a, noted := &AWS{calls: map[cfn.Grant]bool{}}, &failures{TB: t}
		for _, g := range c.called {
			a.calls[g] = true
		}
		a.RequirePolicy(noted, template, "Role")
		if !slices.EqualFunc(noted.said, c.says, strings.HasPrefix) {
			t.Errorf("%s: got %q", name, noted.said)
		}
	}
}
