package cmd_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// rows lists each package of the product, except those of modules, with the packages of
// this repository that its code, except tests, imports. A package or an import that is not
// listed may not exist, and a listed import must exist: see "Directions" in
// docs/architecture.md.
const rows = `
models:
models/parallel:
internal/strict:
internal/texts:
memo: models models/parallel
family: models models/parallel
family/connections: models models/parallel
family/module: family memo models
invite: models models/parallel
auth: auth/internal/privatefile auth/loopback auth/sealed models
auth/devissuer: auth/internal/privatefile auth/loopback models
auth/internal/privatefile:
auth/loopback:
auth/oauth: auth auth/loopback family internal/strict models
auth/outbound:
auth/sealed: models
skill: family internal/strict invite memo models models/parallel skill/messages skill/phrases
skill/messages: internal/texts
skill/phrases:
skill/skillhttp: skill
skill/talk: skill skill/phrases
webapi: auth auth/loopback auth/oauth family family/connections internal/strict internal/texts invite memo models webapi/limit webapi/live webapi/mcp webapi/picture webapi/refusals
webapi/app:
webapi/app/e2e:
webapi/limit: models
webapi/live: models
webapi/mcp: family internal/strict internal/texts memo models
webapi/picture: auth/outbound models
webapi/refusals:
infra:
infra/bulk: invite models
infra/calls:
infra/repair: models
infra/sqlite: family infra/bulk infra/calls infra/repair invite memo models
infra/dynamo: family family/connections infra/bulk infra/calls infra/repair invite memo models models/parallel
infra/dynamo/connect: infra/calls infra/dynamo infra/dynamo/thaw models
infra/dynamo/thaw:
infra/legacy: family infra/bulk models
infra/modules:
cmd:
cmd/internal/app: auth auth/devissuer auth/loopback auth/oauth cmd/internal/audit cmd/internal/connlimit cmd/internal/health cmd/internal/limits cmd/internal/metrics cmd/internal/metrics/prometheus cmd/internal/modules/inskill cmd/internal/modules/inweb cmd/internal/modules/ondynamo cmd/internal/modules/onsqlite cmd/internal/operator cmd/internal/systemd cmd/internal/version family family/module infra/bulk infra/calls infra/dynamo infra/dynamo/connect infra/sqlite invite memo models skill skill/skillhttp webapi webapi/app webapi/limit webapi/live
cmd/internal/audit: models
cmd/internal/client: auth/loopback cmd/internal/version models
cmd/internal/commandline:
cmd/internal/connlimit: webapi/live
cmd/internal/envfile:
cmd/internal/function: auth/loopback cmd/internal/audit cmd/internal/limits cmd/internal/metrics cmd/internal/metrics/emf cmd/internal/version family family/module infra/calls infra/dynamo infra/dynamo/thaw invite memo models models/parallel
cmd/internal/modules/inskill: family/module skill
cmd/internal/modules/inweb: family/module webapi
cmd/internal/modules/ondynamo: family/module infra/dynamo
cmd/internal/modules/onsqlite: family/module infra/sqlite
cmd/internal/health:
cmd/internal/limits: family memo models
cmd/internal/logqueue:
cmd/internal/metrics: infra/calls invite models
cmd/internal/metrics/emf: cmd/internal/metrics invite
cmd/internal/metrics/prometheus: cmd/internal/metrics cmd/internal/version invite
cmd/internal/operator: auth family infra/bulk models
cmd/internal/payload2:
cmd/internal/systemd:
cmd/internal/version:
cmd/live-lambda: cmd/internal/function cmd/internal/metrics/emf cmd/internal/modules/ondynamo family/connections family/module infra/dynamo infra/dynamo/thaw internal/strict models models/parallel
cmd/skill-lambda: auth/sealed cmd/internal/function cmd/internal/metrics/emf cmd/internal/modules/inskill cmd/internal/modules/ondynamo models skill
cmd/voicememo: auth auth/loopback auth/oauth cmd/internal/app cmd/internal/audit cmd/internal/client cmd/internal/commandline cmd/internal/envfile cmd/internal/health cmd/internal/limits cmd/internal/logqueue cmd/internal/modules/inskill cmd/internal/modules/ondynamo cmd/internal/modules/onsqlite cmd/internal/operator cmd/internal/version infra/bulk infra/dynamo infra/dynamo/connect infra/legacy infra/repair infra/sqlite internal/texts models skill skill/phrases skill/talk webapi/app
cmd/web-lambda: auth auth/loopback auth/oauth cmd/internal/function cmd/internal/limits cmd/internal/metrics/emf cmd/internal/modules/inweb cmd/internal/modules/ondynamo cmd/internal/payload2 cmd/internal/version family family/connections invite models webapi webapi/app
`

