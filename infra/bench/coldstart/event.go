package main

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
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
