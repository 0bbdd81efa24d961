package cmd_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// requirements is how many requirements of the OWASP Application Security Verification
// Standard 5.0.0 are of level 1 or 2, by section. They are the first in their section:
// those of level 3 come last, and a section that is not listed has none of level 1 or 2.
// Source: 5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv of
// https://github.com/OWASP/ASVS/tree/v5.0.0.
var requirements = map[string]int{
	"1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
	"2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
	"3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
	"4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
	"5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
	"6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
	"7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
	"8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
	"9.1": 3, "9.2": 4,
	"10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
	"11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
	"12.1": 3, "12.2": 2, "12.3": 4,
	"13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
	"14.1": 2, "14.2": 4, "14.3": 3,
	"15.1": 3, "15.2": 3, "15.3": 7,
	"16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
	"17.1": 1, "17.2": 4, "17.3": 2,
}

// requirementRow matches a row of a table with requirements: ids, result, rest.
var requirementRow = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d[^|]*) \| ([^|]*) \| (.*) \|$`)

// TestSecurityPage: docs/security.md has every requirement once, with a result and a
// reason, the right counts of results, and names only tests and files that exist.
func TestSecurityPage(t *testing.T) {
	page := fileText(t, "../docs/security.md")
	results, counted := map[string]int{}, map[string]int{}
	for _, row := range requirementRow.FindAllStringSubmatch(page, -1) {
		ids, result, reason := row[1], row[2], row[3]
		if !slices.Contains([]string{"met", "partly", "not met", "n/a"}, result) || strings.TrimSpace(reason) == "" {
			t.Errorf("%s: got result %q because of %q, want a result and its reason", ids, result, reason)
		}
		for _, id := range requirementsIn(t, ids) {
			results[id]++
			counted[result]++
		}
	}
	checkRequirements(t, results)
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
		first, last, isRange := strings.Cut(part, "–")
		if !isRange {
			last = first
		}
		section, from := splitRequirement(t, first)
		other, to := splitRequirement(t, last)
		if other != section || to < from {
			t.Fatalf("%q is not a range of one section", part)
		}
		for n := from; n <= to; n++ {
			all = append(all, section+"."+strconv.Itoa(n))
		}
	}
	return all
}

// splitRequirement splits "1.2.3" into "1.2" and 3.
func splitRequirement(t *testing.T, id string) (section string, n int) {
	t.Helper()
	at := strings.LastIndexByte(id, '.')
	n, err := strconv.Atoi(id[at+1:])
	if err != nil {
		t.Fatalf("%q is not a requirement", id)
	}
	return id[:at], n
}

// checkRequirements checks that each requirement has exactly one result.
func checkRequirements(t *testing.T, results map[string]int) {
	t.Helper()
	total := 0
	for section, count := range requirements {
		total += count
		for n := 1; n <= count; n++ {
			id := section + "." + strconv.Itoa(n)
			if results[id] != 1 {
				t.Errorf("%s: got %d results, want 1", id, results[id])
			}
			delete(results, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(results)) {
		t.Errorf("%s is not a requirement of level 1 or 2", id)
	}
	if total != 253 {
		t.Errorf("got %d requirements, want the 253 of the standard", total)
	}
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

func fileText(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(raw)
}

// supportedNode lists the versions of Node that a build may use: those with long-term
// support, until April 2027 and 2028 (https://nodejs.org/en/about/previous-releases).
var supportedNode = []string{"22", "24"}

// TestImageBasesAreSupported: the image is built with the module's version of Go and a
// version of Node that still gets fixes.
func TestImageBasesAreSupported(t *testing.T) {
	dockerfile := fileText(t, "../Dockerfile")
	node := regexp.MustCompile(`FROM (?:--platform=\S+ )?node:(\d+)\.`).FindStringSubmatch(dockerfile)
	if node == nil || !slices.Contains(supportedNode, node[1]) {
		t.Errorf("got Node %v, want one of %v", node, supportedNode)
	}
	module := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(fileText(t, "../go.mod"))
	if module == nil || !strings.Contains(dockerfile, " golang:"+module[1]+".") {
		t.Errorf("the image is not built with Go %v, the version of go.mod", module)
	}
}
