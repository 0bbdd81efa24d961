package infra_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// mutation is one wrong edit of the template, with the check that must find it.
type mutation struct {
	path  string // names and indexes, separated by dots
	value string // the new value; "": the node is deleted
	check string
}

var mutations = []mutation{
	{"Transform.0", "", "transforms"},
	{"Parameters.OidcClientSecret.NoEcho", "", "parameters"},
	{"Parameters.AlexaSkillId.AllowedPattern", "", "parameters"},
	{"Resources.AlarmMail.Condition", "IsProd", "inventory"},
	{"Resources.MemosTable.Properties.TableName", "memos", "tables"},
	{"Resources.MemosTable.Properties.KeySchema.1", "", "tables"},
	{"Resources.MemosTable.Properties.GlobalSecondaryIndexes.0.IndexName", "by-family", "tables"},
	{"Resources.MemosTable.Properties.GlobalSecondaryIndexes.0.Projection.ProjectionType", "KEYS_ONLY", "tables"},
	{"Resources.MemosTable.Properties.TimeToLiveSpecification.AttributeName", "expiresAt", "tables"},
	{"Resources.InviteCodesTable.Properties.TimeToLiveSpecification", "", "tables"},
	{"Resources.UsersTable.Properties.PointInTimeRecoverySpecification.RecoveryPeriodInDays", "1", "tables"},
	{"Resources.UsersTable.Properties.SSESpecification.SSEType", "AES256", "tables"},
	{"Resources.UsersTable.Properties.DeletionProtectionEnabled", "false", "tables"},
	{"Resources.MemosTable.DeletionPolicy", "Delete", "tables"},
	{"Resources.MemosTable.UpdateReplacePolicy", "", "tables"},
	{"Resources.MemosTable.Properties.BillingMode", "PROVISIONED", "tables"},
	{"Resources.SkillFunction.Properties.Runtime", "provided.al2", "functions"},
	{"Resources.WebFunction.Properties.Architectures.0", "x86_64", "functions"},
	{"Resources.WebFunction.Properties.Role", "arn:aws:iam::123456789012:role/voicememo-dev-SkillRole", "functions"},
	{"Resources.WebFunction.Properties.ReservedConcurrentExecutions", "1", "functions"},
	{"Resources.SkillFunction.Properties.Environment.Variables.VOICEMEMO_ALEXA_SKILL_ID", "", "variables"},
	{"Resources.WebFunction.Properties.Environment.Variables.VOICEMEMO_COLOUR", "green", "variables"},
	{"Resources.WebFunction.Properties.Environment.Variables.VOICEMEMO_PUBLIC_URL.0", "HasAlarmEmail", "functions"},
	{"Resources.SkillRole.Properties.Policies.0.PolicyDocument.Statement.0.Action.0", "dynamodb:Scan", "roles"},
	{"Resources.SkillRole.Properties.Policies.0.PolicyDocument.Statement.0.Action.0", "dynamodb:*", "roles"},
	{"Resources.WebRole.Properties.Policies.0.PolicyDocument.Statement.0.Resource", "*", "roles"},
	{"Resources.WebRole.Properties.Policies.0.PolicyDocument.Statement.0.NotResource", "x", "roles"},
	{"Resources.WebRole.Properties.ManagedPolicyArns", "arn:aws:iam::aws:policy/AdministratorAccess", "roles"},
	{"Resources.SkillRole.Properties.AssumeRolePolicyDocument.Statement.0.Principal.Service", "ec2.amazonaws.com", "roles"},
	{"Resources.AlexaPermission.Properties.EventSourceToken", "", "callers"},
	{"Resources.OtherAlexaPermission.Properties.EventSourceToken", "amzn1.ask.skill.1", "callers"},
	{"Resources.HttpIntegration.Properties.PayloadFormatVersion", "1.0", "api"},
	{"Resources.HttpPermission.Properties.SourceArn", "", "api"},
	{"Resources.HttpPermission.Properties.SourceArn", "arn:aws:execute-api:us-east-1:123456789012:httpapi/*/$default", "api"},
	{"Resources.HttpStage.Properties.DefaultRouteSettings", "", "api"},
	{"Resources.HttpApi.Properties.DisableExecuteApiEndpoint", "false", "api"},
	{"Resources.UsersTable.Properties.StreamSpecification.StreamViewType", "NEW_IMAGE", "tables"},
	{"Resources.ConnectionsTable.Properties.TimeToLiveSpecification", "", "tables"},
	{"Resources.ConnectionsTable.Properties.GlobalSecondaryIndexes.0.KeySchema.0.AttributeName", "userId", "tables"},
	{"Resources.LiveFunction.Properties.Timeout", "3", "functions"},
	{"Resources.LiveFunction.Properties.Environment.Variables.VOICEMEMO_LIVE_KEY", "", "variables"},
	{"Resources.LiveRole.Properties.Policies.0.PolicyDocument.Statement.3.Resource", "*", "roles"},
	{"Resources.LiveRole.Properties.Policies.1.PolicyDocument.Statement.0.Resource.1", "", "roles"},
	{"Resources.LiveStage.Properties.DefaultRouteSettings", "", "live api"},
	{"Resources.LiveDisconnect", "", "live api"},
	{"Resources.LivePermission.Properties.SourceArn", "", "live api"},
	{"Resources.MemosMapping.Properties.FunctionResponseTypes", "", "streams"},
	{"Resources.MemosMapping.Properties.FilterCriteria.Filters.1", "", "streams"},
	{"Resources.UsersMapping.Properties.BisectBatchOnFunctionError", "false", "streams"},
	{"Resources.UsersMapping.Properties.MaximumRetryAttempts", "3", "streams"},
	{"Resources.UsersMapping.Properties.StartingPosition", "LATEST", "streams"},
	{"Resources.UsersMapping.Properties.DestinationConfig", "", "streams"},
	{"Resources.DeadLetterQueue.Properties.MessageRetentionPeriod", "60", "streams"},
	{"Resources.LiveKey.Properties.GenerateSecretString.PasswordLength", "4", "secrets"},
	{"Resources.StreamLag.Properties.MetricName", "Duration", "alarms"},
	{"Resources.DeadLetters.Properties.Threshold", "100", "alarms"},
	{"Resources.WebLogs.Properties.RetentionInDays", "", "logs"},
	{"Resources.SkillLogs.Properties.LogGroupName", "/skill", "logs"},
	{"Resources.SessionKeys.DeletionPolicy", "Delete", "secrets"},
	{"Resources.OidcClientSecretValue.Properties.SecretString", "secret", "secrets"},
	{"Resources.SessionKeys.Properties.GenerateSecretString.PasswordLength", "32", "session keys"},
	{"Resources.SessionKeys.Properties.GenerateSecretString.ExcludePunctuation", "false", "session keys"},
	{"Resources.CarryOn.Properties.ScheduleExpression", "rate(1 day)", "schedule"},
	{"Resources.CarryOn.Properties.Target.Input", "{}", "schedule"},
	{"Resources.CarryOnRole.Properties.Policies.0.PolicyDocument.Statement.0.Resource", "*", "schedule"},
	{"Resources.WebSlow.Properties.Threshold", "10000", "alarms"},
	{"Resources.SkillSlow.Properties.ExtendedStatistic", "p50", "alarms"},
	{"Resources.WebErrors.Properties.Metrics.1.MetricStat.Metric.Dimensions.0.Value", "another", "alarms"},
	{"Resources.MemosThrottles.Properties.Metrics.3.MetricStat.Metric.Dimensions.1", "", "alarms"},
	{"Resources.JoinRefusals.Properties.AlarmActions", "", "alarms"},
	{"Resources.MovesPending.Properties.TreatMissingData", "missing", "alarms"},
	{"Resources.AlarmMail.Properties.Protocol", "sms", "mail"},
	{"Resources.Dashboard.Properties.DashboardBody", "{}", "dashboard"},
	{"Outputs.RedirectUri.Value", "https://memo.example.com", "outputs"},
}

