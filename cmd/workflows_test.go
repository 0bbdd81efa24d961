package cmd_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"voicememo/tools/testkit/must"
)

// workflow is what the test reads of a file in .github/workflows.
type workflow struct {
	On          map[string]any
	Permissions map[string]string
	Jobs        map[string]struct {
		Timeout     int `yaml:"timeout-minutes"`
		Permissions map[string]string
		Environment string
		Steps       []struct {
			Uses, Run string
			With, Env map[string]any
		}
	}
}

var (
	pinned     = regexp.MustCompile(`^[a-z-]+/[a-z-]+(?:/[a-z-]+)?@[0-9a-f]{40}$`)
	makeCall   = regexp.MustCompile(`\bmake ([a-z-]+)`)
	makeTarget = regexp.MustCompile(`(?m)^([a-z-]+):`)
)

// TestOneGo: a newcomer with an older Go gets the one that builds the image, which workflows
// read from go.mod.
func TestOneGo(t *testing.T) {
	t.Parallel()
	module := regexp.MustCompile(`(?m)^toolchain go(\S+)$`).FindStringSubmatch(fileText(t, "../go.mod"))
	image := regexp.MustCompile(`golang:([0-9.]+)-`).FindStringSubmatch(fileText(t, "../Dockerfile"))
	if module == nil || image == nil || module[1] != image[1] {
		t.Errorf("got %v in go.mod and %v in the Dockerfile, want the same version", module, image)
	}
}

// TestWorkflows: no workflow gives a stranger rights or words, every action is pinned by its
// commit, and the targets of make exist; see docs/decisions/0070-workflows.md. actionlint
// checks the rest.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	var targets []string
	for _, match := range makeTarget.FindAllStringSubmatch(fileText(t, "../Makefile"), -1) {
		targets = append(targets, match[1])
	}
	files, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("got workflows %q and error %v, want some", files, err)
	}
	for _, file := range files {
		var w workflow
		must.OK(t, yaml.Unmarshal([]byte(fileText(t, file)), &w))
		if len(w.Permissions) != 1 || w.Permissions["contents"] != "read" {
			t.Errorf("%s: got permissions %v, want contents: read", file, w.Permissions)
		}
		for _, event := range []string{"pull_request_target", "workflow_run", "issue_comment"} {
			if _, ok := w.On[event]; ok {
				t.Errorf("%s runs for %s", file, event)
			}
		}
		for name, job := range w.Jobs {
			if job.Timeout == 0 {
				t.Errorf("%s: %s has no timeout", file, name)
			}
			if job.Environment == "" && (job.Permissions["contents"] == "write" || strings.Contains(fmt.Sprint(job.Steps), "secrets.")) {
				t.Errorf("%s: %s publishes without the approval of an environment", file, name)
			}
			for _, s := range job.Steps {
				if s.Uses != "" && !pinned.MatchString(s.Uses) {
					t.Errorf("%s: %s is not pinned by its commit", file, s.Uses)
				}
				if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != false {
					t.Errorf("%s: the checkout keeps its credentials", file)
				}
				if strings.Contains(s.Run, "${{") {
					t.Errorf("%s: %q inserts an expression, want an environment variable", file, s.Run)
				}
				for _, call := range makeCall.FindAllStringSubmatch(s.Run, -1) {
					if !slices.Contains(targets, call[1]) {
						t.Errorf("%s: make %s does not exist", file, call[1])
					}
				}
			}
		}
	}
}
