package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestSwipe: a swipe to the right marks a memo as done, and a swipe to the left uncovers edit and delete; a shorter one
// does nothing.
func TestSwipe(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), household.Adds("牛乳"), household.Adds("卵"), laterLoaded)
	d.do(chromium.Swipes(".memo", "牛乳", 40), chromium.Swipes(".memo", "牛乳", -30), atRest, chromium.Counts(2, "memo", ""), chromium.Misses("memo-panel", ""))
	d.do(chromium.Swipes(".memo", "牛乳", 140), chromium.Sees("done-fold", "1"), household.Settled, chromium.Clicks("snackbar-undo", ""),
		chromium.Misses("done-fold", ""), household.Settled)

	d.do(chromium.Swipes(".memo", "卵", -120), chromium.Sees("swipe-delete", ""), chromium.Presses(kb.Escape), atRest)
	d.do(chromium.Swipes(".memo", "卵", -120), chromium.Clicks("swipe-edit", ""), chromium.Writes("editor-text", "卵を買う"), chromium.Clicks("editor-save", ""),
		chromium.Sees(".memo .text", "卵を買う"), household.Settled, chromium.Presses(kb.Escape), chromium.Misses("memo-panel", ""))
	d.do(chromium.Swipes(".memo", "卵", -120), chromium.Clicks("swipe-delete", ""), chromium.Misses(".memo", "卵"), household.Settled, chromium.Counts(1, "memo", "牛乳"))
}

// atRest waits until no row is being swiped.
var atRest = chromium.Until("no row is swiped", "!document.querySelector('[data-swipe]')")
