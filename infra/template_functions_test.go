package infra_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
)

// url returns the address of the page.
func (s stack) url() string {
	return s.or("PublicUrl", "https://httpapi.execute-api.xx-there-1.amazonaws.com")
}

// liveURL returns the address of the WebSockets.
func (s stack) liveURL() string {
	return "wss://liveapi.execute-api.xx-there-1.amazonaws.com/live"
}

// wantFunctions: all run what `make lambda` builds, each with its own role and log.
// Nothing else is set; in particular, no concurrency is reserved.
func wantFunctions(s stack) resources {
	function := func(of, id string, memory, timeout int, variables object) cfn.Resource {
		return cfn.Resource{Type: "AWS::Serverless::Function", Properties: object{
			"FunctionName": s.name(of), "CodeUri": "../bin/lambda/" + of + "-lambda-arm64.zip", "Handler": "bootstrap",
			"Runtime": "provided.al2023", "Architectures": list{"arm64"}, "MemorySize": memory, "Timeout": timeout,
			"Role":          arn("iam::101010101010:role/" + s.name(id+"Role")),
			"LoggingConfig": object{"LogGroup": "/aws/lambda/" + s.name(of)},
			"Environment":   object{"Variables": variables},
		}}
	}
	ids := "amzn1.ask.skill.1"
	if other := s.or("OtherAlexaSkillId", ""); other != "" {
		ids += "," + other
	}
	skill := function("skill", "Skill", 256, 8, object{
		"VOICEMEMO_ENVIRONMENT": s.environment, "VOICEMEMO_ALEXA_SKILL_ID": ids, "VOICEMEMO_AUDIT_KEY": s.auditKey(),
		"VOICEMEMO_MAX_MEMOS": s.or("MaxMemos", "20000"), "VOICEMEMO_MAX_MEMBERS": s.or("MaxMembers", "20"),
		"VOICEMEMO_SESSION_KEYS_ID": s.secret("SessionKeys"),
	})
	web := function("web", "Web", 512, 30, object{
		"VOICEMEMO_ENVIRONMENT": s.environment, "VOICEMEMO_PUBLIC_URL": s.url(),
		"VOICEMEMO_OIDC_ISSUER": s.or("OidcIssuer", "https://accounts.google.com"), "VOICEMEMO_OIDC_CLIENT_ID": "client.example",
		"VOICEMEMO_OIDC_CLIENT_SECRET_ID": s.secret("OidcClientSecretValue"), "VOICEMEMO_SESSION_KEYS_ID": s.secret("SessionKeys"),
		"VOICEMEMO_ALEXA_LINK_SECRET": s.or("AlexaLinkSecret", ""), "VOICEMEMO_ALEXA_LINK_REDIRECTS": s.or("AlexaLinkRedirects", ""),
		"VOICEMEMO_SIGNUP": s.or("SignUp", "open"), "VOICEMEMO_SIGNUP_ALLOW": s.or("SignUpAllow", ""),
		"VOICEMEMO_RATE_WRITES": s.or("RateWrites", "60"), "VOICEMEMO_RATE_SEARCHES": s.or("RateSearches", "20"),
		"VOICEMEMO_MAX_MEMOS": s.or("MaxMemos", "20000"), "VOICEMEMO_MAX_MEMBERS": s.or("MaxMembers", "20"),
		"VOICEMEMO_HSTS_SUBDOMAINS": s.or("HstsSubdomains", "on"),
		"VOICEMEMO_AUDIT_KEY":       s.auditKey(), "VOICEMEMO_OPERATOR": s.or("Operator", ""),
		"VOICEMEMO_LIVE_URL": s.liveURL(), "VOICEMEMO_LIVE_KEY": s.resolved("LiveKey"),
	})
	web.Properties["EventInvokeConfig"] = object{"MaximumRetryAttempts": 0, "MaximumEventAgeInSeconds": 300}
	live := function("live", "Live", 256, 60, object{
		"VOICEMEMO_ENVIRONMENT": s.environment, "VOICEMEMO_PUBLIC_URL": s.url(),
		"VOICEMEMO_LIVE_URL": s.liveURL(), "VOICEMEMO_LIVE_KEY": s.resolved("LiveKey"),
	})
	live.Properties["EventInvokeConfig"] = object{"MaximumRetryAttempts": 0, "MaximumEventAgeInSeconds": 60}
	return resources{"SkillFunction": skill, "WebFunction": web, "LiveFunction": live}
}

