package cmd_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// requirementRow matches a row of a table with requirements: ids, result, rest.
var requirementRow = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d[^|]*) \| ([^|]*) \| (.*) \|$`)

// TestSecurityPage: docs/security.md has 253 requirements once, with a result and a reason,
// the right counts of results, and names only tests and files that exist.
func TestSecurityPage(t *testing.T) {
	t.Parallel()
	page := fileText(t, "../docs/security.md")
	seen, counted := map[string]bool{}, map[string]int{}
	for _, row := range requirementRow.FindAllStringSubmatch(page, -1) {
		ids, result, reason := row[1], row[2], row[3]
		if !slices.Contains([]string{"met", "partly", "not met", "n/a"}, result) || strings.TrimSpace(reason) == "" {
			t.Errorf("%s: got result %q because of %q, want a result and its reason", ids, result, reason)
		}
		for _, id := range requirementsIn(t, ids) {
			if seen[id] {
				t.Errorf("%s has two results", id)
			}
			seen[id] = true
			counted[result]++
		}
	}
	if len(seen) != 253 { // of level 1 or 2 in OWASP's Application Security Verification Standard 5.0.0
		t.Errorf("got %d requirements, want 253", len(seen))
	}
	summary := fmt.Sprintf("%d are met, %d in part, %d are not met, and %d do not apply", counted["met"], counted["partly"], counted["not met"], counted["n/a"])
	if !strings.Contains(page, summary) {
		t.Errorf("the page does not say %q", summary)
	}
	checkNames(t, page)
}

// requirementsIn returns the requirements of a row: "1.2.1, 1.2.3–1.2.5".
func requirementsIn(t *testing.T, row string) (all []string) {
	t.Helper()
	for part := range strings.SplitSeq(row, ", ") {
		var chapter, section, from, to int
		if _, err := fmt.Sscanf(part, "%d.%d.%d–%d.%d.%d", &chapter, &section, &from, &chapter, &section, &to); err != nil {
			to = from
		}
		if from == 0 || to < from {
			t.Errorf("%q is not a requirement or a range of them", part)
		}
		for n := from; n <= to; n++ {
			all = append(all, fmt.Sprintf("%d.%d.%d", chapter, section, n))
		}
	}
	return all
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

// supportedNode lists the versions of Node that a build may use: those with long-term
// support, until April 2027 and 2028 (https://nodejs.org/en/about/previous-releases).
var supportedNode = []string{"22", "24"}

// TestToolchains: the image, the workflows and the documents use and name the versions of Go
// and Node.js with which everything is built, and the image a Node.js that still gets fixes.
func TestToolchains(t *testing.T) {
	t.Parallel()
	image := fileText(t, "../Dockerfile")
	node := regexp.MustCompile(`FROM (?:--platform=\S+ )?node:(\d+)\.`).FindStringSubmatch(image)
	if node == nil || !slices.Contains(supportedNode, node[1]) {
		t.Errorf("got Node %v, want one of %v", node, supportedNode)
	}
	module := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(fileText(t, "../go.mod"))
	engine := regexp.MustCompile(`"node": ">=(\d+)"`).FindStringSubmatch(fileText(t, "../webapi/app/package.json"))
	if module == nil || engine == nil || !strings.Contains(image, " golang:"+module[1]+".") {
		t.Fatalf("got Go %v and Node.js %v, want them in go.mod, package.json and the Dockerfile", module, engine)
	}
	for _, document := range []string{"README.md", "README.ja.md", "CONTRIBUTING.md"} {
		text := fileText(t, "../"+document)
		if !strings.Contains(text, "Go "+module[1]) || !strings.Contains(text, "Node.js "+engine[1]) {
			t.Errorf("%s does not name Go %s and Node.js %s", document, module[1], engine[1])
		}
	}
}
