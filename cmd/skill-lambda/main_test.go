package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambda/messages"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/functiontest"
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
		"a family of one":     {map[string]string{"VOICEMEMO_ENVIRONMENT": "dev", "VOICEMEMO_ALEXA_SKILL_ID": "a", "VOICEMEMO_MAX_MEMBERS": "1"}, "VOICEMEMO_MAX_MEMBERS"},
		"no account":          {map[string]string{"VOICEMEMO_ENVIRONMENT": "dev", "VOICEMEMO_ALEXA_SKILL_ID": "a"}, "AWS_REGION"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := build(t.Context(), func(k string) string { return tc.env[k] }, emf.New(io.Discard, "dev"))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error that names %s", err, tc.want)
			}
		})
	}
}

// TestInvokeSpeaksOverDynamoDB: from the environment variables to a stored memo.
func TestInvokeSpeaksOverDynamoDB(t *testing.T) {
	for _, assignment := range configured(t) {
		name, value, _ := strings.Cut(assignment, "=")
		t.Setenv(name, value)
	}
	h, err := build(t.Context(), os.Getenv, emf.New(io.Discard, functiontest.Environment))
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
