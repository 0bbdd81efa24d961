package skill_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"voicememo/skill/talk"
	"voicememo/tools/testkit/must"
)

// TestOlderPackage: a skill package that was deployed before SpeakIntent works after the first
// session, which Alexa ends because its model does not have that intent; and a newer one takes
// over from then on.
func TestOlderPackage(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.opened(w.talk(locale))
		var reply struct{ SessionAttributes json.RawMessage }
		must.OK(t, json.Unmarshal(w.last.Response, &reply))
		ended := fmt.Sprintf(`{"version":"1.0","session":{"new":false,"sessionId":"s","application":{"applicationId":%q},"user":{"userId":%q},"attributes":%s},
			"context":{"System":{"application":{"applicationId":%q},"user":{"userId":%q}}},
			"request":{"type":"SessionEndedRequest","requestId":"ended","locale":%q,"reason":"ERROR","error":{"type":"INVALID_RESPONSE"}}}`,
			talk.DefaultApplicationID, w.own, reply.SessionAttributes, talk.DefaultApplicationID, w.own, locale)
		must.OK(t, must.Err(w.send(t.Context(), []byte(ended))))
		tk := w.opened(w.talk(locale))
		a := w.meant(tk, "AddMemoIntent", "memoText", w.word("メモは何件ある", "how many memos are there"))
		if a.Elicited.Intent != "AddMemoIntent" || len(w.list()) > 0 {
			t.Errorf("got %q eliciting %s, and memos %q", a.Speech, a.Elicited.Intent, w.contents())
		}
		a = w.meant(tk, "AddMemoIntent", "memoText", w.word("牛乳", "milk"))
		if !slices.Equal(w.contents(), []string{w.word("牛乳", "milk")}) {
			t.Errorf("got memos %q after %q", w.contents(), a.Speech)
		}
		if a = w.meant(tk, "SpeakIntent", "speech", w.word("卵", "eggs")); a.Elicited.Intent != "SpeakIntent" {
			t.Errorf("got %s elicited after SpeakIntent", a.Elicited.Intent)
		}
	})
}
