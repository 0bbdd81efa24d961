package webapi

import (
	command "flag"
	"os"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
	"voicememo/webapi/contracttest"
)

var update = command.Bool("update", false, "rewrite docs/contract.html and docs/contract.ja.html")

// TestDocsAreWritten: docs/contract.html is openapi.yaml as a page, with the places for what
// is added when it is served. The page is written ahead because YAML and templates would
// slow down each start of the function on AWS.
func TestDocsAreWritten(t *testing.T) {
	page, err := contracttest.Page(contract)
	must.OK(t, err)
	for _, place := range []string{problemsHere, publicHere, pathsHTMLHere, thingsHTMLHere} {
		if got := strings.Count(page, place); got != 1 {
			t.Fatalf("got %s %d times, want it once", place, got)
		}
	}
	if *update {
		if err := os.WriteFile("docs/contract.html", []byte(page), 0o644); err != nil { //nolint:gosec // it is public
			t.Fatal(err)
		}
	} else if page != contractPage {
		t.Error("docs/contract.html is not openapi.yaml; run: go test ./webapi -run DocsAreWritten -update")
	}
	japanese, err := contracttest.JapanesePage(contract)
	must.OK(t, err)
	if *update {
		if err := os.WriteFile("docs/contract.ja.html", []byte(japanese), 0o644); err != nil { //nolint:gosec // it is public
			t.Fatal(err)
		}
	} else if japanese != japanesePage {
		t.Error("docs/contract.ja.html is not openapi.yaml; run: go test ./webapi -run DocsAreWritten -update")
	}
}
