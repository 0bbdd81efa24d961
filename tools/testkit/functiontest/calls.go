package functiontest

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
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

// The permission for all requests about connections. Its resource names the API, which a
// function does not know; see everyConnection in allowed.
const (
	manageConnections = "execute-api:ManageConnections"
	everyConnection   = "/*/@connections/*"
)

// Templates returns the template without and with the parts of modules. folder is theirs.
func Templates(t testing.TB, folder string) (core, whole *cfn.Template) {
	t.Helper()
	core, err := cfn.Evaluate(filepath.Join(folder, "core.yaml"), Parameters())
	if err == nil {
		whole, err = cfn.Evaluate(filepath.Join(folder, "template.yaml"), Parameters())
	}
	must.OK(t, err)
	return core, whole
}

// RequirePolicy fails a test unless the functions have called, since NewAWS, every action
// that a role of the template's core allows, and none that the role of the whole template
// does not allow. The difference is for modules; see RequireModulePolicy. Calls that Lambda
// itself makes with the role do not count: writing logs, reading streams and sending batches
// that failed to a queue.
func (a *AWS) RequirePolicy(t testing.TB, core, whole *cfn.Template, role string) {
	t.Helper()
	a.require(t, allowed(core, role), allowed(whole, role), role)
}

// RequireModulePolicy is RequirePolicy for the actions that the role of the whole template
// allows in addition to that of the core. Calls of other services than DynamoDB do not count.
func (a *AWS) RequireModulePolicy(t testing.TB, core, whole *cfn.Template, role string) {
	t.Helper()
	without, with := allowed(core, role), allowed(whole, role)
	added := slices.DeleteFunc(slices.Clone(with), func(g cfn.Grant) bool { return slices.Contains(without, g) })
	a.mu.Lock()
	maps.DeleteFunc(a.calls, func(g cfn.Grant, _ bool) bool { return !strings.HasPrefix(g.Action, "dynamodb:") })
	a.mu.Unlock()
	a.require(t, added, with, role)
}

// require fails a test unless all needed actions were called and only those that may be.
func (a *AWS) require(t testing.TB, needed, may []cfn.Grant, role string) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, g := range needed {
		if !a.calls[g] {
			t.Errorf("%s may %s on %s, and nothing here ever does: take it away, or show here when it is needed", role, g.Action, g.Resource)
		}
	}
	for g := range a.calls {
		if !slices.Contains(may, g) {
			t.Errorf("%s may not %s on %s, which was just done: it is missing in the template", role, g.Action, g.Resource)
		}
	}
}

// allowed lists what a role allows a function to call.
func allowed(template *cfn.Template, role string) (may []cfn.Grant) {
	for _, g := range template.Allowed(role) {
		switch {
		case strings.HasPrefix(g.Action, "logs:") || strings.HasPrefix(g.Action, "sqs:") || strings.Contains(g.Resource, "/stream/"):
			continue
		case g.Action == manageConnections && strings.HasSuffix(g.Resource, everyConnection):
			g.Resource = everyConnection
		}
		may = append(may, g)
	}
	return may
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
