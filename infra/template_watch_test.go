package infra_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
)

// metric is a metric written by a function, Lambda, DynamoDB, API Gateway or SQS.
type metric struct {
	namespace, name string
	dimensions      []string // names and values alternately
}

func (m metric) properties() object {
	var dimensions list
	for pair := range slices.Chunk(m.dimensions, 2) {
		dimensions = append(dimensions, object{"Name": pair[0], "Value": pair[1]})
	}
	return object{"Namespace": m.namespace, "MetricName": m.name, "Dimensions": dimensions}
}

func (s stack) own(name string) metric {
	return metric{"VoiceMemo", name, []string{"Environment", s.environment}}
}

func (s stack) lambda(name, function string) metric {
	return metric{"AWS/Lambda", name, []string{"FunctionName", s.name(function)}}
}

// latency is the time that people wait for the page and its API. The web function's own
// duration would include the mover's runs.
func (s stack) latency() metric {
	return metric{"AWS/ApiGateway", "Latency", []string{"ApiId", "httpapi"}}
}

// letters counts the records that were given up.
func (s stack) letters() metric {
	return metric{"AWS/SQS", "ApproximateNumberOfMessagesVisible", []string{"QueueName", s.name("dead-letters")}}
}

func (s stack) table(name, table string) metric {
	return metric{"AWS/DynamoDB", name, []string{"TableName", s.tableName(table)}}
}

func (s stack) index(name, table, index string) metric {
	return metric{"AWS/DynamoDB", name, []string{"TableName", s.tableName(table), "GlobalSecondaryIndexName", index}}
}

// indexes are the names of the index of a table, if it has one.
var indexes = map[string]string{"memos": "family-timestamp-index", "connections": "roomId-index"}

// alarm notifies the topic. Missing data is not an alarm: at night there are no requests.
func (s stack) alarm(name string, properties ...object) cfn.Resource {
	p := object{
		"AlarmName": s.name(name), "AlarmActions": list{arn("sns:xx-there-1:101010101010:" + s.name("alarms"))},
		"TreatMissingData": "notBreaching",
	}
	for _, more := range properties {
		maps.Copy(p, more)
	}
	return cfn.Resource{Type: "AWS::CloudWatch::Alarm", Properties: p}
}

// ever raises the alarm if it happens once in a period.
var ever = object{"ComparisonOperator": "GreaterThanOrEqualToThreshold", "Threshold": 1, "EvaluationPeriods": 1}

// sum adds metrics up over five minutes. + treats a missing value as 0; FILL would also
// fill the latest minutes, whose data is still on its way, and hide it.
// Source: Amazon CloudWatch User Guide, "Using math expressions with CloudWatch metrics".
func sum(label string, ids []string, metrics ...metric) object {
	parts := list{nil}
	for i, m := range metrics {
		parts = append(parts, object{"Id": ids[i], "ReturnData": false, "MetricStat": object{"Metric": m.properties(), "Stat": "Sum", "Period": 300}})
	}
	parts[0] = object{"Id": "all", "Expression": strings.Join(ids, " + "), "Label": label}
	return object{"Metrics": parts}
}

