package main

import (
	"strings"
	"testing"

	"voicememo/tools/testkit/chromium"
)

// pageEditor: whoever rewrites a memo of some lines sees all of them, on a phone
// and beside the list.
func pageEditor(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	d := s.phone(browser)
	d.signIn("太郎")
	d.add(strings.Repeat("牛乳と卵とにんじんを買う。", 8))
	for _, width := range []int64{390, 1180} {
		d.do(chromium.Resize(width, 844), chromium.Clicks("memo-open", ""), chromium.Clicks("memo-edit", ""), showsAll("editor-text"),
			chromium.Clicks("editor-cancel", ""), chromium.Clicks("memo-open", ""), chromium.Misses("memo-panel", ""))
	}
}

// showsAll waits until a box of text is as high as its text.
func showsAll(testid string) chromium.Step {
	box := "document.querySelector('[data-testid=" + testid + "]')"
	return chromium.Until(testid+" shows all its text", box+" && "+box+".scrollHeight <= "+box+".clientHeight + 2")
}
