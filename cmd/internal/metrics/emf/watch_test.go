package emf_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// part is a part of the template, with the document that explains its alarms and metrics.
type part struct{ name, stack, document string }

const infra = "../../../../infra/"

// parts returns the core and the modules.
func parts(t *testing.T) []part {
	t.Helper()
	all := []part{{"core", infra + "core.yaml", "../../../../docs/operations.md"}}
	modules, err := filepath.Glob(infra + "modules/*.yaml")
	must.OK(t, err)
	for _, stack := range modules {
		base := strings.TrimSuffix(stack, ".yaml")
		all = append(all, part{filepath.Base(base), stack, base + ".md"})
	}
	return all
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	must.OK(t, err)
	return string(content)
}

// alarms returns the names of the alarms of a part without their common prefix.
func (p part) alarms(t *testing.T) (names []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`AlarmName: (.*)`).FindAllStringSubmatch(read(t, p.stack), -1) {
		name, ours := strings.CutPrefix(m[1], "!Sub voicememo-${Environment}-")
		if !ours {
			t.Errorf("got alarm %s, want voicememo, the environment and a name", m[1])
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestRunbook: each alarm has an entry, and each entry has an existing alarm. An entry says
// what the alarm means, how to investigate and what to do.
func TestRunbook(t *testing.T) {
	for _, p := range parts(t) {
		t.Run(p.name, func(t *testing.T) {
			_, runbook, found := strings.Cut(read(t, p.document), "\n## Runbook\n")
			if !found {
				t.Fatal("got no runbook")
			}
			runbook, _, _ = strings.Cut(runbook, "\n## ")
			var entries []string
			for _, entry := range strings.Split(runbook, "\n### ")[1:] {
				name, text, _ := strings.Cut(entry, "\n")
				entries = append(entries, name)
				for _, sentence := range []string{"**What it means.** ", "**How to look.** ", "**What to do.** "} {
					if strings.Count(text, sentence) != 1 {
						t.Errorf("%s: got no %q", name, sentence)
					}
				}
			}
			slices.Sort(entries)
			if want := p.alarms(t); len(want) < 5 && p.name == "core" || !slices.Equal(entries, want) {
				t.Errorf("got entries %v, want %v", entries, want)
			}
		})
	}
}

// watchedMetrics returns the metrics that the alarms and dashboard rows of a part use.
func (p part) watchedMetrics(t *testing.T) (watched []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`VoiceMemo"?,\s*(?:MetricName:\s*)?"?(\w+)|Namespace: VoiceMemo\s+MetricName: (\w+)`).FindAllStringSubmatch(read(t, p.stack), -1) {
		watched = append(watched, m[1]+m[2])
	}
	slices.Sort(watched)
	return slices.Compact(watched)
}

// TestWatchedMetrics: the document of each part names the metrics that its alarms and
// dashboard rows use.
func TestWatchedMetrics(t *testing.T) {
	for _, p := range parts(t) {
		document := read(t, p.document)
		for _, name := range p.watchedMetrics(t) {
			if !strings.Contains(document, "`"+name+"`") {
				t.Errorf("%s does not name %s", p.document, name)
			}
		}
	}
}
