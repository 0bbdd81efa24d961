package cmd_test

import (
	"os/exec"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestGivenPackages: the five libraries that the task requires are used, each at an exact
// version, and none is replaced. See docs/decisions/0033-given-libraries.md.
func TestGivenPackages(t *testing.T) {
	deps, err := exec.Command("go", "list", "-deps", "voicememo/...").Output()
	must.OK(t, err)
	for _, want := range []string{
		"github.com/arienmalec/alexa-go", "github.com/aws/aws-lambda-go/lambda",
		"github.com/aws/aws-sdk-go-v2/service/dynamodb", "github.com/coreos/go-oidc/v3/oidc", "github.com/labstack/echo/v4",
	} {
		if !strings.Contains("\n"+string(deps), "\n"+want+"\n") {
			t.Errorf("%s is not used", want)
		}
	}
	module := fileText(t, "../go.mod")
	if strings.Contains(module, "replace ") || !strings.Contains(module, "github.com/arienmalec/alexa-go v0.0.0-20181025212142-975687393e90") {
		t.Error("go.mod replaces a module, or has another version of alexa-go")
	}
}
