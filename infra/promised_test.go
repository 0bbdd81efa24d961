package infra_test

import (
	"os"
	"testing"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/promised"
)

// TestPromisedStack: an update of the stack needs no parameter that it did not need before,
// and finds the values and outputs of earlier versions.
func TestPromisedStack(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("core.yaml")
	must.OK(t, err)
	offers, err := cfn.Interface(raw)
	must.OK(t, err)
	promised.Check(t, offers)
}
