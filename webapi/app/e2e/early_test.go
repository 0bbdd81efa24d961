package e2e

import (
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/household"
)

// entries returns the page's requests so far whose path matches a pattern.
const entries = `const asked = (path) => performance.getEntriesByType('resource').filter((e) => path.test(new URL(e.name).pathname));`

// TestFirstListComesWithTheScripts: a browser without any file of the page requests the person who is
// signed in and the first list, once and while it loads the scripts. Without a session
// it requests neither.
func TestFirstListComesWithTheScripts(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	settings := chromium.Settings{Language: "ja", Width: 390, Height: 844, Before: withoutWorker}
	s.device(settings).do(chromium.Visit(s.URL), chromium.Sees("sign-in", ""), chromium.Until("nothing is asked", "(() => {"+entries+"return asked(/^.api/).length === 0 })()"),
		household.SignsIn("太郎"), household.Adds("牛乳を買う"))
	cookie, err := devsignin.SignIn(t.Context(), s.URL, "太郎")
	if err != nil {
		t.Fatal(err)
	}
	s.device(settings).do(chromium.HasCookies(s.URL, cookie), chromium.Network(100*time.Millisecond, 50_000), chromium.Visit(s.URL), chromium.Sees("memo", "牛乳を買う"),
		chromium.Until("the list came with the scripts", "(() => {"+entries+`
			const [script] = asked(/chunk-/), me = asked(/me$/), list = asked(/memos$/);
			return me.length === 1 && [me[0], list[0]].every(({ startTime }) => startTime < script.responseEnd);
		})()`))
}
