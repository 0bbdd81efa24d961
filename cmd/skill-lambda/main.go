// Command skill-lambda is the skill as an AWS Lambda function that an Alexa
// skill calls directly. Its configuration is two environment variables:
// VOICEMEMO_ENVIRONMENT (dev, stg or prod) names the DynamoDB tables, and
// VOICEMEMO_ALEXA_SKILL_ID holds the ids of the skills that may call, with
// commas between them. What Lambda itself sets says where DynamoDB is.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/lambda"

	"voicememo/family"
	"voicememo/infra/dynamo"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/skill"
)

func main() {
	logger := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	h, err := build(context.Background(), os.Getenv, logger)
	if err != nil {
		logger.Error("start", "error", err.Error())
		os.Exit(2)
	}
	lambda.Start(h)
}

// build wires the skill to DynamoDB as getenv says. An error names the variable
// that is wrong.
func build(ctx context.Context, getenv func(string) string, logger *slog.Logger) (handler, error) {
	environment := getenv("VOICEMEMO_ENVIRONMENT")
	if !slices.Contains([]string{"dev", "stg", "prod"}, environment) {
		return handler{}, fmt.Errorf("VOICEMEMO_ENVIRONMENT is %q; it must be dev, stg or prod", environment)
	}
	ids := skillIDs(getenv("VOICEMEMO_ALEXA_SKILL_ID"))
	if len(ids) == 0 {
		return handler{}, errors.New("VOICEMEMO_ALEXA_SKILL_ID is empty; it must name the skills that may call")
	}
	client, err := newClient(getenv, logger)
	if err != nil {
		return handler{}, err
	}
	db := dynamo.Open(client, environment)
	warmed := warm(ctx, db.Families(), logger)
	families := family.NewService(db.Families(), db.Memos())
	h := handler{skill.New(skill.Options{
		Memos: memo.NewService(db.Memos(), families), Families: families, People: families,
		Invites: invite.NewService(db.Invites(), families), ApplicationIDs: ids, Logger: logger,
	})}
	<-warmed
	return h, nil
}

func skillIDs(list string) []string {
	var ids []string
	for _, id := range strings.Split(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}