// rooms are the folders of the functions' programs.
var rooms = map[string]string{"SkillFunction": "skill-lambda", "WebFunction": "web-lambda", "LiveFunction": "live-lambda"}

// findVariables: a function receives exactly the variables that its code names.
func findVariables(s stack) []string {
	named, err := variables()
	if err != nil {
		return []string{err.Error()}
	}
	var found []string
	either := map[string]bool{}
	for id, room := range rooms {
		environment, _ := s.Resources[id].Properties["Environment"].(object)
		variables, _ := environment["Variables"].(object)
		for name := range variables {
			either[name] = true
			if !named[room][name] && !named["internal/function"][name] {
				found = append(found, fmt.Sprintf("%s receives %s, which its code does not name", id, name))
			}
		}
		for name := range named[room] {
			if variables[name] == nil {
				found = append(found, fmt.Sprintf("%s does not receive %s, which its code names", id, name))
			}
		}
	}
	for name := range named["internal/function"] {
		if !either[name] {
			found = append(found, fmt.Sprintf("no function receives %s, which their code names", name))
		}
	}
	return found
}

// variables returns the variables that the functions' code names, by folder of cmd.
var variables = sync.OnceValues(func() (map[string]map[string]bool, error) {
	named := map[string]map[string]bool{}
	for _, folder := range append(slices.Sorted(maps.Values(rooms)), "internal/function") {
		files, err := filepath.Glob(filepath.Join("..", "cmd", filepath.FromSlash(folder), "*.go"))
		if err != nil {
			return nil, err
		}
		named[folder] = map[string]bool{}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			if err := texts(file, variable, named[folder]); err != nil {
				return nil, err
			}
		}
	}
	return named, nil
})

var variable = regexp.MustCompile(`^VOICEMEMO_[A-Z_]+$`)

// texts adds those string literals of a Go file that match form completely.
func texts(file string, form *regexp.Regexp, to map[string]bool) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil && form.MatchString(text) {
				to[text] = true
			}
		}
		return true
	})
	return nil
}

// wantLogs: the template creates the log groups, so that their lines expire and no function
// needs the right to create groups.
func wantLogs(s stack) resources {
	days := 7
	if s.prod() {
		days = 90
	}
	group := func(of string) cfn.Resource {
		return kept(cfn.Resource{Type: "AWS::Logs::LogGroup", Properties: object{
			"LogGroupName": "/aws/lambda/" + s.name(of), "RetentionInDays": days,
		}}, false)
	}
	return resources{"SkillLogs": group("skill"), "WebLogs": group("web"), "LiveLogs": group("live")}
}

