// Package alexa sends requests to the skill of a running program as Alexa does, and checks
// the replies.
package alexa

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/skill/skilltest"
	"voicememo/tools/testkit/must"
)

// AddMemo returns the request that Alexa sends for 「…を追加」 of an Alexa account.
func AddMemo(requestID, account, text string) string {
	return fmt.Sprintf(`{
	  "version": "1.0",
	  "session": {
	    "new": true, "sessionId": "amzn1.echo-api.session.1",
	    "application": {"applicationId": "amzn1.ask.skill.any"}, "attributes": {},
	    "user": {"userId": %[2]q}
	  },
	  "context": {"System": {
	    "application": {"applicationId": "amzn1.ask.skill.any"}, "user": {"userId": %[2]q},
	    "device": {"deviceId": "amzn1.ask.device.1", "supportedInterfaces": {}},
	    "apiEndpoint": "https://api.fe.amazonalexa.com", "apiAccessToken": "secret"
	  }},
	  "request": {
	    "type": "IntentRequest", "requestId": "amzn1.echo-api.request.%[1]s", "locale": "ja-JP", "timestamp": %[4]q,
	    "intent": {"name": "AddMemoIntent", "confirmationStatus": "NONE",
	      "slots": {"memoText": {"name": "memoText", "value": %[3]q, "confirmationStatus": "NONE", "source": "USER"}}},
	    "dialogState": "STARTED"
	  }
	}`, requestID, account, text, time.Now().UTC().Format(time.RFC3339))
}

// Post posts a request to the skill of the program that serves home, checks the reply, and
// returns it.
func Post(t testing.TB, home, request string) string {
	t.Helper()
	res, err := http.Post(home+"/alexa", "application/json;charset=utf-8", strings.NewReader(request)) //nolint:gosec // the test's program
	must.OK(t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("/alexa: %s %v\n%s", res.Status, err, raw)
	}
	skilltest.CheckReply(t, []byte(request), raw)
	skilltest.CheckSecrets(t, raw)
	return string(raw)
}
