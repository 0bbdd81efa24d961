package infra_test

import (
	"math/rand/v2"
	"strings"

	"voicememo/auth"
	"voicememo/tools/testkit/cfn"
)

// wantCallers: Alexa may call for the given skills and no others.
func wantCallers(s stack) resources {
	alexa := func(id string) cfn.Resource {
		return cfn.Resource{Type: "AWS::Lambda::Permission", Properties: object{
			"Action": "lambda:InvokeFunction", "FunctionName": s.name("skill"), "Principal": "alexa-appkit.amazon.com",
			"EventSourceToken": id,
		}}
	}
	wanted := resources{"AlexaPermission": alexa("amzn1.ask.skill.1")}
	if id := s.or("OtherAlexaSkillId", ""); id != "" {
		wanted["OtherAlexaPermission"] = alexa(id)
	}
	return wanted
}

// wantAPI: every request goes to the function as payload 2.0, at a bounded rate,
// and no other API may call it.
func wantAPI(s stack) resources {
	return resources{
		"HttpApi": {Type: "AWS::ApiGatewayV2::Api", Properties: object{
			"Name": "voicememo-" + s.environment, "ProtocolType": "HTTP", "DisableExecuteApiEndpoint": s.or("PublicUrl", "") != "",
		}},
		"HttpIntegration": {Type: "AWS::ApiGatewayV2::Integration", Properties: object{
			"ApiId": "httpapi", "IntegrationType": "AWS_PROXY", "PayloadFormatVersion": "2.0",
			"IntegrationUri": arn("lambda:xx-there-1:101010101010:function:" + s.name("web")),
		}},
		"HttpRoute": {Type: "AWS::ApiGatewayV2::Route", Properties: object{
			"ApiId": "httpapi", "RouteKey": "$default", "Target": "integrations/httpintegration",
		}},
		"HttpStage": {Type: "AWS::ApiGatewayV2::Stage", Properties: object{
			"ApiId": "httpapi", "StageName": "$default", "AutoDeploy": true,
			"DefaultRouteSettings": object{"ThrottlingRateLimit": 100, "ThrottlingBurstLimit": 200},
		}},
		"HttpPermission": {Type: "AWS::Lambda::Permission", Properties: object{
			"Action": "lambda:InvokeFunction", "FunctionName": s.name("web"), "Principal": "apigateway.amazonaws.com",
			"SourceArn": arn("execute-api:xx-there-1:101010101010:httpapi/*/$default"),
		}},
	}
}

// wantLiveAPI: every connection and message goes to the function at a bounded rate, and no
// other API or stage may call it.
func wantLiveAPI(s stack) resources {
	wanted := resources{
		"LiveApi": {Type: "AWS::ApiGatewayV2::Api", Properties: object{
			"Name": s.name("live"), "ProtocolType": "WEBSOCKET", "RouteSelectionExpression": "$request.body.action",
		}},
		"LiveIntegration": {Type: "AWS::ApiGatewayV2::Integration", Properties: object{
			"ApiId": "liveapi", "IntegrationType": "AWS_PROXY",
			"IntegrationUri": arn("apigateway:xx-there-1:lambda:path/2015-03-31/functions/" +
				arn("lambda:xx-there-1:101010101010:function:"+s.name("live")) + "/invocations"),
		}},
		"LiveStage": {Type: "AWS::ApiGatewayV2::Stage", Properties: object{
			"ApiId": "liveapi", "StageName": "live", "AutoDeploy": true,
			"DefaultRouteSettings": object{"ThrottlingRateLimit": 100, "ThrottlingBurstLimit": 200},
		}},
		"LivePermission": {Type: "AWS::Lambda::Permission", Properties: object{
			"Action": "lambda:InvokeFunction", "FunctionName": s.name("live"), "Principal": "apigateway.amazonaws.com",
			"SourceArn": arn("execute-api:xx-there-1:101010101010:liveapi/live/*"),
		}},
	}
	for id, key := range map[string]string{"LiveConnect": "$connect", "LiveDisconnect": "$disconnect", "LiveDefault": "$default"} {
		wanted[id] = cfn.Resource{Type: "AWS::ApiGatewayV2::Route", Properties: object{
			"ApiId": "liveapi", "RouteKey": key, "Target": "integrations/liveintegration",
		}}
	}
	return wanted
}

