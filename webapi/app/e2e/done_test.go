package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestDone: the circle of a memo marks it as done; it goes under the fold of its day,
// struck through, also on another person's page, and the mark can be undone.
func TestDone(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"), household.Adds("牛乳を買う"), household.Adds("卵を買う"))

	hanako.do(chromium.Sees("memo", "牛乳を買う"), household.Marks("牛乳を買う"), chromium.Sees("notice", "済みにしました"), chromium.Counts(1, "memo", ""))
	taro.do(chromium.Sees("done-fold", "済み 1"), chromium.Counts(1, "memo", ""), chromium.Clicks("done-fold", ""),
		chromium.Sees(".memo.done", "花子が済みに"), chromium.Counts(1, ".memo.done", "牛乳を買う"), chromium.Counts(2, "memo", ""),
		chromium.Until("its text is struck through, and no other", struck))
	taro.accessible("a memo that is done")
	taro.fits("a memo that is done")
	hanako.do(chromium.Clicks("snackbar-undo", ""), chromium.Misses("done-fold", ""), chromium.Counts(2, "memo", ""), household.Settled)
	taro.do(chromium.Misses(".memo.done", ""), chromium.Misses("done-fold", ""), chromium.Counts(2, "memo", ""))

	taro.do(household.Opens("卵を買う"), chromium.Clicks("memo-mark", ""), chromium.Sees("done-fold", "1"), household.Settled)
	hanako.do(chromium.Clicks("done-fold", ""), chromium.ClicksIn(".memo.done", "卵を買う", "memo-done"), chromium.Misses("done-fold", ""))
	taro.do(chromium.Misses("done-fold", ""), chromium.Counts(2, "memo", ""))
}

// struck checks that the text of exactly the done memos is struck through.
const struck = `[...document.querySelectorAll('.memo .text')].every((e) =>
	getComputedStyle(e).textDecorationLine.includes('line-through') === !!e.closest('.done'))`
