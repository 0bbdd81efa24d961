package cmd_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/sizes"
)

// removal is the environment variable of TestRemoval: "all" runs every test of the rest,
// "inside" means that this is the rest.
const removal = "MEMOTEST_REMOVAL"

// quick are the tests that run without a module by default: those that compare what the
// program has with its lists and documents. go vet compiles the others.
var quick = [][]string{
	{"./cmd", "./cmd/internal/metrics/...", "./tools/modules"},
	{"-run", "Template|Modules|Readme|SameTables|Metrics", "./infra"},
	{"-run", "Contract|Docs|Legal|Module", "./webapi"},
	{"-run", "Package|Manifest", "./cmd/voicememo", "./skill"},
}

// TestRemoval: without the folders of a module and its line in cmd/modules.txt everything
// else builds and passes its tests, and does not mention it.
func TestRemoval(t *testing.T) {
	sizes.Nightly(t)
	if os.Getenv(removal) == "inside" {
		t.Skip("this is the copy")
	}
	for _, module := range moduleNames(t) {
		t.Run(module, func(t *testing.T) {
			r := rest{t, t.TempDir()}
			r.copy("..")
			r.remove(module)
			r.run("cmd", "go", "generate")
			r.mentions(module)
			r.run("webapi/app", "npm", "run", "--silent", "check")
			r.run("webapi/app", "npm", "run", "--silent", "build")
			r.run(".", "go", "vet", "./...")
			if os.Getenv(removal) == "all" {
				r.run("webapi/app", "npm", "test", "--silent")
				r.run(".", "go", "test", "-vet=off", "-timeout", "60m", "./...")
			} else {
				for _, tests := range quick {
					r.run(".", "go", append([]string{"test", "-vet=off", "-short"}, tests...)...)
				}
			}
		})
	}
}

// moduleNames returns the modules of cmd/modules.txt.
func moduleNames(t *testing.T) []string {
	t.Helper()
	return strings.Fields(regexp.MustCompile(`#.*`).ReplaceAllString(fileText(t, "modules.txt"), ""))
}

// rest is a copy of the tree, from which a module is removed.
type rest struct {
	*testing.T
	root string
}

// copy copies a tree without what is built or installed. Installed packages of npm are
// shared.
func (r rest) copy(from string) {
	r.Helper()
	tree, err := filepath.Abs(from)
	must.OK(r, err)
	r.run(".", "sh", "-c", `cd "$0" && tar -cf - --exclude=./.git --exclude=./bin --exclude=./data --exclude=./webapi/app/dist --exclude=node_modules . |
		tar -xf - -C "$1" && ln -s "$PWD/webapi/app/node_modules" "$1/webapi/app/node_modules"`, tree, r.root)
}

// remove deletes the module's folders, its part of the stack, and its line.
func (r rest) remove(module string) {
	r.Helper()
	removed := 0
	r.walk(func(path string, entry fs.DirEntry) error {
		name, _, _ := strings.Cut(entry.Name(), ".")
		stack := strings.TrimSuffix(name, "_test") == module && filepath.Base(filepath.Dir(path)) == "modules"
		if entry.IsDir() && entry.Name() == module || stack {
			removed++
			if err := os.RemoveAll(path); err != nil || stack {
				return err
			}
			return fs.SkipDir
		}
		return nil
	})
	if removed < 3 {
		r.Errorf("got %d folders of %s, want a module's", removed, module)
	}
	list := filepath.Join(r.root, "cmd/modules.txt")
	line := regexp.MustCompile(`(?m)^` + module + `\b.*\n`)
	if err := os.WriteFile(list, line.ReplaceAll([]byte(fileText(r.T, list)), nil), 0o600); err != nil { //nolint:gosec // of this test
		r.Fatal(err)
	}
}

// mentions fails the test if a source file that is not generated mentions a package or
// folder of the module.
func (r rest) mentions(module string) {
	r.Helper()
	path := regexp.MustCompile(`voicememo/(?:[a-z]+/)+` + module + `\b|['"](?:\.{1,2}/)+(?:src/)?` + module + `/`)
	r.walk(func(file string, entry fs.DirEntry) error {
		if !slices.Contains([]string{".go", ".ts", ".tsx", ".mjs", ".js"}, filepath.Ext(file)) {
			return nil
		}
		text := fileText(r.T, file)
		if strings.Contains(text, "go generate ./cmd") {
			return nil
		}
		for _, found := range path.FindAllString(text, -1) {
			r.Errorf("%s mentions %s", strings.TrimPrefix(file, r.root), found)
		}
		return nil
	})
}

// walk visits the copy without installed packages.
func (r rest) walk(visit func(path string, entry fs.DirEntry) error) {
	r.Helper()
	err := filepath.WalkDir(r.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == r.root {
			return err
		}
		return visit(path, entry)
	})
	must.OK(r, err)
}

// run runs a command in a folder of the copy. What is compiled there does not depend on
// the path of the copy, so the next run finds it in Go's cache.
func (r rest) run(folder, name string, arguments ...string) {
	r.Helper()
	c := exec.CommandContext(r.Context(), name, arguments...) //nolint:gosec // commands of this file
	c.Dir = filepath.Join(r.root, folder)
	c.Env = append(os.Environ(), "GOFLAGS=-trimpath", removal+"=inside")
	if out, err := c.CombinedOutput(); err != nil {
		r.Fatalf("%s: %s %s: got %v, want no error\n%s", folder, name, strings.Join(arguments, " "), err, out)
	}
}