// wantStreams: the function reads the streams of memos and people, skips no failed record
// before the stream itself drops it, and what is given up is kept in a queue.
func wantStreams(s stack) resources {
	letters := arn("sqs:xx-there-1:101010101010:" + s.name("dead-letters"))
	mapping := func(table string) cfn.Resource {
		return cfn.Resource{Type: "AWS::Lambda::EventSourceMapping", Properties: object{
			"FunctionName":     s.name("live"),
			"EventSourceArn":   arn("dynamodb:xx-there-1:101010101010:table/" + s.tableName(table) + "/stream/2026-01-01T00:00:00.000"),
			"StartingPosition": "TRIM_HORIZON", "BatchSize": 100, "MaximumBatchingWindowInSeconds": 0,
			"MaximumRecordAgeInSeconds": 24 * 60 * 60, "MaximumRetryAttempts": -1, "BisectBatchOnFunctionError": true,
			"FunctionResponseTypes": list{"ReportBatchItemFailures"},
			"DestinationConfig":     object{"OnFailure": object{"Destination": letters}},
		}}
	}
	memos := mapping("memos")
	memos.Properties["FilterCriteria"] = object{"Filters": list{
		object{"Pattern": `{"dynamodb":{"NewImage":{"userId":{"S":[{"exists":true}]}}}}`},
		object{"Pattern": `{"userIdentity":{"type":[{"exists":false}]}}`},
	}}
	return resources{
		"MemosMapping": memos, "UsersMapping": mapping("users"),
		"DeadLetterQueue": kept(cfn.Resource{Type: "AWS::SQS::Queue", Properties: object{
			"QueueName": s.name("dead-letters"), "MessageRetentionPeriod": 14 * 24 * 60 * 60, "SqsManagedSseEnabled": true,
		}}, false),
	}
}

// secret returns the value of Ref of a secret.
func (s stack) secret(id string) string {
	return arn("secretsmanager:xx-there-1:101010101010:secret:" + s.name(id) + "-AbCdEf")
}

// resolved returns the reference that CloudFormation resolves to a secret ("Get a secret or
// secret value from Secrets Manager" of its user guide).
func (s stack) resolved(id string) string {
	return "{{resolve:secretsmanager:" + s.secret(id) + ":SecretString}}"
}

func (s stack) auditKey() string { return s.resolved("AuditKey") }

// wantSecrets: the session keys are kept where the memos are kept; the client secret is the
// parameter's value, and the keys of the audit lines and of tickets are deleted with the
// stack.
func wantSecrets(s stack) resources {
	key := kept(cfn.Resource{Type: "AWS::SecretsManager::Secret", Properties: object{
		"GenerateSecretString": object{"PasswordLength": 43, "ExcludePunctuation": true, "IncludeSpace": false},
	}}, false)
	return resources{
		"SessionKeys": kept(cfn.Resource{Type: "AWS::SecretsManager::Secret", Properties: object{
			"GenerateSecretString": object{
				"SecretStringTemplate": `{"id":"1","created":"2026-01-01T00:00:00Z"}`, "GenerateStringKey": "key",
				"PasswordLength": 43, "ExcludePunctuation": true, "IncludeSpace": false,
			},
		}}, s.prod()),
		"OidcClientSecretValue": kept(cfn.Resource{Type: "AWS::SecretsManager::Secret", Properties: object{
			"SecretString": "told-nobody",
		}}, false),
		"AuditKey": key, "LiveKey": key,
	}
}

// findSessionKeys: Secrets Manager generates a key ring from the properties.
func findSessionKeys(s stack) []string {
	how, _ := s.Resources["SessionKeys"].Properties["GenerateSecretString"].(object)
	for range 3 {
		if _, err := auth.ParseKeyRing([]byte(generated(how))); err != nil {
			return []string{"of a generated secret: " + err.Error()}
		}
	}
	return nil
}

// generated returns a secret as Secrets Manager would generate it.
// Source: AWS Secrets Manager API Reference, GetRandomPassword.
func generated(how object) string {
	characters := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	if how["ExcludePunctuation"] != true {
		characters += "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"
	}
	if how["IncludeSpace"] == true {
		characters += " "
	}
	length, _ := how["PasswordLength"].(int)
	var b strings.Builder
	for range length {
		b.WriteByte(characters[rand.IntN(len(characters))]) //nolint:gosec // it is used for no session
	}
	around, _ := how["SecretStringTemplate"].(string)
	key, _ := how["GenerateStringKey"].(string)
	return strings.TrimSuffix(around, "}") + `,"` + key + `":"` + b.String() + `"}`
}

// wantSchedule: the mover runs every five minutes; the schedule may do only that, and no
// other account's schedule may assume its role.
func wantSchedule(s stack) resources {
	web := arn("lambda:xx-there-1:101010101010:function:" + s.name("web"))
	return resources{
		"CarryOn": {Type: "AWS::Scheduler::Schedule", Properties: object{
			"Name": s.name("carry-on"), "ScheduleExpression": "rate(5 minutes)", "State": "ENABLED",
			"FlexibleTimeWindow": object{"Mode": "OFF"},
			"Target": object{
				"Arn": web, "RoleArn": arn("iam::101010101010:role/" + s.name("CarryOnRole")),
				"Input": `{"voicememo":"carry-on"}`, "RetryPolicy": object{"MaximumRetryAttempts": 0},
			},
		}},
		"CarryOnRole": {Type: "AWS::IAM::Role", Properties: object{
			"AssumeRolePolicyDocument": object{"Version": "2012-10-17", "Statement": list{object{
				"Effect": "Allow", "Principal": object{"Service": "scheduler.amazonaws.com"}, "Action": "sts:AssumeRole",
				"Condition": object{"StringEquals": object{"aws:SourceAccount": "101010101010"}},
			}}},
			"Policies": list{object{"PolicyName": "invoke", "PolicyDocument": object{"Version": "2012-10-17", "Statement": list{
				object{"Effect": "Allow", "Action": "lambda:InvokeFunction", "Resource": web},
			}}}},
		}},
	}
}
