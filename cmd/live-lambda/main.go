// Command live-lambda is the AWS Lambda function of open pages and notifications. It
// answers the WebSocket API to which pages connect, and it is the only reader of the
// streams of the tables with memos and people: it sends hints to the open pages of a family
// in which something happened, and passes what happened to the modules. On a schedule's
// event the modules do what is due.
//
// Environment variables configure it. VOICEMEMO_ENVIRONMENT (dev, stg or prod) names the
// tables. VOICEMEMO_LIVE_URL is where pages connect, such as
// wss://abc.execute-api.us-east-1.amazonaws.com/prod; with https it is where connections are
// managed, unless AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI is set. VOICEMEMO_LIVE_KEY is
// the secret of the tickets that web-lambda seals. VOICEMEMO_PUBLIC_URL is where people
// reach the page. The modules have variables of their own. The variables of Lambda itself
// say where AWS is.
package main

import (
	"context"
	"errors"

	"github.com/aws/aws-lambda-go/lambda"

	"voicememo/cmd/internal/function"
	"voicememo/cmd/internal/metrics/emf"
	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/family/websockets"
)

func main() { function.Run(build) }

// build connects pages and modules to DynamoDB, configured by getenv. An error names the
// variable that is wrong.
func build(ctx context.Context, getenv func(string) string, sink *emf.Sink) (lambda.Handler, error) {
	environment, err := function.Environment(getenv)
	if err != nil {
		return nil, err
	}
	live, err := function.LiveURL(getenv)
	if err == nil && live == "" {
		err = errors.New("VOICEMEMO_LIVE_URL is empty; it must be where pages connect")
	}
	if err != nil {
		return nil, err
	}
	key, err := function.Key(getenv, "VOICEMEMO_LIVE_KEY")
	if err != nil {
		return nil, err
	}
	account, err := function.NewAccount(getenv, sink.Logger())
	if err != nil {
		return nil, err
	}
	s := function.OpenLive(ctx, environment, account, sink)
	modules, err := ondynamo.Open(s.DB, s.Core(getenv, sink))
	if err != nil {
		return nil, err
	}
	pages := websockets.NewService(s.DB.Connections(), s.Families, newManager(account, live), websockets.NewTickets([]byte(key)))
	pages.Count = sink.Count
	<-s.Warmed
	return handler{pages, modules, sink.Logger()}, nil
}
