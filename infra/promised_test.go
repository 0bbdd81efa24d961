package infra_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/promised"
)

var update = flag.Bool("update", false, "add what is new to testdata/promised.txt")

// TestPromisedStack: an update of the stack needs no parameter that it did not need before,
// and finds the values and outputs of earlier versions.
func TestPromisedStack(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("core.yaml")
	if err != nil {
		t.Fatal(err)
	}
	offers, err := cfn.Interface(raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range offers {
		if promises := promised.Read(t); strings.HasSuffix(line, ", required") && !slices.Contains(promises, line) && len(promises) > 0 {
			t.Errorf("an update of an earlier stack would fail without a value: %s", line)
		}
	}
	promised.Check(t, offers, *update)
}
