package infra_test

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
)

// TestModulesOnlyAdd: the parts of modules change nothing of the core. To what the core
// has they add only variables of functions, policies of roles, and metrics of the
// dashboard.
func TestModulesOnlyAdd(t *testing.T) {
	core, err := document()
	must.OK(t, err)
	for _, environment := range []string{"dev", "prod"} {
		alone, err := cfn.EvaluateDocument(core, needed(environment))
		must.OK(t, err)
		whole, err := cfn.Evaluate("template.yaml", needed(environment))
		must.OK(t, err)
		for id, r := range alone.Resources {
			if diff := differ(r, cored(whole.Resources[id], r)); diff != "" {
				t.Errorf("%s: modules change %s %s", environment, id, diff)
			}
		}
		for name, value := range alone.Outputs {
			if whole.Outputs[name] != value {
				t.Errorf("%s: got output %s %v, want %v", environment, name, whole.Outputs[name], value)
			}
		}
	}
}

// cored returns a resource of the whole template without what modules may add to core's.
func cored(r, core cfn.Resource) cfn.Resource {
	r.Properties = maps.Clone(r.Properties)
	if environment, ok := r.Properties["Environment"].(object); ok {
		variables := maps.Clone(environment["Variables"].(object))
		known := core.Properties["Environment"].(object)["Variables"].(object)
		maps.DeleteFunc(variables, func(name string, _ any) bool { return known[name] == nil })
		r.Properties["Environment"] = object{"Variables": variables}
	}
	if policies, ok := r.Properties["Policies"].(list); ok {
		known := core.Properties["Policies"].(list)
		r.Properties["Policies"] = slices.DeleteFunc(slices.Clone(policies), func(p any) bool {
			return !slices.ContainsFunc(known, func(k any) bool { return reflect.DeepEqual(k, p) })
		})
	}
	if body, ok := r.Properties["DashboardBody"].(string); ok {
		known := strings.Split(core.Properties["DashboardBody"].(string), "\n")
		lines := slices.DeleteFunc(strings.Split(body, "\n"), func(line string) bool { return !slices.Contains(known, line) })
		r.Properties["DashboardBody"] = strings.Join(lines, "\n")
	}
	return r
}

// TestModulesArePolicies: a role has one policy of each module, with the module's name.
func TestModulesArePolicies(t *testing.T) {
	text, err := os.ReadFile("../cmd/modules.txt")
	must.OK(t, err)
	modules := strings.Fields(regexp.MustCompile(`#.*`).ReplaceAllString(string(text), ""))
	template, err := cfn.Evaluate("template.yaml", needed("prod"))
	must.OK(t, err)
	for role, own := range map[string][]string{"SkillRole": {"skill"}, "WebRole": {"web"}, "LiveRole": {"live", "streams"}} {
		if found := plain(role, template.Resources[role].Properties["Policies"]); len(found) > 0 {
			t.Error(found)
		}
		seen := map[string]bool{}
		for _, p := range template.Resources[role].Properties["Policies"].(list) {
			name, _ := p.(object)["PolicyName"].(string)
			if seen[name] || !slices.Contains(slices.Concat(own, modules), name) {
				t.Errorf("%s: got policy %q, want one each of the function and its modules", role, name)
			}
			seen[name] = true
		}
	}
}