// TestMutations: each check finds the faults it is meant to find.
func TestMutations(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range mutations {
		seen[m.check] = true
		t.Run(m.path+"="+m.value, func(t *testing.T) {
			changed, found := mutate(t, m.path, m.value)
			if !found {
				t.Fatal("the path does not exist")
			}
			seen, err := noticed(changed, named(m.check))
			if err != nil {
				t.Fatalf("the template cannot be read after the edit, so the check is not tested: %v", err)
			}
			if !seen {
				t.Errorf("the check %q finds nothing", m.check)
			}
		})
	}
	for _, c := range checks() {
		if !seen[c.name] {
			t.Errorf("got no mutation for the check %q, want one", c.name)
		}
	}
}

func named(name string) []check {
	return slices.DeleteFunc(checks(), func(c check) bool { return c.name != name })
}

// noticed reports whether any of the checks finds a fault in any stack.
func noticed(document *yaml.Node, checks []check) (bool, error) {
	for s, err := range stacks(document) {
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(checks, func(c check) bool { return len(c.find(s)) > 0 }) {
			return true, nil
		}
	}
	return false, nil
}

// free matches the leaves that may have any value: texts for people and names of policies.
var free = regexp.MustCompile(`\.(Alarm)?Description$|\.PolicyName$`)

