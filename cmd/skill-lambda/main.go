// Command skill-lambda is the skill as an AWS Lambda function that an Alexa
// skill calls directly. Its configuration is environment variables:
// VOICEMEMO_ENVIRONMENT (dev, stg or prod) names the DynamoDB tables, and
// VOICEMEMO_ALEXA_SKILL_ID holds the ids of the skills that may call, with
// commas between them. VOICEMEMO_MAX_MEMOS and VOICEMEMO_MAX_MEMBERS limit each
// family, as the flags of voicememo serve do. VOICEMEMO_AUDIT_KEY is the key of the
// hashes in the audit lines of the log. VOICEMEMO_SESSION_KEYS_ID names a secret in AWS
// Secrets Manager, with the keys that seal the access tokens of linked Echos; without it
// no Echo can be linked. The modules have variables of their own. The
// variables of Lambda itself say where DynamoDB is.
package main

import (
	"context"
	"errors"

	"github.com/aws/aws-lambda-go/lambda"

	"voicememo/cmd/internal/function"
	"voicememo/cmd/internal/metrics/emf"
	"voicememo/cmd/internal/modules/inskill"
	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/skill"
)

func main() { function.Run(build) }

// build connects the skill to DynamoDB, configured by getenv. An error names the variable
// that is wrong.
func build(ctx context.Context, getenv func(string) string, sink *emf.Sink) (lambda.Handler, error) {
	environment, err := function.Environment(getenv)
	if err != nil {
		return nil, err
	}
	ids := function.List(getenv("VOICEMEMO_ALEXA_SKILL_ID"))
	if len(ids) == 0 {
		return nil, errors.New("VOICEMEMO_ALEXA_SKILL_ID is empty; it must name the skills that may call")
	}
	most, err := function.Limits(getenv)
	if err != nil {
		return nil, err
	}
	account, err := function.NewAccount(getenv, sink.Logger())
	if err != nil {
		return nil, err
	}
	s := function.Open(ctx, environment, account, sink)
	most.Apply(s.Memos, s.Families)
	modules, err := ondynamo.Open(s.DB, s.Core(getenv, sink))
	if err != nil {
		return nil, err
	}
	h := handler{skill.New(skill.Options{
		Memos: s.Memos, Families: s.Families, Invites: s.Invites, Links: newLinks(getenv("VOICEMEMO_SESSION_KEYS_ID"), account, s), ApplicationIDs: ids, Modules: inskill.Doors(modules),
		Observe: sink.Turn, Logger: sink.Logger(),
	})}
	<-s.Warmed
	return h, nil
}
