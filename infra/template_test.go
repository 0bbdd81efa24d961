// Package infra_test compares the stack without its modules, core.yaml, with the program
// and with the promises of its documents. The tests beside a module's part, in modules/,
// compare that part.
package infra_test

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
)

// Short names for the parts of a template.
type (
	object    = map[string]any
	list      = []any
	resources = map[string]cfn.Resource
)

// stack is the core of the template as deployed with certain parameters.
type stack struct {
	*cfn.Template
	document    *yaml.Node
	environment string
	given       map[string]string // optional parameters
}

// or returns an optional parameter's value, or otherwise if it is not set.
func (s stack) or(parameter, otherwise string) string {
	if value, ok := s.given[parameter]; ok {
		return value
	}
	return otherwise
}

func (s stack) prod() bool { return s.environment == "prod" }

// name returns the usual name of a resource.
func (s stack) name(of string) string { return "voicememo-" + s.environment + "-" + of }

func (s stack) tableName(of string) string { return "alexa-voice-memo-" + s.environment + "-" + of }

// arn returns an ARN in the account and region that package cfn uses.
func arn(of string) string { return "arn:aws:" + of }

// check is a requirement of every stack. find lists its violations.
type check struct {
	name string
	find func(s stack) []string
}

func checks() []check {
	return []check{
		{"transforms", findTransforms}, {"inventory", findInventory},
		{"tables", as(wantTables)}, {"functions", as(wantFunctions)}, {"variables", findVariables},
		{"roles", findRoles}, {"callers", as(wantCallers)}, {"api", as(wantAPI)}, {"logs", as(wantLogs)},
		{"live api", as(wantLiveAPI)}, {"streams", as(wantStreams)},
		{"secrets", as(wantSecrets)}, {"session keys", findSessionKeys}, {"schedule", as(wantSchedule)},
		{"alarms", as(wantAlarms)}, {"mail", as(wantMail)}, {"dashboard", findDashboard}, {"outputs", findOutputs},
		{"parameters", findParameters},
	}
}

// as returns a check that certain resources are exactly what is wanted.
func as(want func(s stack) resources) func(s stack) []string {
	return func(s stack) []string {
		var found []string
		for id, wanted := range want(s) {
			if diff := differ(wanted, withoutDescriptions(s.Resources[id])); diff != "" {
				found = append(found, id+" "+diff)
			}
		}
		return found
	}
}

// differ returns the difference, quickly if there is none.
func differ(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return "(-want +got)\n" + cmp.Diff(want, got)
}

func withoutDescriptions(r cfn.Resource) cfn.Resource {
	r.Properties = maps.Clone(r.Properties)
	delete(r.Properties, "Description")
	delete(r.Properties, "AlarmDescription")
	return r
}

// document reads the template's core once.
var document = sync.OnceValues(func() (*yaml.Node, error) { return cfn.Core(".") })

// needed returns the parameters that have no default.
func needed(environment string) map[string]string {
	return map[string]string{
		"Environment": environment, "AlexaSkillId": "amzn1.ask.skill.1", "OidcClientId": "client.example", "OidcClientSecret": "told-nobody",
	}
}

// optional are the other parameters.
var optional = map[string]string{
	"OtherAlexaSkillId": "amzn1.ask.skill.2", "OidcIssuer": "https://issuer.example", "SignUp": "allow-list",
	"SignUpAllow": "a@example.com,example.org", "PublicUrl": "https://memo.example.com", "AlarmEmail": "a@example.com",
	"RateWrites": "0", "RateSearches": "5", "MaxMemos": "1000", "MaxMembers": "90", "HstsSubdomains": "off",
	"Operator": "Saburo <saburo@example.com>", "AlexaLinkSecret": "told-to-Amazon-alone",
	"AlexaLinkRedirects": "https://layla.amazon.com/api/skill/link/M1,https://pitangui.amazon.com/api/skill/link/M1",
}

// choices returns the sets of optional parameters to test: none, all, and each alone,
// because one parameter could hide the effect of another.
func choices() []map[string]string {
	all := []map[string]string{nil, optional}
	for name, value := range optional {
		all = append(all, map[string]string{name: value})
	}
	return all
}

// stacks yields a document evaluated with all choices in every environment, or the error.
func stacks(document *yaml.Node) iter.Seq2[stack, error] {
	return func(yield func(stack, error) bool) {
		for _, given := range choices() {
			for _, environment := range []string{"dev", "stg", "prod"} {
				parameters := needed(environment)
				maps.Copy(parameters, given)
				template, err := cfn.EvaluateDocument(document, parameters)
				if !yield(stack{template, document, environment, given}, err) {
					return
				}
			}
		}
	}
}