// TestEveryLeaf: every deletion or change of a part that matters is found.
func TestEveryLeaf(t *testing.T) {
	template, err := document()
	if err != nil {
		t.Fatal(err)
	}
	leaves := 0
	for _, path := range leavesOf(template.Content[0], "") {
		section, _, _ := strings.Cut(path, ".")
		if section == "AWSTemplateFormatVersion" || section == "Description" || free.MatchString(path) {
			continue
		}
		leaves++
		for _, value := range []string{"", "another"} {
			changed, _ := mutate(t, path, value)
			if seen, err := noticed(changed, checks()); err == nil && !seen {
				t.Errorf("no check finds that %s is %q", path, value)
			}
		}
	}
	if leaves < 300 {
		t.Errorf("got %d leaves, want at least 300", leaves)
	}
}

// leavesOf returns the paths of all scalar values.
func leavesOf(n *yaml.Node, path string) []string {
	switch n.Kind {
	case yaml.ScalarNode:
		return []string{strings.TrimPrefix(path, ".")}
	case yaml.SequenceNode:
		var leaves []string
		for i, c := range n.Content {
			leaves = append(leaves, leavesOf(c, fmt.Sprintf("%s.%d", path, i))...)
		}
		return leaves
	}
	var leaves []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		leaves = append(leaves, leavesOf(n.Content[i+1], path+"."+n.Content[i].Value)...)
	}
	return leaves
}

// mutate returns a copy of the template with an edit. A field that does not exist is added.
func mutate(t *testing.T, path, value string) (changed *yaml.Node, found bool) {
	t.Helper()
	template, err := document()
	if err != nil {
		t.Fatal(err)
	}
	changed = clone(template)
	parent, steps := changed.Content[0], strings.Split(path, ".")
	for _, step := range steps[:len(steps)-1] {
		i := place(parent, step)
		if i < 0 {
			return nil, false
		}
		parent = parent.Content[i]
	}
	last := steps[len(steps)-1]
	switch i := place(parent, last); {
	case i >= 0 && value != "":
		parent.Content[i] = scalar(value)
	case i >= 0 && parent.Kind == yaml.MappingNode:
		parent.Content = slices.Delete(parent.Content, i-1, i+1)
	case i >= 0:
		parent.Content = slices.Delete(parent.Content, i, i+1)
	case parent.Kind == yaml.MappingNode && value != "":
		parent.Content = append(parent.Content, scalar(last), scalar(value))
	default:
		return nil, false
	}
	return changed, true
}

// place returns the index of a value in a node's content; -1 if there is none.
func place(n *yaml.Node, step string) int {
	if n.Kind == yaml.SequenceNode {
		if i, err := strconv.Atoi(step); err == nil && i < len(n.Content) {
			return i
		}
		return -1
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == step {
			return i + 1
		}
	}
	return -1
}

// scalar returns a value as it would be typed.
func scalar(value string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: value} }

func clone(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = clone(child)
	}
	return &c
}
