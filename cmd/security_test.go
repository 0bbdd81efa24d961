package cmd_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// requirementRow matches a row of a table with requirements: ids, result, rest.
var requirementRow = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d[^|]*) \| ([^|]*) \| (.*) \|$`)

// TestSecurityPage: each requirement in docs/security.md has a result and a reason, and the
// page names only tests and files that exist.
func TestSecurityPage(t *testing.T) {
	t.Parallel()
	page := fileText(t, "../docs/security.md")
	for _, row := range requirementRow.FindAllStringSubmatch(page, -1) {
		if !slices.Contains([]string{"met", "partly", "not met", "n/a"}, row[2]) || strings.TrimSpace(row[3]) == "" {
			t.Errorf("%s: got result %q because of %q, want a result and its reason", row[1], row[2], row[3])
		}
	}
	checkNames(t, page)
}

// checkNames checks the tests and files that a page names as code.
func checkNames(t *testing.T, page string) {
	t.Helper()
	tests := regexp.MustCompile("`([a-z0-9_/.-]+_test\\.go):(Test\\w*)`").FindAllStringSubmatch(page, -1)
	if len(tests) < 100 {
		t.Errorf("got %d tests on the page, want 100 and more", len(tests))
	}
	for _, named := range tests {
		if !strings.Contains(fileText(t, "../"+named[1]), "\nfunc "+named[2]+"(t *testing.T)") {
			t.Errorf("%s has no %s", named[1], named[2])
		}
	}
	for _, named := range regexp.MustCompile("`([a-z0-9_.-]+/[a-z0-9_/.-]+\\.(?:go|ts|yaml|json|md))`").FindAllStringSubmatch(page, -1) {
		fileText(t, "../"+named[1])
	}
}

// TestToolchains: the documents name the versions of Go and Node.js with which everything is
// built.
func TestToolchains(t *testing.T) {
	t.Parallel()
	module := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(fileText(t, "../go.mod"))
	engine := regexp.MustCompile(`"node": ">=(\d+)"`).FindStringSubmatch(fileText(t, "../webapi/app/package.json"))
	if module == nil || engine == nil {
		t.Fatalf("got Go %v and Node.js %v, want them in go.mod and package.json", module, engine)
	}
	for _, document := range []string{"README.md", "README.ja.md", "CONTRIBUTING.md"} {
		text := fileText(t, "../"+document)
		if !strings.Contains(text, "Go "+module[1]) || !strings.Contains(text, "Node.js "+engine[1]) {
			t.Errorf("%s does not name Go %s and Node.js %s", document, module[1], engine[1])
		}
	}
}
