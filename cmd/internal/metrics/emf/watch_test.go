package emf_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/invite"
	"voicememo/tools/testkit/cfn"
)

const (
	templateFile   = "../../../../infra/template.yaml"
	operationsFile = "../../../../docs/operations.md"
)

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// alarms returns the names of the template's alarms without their common prefix.
func alarms(t *testing.T) (names []string) {
	t.Helper()
	template, err := cfn.Evaluate(templateFile, map[string]string{
		"Environment": "prod", "AlexaSkillId": "amzn1.ask.skill.1", "OidcClientId": "id", "OidcClientSecret": "secret",
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, r := range template.Resources {
		if r.Type != "AWS::CloudWatch::Alarm" {
			continue
		}
		name, ours := strings.CutPrefix(r.Properties["AlarmName"].(string), "voicememo-prod-")
		if !ours {
			t.Errorf("alarm %s is called %v", id, r.Properties["AlarmName"])
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestRunbook: each alarm has an entry, and each entry has an existing alarm. An entry says
// what the alarm means, how to investigate and what to do.
func TestRunbook(t *testing.T) {
	_, runbook, found := strings.Cut(read(t, operationsFile), "\n## Runbook\n")
	if !found {
		t.Fatal("got no runbook")
	}
	runbook, _, _ = strings.Cut(runbook, "\n## ")
	var entries []string
	for _, entry := range strings.Split(runbook, "\n### ")[1:] {
		name, text, _ := strings.Cut(entry, "\n")
		entries = append(entries, name)
		for _, part := range []string{"**What it means.** ", "**How to look.** ", "**What to do.** "} {
			if strings.Count(text, part) != 1 {
				t.Errorf("%s: got no %q", name, part)
			}
		}
	}
	slices.Sort(entries)
	if want := alarms(t); len(want) < 5 || !slices.Equal(entries, want) {
		t.Errorf("got entries %v, want %v", entries, want)
	}
}

// TestWatchedMetrics: the alarms and the dashboard use exactly the metrics that are
// written.
func TestWatchedMetrics(t *testing.T) {
	var watched []string
	for _, m := range regexp.MustCompile(`VoiceMemo"?,\s*(?:MetricName:\s*)?"?(\w+)|Namespace: VoiceMemo\s+MetricName: (\w+)`).FindAllStringSubmatch(read(t, templateFile), -1) {
		watched = append(watched, m[1]+m[2])
	}
	slices.Sort(watched)
	watched = slices.Compact(watched)

	w := newWorld(t)
	w.Request("GET", "/", 200, 0)
	w.Turn("LaunchRequest", "ok", 0)
	w.StoreCall("memos", "List", "ok", 0)
	w.Join(invite.Web, invite.Joined)
	w.Pending(0)
	w.Logger().Info("request")
	var written []string
	for name := range w.lines()[0].metrics {
		written = append(written, name)
	}
	slices.Sort(written)
	if !slices.Equal(watched, written) {
		t.Errorf("got watched %v, want the written %v", watched, written)
	}
	operations := read(t, operationsFile)
	for _, name := range written {
		if !strings.Contains(operations, "`"+name+"`") {
			t.Errorf("docs/operations.md does not name %s", name)
		}
	}
}
