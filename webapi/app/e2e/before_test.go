package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestBefore: an edit can be undone at once, and a text overwritten by another person
// can be brought back later, by any member.
func TestBefore(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.device(chromium.Settings{Language: "ja", Width: 1180, Height: 820})
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(chromium.Visit(s.URL), household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"), household.Adds("牛乳を買う"))

	hanako.do(household.Edits("牛乳を買う", "豆乳を買う"), household.Settled, chromium.Sees("notice", "「豆乳を買う」に書き直しました"))
	taro.do(chromium.Sees("memo", "豆乳を買う"), chromium.Sees("memo", "花子が書き直し"))
	hanako.do(chromium.Clicks("snackbar-undo", ""), chromium.Sees(".memo .text", "牛乳を買う"), household.Settled)
	taro.do(chromium.Sees("memo", "牛乳を買う"), chromium.Counts(1, "memo", ""))

	hanako.do(household.Edits("牛乳を買う", "豆乳を買う"), household.Settled, household.Edits("豆乳を買う", "卵を買う"), household.Settled,
		chromium.Sees("memo-panel", "牛乳を買う"), chromium.Sees("history", "花子"))
	hanako.accessible("the text before, beside the list")
	hanako.do(chromium.Until("the server knows what she has seen",
		"performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/api/me/seen') && responseEnd > 0)"))
	taro.do(chromium.Sees("memo", "卵を買う"), household.Opens("卵を買う"), chromium.Sees("before-restore", ""), chromium.Sees("memo-panel", "牛乳を買う"),
		chromium.Misses("memo-panel", "豆乳"), chromium.Sees("seen-by", "花子"))
	taro.accessible("the text before")
	taro.fits("the text before")
	taro.do(chromium.Clicks("before-restore", ""), chromium.Sees(".memo .text", "牛乳を買う"), household.Settled, chromium.Sees("memo-panel", "卵を買う"))
	hanako.do(chromium.Sees(".memo .text", "牛乳を買う"), chromium.Counts(1, "memo", ""))
}
