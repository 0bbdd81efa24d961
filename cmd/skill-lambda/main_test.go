package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/lambda"

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
	} {
		t.Run(name, func(t *testing.T) {
			_, err := build(t.Context(), func(k string) string { return tc.env[k] }, slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error that names %s", err, tc.want)
			}
		})
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
		{"一覧", "メモはありません。"},
		{"牛乳を買う を追加", "「牛乳を買う」を追加しました。"},
		{"一覧", "1番、エコー、今日。牛乳を買う。\n以上です。"},
	} {
		if a, err := tk.Say(t.Context(), turn[0]); err != nil || a.Speech != turn[1] {
			t.Errorf("%s: said %q, %v", turn[0], a.Speech, err)
		}
	}
}

func TestInvokeHandsOverTheSkillsRefusals(t *testing.T) {
	h := handler{skill.New(skill.Options{ApplicationIDs: []string{"a"}})}
	if _, err := h.Invoke(context.Background(), []byte("{}")); !errors.Is(err, skill.ErrEnvelope) {
		t.Errorf("got %v", err)
	}
}