// TestTemplate runs every check on every stack.
func TestTemplate(t *testing.T) {
	template, err := document()
	must.OK(t, err)
	for s, err := range stacks(template) {
		must.OK(t, err)
		for _, c := range checks() {
			for _, found := range c.find(s) {
				t.Errorf("%s with %v: %s: %s", s.environment, s.given, c.name, found)
			}
		}
	}
}

// findTransforms: a DeletionPolicy can only contain a function with the first transform.
func findTransforms(s stack) []string {
	if want := []string{"AWS::LanguageExtensions", "AWS::Serverless-2016-10-31"}; !slices.Equal(s.Transforms, want) {
		return []string{fmt.Sprintf("the transforms are %q", s.Transforms)}
	}
	return nil
}

// findInventory: the template has no resource without a check.
func findInventory(s stack) []string {
	want := []string{"SkillRole", "WebRole", "LiveRole", "Dashboard"}
	for _, of := range []func(stack) resources{
		wantTables, wantFunctions, wantCallers, wantAPI, wantLiveAPI, wantStreams, wantLogs, wantSecrets, wantSchedule, wantAlarms, wantMail,
	} {
		want = slices.AppendSeq(want, maps.Keys(of(s)))
	}
	slices.Sort(want)
	if diff := differ(want, slices.Sorted(maps.Keys(s.Resources))); diff != "" {
		return []string{"resources " + diff}
	}
	return nil
}

// refused are parameters that must not be accepted.
var refused = []map[string]string{
	{"Environment": "test"}, {"AlexaSkillId": ""}, {"AlexaSkillId": "1"}, {"OtherAlexaSkillId": "2"},
	{"OidcIssuer": "http://issuer.example"}, {"OidcClientId": ""}, {"OidcClientSecret": ""}, {"SignUp": "closed"},
	{"PublicUrl": "http://memo.example.com"}, {"PublicUrl": "https://memo.example.com/"}, {"AlarmEmail": "nobody"},
	{"RateWrites": "-1"}, {"RateSearches": "some"}, {"MaxMemos": "1.5"}, {"MaxMembers": "1"}, {"MaxMembers": "91"}, {"HstsSubdomains": ""},
	{"AlexaLinkSecret": "short"}, {"AlexaLinkSecret": "with spaces+signs and 50%"}, {"AlexaLinkRedirects": "http://layla.amazon.com/api/skill/link/M1"},
}

// findParameters: the secrets are hidden, and values that cannot work are refused before
// anything is created. None of this depends on optional parameters.
func findParameters(s stack) []string {
	if s.given != nil {
		return nil
	}
	var found []string
	for name, p := range s.Parameters {
		if p.NoEcho != (name == "OidcClientSecret" || name == "AlexaLinkSecret") {
			found = append(found, fmt.Sprintf("%s is hidden: %v", name, p.NoEcho))
		}
	}
	for _, wrong := range refused {
		parameters := needed(s.environment)
		maps.Copy(parameters, wrong)
		if _, err := cfn.EvaluateDocument(s.document, parameters); err == nil {
			found = append(found, fmt.Sprintf("%v is accepted", wrong))
		}
	}
	for _, policy := range []string{"open", "allow-list", "invited"} {
		parameters := needed(s.environment)
		parameters["SignUp"] = policy
		if _, err := cfn.EvaluateDocument(s.document, parameters); err != nil {
			found = append(found, err.Error())
		}
	}
	return found
}

func findOutputs(s stack) []string {
	url := s.url()
	want := map[string]any{
		"WebUrl": url, "RedirectUri": url + "/auth/callback",
		"SkillFunctionArn": arn("lambda:xx-there-1:101010101010:function:" + s.name("skill")),
		"MemosTableName":   s.tableName("memos"), "UsersTableName": s.tableName("users"), "InviteCodesTableName": s.tableName("invite-codes"),
		"ConnectionsTableName": s.tableName("connections"), "LiveUrl": s.liveURL(),
		"SessionKeysId": s.secret("SessionKeys"), "AuditKeyId": s.secret("AuditKey"), "OidcClientSecretId": s.secret("OidcClientSecretValue"),
	}
	if diff := differ(want, s.Outputs); diff != "" {
		return []string{"outputs " + diff}
	}
	return nil
}
