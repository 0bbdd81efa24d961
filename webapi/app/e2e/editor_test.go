package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestEditor: a person who edits a memo of several lines sees all of them, on a phone and beside the list.
func TestEditor(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), household.Adds(strings.Repeat("牛乳と卵とにんじんを買う。", 8)))
	for _, width := range []int64{390, 1180} {
		d.do(chromium.Resize(width, 844), household.Opens("牛乳"), chromium.Clicks("memo-edit", ""), showsAll("editor-text"),
			chromium.Clicks("editor-cancel", ""), hasFocus("memo-edit"), chromium.Presses(kb.Escape), chromium.Misses("memo-panel", ""))
	}
}

// showsAll waits until a text box is as high as its text.
func showsAll(testid string) chromium.Step {
	box := "document.querySelector('[data-testid=" + testid + "]')"
	return chromium.Until(testid+" shows all its text", box+" && "+box+".scrollHeight <= "+box+".clientHeight + 2")
}
