package function

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

func TestList(t *testing.T) {
	check.Slices(t, List(" a, b,,"), []string{"a", "b"})
}

func TestEnvironment(t *testing.T) {
	for _, name := range []string{"", "test", "dev", "stg", "prod"} {
		got, err := Environment(func(string) string { return name })
		known := slices.Contains([]string{"dev", "stg", "prod"}, name)
		if known != (err == nil) || known && got != name {
			t.Errorf("%q: got %q, %v", name, got, err)
		}
	}
}

// heavy are modules and packages that must not slow down a start.
var heavy = []string{
	"github.com/aws/aws-sdk-go-v2/config", "github.com/aws/aws-sdk-go-v2/service/sts", "modernc.org/", "github.com/prometheus/",
	"voicememo/infra/sqlite", "voicememo/infra/dynamo/connect", "voicememo/cmd/internal/app", "voicememo/auth/devissuer", "net/rpc",
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager",
	"text/template", // calls methods by name, so that the linker keeps every method
}

// TestFunctionsAreLean: the functions do not link packages that they do not use.
func TestFunctionsAreLean(t *testing.T) {
	for program, also := range map[string][]string{
		"voicememo/cmd/skill-lambda": {"github.com/labstack/", "github.com/coreos/"},
		"voicememo/cmd/live-lambda":  {"github.com/labstack/", "github.com/coreos/", "github.com/arienmalec/", "voicememo/skill", "voicememo/webapi", "gopkg.in/yaml.v3"},
		"voicememo/cmd/web-lambda":   {"voicememo/skill", "github.com/arienmalec/", "gopkg.in/yaml.v3"},
	} {
		out, err := exec.Command("go", "list", "-deps", "-tags", "lambda.norpc", program).Output()
		must.OK(t, err)
		for dep := range strings.Lines(string(out)) {
			for _, unwanted := range slices.Concat(heavy, also) {
				if strings.HasPrefix(dep, unwanted) {
					t.Errorf("%s links %s", program, strings.TrimSpace(dep))
				}
			}
		}
	}
}
