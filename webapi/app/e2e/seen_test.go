package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestNew: memos that others have added since the last visit are above a line, and are counted
// in the title while the page is hidden.
func TestNew(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"), household.Adds("牛乳を買う"))
	hanako.do(chromium.Sees("memo", "牛乳を買う"), chromium.Misses("new-line", ""), chromium.Until("the server knows what was seen", allSeen))

	hanako.do(household.Goes("family"))
	taro.do(household.Adds("卵を買う"), household.Adds("米を買う"))
	hanako.do(titled("(2) 家族"), household.Goes("memos"), titled("メモ"), chromium.Sees("memo", "米を買う"))
	hanako.do(chromium.Until("the server knows what was seen", allSeen), chromium.Visit("about:blank"))

	taro.do(household.Adds("茶を買う"), household.Adds("塩を買う"), household.Adds("花を買う"))
	hanako.do(chromium.Visit(s.URL), chromium.Sees("new-line", "3件"), chromium.Counts(1, "new-line", ""), chromium.Until("it is below them",
		"[...document.querySelectorAll('.memo, .new-line')].map((e) => e.querySelector('.text')?.textContent ?? '-').join().startsWith('花を買う,塩を買う,茶を買う,-,米を買う')"))
	hanako.accessible("new memos")
	hanako.fits("new memos")
	hanako.do(household.Adds("自分のメモ"), chromium.Sees("new-line", "3件"),
		chromium.Until("the server knows what was seen", allSeen), chromium.Visit(s.URL), household.Listed, chromium.Misses("new-line", ""))
	taro.do(chromium.Misses("new-line", ""))
}

// allSeen waits until the person's mark on the server is the newest memo's time.
const allSeen = `Promise.all(['/api/me', '/api/memos?limit=1'].map((path) => fetch(path).then((r) => r.json())))
	.then(([me, { memos }]) => me.lastSeenAt >= memos[0].timestamp)`

// titled waits until the tab's title has this prefix.
func titled(begin string) chromium.Step {
	return chromium.Until("the title begins with "+begin, "document.title.startsWith('"+begin+"')")
}
