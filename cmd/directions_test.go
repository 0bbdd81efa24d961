package cmd_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// floors lists the areas from the lowest to the highest, each with the areas that its
// packages may import besides those of its own: see "Directions" in docs/architecture.md. A
// package belongs to the longest area that begins its path. Only lower areas may be listed.
const floors = `
cmd:
internal:
models:
memo: internal models
invite: internal models
family: internal models
family/module: models memo family
family/MODULE: internal models memo invite family family/module
auth: internal models family
skill/alexa: internal models
skill/words: internal models
skill/understanding: internal models invite skill/words
skill/conversation: internal models memo invite family skill/alexa skill/words skill/understanding
skill: internal models memo invite family skill/alexa skill/words skill/understanding skill/conversation
skill/MODULE: models skill
webapi: internal models memo invite family auth
webapi/MODULE: internal models webapi
webapi/app: webapi
webapi/app/e2e/MODULE:
infra: models invite family
infra/sqlite: internal models memo invite family infra
infra/sqlite/MODULE: models infra infra/sqlite
infra/dynamo: internal models memo invite family infra
infra/dynamo/MODULE: internal models infra infra/dynamo
cmd/internal: internal models memo invite family family/module auth skill webapi webapi/app infra infra/sqlite infra/dynamo
cmd/voicememo: internal models auth skill/understanding skill webapi/app infra infra/sqlite infra/dynamo cmd/internal
cmd/skill-lambda: models auth skill cmd/internal
cmd/web-lambda: internal models invite family auth webapi webapi/app cmd/internal
cmd/live-lambda: internal models family family/module infra/dynamo cmd/internal
`

// rooms are folders of a program that share only what lies below them: no room of
// cmd/voicememo imports another, except that doctor checks what serve would do.
const rooms = "cmd/voicememo/"

// engines never import each other, directly or indirectly, not even in tests.
var engines = []string{"infra/sqlite", "infra/dynamo"}

// strangers lists third-party modules that the packages of a folder must not link.
var strangers = map[string]string{
	"models": "golang.org/ github.com/ modernc.org/",
	"skill":  "github.com/labstack github.com/aws modernc.org github.com/modelcontextprotocol",
	"auth":   "github.com/labstack github.com/aws modernc.org github.com/modelcontextprotocol",
	"infra":  "github.com/labstack github.com/arienmalec github.com/modelcontextprotocol",
	"memo":   "github.com/labstack github.com/aws modernc.org github.com/arienmalec github.com/modelcontextprotocol",
	"family": "github.com/labstack github.com/aws modernc.org github.com/arienmalec github.com/modelcontextprotocol",
	"invite": "github.com/labstack github.com/aws modernc.org github.com/arienmalec github.com/modelcontextprotocol",
	"webapi": "github.com/aws modernc.org github.com/arienmalec",
}

// pkg is a package as the go command lists it.
type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	Deps                               []string // direct and indirect imports, without those of tests
}

// house is the rules that packages follow.
type house struct {
	may     map[string][]string // areas and what they may import
	modules []string
}

// TestImportsPointDown checks the directions of imports between the packages.
func TestImportsPointDown(t *testing.T) {
	h, all := house{parseFloors(t, floors), moduleNames(t)}, listed(t)
	if len(all) < 60 {
		t.Errorf("got %d packages, want 60 and more", len(all))
	}
	for _, p := range all {
		from := p.ImportPath
		if h.area(from) == "" && !isKit(from) && !isTool(from) {
			t.Errorf("%s is in no area", from)
		}
		for _, dep := range p.Imports {
			if !h.allows(from, dep) {
				t.Errorf("%s must not import %s", from, dep)
			}
		}
		for _, dep := range slices.Concat(p.TestImports, p.XTestImports) {
			if isTool(dep) && dep != from || crossesEngines(from, dep) || h.reachesModule(from, dep) {
				t.Errorf("the tests of %s must not import %s", from, dep)
			}
		}
		for _, dep := range p.Deps {
			if crossesEngines(from, dep) || isStranger(from, dep) {
				t.Errorf("%s must not contain %s", from, dep)
			}
		}
	}
}

