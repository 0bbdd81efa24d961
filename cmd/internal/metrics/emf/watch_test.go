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

// alarms gives the names of the template's alarms without what all begin with.
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

// TestRunbook: each alarm has its entry, and no entry is about an alarm that is no
// more. An entry says what the alarm means, how to look and what to do.
func TestRunbook(t *testing.T) {
	_, runbook, found := strings.Cut(read(t, operationsFile), "\n## Runbook\n")
	if !found {
		t.Fatal("no runbook")
	}
	runbook, _, _ = strings.Cut(runbook, "\n## ")
	var entries []string
	for _, entry := range strings.Split(runbook, "\n### ")[1:] {
		name, text, _ := strings.Cut(entry, "\n")
		entries = append(entries, name)
		for _, part := range []string{"**What it means.** ", "**How to look.** ", "**What to do.** "} {
			if strings.Count(text, part) != 1 {
				t.Errorf("%s: no %q", name, part)
			}
		}
	}
	slices.Sort(entries)
	if want := alarms(t); len(want) < 5 || !slices.Equal(entries, want) {
		t.Errorf("entries %v, alarms %v", entries, want)
	}
}

// TestWatchedMetrics: alarms and the dashboard look at no metric that nobody writes,
// and none is written that nobody looks at.
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
		t.Errorf("watched %v, written %v", watched, written)
	}
	operations := read(t, operationsFile)
	for _, name := range written {
		if !strings.Contains(operations, "`"+name+"`") {
			t.Errorf("docs/operations.md does not tell of %s", name)
		}
	}
}
