package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// workflow is what the tests read of a file in .github/workflows.
type workflow struct {
	On          map[string]any
	Permissions map[string]string
	Concurrency map[string]any
	Jobs        map[string]job
}

type job struct {
	RunsOn      string            `yaml:"runs-on"`
	Timeout     int               `yaml:"timeout-minutes"`
	Permissions map[string]string `yaml:"permissions"`
	Steps       []step            `yaml:"steps"`
}

type step struct {
	Uses yaml.Node      `yaml:"uses"`
	Run  string         `yaml:"run"`
	With map[string]any `yaml:"with"`
}

var (
	pinned     = regexp.MustCompile(`^[a-z-]+/[a-z-]+(?:/[a-z-]+)?@[0-9a-f]{40}$`)
	release    = regexp.MustCompile(`^# v\d+\.\d+\.\d+$`)
	makeCall   = regexp.MustCompile(`\bmake ([a-z-]+)`)
	makeTarget = regexp.MustCompile(`(?m)^([a-z-]+):`)
)

// TestWorkflows: every workflow of the public code host follows the rules, which
// docs/decisions/0070-workflows.md explains, and calls targets that exist.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	versions := map[string]string{}
	for _, name := range []string{"check", "test", "release", "scan", "nightly"} {
		raw := fileText(t, "../.github/workflows/"+name+".yml")
		w := parseWorkflow(t, raw)
		for _, broken := range w.broken(targets(t)) {
			t.Errorf("%s: %s", name, broken)
		}
		for _, s := range w.steps() {
			action, commit, _ := strings.Cut(s.Uses.Value, "@")
			owner, rest, _ := strings.Cut(action, "/")
			repository, _, _ := strings.Cut(rest, "/")
			if repository = owner + "/" + repository; s.Uses.Value != "" && versions[repository] != "" && versions[repository] != commit {
				t.Errorf("%s uses two versions of %s", name, repository)
			} else if s.Uses.Value != "" {
				versions[repository] = commit
			}
		}
	}
	files, err := filepath.Glob("../.github/workflows/*")
	if err != nil || len(files) != 5 {
		t.Errorf("got workflows %q and error %v, want the five that are tested", files, err)
	}
}

// TestBrokenWorkflows: a violation of each rule is found.
func TestBrokenWorkflows(t *testing.T) {
	t.Parallel()
	good := fileText(t, "../.github/workflows/check.yml")
	if broken := parseWorkflow(t, good).broken(targets(t)); len(broken) > 0 {
		t.Fatal(broken)
	}
	const commit = "de0fac2e4500dabe0009e67214ff5f5447ce83dd"
	for name, c := range map[string]struct{ old, with, want string }{
		"a tag":               {commit, "v6", "is not pinned by its commit"},
		"a commit without":    {commit + " # v6.0.2", commit, "has no comment with its release"},
		"all permissions":     {"permissions:\n  contents: read", "permissions: {}\n", "does not limit its permissions"},
		"a written branch":    {"contents: read", "contents: write", "does not limit its permissions"},
		"an endless job":      {"    timeout-minutes: 30\n", "", "has no timeout"},
		"a moving runner":     {"ubuntu-24.04", "ubuntu-latest", "runs on ubuntu-latest"},
		"two at a time":       {"concurrency:", "env:", "has no concurrency group"},
		"a stranger's rights": {"  pull_request:\n", "  pull_request_target:\n", "runs for pull_request_target"},
		"a stranger's words":  {"make check", "make check ${{ github.head_ref }}", "inserts an expression"},
		"no such target":      {"make check", "make chekc", "make chekc does not exist"},
		"a token that stays":  {"persist-credentials: false", "fetch-depth: 1", "keeps its credentials"},
		"another Go":          {"go-version-file: go.mod", "go-version: \"1.25\"", "does not use the Go of go.mod"},
		"another Node":        {"node-version: \"24\"", "node-version: \"22\"", "uses Node 22, want 24"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bad := strings.Replace(good, c.old, c.with, 1)
			if got := strings.Join(parseWorkflow(t, bad).broken(targets(t)), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q in it", got, c.want)
			}
		})
	}
}

func parseWorkflow(t *testing.T, raw string) (w workflow) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(raw), &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// targets lists the targets of the Makefile.
func targets(t *testing.T) (all []string) {
	t.Helper()
	for _, match := range makeTarget.FindAllStringSubmatch(fileText(t, "../Makefile"), -1) {
		all = append(all, match[1])
	}
	return all
}

// steps returns the steps of all jobs.
func (w workflow) steps() (all []step) {
	for _, j := range w.Jobs {
		all = append(all, j.Steps...)
	}
	return all
}

