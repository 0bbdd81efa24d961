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

// roleOf returns a template with a role that may do these actions on a.
func roleOf(actions ...any) *cfn.Template {
	return &cfn.Template{Resources: map[string]cfn.Resource{"Role": {Properties: map[string]any{
		"Policies": []any{map[string]any{"PolicyDocument": map[string]any{"Statement": []any{
			map[string]any{"Effect": "Allow", "Action": append(actions, "logs:PutLogEvents"), "Resource": "a"},
			map[string]any{"Effect": "Allow", "Action": "sqs:SendMessage", "Resource": "queue"},
			map[string]any{"Effect": "Allow", "Action": "dynamodb:GetRecords", "Resource": "table/a/stream/*"},
			map[string]any{"Effect": "Allow", "Action": manageConnections, "Resource": "api/stage/*/@connections/*"},
		}}}},
	}}}}
}

// TestRequirePolicy checks that both missing and superfluous permissions are found, for the
// core and for modules.
func TestRequirePolicy(t *testing.T) {
	on := func(action string) cfn.Grant { return cfn.Grant{Action: "dynamodb:" + action, Resource: "a"} }
	read, write, remove := on("GetItem"), on("PutItem"), on("DeleteItem")
	send := cfn.Grant{Action: manageConnections, Resource: everyConnection}
	core, whole := roleOf(read.Action, write.Action), roleOf(read.Action, write.Action, remove.Action)
	for name, c := range map[string]struct {
		require func(a *AWS, t testing.TB, core, whole *cfn.Template, role string)
		called  []cfn.Grant
		says    []string
	}{
		"equal":                 {(*AWS).RequirePolicy, []cfn.Grant{read, write, send}, nil},
		"too much":              {(*AWS).RequirePolicy, []cfn.Grant{read, send}, []string{"Role may dynamodb:PutItem on a, and nothing"}},
		"missing":               {(*AWS).RequirePolicy, []cfn.Grant{read, write, send, on("Scan")}, []string{"Role may not dynamodb:Scan on a"}},
		"what a module may":     {(*AWS).RequirePolicy, []cfn.Grant{read, write, send, remove}, nil},
		"connections not used":  {(*AWS).RequirePolicy, []cfn.Grant{read, write}, []string{"Role may execute-api:ManageConnections on /*/@connections/*, and nothing"}},
		"a module":              {(*AWS).RequireModulePolicy, []cfn.Grant{remove}, nil},
		"too much for a module": {(*AWS).RequireModulePolicy, []cfn.Grant{read}, []string{"Role may dynamodb:DeleteItem on a, and nothing"}},
		"missing for a module":  {(*AWS).RequireModulePolicy, []cfn.Grant{remove, on("Scan")}, []string{"Role may not dynamodb:Scan on a"}},
	} {
		a, noted := &AWS{calls: map[cfn.Grant]bool{}}, &failures{TB: t}
		for _, g := range c.called {
			a.calls[g] = true
		}
		c.require(a, noted, core, whole, "Role")
		if !slices.EqualFunc(noted.said, c.says, strings.HasPrefix) {
			t.Errorf("%s: got %q, want %q", name, noted.said, c.says)
		}
	}
}
