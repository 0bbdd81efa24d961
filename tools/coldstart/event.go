package main

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

// event is the envelope of opening the skill.
// Source: "Request and response JSON reference" of the Alexa Skills Kit.
func event(at time.Time) []byte {
	app, user := map[string]any{"applicationId": application}, map[string]any{"userId": speaker}
	raw, err := json.Marshal(map[string]any{
		"version": "1.0",
		"session": map[string]any{
			"new": true, "sessionId": "amzn1.echo-api.session.benchmark", "application": app, "user": user, "attributes": map[string]any{},
		},
		"context": map[string]any{"System": map[string]any{"application": app, "user": user}},
		"request": map[string]any{
			"type": "LaunchRequest", "requestId": "amzn1.echo-api.request.benchmark", "locale": "ja-JP",
			"timestamp": at.UTC().Format(time.RFC3339),
		},
	})
	if err != nil {
		panic(err) // only strings and true are in it
	}
	return raw
}

// spoken makes sure that an answer says something and is no apology: the skill
// listens after a greeting, the reference counts.
func spoken(raw []byte) error {
	var r struct {
		Response struct {
			Speech struct {
				SSML string `json:"ssml"`
			} `json:"outputSpeech"`
			End *bool `json:"shouldEndSession"`
		} `json:"response"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	counts := strings.HasPrefix(r.Response.Speech.SSML, "<speak>6 memos")
	greets := r.Response.Speech.SSML != "" && r.Response.End != nil && !*r.Response.End && !strings.Contains(r.Response.Speech.SSML, " memos.")
	if !counts && !greets {
		return errors.New("the function has not answered the question")
	}
	return nil
}

// request is the event of asking for the list of memos.
// Source: "Create AWS Lambda proxy integrations for HTTP APIs" of the API Gateway
// Developer Guide.
func (w *world) request(at time.Time) []byte {
	e := events.APIGatewayV2HTTPRequest{
		Version: "2.0", RouteKey: "$default", RawPath: "/api/memos", RawQueryString: "limit=50", Cookies: []string{w.session.cookie},
		Headers: map[string]string{"accept": "application/json", "accept-language": "ja", "host": "memo.example.com"},
	}
	e.RequestContext.DomainName, e.RequestContext.Stage, e.RequestContext.TimeEpoch = "memo.example.com", "$default", at.UnixMilli()
	e.RequestContext.HTTP.Method, e.RequestContext.HTTP.Path, e.RequestContext.HTTP.SourceIP = "GET", "/api/memos", "192.0.2.1"
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err) // only texts and numbers are in it
	}
	return raw
}

// listed makes sure that an answer is a page of memos.
func listed(raw []byte) error {
	var r events.APIGatewayV2HTTPResponse
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	var list struct{ Memos []json.RawMessage }
	if json.Unmarshal([]byte(r.Body), &list) != nil || len(list.Memos) != 50 {
		return errors.New("the function has not given the list")
	}
	return nil
}