// engines never import each other, directly or indirectly, not even in tests.
var engines = []string{"infra/sqlite", "infra/dynamo"}

// moduleRows lists the folders that have a folder for each module, with what the packages
// in the latter may import besides the module's own. cmd/modules.txt lists the modules,
// which can be removed by deleting their folders: apart from themselves, only the lists in
// cmd/internal/modules import them.
var moduleRows = map[string]string{
	"family":         "auth/loopback auth/outbound family family/module internal/texts invite memo models models/parallel",
	"infra/sqlite":   "infra/bulk infra/sqlite models",
	"infra/dynamo":   "infra/bulk infra/dynamo models models/parallel",
	"webapi":         "internal/texts models webapi",
	"webapi/app/e2e": "",
	"skill":          "models skill",
}

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
	rows    map[string][]string // see the constant rows
	modules []string
}

// TestImportsPointDown checks the directions of imports between the packages.
func TestImportsPointDown(t *testing.T) {
	h, all := house{parseRows(t, rows), moduleNames(t)}, listed(t)
	if len(all) < 60 {
		t.Errorf("got %d packages, want 60 and more", len(all))
	}
	for _, p := range all {
		from := p.ImportPath
		product := !isKit(from) && !isTool(from)
		if product {
			h.checkRow(t, p)
		}
		for _, dep := range p.Imports {
			if strings.HasPrefix(dep, "github.com/arienmalec") && from != "skill" {
				t.Errorf("%s must not import %s: package skill has types of its own for it", from, dep)
			}
			if isTool(dep) || product && isKit(dep) || !product && strings.HasPrefix(dep, "cmd/") || h.reachesModule(from, dep) {
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

// checkRow compares a package's row, or that of its module's folder, with its imports.
func (h house) checkRow(t *testing.T, p pkg) {
	t.Helper()
	row, ok := h.rows[p.ImportPath]
	module, root := h.module(p.ImportPath)
	if module != "" {
		row = strings.Fields(moduleRows[root])
	} else if !ok {
		t.Errorf("%s has no row", p.ImportPath)
		return
	}
	for _, dep := range p.Imports {
		if other, _ := h.module(dep); h.isOurs(dep) && !slices.Contains(row, dep) && (module == "" || other != module) {
			t.Errorf("%s must not import %s", p.ImportPath, dep)
		}
	}
	for _, dep := range row {
		if module == "" && !slices.Contains(p.Imports, dep) {
			t.Errorf("%s does not import %s: remove it from its row", p.ImportPath, dep)
		}
	}
}

// reachesModule reports whether an import violates the rule that only the module itself, the
// tests of its part of the stack and the lists of modules import a module.
func (h house) reachesModule(from, dep string) bool {
	module, _ := h.module(dep)
	own, _ := h.module(from)
	return module != "" && own != module && !strings.HasPrefix(from, "cmd/internal/modules/") && from != "infra/modules"
}

// isOurs reports whether a path is a package of this repository that is not a module's.
func (h house) isOurs(dep string) bool {
	_, ok := h.rows[dep]
	return ok || isKit(dep) || isTool(dep)
}

// module returns the module that a package belongs to, and the folder that has its folder;
// "" for the rest.
func (h house) module(p string) (module, root string) {
	for root := range moduleRows {
		name, _, _ := strings.Cut(strings.TrimPrefix(p, root+"/"), "/")
		if strings.HasPrefix(p, root+"/") && slices.Contains(h.modules, name) {
			return name, root
		}
	}
	return "", ""
}

// isKit reports whether a package is for tests: a stand-in for an external service, or a
// kit or suite beside the contract that it tests.
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
	room, _, _ := strings.Cut(from, "/")
	return slices.ContainsFunc(strings.Fields(strangers[room]), func(s string) bool { return strings.HasPrefix(dep, s) })
}

// parseRows reads the lines of the constant rows.
func parseRows(t *testing.T, text string) map[string][]string {
	t.Helper()
	parsed := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		name, imports, ok := strings.Cut(line, ":")
		if _, twice := parsed[name]; twice || !ok {
			t.Fatalf("the row %q is not \"package: imports\", or is repeated", line)
		}
		parsed[name] = strings.Fields(imports)
	}
	return parsed
}

// listed returns the packages of this module, with paths relative to it.
func listed(t *testing.T) (all []pkg) {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "voicememo/...").Output()
	if err != nil {
		t.Fatal(err)
	}
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
