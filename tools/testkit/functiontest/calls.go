package functiontest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/cfn"
)

// tableARN begins the ARNs of tables.
const tableARN = "arn:aws:dynamodb:xx-there-1:101010101010:table/"

// Parameters returns the parameters that the template requires; only the environment
// matters.
func Parameters() map[string]string {
	return map[string]string{
		"Environment": Environment, "AlexaSkillId": "amzn1.ask.skill.0", "OidcClientId": "id", "OidcClientSecret": "secret",
	}
}

// RequirePolicy fails a test unless the functions have called, since NewAWS, exactly the
// actions that a role of the template allows, apart from writing logs.
func (a *AWS) RequirePolicy(t testing.TB, template *cfn.Template, role string) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	allowed := slices.DeleteFunc(template.Allowed(role), func(g cfn.Grant) bool { return strings.HasPrefix(g.Action, "logs:") })
	for _, g := range allowed {
		if !a.calls[g] {
			t.Errorf("%s may %s on %s, and nothing here ever does: take it away, or show here when it is needed", role, g.Action, g.Resource)
		}
	}
	for g := range a.calls {
		if !slices.Contains(allowed, g) {
			t.Errorf("%s may not %s on %s, which was just done: it is missing in infra/template.yaml", role, g.Action, g.Resource)
		}
	}
}

// request is the part of a request that says what is called.
type request struct {
	TableName     string
	IndexName     string
	RequestItems  map[string]json.RawMessage
	TransactItems []map[string]struct{ TableName string }
	SecretID      string   `json:"SecretId"`
	SecretIDs     []string `json:"SecretIdList"`
}

// transactActions are the permissions that IAM checks for each step of a transaction
// ("Amazon DynamoDB transactions: how it works", IAM).
var transactActions = map[string]string{
	"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem",
}

// calls returns the permissions that IAM would check for a request.
func calls(service, action string, body []byte) []cfn.Grant {
	var r request
	if json.Unmarshal(body, &r) != nil {
		return []cfn.Grant{{Action: service + ":" + action, Resource: "not readable"}}
	}
	var all []cfn.Grant
	dynamodb := func(action, table string) {
		all = append(all, cfn.Grant{Action: "dynamodb:" + action, Resource: tableARN + table})
	}
	switch {
	case action == "BatchGetSecretValue":
		all = append(all, cfn.Grant{Action: "secretsmanager:BatchGetSecretValue", Resource: "*"})
		for _, id := range r.SecretIDs {
			all = append(all, cfn.Grant{Action: "secretsmanager:GetSecretValue", Resource: id})
		}
	case service == "secretsmanager":
		all = append(all, cfn.Grant{Action: "secretsmanager:" + action, Resource: r.SecretID})
	case action == "TransactWriteItems":
		for _, step := range r.TransactItems {
			for kind, what := range step {
				dynamodb(transactActions[kind], what.TableName)
			}
		}
	case len(r.RequestItems) > 0:
		for table := range r.RequestItems {
			dynamodb(action, table)
		}
	case r.IndexName != "":
		dynamodb(action, r.TableName+"/index/"+r.IndexName)
	default:
		dynamodb(action, r.TableName)
	}
	return all
}
