package main

import (
	"testing"

	"voicememo/tools/testkit/cfn"
)

// TestNumbersOfTheTemplate: the page counts what the template has. CloudWatch charges an
// alarm for each of its metrics.
func TestNumbersOfTheTemplate(t *testing.T) {
	template, err := cfn.Evaluate("../../infra/template.yaml", map[string]string{
		"Environment": "prod", "AlexaSkillId": "amzn1.ask.skill.1", "OidcClientId": "client.example", "OidcClientSecret": "secret",
	})
	must(t, err)
	got := map[string]int{}
	for _, r := range template.Resources {
		got[r.Type]++
		if r.Type == "AWS::CloudWatch::Alarm" {
			got["alarmed"] += metricsOf(r)
		}
	}
	for what, want := range map[string]int{
		"alarmed": alarmedMetrics, "AWS::SecretsManager::Secret": secretCount, "AWS::DynamoDB::Table": tableCount, "AWS::Serverless::Function": functionCount,
	} {
		if got[what] != want {
			t.Errorf("%s: got %d in the template, want the %d of the page", what, got[what], want)
		}
	}
}

// metricsOf returns the number of metrics of an alarm.
func metricsOf(alarm cfn.Resource) (n int) {
	metrics, several := alarm.Properties["Metrics"].([]any)
	if !several {
		return 1
	}
	for _, m := range metrics {
		if m.(map[string]any)["MetricStat"] != nil {
			n++
		}
	}
	return n
}
