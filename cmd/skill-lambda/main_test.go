package main

import (
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambda/messages"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/localengine"
	"voicememo/skill"
	"voicememo/skill/talk"
)

var _ lambda.Handler = handler{}

func TestBuildNamesTheWrongVariable(t *testing.T) {
	for name, tc := range map[string]struct {
		env  map[string]string
		want string
	}{
		"no environment":      {map[string]string{"VOICEMEMO_ALEXA_SKILL_ID": "a"}, "VOICEMEMO_ENVIRONMENT"},
		"unknown environment": {map[string]string{"VOICEMEMO_ENVIRONMENT": "test"}, "VOICEMEMO_ENVIRONMENT"},
		"no skill":            {map[string]string{"VOICEMEMO_ENVIRONMENT": "dev"}, "VOICEMEMO_ALEXA_SKILL_ID"},
		"only commas":         {map[string]string{"VOICEMEMO_ENVIRONMENT": "dev", "VOICEMEMO_ALEXA_SKILL_ID": " , "}, "VOICEMEMO_ALEXA_SKILL_ID"},
		"no region":           {complete("AWS_REGION", ""), "AWS_REGION"},
		"no key":              {complete("AWS_ACCESS_KEY_ID", ""), "AWS_ACCESS_KEY_ID"},
		"no secret":           {complete("AWS_SECRET_ACCESS_KEY", ""), "AWS_SECRET_ACCESS_KEY"},
		"no bundle":           {complete("AWS_CA_BUNDLE", "/nowhere"), "AWS_CA_BUNDLE"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := build(t.Context(), func(k string) string { return tc.env[k] }, slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error that names %s", err, tc.want)
			}
		})
	}
}

// complete is a configuration that works, but for one variable.
func complete(name, value string) map[string]string {
	env := map[string]string{
		"VOICEMEMO_ENVIRONMENT": "dev", "VOICEMEMO_ALEXA_SKILL_ID": "a",
		"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret",
	}
	env[name] = value
	return env
}

// TestClientFollowsTheVariables: those of every SDK mean here what they mean there.
func TestClientFollowsTheVariables(t *testing.T) {
	for name, tc := range map[string]struct {
		env      map[string]string
		endpoint string
		options  dynamodb.EndpointResolverOptions
	}{
		"none":        {complete("AWS_REGION", "ap-northeast-1"), "", dynamodb.EndpointResolverOptions{}},
		"all":         {complete("AWS_ENDPOINT_URL", "http://all"), "http://all", dynamodb.EndpointResolverOptions{}},
		"dynamodb":    {complete("AWS_ENDPOINT_URL_DYNAMODB", "http://one"), "http://one", dynamodb.EndpointResolverOptions{}},
		"fips":        {complete("AWS_USE_FIPS_ENDPOINT", "true"), "", dynamodb.EndpointResolverOptions{UseFIPSEndpoint: aws.FIPSEndpointStateEnabled}},
		"both stacks": {complete("AWS_USE_DUALSTACK_ENDPOINT", "TRUE"), "", dynamodb.EndpointResolverOptions{UseDualStackEndpoint: aws.DualStackEndpointStateEnabled}},
	} {
		t.Run(name, func(t *testing.T) {
			client, err := newClient(func(k string) string { return tc.env[k] }, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			got := client.Options()
			if aws.ToString(got.BaseEndpoint) != tc.endpoint || got.Region != tc.env["AWS_REGION"] ||
				got.EndpointOptions.UseFIPSEndpoint != tc.options.UseFIPSEndpoint || got.EndpointOptions.UseDualStackEndpoint != tc.options.UseDualStackEndpoint {
				t.Errorf("got %q in %s, %+v", aws.ToString(got.BaseEndpoint), got.Region, got.EndpointOptions)
			}
		})
	}
}

// TestTokenOfTheRole: Lambda's credentials are temporary and have a third part.
func TestTokenOfTheRole(t *testing.T) {
	env := complete("AWS_SESSION_TOKEN", "token")
	client, err := newClient(func(k string) string { return env[k] }, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Options().Credentials.Retrieve(t.Context())
	if err != nil || c.AccessKeyID != "id" || c.SecretAccessKey != "secret" || c.SessionToken != "token" {
		t.Errorf("got other credentials, %v", err)
	}
}

func TestSkillIDs(t *testing.T) {
	if got := skillIDs(" a, b,,"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
}

// TestInvokeSpeaksOverDynamoDB: the whole way from the environment to a memo.
func TestInvokeSpeaksOverDynamoDB(t *testing.T) {
	endpoint := localengine.ForTest(t)
	for _, assignment := range localengine.Environ(endpoint) {
		name, value, _ := strings.Cut(assignment, "=")
		t.Setenv(name, value)
	}
	if err := dynamo.CreateTables(t.Context(), localengine.Client(endpoint), "dev"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VOICEMEMO_ENVIRONMENT", "dev")
	t.Setenv("VOICEMEMO_ALEXA_SKILL_ID", "amzn1.ask.skill.other,"+talk.DefaultApplicationID)
	h, err := build(t.Context(), os.Getenv, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	tk, err := talk.New(talk.Options{Send: h.Invoke})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range [][2]string{
		{"一覧", "メモはありません"},
		{"牛乳を買う を追加", "牛乳を買う"},
		{"一覧", "牛乳を買う"},
	} {
		if a, err := tk.Say(t.Context(), turn[0]); err != nil || !strings.Contains(a.Speech, turn[1]) {
			t.Errorf("%s: said %q, %v", turn[0], a.Speech, err)
		}
	}
}

func TestInvokeHandsOverTheSkillsRefusals(t *testing.T) {
	h := handler{skill.New(skill.Options{ApplicationIDs: []string{"a"}})}
	for kind, payload := range map[string]string{
		"Envelope":    `{"secret":1}`,
		"Application": `{"request":{"type":"SessionEndedRequest","requestId":"r"},"session":{"application":{"applicationId":"secret"}}}`,
	} {
		_, err := h.Invoke(t.Context(), []byte(payload))
		var refusal messages.InvokeResponse_Error
		if !errors.As(err, &refusal) || refusal.Type != kind || strings.Contains(refusal.Message, "secret") {
			t.Errorf("%s: got %v", kind, err)
		}
	}
}
