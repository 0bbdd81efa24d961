package main

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"voicememo/tools/testkit/acmeserver"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/sizes"
)

const alertRules = "infra/prometheus/alerts.yml"

// alertRule is a rule of alertRules.
type alertRule struct {
	Alert, Expr string
}

func rulesOf(t *testing.T) (rules []alertRule) {
	t.Helper()
	var file struct {
		Groups []struct{ Rules []alertRule }
	}
	must.OK(t, yaml.Unmarshal([]byte(readRoot(t, alertRules)), &file))
	for _, g := range file.Groups {
		rules = append(rules, g.Rules...)
	}
	return rules
}

// fresh returns the metrics of a new server with every check, one request after its start: the
// series as Prometheus reads them, and their values.
func fresh(t *testing.T) map[string]string {
	t.Helper()
	r, at := newRouter(t), freePort(t)
	ca := acmeserver.Start(t, acmeserver.Options{TLSPort: port(r.tls)})
	s := r.serveTLS(home{flags: []string{"--data", t.TempDir()}}, ca, append(issuer(t), "--metrics-addr", at)...)
	c := counting{served: s, metrics: "http://" + at + "/metrics"}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		devsignin.Stranger(t, s.through, "https://"+domain).Ask(http.MethodGet, "/readyz", "")
		values, text := c.scrape()
		if values["voicememo_check{check=certificate}"]*values["voicememo_check{check=issuer}"]*values["voicememo_check{check=clock}"] == 0 {
			continue // not known yet
		}
		series := map[string]string{}
		for _, line := range regexp.MustCompile(`(?m)^(voicememo_\S+) (\S+)$`).FindAllStringSubmatch(text, -1) {
			series[line[1]] = line[2]
		}
		return series
	}
	t.Fatal("the new server has not passed its checks")
	return nil
}

// TestAlertsSeeTheFirst: the metrics of the alerts exist from the start, so that the first
// failure is an increase, those of counters as 0. Those that mean "never" do not.
func TestAlertsSeeTheFirst(t *testing.T) {
	series := fresh(t)
	for _, rule := range rulesOf(t) {
		for _, name := range regexp.MustCompile(`(voicememo_\w+)(?:\{(\w+=?"\w+")\})?`).FindAllStringSubmatch(rule.Expr, -1) {
			there := slices.ContainsFunc(slices.Collect(maps.Keys(series)), func(s string) bool {
				metric, labels, _ := strings.Cut(s, "{")
				counted := strings.HasSuffix(metric, "_failures_total") || strings.Contains(labels, `outcome="refused"`)
				return metric == name[1] && strings.Contains(labels, name[2]) && (!counted || series[s] == "0")
			})
			if !there {
				t.Errorf("%s: got no %s at the start", rule.Alert, name[0])
			}
		}
	}
	if value, there := series["voicememo_backup_last_success_timestamp_seconds"]; there {
		t.Errorf("got %s as the time of the newest backup, want none", value)
	}
}

// TestAlertsAreExplained: docs/operations.md says for each alert what to do, and names no other.
func TestAlertsAreExplained(t *testing.T) {
	t.Parallel()
	var alerts, explained []string
	for _, rule := range rulesOf(t) {
		alerts = append(alerts, rule.Alert)
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `(VoiceMemo\\w+)` \\|").FindAllStringSubmatch(readRoot(t, "docs/operations.md"), -1) {
		explained = append(explained, row[1])
	}
	if !slices.Equal(alerts, explained) {
		t.Errorf("got rows for %v, want %v", explained, alerts)
	}
}

// broken are changes of the metrics of a new server, each of which fires one alert: a series,
// which must exist, and its values in the notation of promtool.
func broken(series map[string]string) map[string][][2]string {
	cases := map[string][][2]string{
		"VoiceMemoDown":         {{`up{job="voicememo"}`, "0x80"}},
		"VoiceMemoStoreFailed":  {{`voicememo_check{check="store"}`, "0x80"}},
		"VoiceMemoRequestsFail": {{"voicememo_request_failures_total", "0x70 1x10"}},
		"VoiceMemoTurnsFail":    {{"voicememo_turn_failures_total", "0x70 1x10"}},
		"VoiceMemoTurnsSlow":    {{`voicememo_turn_seconds_bucket{le="+Inf"}`, "0+1x80"}},
		"VoiceMemoJoinsRefused": {{`voicememo_join_attempts_total{outcome="refused",surface="web"}`, "0x40 25x40"}},
		"VoiceMemoMovesPending": {{"voicememo_moves_pending", "1x80"}},
	}
	for name := range series {
		switch {
		case strings.HasPrefix(name, "voicememo_check{") && !strings.Contains(name, `"store"`):
			cases["VoiceMemoCheckFailed"] = append(cases["VoiceMemoCheckFailed"], [2]string{name, "0x80"})
		case strings.HasPrefix(name, "voicememo_request_seconds_bucket{") && strings.HasSuffix(name, `le="+Inf"}`):
			cases["VoiceMemoRequestsSlow"] = [][2]string{{name, "1+1x80"}}
		}
	}
	return cases
}

// promTest is a test in promtool's format: nothing but the expected alert fires after 75 minutes.
func promTest(series map[string]string, alert string, changed [2]string) map[string]any {
	type values map[string]string
	given := []values{}
	for name, value := range series {
		if name != changed[0] {
			given = append(given, values{"series": name, "values": value + "x80"})
		}
	}
	expected := []map[string]any{}
	if alert != "" {
		given = append(given, values{"series": changed[0], "values": changed[1]})
		expected = append(expected, map[string]any{"labels": fmt.Sprintf("{alertname=%q}", alert), "value": 1})
	}
	return map[string]any{
		"interval": "1m", "name": alert + " " + changed[0], "input_series": given,
		"promql_expr_test": []map[string]any{{
			"expr": `count by (alertname) (ALERTS{alertstate="firing"})`, "eval_time": "75m", "exp_samples": expected,
		}},
	}
}

// TestAlerts: promtool accepts the rules. With the metrics of a new server no alert fires, and
// with each fault exactly its alert.
func TestAlerts(t *testing.T) {
	sizes.Nightly(t)
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Fatal("promtool is missing; run: make alerts")
	}
	series := fresh(t)
	series[`up{job="voicememo"}`] = "1"
	tests := []map[string]any{promTest(series, "", [2]string{})}
	cases := broken(series)
	for _, rule := range rulesOf(t) {
		if len(cases[rule.Alert]) == 0 {
			t.Errorf("%s: got no fault that fires it", rule.Alert)
		}
		for _, change := range cases[rule.Alert] {
			if _, there := series[change[0]]; !there {
				t.Errorf("%s: a new server has no %s", rule.Alert, change[0])
			}
			tests = append(tests, promTest(series, rule.Alert, change))
		}
	}
	rules, err := filepath.Abs(filepath.Join(root, alertRules))
	must.OK(t, err)
	file := filepath.Join(t.TempDir(), "tests.yml")
	content, err := yaml.Marshal(map[string]any{"rule_files": []string{rules}, "evaluation_interval": "1m", "tests": tests})
	must.OK(t, err)
	must.OK(t, os.WriteFile(file, content, 0o600))
	for _, args := range [][]string{{"check", "rules", rules}, {"test", "rules", file}} {
		if out, err := exec.Command("promtool", args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
