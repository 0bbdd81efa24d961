package bench

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"voicememo/tools/testkit/functiontest"
)

// question is the first event of a function and the check of its answer.
type question struct {
	event    func(at time.Time) []byte
	answered func(raw []byte) error
}

// question returns a function's question: opening the skill, also for the reference, and
// the first page of the list for the web function.
func (w *world) question(name string) question {
	user := map[string]any{"userId": speaker}
	switch name {
	case webLambda:
		return question{w.list, listed}
	case linkedSkill:
		user = map[string]any{"userId": linkedEcho, "accessToken": w.token}
	}
	return question{func(at time.Time) []byte { return launch(at, user) }, spoken}
}

// launch returns the envelope of opening the skill. Source: "Request and response JSON
// reference" of the Alexa Skills Kit.
func launch(at time.Time, user map[string]any) []byte {
	app := map[string]any{"applicationId": application}
	return marshal(map[string]any{
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
}

// list returns the event of a request for the list of memos.
func (w *world) list(at time.Time) []byte {
	r, err := http.NewRequest(http.MethodGet, home+"/api/memos?limit=50", nil) //nolint:noctx // never sent
	if err != nil {
		panic(err) // the address is valid
	}
	r.Header = http.Header{"Accept": {"application/json"}, "Accept-Language": {"ja"}, "Cookie": {w.cookie}}
	e := functiontest.Event(r, nil, "")
	e.RequestContext.TimeEpoch = at.UnixMilli()
	return marshal(e)
}

func marshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // only texts, numbers and true are in it
	}
	return raw
}

// spoken returns an error unless an answer is a greeting, after which the skill listens,
// or the reference's number of memos.
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

// page is how many memos the first page of the list has.
const page = 50

// listed returns an error unless an answer is a page of memos.
func listed(raw []byte) error {
	var r events.APIGatewayV2HTTPResponse
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	var list struct{ Memos []json.RawMessage }
	if json.Unmarshal([]byte(r.Body), &list) != nil || len(list.Memos) != page {
		return errors.New("the function has not answered with the list")
	}
	return nil
}
