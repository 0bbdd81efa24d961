package version

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// checkout is a repository with this package, tools/version and a program that prints the
// version.
type checkout struct {
	*testing.T

	dir string
}

// newCheckout returns a checkout without git.
func newCheckout(t *testing.T) checkout {
	t.Helper()
	c := checkout{t, t.TempDir()}
	for _, name := range []string{"cmd/internal/version/version.go", "cmd/internal/version/VERSION", "tools/version"} {
		content, err := os.ReadFile(filepath.Join("../../..", name)) //nolint:gosec // our own
		must.OK(t, err)
		c.write(name, string(content))
	}
	c.write("go.mod", "module voicememo\n\ngo 1.26\n")
	c.write("cmd/program/main.go", "package main\n\nimport \"voicememo/cmd/internal/version\"\n\nfunc main() { print(version.String()) }\n")
	c.write("cmd/internal/version/VERSION", "1.2.3\n")
	c.write(".gitignore", "/bin\n")
	return c
}

func (c checkout) write(name, content string) {
	c.Helper()
	path := filepath.Join(c.dir, name)
	must.OK(c, os.MkdirAll(filepath.Dir(path), 0o750))
	if err := os.WriteFile(path, []byte(content), 0o700); err != nil { //nolint:gosec // tools/version is run
		c.Fatal(err)
	}
}

// run runs a program in the checkout and returns what it printed.
func (c checkout) run(name string, args ...string) string {
	c.Helper()
	command := exec.CommandContext(c.Context(), name, args...) //nolint:gosec // the test's own
	command.Dir = c.dir
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CEILING_DIRECTORIES="+filepath.Dir(c.dir))
	out, err := command.CombinedOutput()
	if err != nil {
		c.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (c checkout) git(args ...string) {
	c.Helper()
	c.run("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
}

// built returns the version of a program that is built with further arguments.
func (c checkout) built(args ...string) string {
	c.Helper()
	c.run("go", append(append([]string{"build", "-buildvcs=auto"}, args...), "-o", "bin/program", "./cmd/program")...)
	return c.run(filepath.Join(c.dir, "bin", "program"))
}

// TestBuilds: a program says what it was built from, with and without git, and tools/version
// says the same.
func TestBuilds(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	sees := func(what, pattern string) {
		t.Helper()
		program, tool := c.built(), c.run("tools/version")
		if !regexp.MustCompile("^(" + pattern + ")$").MatchString(program) {
			t.Errorf("%s: got %q, want %s", what, program, pattern)
		}
		if tool != program {
			t.Errorf("%s: the program says %q, tools/version %q", what, program, tool)
		}
	}
	sees("without git", `1\.2\.3-dev`)
	c.git("init", "-q")
	c.git("add", ".")
	c.git("commit", "-qm", "first")
	sees("a commit", `1\.2\.3-dev\+[0-9a-f]{7}`)
	c.write("cmd/program/main.go", "package main\n\nimport \"voicememo/cmd/internal/version\"\n\nfunc main() { print(version.String(), \"\\n\") }\n")
	sees("a changed file", `1\.2\.3-dev\+[0-9a-f]{7}-dirty`)
	c.git("commit", "-qam", "second")
	c.git("tag", "v1.2.2")
	sees("the tag of another version", `1\.2\.3-dev\+[0-9a-f]{7}`)
	c.git("tag", "v1.2.3")
	sees("the tag", `1\.2\.3`)
	check.Equal(t, c.built("-ldflags", "-X voicememo/cmd/internal/version.linked=1.2.3-dev+abcdef1"), "1.2.3-dev+abcdef1", "linked")
	if got := c.built("-buildvcs=false", "-ldflags", "-X voicememo/cmd/internal/version.linked="); got != "1.2.3-dev" { // docker build without VERSION
		t.Errorf("linked with nothing: got %q", got)
	}
}

// TestLinked: everything that builds a program for others sets the variable of this package.
// The linker ignores a name that does not exist.
func TestLinked(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Makefile": "LINKED   := voicememo/cmd/internal/version.linked\n", "Dockerfile": "-X voicememo/cmd/internal/version.linked=$VERSION",
		".goreleaser.yaml": "-X voicememo/cmd/internal/version.linked={{ .Version }}", "tools/lambdazip/main.go": `-X voicememo/cmd/internal/version.linked="+f.version`,
	} {
		content, err := os.ReadFile(filepath.Join("../../..", name)) //nolint:gosec // our own
		must.OK(t, err)
		if !strings.Contains(string(content), want) {
			t.Errorf("want %q in %s", want, name)
		}
	}
}
