package cmd_test

import (
	"os/exec"
	"strings"
	"testing"
)

// rooms lists each room of the house with the rooms of ours it may know, at any
// distance. A room that is not here may not exist; see docs/architecture.md.
var rooms = map[string]string{
	"models":            "",
	"memo":              "models",
	"family":            "models",
	"invite":            "models",
	"auth":              "models",
	"skill":             "memo family invite models",
	"webapi":            "auth memo family invite models",
	"infra":             "memo family invite models",
	"cmd":               "skill webapi infra auth memo family invite models",
	"memo/memotest":     "memo family invite models",
	"family/familytest": "memo family invite models",
	"family/jointest":   "memo family invite models",
	"invite/invitetest": "memo family invite models",
	"auth/authtest":     "auth memo family invite models",
	"auth/devissuer":    "auth models",

	"tools": "skill webapi infra auth memo family invite models",
}

// strangers lists third-party modules that whole rooms must not know.
var strangers = map[string]string{
	"models": "golang.org/ github.com/ modernc.org/",
	"skill":  "github.com/labstack github.com/aws modernc.org",
	"auth":   "github.com/labstack github.com/aws modernc.org",
	"infra":  "github.com/labstack github.com/arienmalec",
	"memo":   "github.com/labstack github.com/aws modernc.org github.com/arienmalec",
	"family": "github.com/labstack github.com/aws modernc.org github.com/arienmalec",
	"invite": "github.com/labstack github.com/aws modernc.org github.com/arienmalec",
	"webapi": "github.com/aws modernc.org github.com/arienmalec",
}

// TestImportsPointDown keeps the directions between the rooms.
func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}:{{join .Deps " "}}`, "voicememo/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		path, deps, _ := strings.Cut(line, ":")
		path = strings.TrimPrefix(path, "voicememo/")
		top, allowed, known := roomOf(path)
		if !known {
			t.Errorf("%s is in no known room", path)
		}
		checked++
		for _, dep := range strings.Fields(deps) {
			inside, ours := strings.CutPrefix(dep, "voicememo/")
			if ours {
				room, _, _ := strings.Cut(inside, "/")
				if room != top && !contains(allowed, room) {
					t.Errorf("%s must not know %s", path, dep)
				}
				continue
			}
			for _, stranger := range strings.Fields(strangers[top]) {
				if strings.HasPrefix(dep, stranger) {
					t.Errorf("%s must not know %s", path, dep)
				}
			}
		}
	}
	if checked < 15 {
		t.Errorf("only %d packages were checked", checked)
	}
}

// roomOf gives a package's top folder and the rooms it may know.
func roomOf(path string) (top, allowed string, known bool) {
	top, _, _ = strings.Cut(path, "/")
	if allowed, known = rooms[path]; known {
		return top, allowed, true
	}
	allowed, known = rooms[top]
	return top, allowed, known
}

func contains(list, room string) bool {
	for _, r := range strings.Fields(list) {
		if r == room {
			return true
		}
	}
	return false
}

// TestCardPackages keeps the five packages of the project's card in use, each at
// an exact version and none replaced.
func TestCardPackages(t *testing.T) {
	deps, err := exec.Command("go", "list", "-deps", "voicememo/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"github.com/arienmalec/alexa-go", "github.com/aws/aws-lambda-go/lambda",
		"github.com/aws/aws-sdk-go-v2/service/dynamodb", "github.com/coreos/go-oidc/v3/oidc", "github.com/labstack/echo/v4",
	} {
		if !strings.Contains("\n"+string(deps), "\n"+want+"\n") {
			t.Errorf("%s is not used", want)
		}
	}
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Path}} {{.Version}} {{with .Replace}}replaced{{end}}", "all").Output()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(module), "replaced") {
		t.Error("go.mod replaces a module")
	}
	if want := "github.com/arienmalec/alexa-go v0.0.0-20181025212142-975687393e90"; !strings.Contains(string(module), want) {
		t.Errorf("%s is not in go.mod", want)
	}
}
