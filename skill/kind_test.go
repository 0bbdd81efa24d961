package skill_test

import (
	"strings"
	"testing"
	"time"

	"voicememo/skill"
	"voicememo/skill/talk"
)

// ending is the end of every request.
const ending = `,"requestId":"amzn1.echo-api.request.1","timestamp":"2026-03-10T01:00:00Z","locale":"ja-JP"},
	"context":{"System":{"application":{"applicationId":"` + talk.DefaultApplicationID + `"},"user":{"userId":"` + echo + `"}}},
	"session":{"new":true,"application":{"applicationId":"` + talk.DefaultApplicationID + `"}},"version":"1.0"}`

// TestObserve checks that turns are reported by kind and outcome, in a fixed set of
// words that no request can extend.
func TestObserve(t *testing.T) {
	type told struct{ intent, outcome string }
	for name, c := range map[string]struct {
		request string
		away    bool
		want    told
	}{
		"a launch":                {request: `{"request":{"type":"LaunchRequest"`, want: told{"LaunchRequest", "ok"}},
		"an intent":               {request: `{"request":{"type":"IntentRequest","intent":{"name":"ReadMemosIntent"}`, want: told{"ReadMemosIntent", "ok"}},
		"an intent of Alexa's":    {request: `{"request":{"type":"IntentRequest","intent":{"name":"AMAZON.HelpIntent"}`, want: told{"AMAZON.HelpIntent", "ok"}},
		"words not understood":    {request: `{"request":{"type":"IntentRequest","intent":{"name":"AMAZON.FallbackIntent"}`, want: told{"AMAZON.FallbackIntent", "ok"}},
		"an unknown intent":       {request: `{"request":{"type":"IntentRequest","intent":{"name":"牛乳を買う"}`, want: told{"other", "ok"}},
		"an intent like a type":   {request: `{"request":{"type":"IntentRequest","intent":{"name":""}`, want: told{"other", "ok"}},
		"the end of a session":    {request: `{"request":{"type":"SessionEndedRequest"`, want: told{"SessionEndedRequest", "ok"}},
		"a touch":                 {request: `{"request":{"type":"Alexa.Presentation.APL.UserEvent"`, want: told{"Alexa.Presentation.APL.UserEvent", "ok"}},
		"an account that is gone": {request: `{"request":{"type":"AlexaSkillEvent.SkillDisabled"`, want: told{"AlexaSkillEvent.SkillDisabled", "ok"}},
		"an unknown type":         {request: `{"request":{"type":"牛乳を買う"`, want: told{"other", "ok"}},
		"a memo too long": {request: `{"request":{"type":"IntentRequest","intent":{"name":"AddMemoIntent","slots":{"memoText":{"value":"` + strings.Repeat("長", 501) + `"}}}`,
			want: told{"AddMemoIntent", "invalid"}},
		"the store away": {request: `{"request":{"type":"IntentRequest","intent":{"name":"ReadMemosIntent"}`, away: true, want: told{"ReadMemosIntent", "unavailable"}},
	} {
		t.Run(name, func(t *testing.T) {
			var all []told
			w := newWorld(t, func(w *world, o *skill.Options) {
				o.Observe = func(intent, outcome string, took time.Duration) {
					if took < 0 {
						t.Errorf("took %v", took)
					}
					all = append(all, told{intent, outcome})
				}
				if c.away {
					noPeople(w, o)
				}
			})
			_, err := w.skill.Handle(t.Context(), []byte(c.request+ending))
			if err != nil || len(all) != 1 || all[0] != c.want {
				t.Errorf("Observe: got %+v, want %+v: %v", all, c.want, err)
			}
		})
	}
}
