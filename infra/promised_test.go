package infra_test

import (
	"os"
	"testing"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/promised"
)

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
	promised.Check(t, offers)
}