// allows reports whether a package may import another.
func (h house) allows(from, dep string) bool {
	switch {
	case strings.HasPrefix(dep, "github.com/arienmalec"): // the others have types of their own for it
		return from == "skill/alexa"
	case isTool(dep), h.reachesModule(from, dep):
		return false
	case isKit(from), isTool(from):
		return !strings.HasPrefix(dep, "cmd/") || strings.HasPrefix(from, "cmd/")
	case isKit(dep):
		return false
	case room(from) != room(dep) && room(from) != "" && room(dep) != "":
		return room(from) == "doctor" && room(dep) == "serve"
	}
	own, of := h.area(from), h.area(dep)
	return !h.isOurs(dep) || own == of || strings.HasSuffix(of, "/MODULE") || slices.Contains(h.may[own], of)
}

// room returns the room of a package of cmd/voicememo; "" for the rest.
func room(p string) string {
	if !strings.HasPrefix(p, rooms) {
		return ""
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(p, rooms), "/")
	return strings.TrimPrefix(name, "internal")
}

// isOurs reports whether a path is a package of this repository.
func (h house) isOurs(dep string) bool {
	return h.area(dep) != "" || isKit(dep) || isTool(dep)
}

// area returns the longest area that begins a package's path, in which MODULE stands for
// the name of a module.
func (h house) area(p string) string {
	if module, root := h.module(p); module != "" {
		return root + "/MODULE"
	}
	for at := p; at != "."; at = path.Dir(at) {
		if _, ok := h.may[at]; ok {
			return at
		}
	}
	return ""
}

// module returns the module that a package belongs to, and the folder that has its folder;
// "" for the rest.
func (h house) module(p string) (module, root string) {
	for area := range maps.Keys(h.may) {
		root, ok := strings.CutSuffix(area, "/MODULE")
		name, _, _ := strings.Cut(strings.TrimPrefix(p, root+"/"), "/")
		if ok && strings.HasPrefix(p, root+"/") && slices.Contains(h.modules, name) {
			return name, root
		}
	}
	return "", ""
}

// reachesModule reports whether an import violates the rule that only the module itself, the
// tests of its part of the stack and the lists of modules import a module.
func (h house) reachesModule(from, dep string) bool {
	module, _ := h.module(dep)
	own, _ := h.module(from)
	return module != "" && own != module && !strings.HasPrefix(from, "cmd/internal/modules/") && from != "infra/modules"
}

// isKit reports whether a package is for tests: a stand-in for an external service, a suite,
// or another kit.
func isKit(p string) bool {
	return strings.HasPrefix(p, "tools/testkit/") || strings.HasSuffix(path.Base(p), "test")
}

// isTool reports whether a package is a program that only developers run.
func isTool(p string) bool {
	return strings.HasPrefix(p, "tools/") && !strings.HasPrefix(p, "tools/testkit/")
}

// crossesEngines reports whether two packages belong to different engines.
func crossesEngines(from, dep string) bool {
	of := func(p string) int {
		return slices.IndexFunc(engines, func(e string) bool { return p == e || strings.HasPrefix(p, e+"/") })
	}
	return of(from) >= 0 && of(dep) >= 0 && of(from) != of(dep)
}

// isStranger reports whether a package's folder must not link a third-party package.
func isStranger(from, dep string) bool {
	folder, _, _ := strings.Cut(from, "/")
	return slices.ContainsFunc(strings.Fields(strangers[folder]), func(s string) bool { return strings.HasPrefix(dep, s) })
}

// parseFloors reads the lines of the constant floors and checks that each lists only areas
// above it in the text, which are lower ones.
func parseFloors(t *testing.T, text string) map[string][]string {
	t.Helper()
	parsed := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		area, lower, ok := strings.Cut(line, ":")
		for _, one := range strings.Fields(lower) {
			if _, known := parsed[one]; !known {
				t.Errorf("%s may not import %s, which is not a lower area", area, one)
			}
		}
		if _, twice := parsed[area]; twice || !ok {
			t.Errorf("the line %q is not \"area: areas\", or is repeated", line)
		}
		parsed[area] = strings.Fields(lower)
	}
	return parsed
}

// listed returns the packages of this module, with paths relative to it.
func listed(t *testing.T) (all []pkg) {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "voicememo/...").Output()
	must.OK(t, err)
	const module = "voicememo/"
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module)
		for _, deps := range [][]string{p.Imports, p.TestImports, p.XTestImports, p.Deps} {
			for i := range deps {
				deps[i] = strings.TrimPrefix(deps[i], module)
			}
		}
		all = append(all, p)
	}
}
