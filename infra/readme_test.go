package infra_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
)

// TestReadme: everything that the page refers to by name exists.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	must.OK(t, err)
	template, err := cfn.Evaluate("template.yaml", needed("prod"))
	must.OK(t, err)
	known := []string{"voicememo-prod", "WebSocket", "WebSockets"}
	for name := range template.Outputs {
		known = append(known, name)
	}
	for name := range template.Parameters {
		known = append(known, name)
	}
	for id, r := range template.Resources {
		known = append(known, id)
		if name, ok := r.Properties["FunctionName"].(string); ok {
			known = append(known, name)
		}
	}
	names := regexp.MustCompile(`\b(?:voicememo-prod(?:-[a-z]+)?|(?:Alexa|Oidc|Session|Sign|Skill|Web|Http|Public|Redirect|Alarm|Other|Rate|Max|Hsts|Live)[A-Z][A-Za-z]+)\b`)
	found := names.FindAllString(string(page), -1)
	if len(found) < 20 {
		t.Errorf("got %d names, want at least 20", len(found))
	}
	for _, name := range found {
		if !slices.Contains(known, name) {
			t.Errorf("%s is neither a resource nor an output of the template", name)
		}
	}
}