// Actions on the tables, as recorded in the tests of the functions.
var allowed = map[string]map[string][]string{
	"SkillRole": {
		"memos":                              {"BatchGetItem", "PutItem", "Query", "UpdateItem"},
		"memos/index/family-timestamp-index": {"Query"},
		"users":                              {"BatchGetItem", "ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "UpdateItem"},
		"invite-codes":                       {"BatchGetItem", "DeleteItem", "GetItem", "PutItem", "UpdateItem"},
	},
	"WebRole": {
		"memos":                              {"BatchGetItem", "DeleteItem", "PutItem", "Query", "UpdateItem"},
		"memos/index/family-timestamp-index": {"Query"},
		"users":                              {"BatchGetItem", "ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "UpdateItem"},
		"invite-codes":                       {"BatchGetItem", "DeleteItem", "GetItem", "PutItem", "UpdateItem"},
	},
	"LiveRole": {
		"users":                          {"GetItem"},
		"connections":                    {"DeleteItem", "GetItem", "PutItem", "UpdateItem"},
		"connections/index/roomId-index": {"Query"},
		"memos/stream/*":                 {"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"}, // by Lambda itself
		"users/stream/*":                 {"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"},
	},
}

// grants returns what a function's role may do.
func (s stack) grants(role, logs string) map[cfn.Grant]bool {
	out := map[cfn.Grant]bool{}
	for table, actions := range allowed[role] {
		resource := arn("dynamodb:xx-there-1:101010101010:table/" + s.tableName(table))
		for _, action := range actions {
			out[cfn.Grant{Action: "dynamodb:" + action, Resource: resource}] = true
		}
	}
	for _, action := range []string{"CreateLogStream", "PutLogEvents"} {
		out[cfn.Grant{Action: "logs:" + action, Resource: arn("logs:xx-there-1:101010101010:log-group:/aws/lambda/" + s.name(logs) + ":*")}] = true
	}
	if role == "WebRole" {
		out[cfn.Grant{Action: "secretsmanager:BatchGetSecretValue", Resource: "*"}] = true
		for _, secret := range []string{"OidcClientSecretValue", "SessionKeys"} {
			out[cfn.Grant{Action: "secretsmanager:GetSecretValue", Resource: s.secret(secret)}] = true
		}
	}
	if role == "SkillRole" {
		out[cfn.Grant{Action: "secretsmanager:GetSecretValue", Resource: s.secret("SessionKeys")}] = true
	}
	if role == "LiveRole" {
		out[cfn.Grant{Action: "execute-api:ManageConnections", Resource: arn("execute-api:xx-there-1:101010101010:liveapi/live/*/@connections/*")}] = true
		out[cfn.Grant{Action: "sqs:SendMessage", Resource: arn("sqs:xx-there-1:101010101010:" + s.name("dead-letters"))}] = true
	}
	return out
}

// findRoles: only Lambda may assume a function's role, and the role allows exactly the
// actions above, in plain statements.
func findRoles(s stack) []string {
	var found []string
	for role, logs := range map[string]string{"SkillRole": "skill", "WebRole": "web", "LiveRole": "live"} {
		r := s.Resources[role]
		trust := object{"Version": "2012-10-17", "Statement": list{
			object{"Effect": "Allow", "Principal": object{"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"},
		}}
		if diff := differ(trust, r.Properties["AssumeRolePolicyDocument"]); diff != "" {
			found = append(found, role+" may be assumed by "+diff)
		}
		if keys := slices.Sorted(maps.Keys(r.Properties)); r.Type != "AWS::IAM::Role" || !slices.Equal(keys, []string{"AssumeRolePolicyDocument", "Policies"}) {
			found = append(found, fmt.Sprintf("%s is a %s with %q", role, r.Type, keys))
		}
		found = append(found, plain(role, r.Properties["Policies"])...)
		got := map[cfn.Grant]bool{}
		for _, g := range s.Allowed(role) {
			got[g] = true
		}
		if diff := differ(s.grants(role, logs), got); diff != "" {
			found = append(found, role+" allows "+diff)
		}
	}
	return found
}

// plain: statements allow actions on resources, and have no other part.
func plain(role string, policies any) []string {
	var found []string
	all, _ := policies.(list)
	for _, p := range all {
		policy, _ := p.(object)
		inside, _ := policy["PolicyDocument"].(object)
		if name, _ := policy["PolicyName"].(string); inside["Version"] != "2012-10-17" || name == "" || len(inside) != 2 || len(policy) != 2 {
			found = append(found, fmt.Sprintf("%s has a policy %v", role, policy))
		}
		statements, _ := inside["Statement"].(list)
		for _, x := range statements {
			statement, _ := x.(object)
			if keys := slices.Sorted(maps.Keys(statement)); !slices.Equal(keys, []string{"Action", "Effect", "Resource"}) {
				found = append(found, fmt.Sprintf("%s has a statement of %q", role, keys))
			}
		}
	}
	return found
}

// TestZips: the Makefile builds the zip files that the functions run.
func TestZips(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	must.OK(t, err)
	for _, want := range append(slices.Sorted(maps.Values(rooms)), "arm64", "bin/lambda/$$name-$$arch.zip") {
		_, target, _ := strings.Cut(string(makefile), "\nlambda:")
		target, _, _ = strings.Cut(target, "\n\n")
		if !strings.Contains(target, want) {
			t.Errorf("the target lambda does not mention %s", want)
		}
	}
}