// wantAlarms: failures, throttling and slowness of each function, throttling of each table,
// guessing of codes, moves that do not end, and changes that are late or given up.
func wantAlarms(s stack) resources {
	wanted := resources{
		"JoinRefusals": s.alarm("join-refusals", s.own("JoinRefusals").properties(), object{
			"Statistic": "Sum", "Period": 3600, "ComparisonOperator": "GreaterThanOrEqualToThreshold", "Threshold": 20, "EvaluationPeriods": 1,
		}),
		"MovesPending": s.alarm("moves-pending", s.own("MovesPending").properties(), object{
			"Statistic": "Maximum", "Period": 300, "ComparisonOperator": "GreaterThanThreshold", "Threshold": 0, "EvaluationPeriods": 12,
		}),
		"LiveErrors": s.alarm("live-errors", ever,
			sum("errors and failures", []string{"errors", "failures"}, s.lambda("Errors", "live"), s.own("LiveFailures"))),
		"LiveThrottles": s.alarm("live-throttles", ever, s.lambda("Throttles", "live").properties(), object{"Statistic": "Sum", "Period": 300}),
		"StreamLag": s.alarm("stream-lag", s.lambda("IteratorAge", "live").properties(), object{
			"Statistic": "Maximum", "Period": 300, "ComparisonOperator": "GreaterThanThreshold", "Threshold": 60000,
			"EvaluationPeriods": 3, "DatapointsToAlarm": 2,
		}),
		"DeadLetters": s.alarm("dead-letters", s.letters().properties(), object{
			"Statistic": "Maximum", "Period": 300, "ComparisonOperator": "GreaterThanThreshold", "Threshold": 0, "EvaluationPeriods": 1,
		}),
	}
	for _, f := range []struct {
		id, name string
		time     metric
		slow     int // milliseconds
	}{{"Skill", "skill", s.lambda("Duration", "skill"), 3000}, {"Web", "web", s.latency(), 1000}} {
		wanted[f.id+"Errors"] = s.alarm(f.name+"-errors", ever,
			sum("errors and failures", []string{"errors", "failures"}, s.lambda("Errors", f.name), s.own(f.id+"Failures")))
		wanted[f.id+"Throttles"] = s.alarm(f.name+"-throttles", ever, s.lambda("Throttles", f.name).properties(), object{"Statistic": "Sum", "Period": 300})
		wanted[f.id+"Slow"] = s.alarm(f.name+"-p95", f.time.properties(), object{
			"ExtendedStatistic": "p95", "Period": 300, "ComparisonOperator": "GreaterThanThreshold", "Threshold": f.slow,
			"EvaluationPeriods": 3, "DatapointsToAlarm": 2,
		})
	}
	for id, table := range map[string]string{"Memos": "memos", "Users": "users", "InviteCodes": "invite-codes", "Connections": "connections"} {
		ids := []string{"reads", "writes"}
		metrics := []metric{s.table("ReadThrottleEvents", table), s.table("WriteThrottleEvents", table)}
		if index := indexes[table]; index != "" {
			ids = append(ids, "indexReads", "indexWrites")
			metrics = append(metrics, s.index("ReadThrottleEvents", table, index), s.index("WriteThrottleEvents", table, index))
		}
		wanted[id+"Throttles"] = s.alarm(table+"-throttles", ever, sum("throttled", ids, metrics...))
	}
	return wanted
}

// TestTablesAreWatched: an alarm notices throttled reads and writes of every table and index of
// the stack, those of modules included. DynamoDB counts its own errors only for each
// operation; the functions count them as failures, of which each has an alarm.
func TestTablesAreWatched(t *testing.T) {
	whole, err := cfn.Evaluate("template.yaml", needed("prod"))
	must.OK(t, err)
	watched := alarmed(whole)
	tables := 0
	for id, r := range whole.Resources {
		if r.Type != "AWS::DynamoDB::Table" {
			continue
		}
		tables++
		dimensions := [][]string{{"TableName", fmt.Sprint(r.Properties["TableName"])}}
		indexes, _ := r.Properties["GlobalSecondaryIndexes"].(list)
		for _, index := range indexes {
			dimensions = append(dimensions, append(slices.Clone(dimensions[0]), "GlobalSecondaryIndexName", fmt.Sprint(index.(object)["IndexName"])))
		}
		for _, of := range dimensions {
			for _, name := range []string{"ReadThrottleEvents", "WriteThrottleEvents"} {
				if !watched[key(metric{"AWS/DynamoDB", name, of}.properties())] {
					t.Errorf("%s: no alarm has %s of %s", id, name, of)
				}
			}
		}
	}
	for _, of := range []string{"SkillFailures", "WebFailures", "LiveFailures"} {
		if s := (stack{environment: "prod"}); !watched[key(s.own(of).properties())] {
			t.Errorf("no alarm has %s", of)
		}
	}
	if tables < 5 {
		t.Errorf("got %d tables, want at least 5", tables)
	}
}

// key identifies a metric in the form of the template.
func key(m object) string {
	return fmt.Sprint(m["Namespace"], m["MetricName"], m["Dimensions"])
}

// alarmed returns the keys of the metrics that alarms of a template have.
func alarmed(template *cfn.Template) map[string]bool {
	keys := map[string]bool{}
	for _, r := range template.Resources {
		if r.Type != "AWS::CloudWatch::Alarm" {
			continue
		}
		keys[key(r.Properties)] = true
		metrics, _ := r.Properties["Metrics"].(list)
		for _, m := range metrics {
			if stat, ok := m.(object)["MetricStat"].(object); ok {
				keys[key(stat["Metric"].(object))] = true
			}
		}
	}
	return keys
}

// wantMail: alarms have a topic, and with an address they are mailed.
func wantMail(s stack) resources {
	topic := arn("sns:xx-there-1:101010101010:" + s.name("alarms"))
	wanted := resources{"Alarms": {Type: "AWS::SNS::Topic", Properties: object{"TopicName": s.name("alarms")}}}
	if address := s.or("AlarmEmail", ""); address != "" {
		wanted["AlarmMail"] = cfn.Resource{Type: "AWS::SNS::Subscription", Properties: object{
			"TopicArn": topic, "Protocol": "email", "Endpoint": address,
		}}
	}
	return wanted
}