// broken returns a sentence for each rule that a workflow violates.
func (w workflow) broken(targets []string) (all []string) {
	if len(w.Permissions) != 1 || w.Permissions["contents"] != "read" {
		all = append(all, "it does not limit its permissions to contents: read")
	}
	if w.Concurrency["group"] == nil {
		all = append(all, "it has no concurrency group")
	}
	for _, event := range []string{"pull_request_target", "workflow_run", "issue_comment"} {
		if _, ok := w.On[event]; ok {
			all = append(all, "it runs for "+event)
		}
	}
	for name, j := range w.Jobs {
		if j.Timeout == 0 {
			all = append(all, name+" has no timeout")
		}
		if j.RunsOn != "ubuntu-24.04" {
			all = append(all, name+" runs on "+j.RunsOn)
		}
	}
	for _, s := range w.steps() {
		all = append(all, s.broken(targets)...)
	}
	return all
}

// broken returns a sentence for each rule that a step violates.
func (s step) broken(targets []string) (all []string) {
	action, _, _ := strings.Cut(s.Uses.Value, "@")
	if action != "" && !pinned.MatchString(s.Uses.Value) {
		all = append(all, action+" is not pinned by its commit")
	} else if action != "" && !release.MatchString(s.Uses.LineComment) {
		all = append(all, action+" has no comment with its release")
	}
	switch action {
	case "actions/checkout":
		if s.With["persist-credentials"] != false {
			all = append(all, "the checkout keeps its credentials")
		}
	case "actions/setup-go":
		if s.With["go-version-file"] != "go.mod" {
			all = append(all, "it does not use the Go of go.mod")
		}
	case "actions/setup-node":
		if got := s.With["node-version"]; got != node {
			all = append(all, fmt.Sprintf("it uses Node %v, want %s", got, node))
		}
	}
	if strings.Contains(s.Run, "${{") {
		all = append(all, "a command inserts an expression: use an environment variable")
	}
	for _, call := range makeCall.FindAllStringSubmatch(s.Run, -1) {
		if !slices.Contains(targets, call[1]) {
			all = append(all, "make "+call[1]+" does not exist")
		}
	}
	return all
}

// node is the version of Node.js with which everything is built.
const node = "24"

// TestToolchains: the workflows, the image, go.mod, package.json and the documents name the
// same versions of Go and Node.js.
func TestToolchains(t *testing.T) {
	t.Parallel()
	image := fileText(t, "../Dockerfile")
	if !strings.Contains(image, " node:"+node+".") {
		t.Errorf("the image is not built with Node %s", node)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(fileText(t, "../go.mod"))
	if version == nil || !strings.Contains(image, " golang:"+version[1]+".") {
		t.Fatalf("the image is not built with the Go of go.mod, %q", version)
	}
	engine := regexp.MustCompile(`"node": ">=(\d+)"`).FindStringSubmatch(fileText(t, "../webapi/app/package.json"))
	if engine == nil {
		t.Fatal("package.json has no version of Node.js")
	}
	for _, document := range []string{"README.md", "README.ja.md", "CONTRIBUTING.md"} {
		text := fileText(t, "../"+document)
		if !strings.Contains(text, "Go "+version[1]) || !strings.Contains(text, "Node.js "+engine[1]) {
			t.Errorf("%s does not name Go %s and Node.js %s", document, version[1], engine[1])
		}
	}
}

// TestDependencyUpdates: the folders whose dependencies are updated exist, and each kind of
// change comes in one group.
func TestDependencyUpdates(t *testing.T) {
	t.Parallel()
	var config struct {
		Updates []struct {
			Ecosystem   string `yaml:"package-ecosystem"`
			Directory   string
			Directories []string
			Schedule    struct{ Interval string }
		}
	}
	if err := yaml.Unmarshal([]byte(fileText(t, "../.github/dependabot.yml")), &config); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"gomod": "go.mod", "npm": "package.json", "github-actions": ".github/workflows", "docker": "Dockerfile"}
	for _, update := range config.Updates {
		for _, directory := range append(update.Directories, update.Directory) {
			if _, err := os.Stat(filepath.Join("..", directory, files[update.Ecosystem])); directory != "" && err != nil {
				t.Error(err)
			}
		}
		if update.Schedule.Interval != "monthly" {
			t.Errorf("%s: got interval %q, want monthly", update.Ecosystem, update.Schedule.Interval)
		}
		delete(files, update.Ecosystem)
	}
	if len(files) > 0 {
		t.Errorf("no updates for %v", files)
	}
}