// shown returns the metrics that the dashboard shows.
func (s stack) shown() []metric {
	var out []metric
	for _, name := range []string{
		"WebRequests", "WebFailures", "SkillTurns", "SkillFailures", "JoinAttempts", "JoinRefusals", "StoreCalls", "StoreFailures", "MovesPending",
		"LiveConnections", "LiveHints", "LiveGone", "LiveFailures",
	} {
		out = append(out, s.own(name))
	}
	for _, name := range []string{"Errors", "Throttles"} {
		out = append(out, s.lambda(name, "skill"), s.lambda(name, "web"), s.lambda(name, "live"))
	}
	out = append(out, s.lambda("Duration", "skill"), s.lambda("Duration", "live"), s.lambda("IteratorAge", "live"), s.letters(), s.latency())
	for _, name := range []string{"ConnectCount", "MessageCount"} {
		out = append(out, metric{"AWS/ApiGateway", name, []string{"ApiId", "liveapi"}})
	}
	for _, name := range []string{"ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"} {
		out = append(out, s.table(name, "connections"))
	}
	for _, name := range []string{"ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits", "ReadThrottleEvents", "WriteThrottleEvents"} {
		out = append(out, s.table(name, "memos"), s.table(name, "users"), s.table(name, "invite-codes"))
	}
	return append(out, s.index("ReadThrottleEvents", "memos", indexes["memos"]), s.index("WriteThrottleEvents", "memos", indexes["memos"]))
}

// widget is a part of a dashboard.
// Source: Amazon CloudWatch API Reference, "Dashboard body structure and syntax".
type widget struct {
	Type                string
	X, Y, Width, Height int
	Properties          struct {
		Title, Region, View, Stat, Query string
		Period                           int
		Metrics                          [][]any
	}
}

// twoWords matches the names of the functions' metrics.
var twoWords = regexp.MustCompile(`^[A-Z][a-z]+[A-Z][a-z]+$`)

// TestMetricsAreWritten: the dashboard shows exactly the metrics that the functions write.
func TestMetricsAreWritten(t *testing.T) {
	written, shown := map[string]bool{}, map[string]bool{}
	for _, file := range []string{"../cmd/internal/metrics/emf/emf.go", "../family/websockets/service.go"} {
		must.OK(t, texts(file, twoWords, written))
	}
	for _, m := range (stack{}).shown() {
		if m.namespace == "VoiceMemo" {
			shown[m.namespace], shown[m.name] = true, true
		}
	}
	if diff := cmp.Diff(shown, written); diff != "" {
		t.Errorf("metrics (-shown +written)\n%s", diff)
	}
}

var source = regexp.MustCompile(`^SOURCE '([^']+)' \| `)

// findDashboard: it shows every metric once, and the log lines of both functions.
func findDashboard(s stack) []string {
	r := s.Resources["Dashboard"]
	text, _ := r.Properties["DashboardBody"].(string)
	var body struct {
		Start   string
		Widgets []widget
	}
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return []string{err.Error()}
	}
	var found []string
	if r.Type != "AWS::CloudWatch::Dashboard" || r.Properties["DashboardName"] != "voicememo-"+s.environment || len(r.Properties) != 2 {
		found = append(found, fmt.Sprintf("it is a %s, %v", r.Type, r.Properties["DashboardName"]))
	}
	shown, groups := map[string]int{}, map[string]bool{}
	for _, w := range body.Widgets {
		p := w.Properties
		if w.Width == 0 || w.Height == 0 || w.X+w.Width > 24 || p.Title == "" || p.Region != "xx-there-1" {
			found = append(found, fmt.Sprintf("got the widget %+v", w))
		}
		for _, m := range p.Metrics {
			shown[fmt.Sprint(slices.DeleteFunc(m, func(v any) bool { _, how := v.(object); return how }))]++
		}
		if log := source.FindStringSubmatch(p.Query); w.Type == "log" && log != nil {
			groups[log[1]] = true
		}
	}
	for _, m := range s.shown() {
		key := fmt.Sprint(append([]string{m.namespace, m.name}, m.dimensions...))
		if shown[key] != 1 {
			found = append(found, fmt.Sprintf("got %s %d times, want once", key, shown[key]))
		}
		delete(shown, key)
	}
	if want := (map[string]bool{"/aws/lambda/" + s.name("skill"): true, "/aws/lambda/" + s.name("web"): true}); len(shown) > 0 || fmt.Sprint(groups) != fmt.Sprint(want) {
		found = append(found, fmt.Sprintf("got also %v, and lines of %v", shown, groups))
	}
	return found
}
